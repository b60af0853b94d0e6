import type { Quiet, Symbology } from '../../symbologies/barcode.ts'
import { cutAt, visible } from '../../symbologies/messages.ts'

export { visible }

/**
 * - `fault`: the standard forbids it
 * - `note`: the standard allows it, or can be read to allow it, yet there is something to say
 * - `pass`: looked at and found right
 */
export type FindingKind = 'fault' | 'note' | 'pass'

/** A module from the upper left of the upright symbol, from 0; in a quiet zone negative or past the symbol's end. */
export interface ModulePlace {
  readonly row: number
  readonly column: number
}

export interface Finding {
  /** Stable, for programs: the symbology and what was looked at, `qr.format.copy2`. */
  readonly code: string
  readonly kind: FindingKind
  /** Standard, edition and clause. */
  readonly clause: string
  /** For people: the rule where it was kept, what is wrong where it was not. */
  readonly message: string
  /** The modules that are wrong, where the finding is about some of them. */
  readonly modules?: readonly ModulePlace[]
}

/** `conforming` has no fault (it may have notes), `unreadable` nothing that could be looked at. */
export type Verdict = 'conforming' | 'faults' | 'unreadable'

export interface Report {
  readonly symbology?: Symbology
  /** What the symbol says, where it could be read. */
  readonly text?: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
}

/** Modules of an upright symbol, a string for each row: 1 is dark, 0 is light. */
export type Rows = readonly string[]

/** A clause and what it asks for, in the words of a finding that passes. */
export type Rule = readonly [clause: string, says: string]
export type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>

/** What was wrong, and with which modules. */
export interface Flaw {
  /** A fault where nothing is said. */
  readonly kind?: 'fault' | 'note'
  readonly message: string
  readonly modules?: readonly ModulePlace[]
}

/** Findings of one rule: what more there is, is one finding more. Nobody reads them all, and a page has to show them. */
const mostOfRule = 250
/** Modules of one finding: as many as the largest QR Code has. A long Code 128 has more. */
const mostModules = 177 * 177

/** The findings of one reader, each by the name of one of its rules. */
export class Findings<Name extends string = string> {
  readonly list: Finding[] = []
  /** The symbol that this one was compared with. */
  reference?: Rows
  readonly #symbology: string
  readonly #rules: Rules<Name>

  constructor(symbology: string, rules: Rules<Name>) {
    this.#symbology = symbology
    this.#rules = rules
  }

  pass(name: Name): void {
    this.#add('pass', name, { message: this.#rules[name][1] })
  }

  note(name: Name, message: string, modules?: readonly ModulePlace[]): void {
    this.#add('note', name, { message, ...(modules && { modules }) })
  }

  fault(name: Name, message: string, modules?: readonly ModulePlace[]): void {
    this.#add('fault', name, { message, ...(modules && { modules }) })
  }

  /** A fault or a note for each of `flaws`, a pass where there is none. */
  judge(name: Name, flaws: readonly Flaw[]): void {
    if (flaws.length === 0) this.pass(name)
    const shown = flaws.slice(0, flaws.length > mostOfRule ? mostOfRule - 1 : mostOfRule)
    for (const { kind = 'fault', message, modules } of shown)
      this.#add(kind, name, { message, ...(modules && { modules }) })
    if (shown.length === flaws.length) return
    const rest = flaws.slice(shown.length)
    const kind = rest.some((flaw) => flaw.kind !== 'note') ? 'fault' : 'note'
    this.#add(kind, name, {
      message: `${rest.length} more of this kind`,
      modules: rest.flatMap(({ modules = [] }) => modules),
    })
  }

  get faults(): number {
    return this.list.filter(({ kind }) => kind === 'fault').length
  }

  #add(kind: FindingKind, name: Name, { message, modules }: Flaw): void {
    const clause = this.#rules[name][0]
    const place = modules === undefined || modules.length === 0 ? {} : { modules: modules.slice(0, mostModules) }
    this.list.push({ code: `${this.#symbology}.${name}`, kind, clause, message, ...place })
  }
}

/** What a reader makes of the modules in a picture. */
export interface Reading {
  readonly symbology: Symbology
  readonly text?: string
  readonly findings: Findings
  readonly rows: Rows
  /** Modules that have to be light on each side. */
  readonly quiet: Quiet
  /** How much of what every symbol of the symbology has was there, 0 to 1. */
  readonly likeness: number
  /** The standard allows light modules on a dark ground. */
  readonly reversible?: boolean
}

/** Characters of a text that a message quotes. */
const mostQuoted = 80

/** The beginning of a text that is too long for a message. */
export function shortened(text: string): string {
  return cutAt(text, mostQuoted)
}

/** What is said of a symbol that carries another text than it should; where only the beginnings are shown, also where they differ. */
export function otherText(carried: string, expected: string): string {
  const quoted = (text: string): string => JSON.stringify(shortened(text))
  const message = `the symbol carries ${quoted(carried)}, not ${quoted(expected)}`
  if (shortened(carried) === carried && shortened(expected) === expected) return message
  const [ours, theirs] = [Array.from(carried), Array.from(expected)]
  const same = ours.findIndex((character, i) => character !== theirs[i])
  return `${message}; they differ from character ${1 + (same < 0 ? ours.length : same)} on`
}

/** What each kind of fault subtracts from the likeness of a symbol when several readings compete. */
const faultWeight = 0.05

/** Of two readings of the same picture, the one with the higher score is taken for the symbol: its likeness less its kinds of faults. */
export function scoreOf({ likeness, findings }: Reading): number {
  const kinds = new Set(findings.list.filter(({ kind }) => kind === 'fault').map(({ code }) => code))
  return likeness - faultWeight * kinds.size
}

export function reportOf({ symbology, text, findings }: Reading): Report {
  const verdict = findings.faults > 0 ? 'faults' : 'conforming'
  return { symbology, ...(text !== undefined && { text }), verdict, findings: findings.list }
}

/** `picture.limit`: there is more of something than is looked at, and the message says of what. */
export type UnreadableCode = 'picture.unreadable' | 'picture.limit'

/** A picture in which there is nothing to check. */
export function unreadable(message: string, clause: string, code: UnreadableCode = 'picture.unreadable'): Report {
  return { verdict: 'unreadable', findings: [{ code, kind: 'fault', clause, message }] }
}

const shownModules = 12

/** The report for people: the verdict, then faults, notes and, in short, what passed. */
export function reportText(report: Report): string {
  const { symbology, text, verdict, findings } = report
  const of = (kind: FindingKind): Finding[] => findings.filter((finding) => finding.kind === kind)
  const lines = [`${symbology ?? 'no symbology'}: ${verdict}`]
  if (text !== undefined) lines.push(`text: ${visible(text)}`)
  for (const kind of ['fault', 'note'] as const) {
    for (const finding of of(kind)) {
      lines.push(`${kind}  ${finding.code}  ${finding.message}`, `       ${finding.clause}${placesText(finding)}`)
    }
  }
  const passed = [...new Set(of('pass').map(({ code }) => code))]
  if (passed.length > 0) lines.push(`passed: ${passed.join(', ')}`)
  return `${lines.join('\n')}\n`
}

function placesText({ modules }: Finding): string {
  if (modules === undefined) return ''
  const shown = modules.slice(0, shownModules).map(({ row, column }) => `(${row}, ${column})`)
  const rest = modules.length - shown.length
  return `; row, column: ${shown.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
