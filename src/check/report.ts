/** What a check finds and says: the report, the findings of a reader, the reading of a symbol, and the text of a report. */

import type { Quiet, Symbology } from '../../symbologies/barcode.ts'
import type { Part as ElementPart } from '../../symbologies/gs1/index.ts'
import { visible } from '../../symbologies/messages.ts'
import type { Fnc1, Gs1Contents, Gs1Element, Gs1Place } from './gs1/message.ts'
import type { Box } from './picture/picture.ts'

export { visible }

export interface Report {
  readonly symbology?: Symbology
  /** The text that the symbol carries, if it could be read. */
  readonly text?: string
  /** The digits of the add-on beside an EAN or UPC symbol. */
  readonly addon?: string
  /** The GS1 message in the text, if it is one. */
  readonly gs1?: Gs1Contents
  /** The width of a module on paper, if the picture has a resolution. If modules are not square, their shorter side. */
  readonly x?: Length
  /** The height of the bars of a linear symbol. */
  readonly barHeight?: Length
  /** Each symbol of a picture that holds several. */
  readonly symbols?: readonly PlacedSymbol[]
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
}

/** One of several symbols in a picture. */
export interface PlacedSymbol {
  readonly symbology: Symbology
  readonly text?: string
  /** In pixels from the upper left of the picture: upper left, upper right, lower right and lower left of the symbol as it is read. */
  readonly corners: readonly PicturePoint[]
}

export interface PicturePoint {
  readonly x: number
  readonly y: number
}

/** `conforming`: no faults, though perhaps notes; `unreadable`: nothing that could be checked. */
export type Verdict = 'conforming' | 'faults' | 'unreadable'

export interface Finding {
  /** Stable, for programs: the symbology and what was checked, `qr.format.copy2`. */
  readonly code: string
  readonly kind: FindingKind
  /** Standard, edition and clause. */
  readonly clause: string
  /** The rule if the symbol keeps it, otherwise what is wrong. */
  readonly message: string
  /** The modules that are wrong, if the finding is about particular ones. */
  readonly modules?: readonly ModulePlace[]
  /** The part of a GS1 message that the finding is about. */
  readonly gs1?: Gs1Place
}

/**
 * - `fault`: the standard forbids it, or the application that was asked for
 * - `note`: the standard allows it, or can be read to allow it, but it deserves a remark
 * - `pass`: checked, and as the standard demands
 */
export type FindingKind = 'fault' | 'note' | 'pass'

/** A module from the upper left of the upright symbol, from 0; in a quiet zone negative or past the symbol's end. */
export interface ModulePlace {
  readonly row: number
  readonly column: number
}

/** Modules of an upright symbol, a string for each row: 1 is dark, 0 is light. */
export type Rows = readonly string[]

/** A length on paper, and the pixels that it consists of. */
interface Length {
  /** To three decimals, as GS1's tables give them. */
  readonly mm: number
  /** To three decimals. */
  readonly pixels: number
  /** Pixels a metre. */
  readonly perMetre: number
}

/** A clause and its requirement, which is also the message of a finding that passes. */
export type Rule = readonly [clause: string, requirement: string]
type Rules<Name extends string = string> = Readonly<Record<Name, Rule>>

/** What is wrong, and with which modules. */
export interface Flaw {
  /** A fault by default. */
  readonly kind?: 'fault' | 'note'
  readonly message: string
  readonly modules?: readonly ModulePlace[]
  readonly gs1?: Gs1Place
}

/** The most findings of one rule; the last of them sums up all that are left. Nobody reads more, and a page has to show them. */
const mostOfRule = 250
/** The most modules of one finding: all of the largest QR Code. A long Code 128 symbol has more. */
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

  /** A fault or a note for each of `flaws`, a pass if there are none. */
  judge(name: Name, flaws: readonly Flaw[]): void {
    if (flaws.length === 0) this.pass(name)
    const shown = flaws.slice(0, flaws.length > mostOfRule ? mostOfRule - 1 : mostOfRule)
    for (const { kind = 'fault', ...flaw } of shown) this.#add(kind, name, flaw)
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

  #add(kind: FindingKind, name: Name, { message, modules, gs1 }: Flaw): void {
    const clause = this.#rules[name][0]
    const place = modules === undefined || modules.length === 0 ? {} : { modules: modules.slice(0, mostModules) }
    this.list.push({ code: `${this.#symbology}.${name}`, kind, clause, message, ...place, ...(gs1 && { gs1 }) })
  }
}

/** The place of a symbol in a structured append, both from 1. */
export interface Part {
  readonly part: number
  readonly parts: number
}

/** What a reader finds in a picture. */
export interface Reading {
  readonly symbology: Symbology
  readonly text?: string
  /** The digits of the add-on beside it. */
  readonly addon?: string
  readonly fnc1?: Fnc1
  readonly findings: Findings
  readonly rows: Rows
  /** Modules that have to be light on each side. */
  readonly quiet: Quiet
  /** Undefined if the picture has no resolution or the modules cannot be measured. */
  readonly size: Size | undefined
  /** The share, 0 to 1, of the parts common to all symbols of the symbology that the picture shows. */
  readonly likeness: number
  /** The parts common to all symbols of the symbology leave no doubt that it is one: others have similar bars. */
  readonly isCertain: boolean
  readonly place: Box
  /** Which part of a structured append it is. */
  readonly append?: Part
  /** The standard allows light modules on a dark ground. */
  readonly reversible?: boolean
}

/** The size of a symbol on paper. */
export interface Size {
  /** X of a linear symbol; the width and the height of a module of a matrix symbol. */
  readonly modules: readonly [Length, ...Length[]]
  /** The bars of a linear symbol; `tolerance` is the most pixels by which they are counted too low. */
  readonly bars?: { readonly height: Length; readonly tolerance: number }
}

/** @param measured  pixels, possibly with fractions */
export function lengthOf(measured: number, perMetre: number): Length {
  const pixels = Math.round(1000 * measured) / 1000
  return { mm: Math.round((1e6 * pixels) / perMetre) / 1000, pixels, perMetre }
}

/** The reading with the highest score, the first of equals; undefined if there are none. */
export function bestOf(readings: readonly Reading[]): Reading | undefined {
  let best: { reading: Reading; score: number } | undefined
  for (const reading of readings) {
    const score = scoreOf(reading)
    if (best === undefined || score > best.score) best = { reading, score }
  }
  return best?.reading
}

/** The likeness less the weight of each kind of fault. Of several readings of a picture, the highest score wins. */
function scoreOf({ likeness, findings }: Reading): number {
  const kinds = new Set(findings.list.filter(({ kind }) => kind === 'fault').map(({ code }) => code))
  return likeness - faultWeight * kinds.size
}

/** What each kind of fault subtracts from the likeness of a symbol in its score. */
const faultWeight = 0.05

/** @param more  findings on the symbol that do not come from its reader */
export function reportOf(
  { symbology, text, addon, size, findings }: Reading,
  gs1: Gs1Contents | undefined,
  more: readonly Finding[],
): Report {
  const all = [...findings.list, ...more]
  const verdict = all.some(({ kind }) => kind === 'fault') ? 'faults' : 'conforming'
  const contents = {
    ...(text !== undefined && { text }),
    ...(addon !== undefined && { addon }),
    ...(gs1 && { gs1 }),
  }
  return { symbology, ...contents, ...(size && lengthsOf(size)), verdict, findings: all }
}

function lengthsOf({ modules, bars }: Size): Pick<Report, 'x' | 'barHeight'> {
  const x = modules.reduce((least, each) => (each.mm < least.mm ? each : least))
  return { x, ...(bars && { barHeight: bars.height }) }
}

/**
 * - `picture.limit`: the picture exceeds a limit of the check; the message says which
 * - `picture.several`: the picture holds more than one symbol
 */
export type UnreadableCode = 'picture.unreadable' | 'picture.limit' | 'picture.several'

/** The report on a picture that cannot be checked. */
export function unreadable(message: string, clause: string, code: UnreadableCode = 'picture.unreadable'): Report {
  return { verdict: 'unreadable', findings: [{ code, kind: 'fault', clause, message }] }
}

/** The report as text: the verdict, then faults, notes and, in short, what passed. */
export function reportText(report: Report): string {
  const { symbology, text, addon, gs1, verdict, findings } = report
  const of = (kind: FindingKind): Finding[] => findings.filter((finding) => finding.kind === kind)
  const lines = [`${symbology ?? 'no symbology'}: ${verdict}`]
  for (const each of report.symbols ?? []) lines.push(symbolLine(each))
  if (text !== undefined) lines.push(`text: ${visible(text)}`)
  if (addon !== undefined) lines.push(`add-on: ${addon}`)
  if (gs1 !== undefined) lines.push(...gs1Lines(gs1))
  lines.push(...lengthLines(report))
  for (const kind of ['fault', 'note'] as const) {
    for (const finding of of(kind)) {
      lines.push(`${kind}  ${finding.code}  ${finding.message}`, `       ${finding.clause}${placesText(finding)}`)
    }
  }
  const passed = [...new Set(of('pass').map(({ code }) => code))]
  if (passed.length > 0) lines.push(`passed: ${passed.join(', ')}`)
  return `${lines.join('\n')}\n`
}

/** The lengths on paper, a line each: none without a resolution. */
export function lengthLines({ x, barHeight }: Report): string[] {
  const line = (name: string, length: Length | undefined): string[] => {
    if (length === undefined) return []
    const { mm, pixels, perMetre } = length
    return [`${name}: ${mm.toFixed(3)} mm (${pixels} ${pixels === 1 ? 'pixel' : 'pixels'} at ${perMetre} a metre)`]
  }
  return [...line('X', x), ...line('bar height', barHeight)]
}

/** `qr "QZ-0001" at (20, 40)`: the pixel in the middle of the symbol. */
function symbolLine({ symbology, text, corners }: PlacedSymbol): string {
  const middle = (own: (point: PicturePoint) => number): number =>
    Math.round(corners.reduce((sum, point) => sum + own(point), 0) / corners.length)
  const carried = text === undefined ? '' : ` ${visible(text)}`
  return `${symbology}${carried} at (${middle(({ x }) => x)}, ${middle(({ y }) => y)})`
}

const shownModules = 12

function placesText({ modules }: Finding): string {
  if (modules === undefined) return ''
  const shown = modules.slice(0, shownModules).map(({ row, column }) => `(${row}, ${column})`)
  const rest = modules.length - shown.length
  return `; row, column: ${shown.join(' ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

/** The message in brackets, then a line for each element. */
export function gs1Lines({ form, elements, humanReadable }: Gs1Contents): string[] {
  if (elements.length === 0) return [`${forms[form]}: no element can be read`]
  return [`${forms[form]}: ${visible(humanReadable)}`, ...elements.map((element) => `  ${elementLine(element)}`)]
}

const forms = { elements: 'GS1', link: 'GS1 Digital Link', gtin: 'GS1' } as const

/** `(17) USE BY or EXPIRY: date 261231, 2026-12-31`. */
function elementLine({ ai, title, value, parts }: Gs1Element): string {
  const isPlain = parts.every(({ kind, meaning }) => kind === 'value' && meaning === undefined)
  const known = isPlain ? plainly(value) : parts.map(partText).join('; ')
  return `(${ai})${title === '' ? '' : ` ${title}`}: ${known}`
}

const partText = ({ kind, value, meaning }: ElementPart): string =>
  `${kind} ${plainly(value)}${meaning === undefined ? '' : `, ${plainly(meaning)}`}`

/** Without anything that a terminal obeys. */
const plainly = (text: string): string => visible(text).slice(1, -1).replaceAll('\\"', '"')
