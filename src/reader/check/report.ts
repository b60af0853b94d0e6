/** What a check finds and says: the report, the findings of a reader, the reading of a symbol, and the text of a report. */

import type { Quiet, Symbology } from '../../../symbologies/barcode.ts'
import { visible } from '../../../symbologies/messages.ts'
import type { Content } from '../../content/index.ts'
import type { Fnc1, Gs1Contents, Gs1Place } from './gs1/message.ts'
import type { Box } from './picture/picture.ts'
import { type Tool, tool } from './tool.ts'

export { visible }

/** What is said of a picture. Where it holds one symbol, what is said of that symbol stands beside `symbols` too. */
export interface Report extends Partial<SymbolReport> {
  /** Changes where a client of reports would have to. */
  readonly schema: 1
  readonly tool: Tool
  /** As it was given, with slashes; undefined where the picture has no name. */
  readonly file?: string
  /** The largest first; none in a picture that cannot be read. */
  readonly symbols: readonly SymbolReport[]
  /** The worst of the symbols, and of what is said of them together. */
  readonly verdict: Verdict
  /** Those of the only symbol, or why no symbol could be checked; of several symbols those on all together, beside those that each has. */
  readonly findings: readonly Finding[]
  /** How a page of a PDF or an SVG was drawn to be read. */
  readonly drawn?: DrawnPage
  /** Why there is no picture. */
  readonly error?: FileError
}

/** A page without pixels of its own, as it was drawn: places of symbols are in its pixels. */
export interface DrawnPage {
  readonly width: number
  readonly height: number
  /** Pixels an inch, to one decimal; undefined of an SVG without a size on paper. */
  readonly dpi?: number
  /** Of a PDF: which of its pages, from 1, and how many it has. */
  readonly page?: number
  readonly pages?: number
}

/** A file that is missing, or not a picture. */
export interface FileError {
  /** `file.missing`, `file.unreadable`: it could not be opened; others are codes of findings. */
  readonly code: string
  readonly message: string
}

/** What is said of a symbol. */
export interface SymbolReport extends SymbolDetails {
  readonly symbology: Symbology
  /** The text that the symbol carries, if it could be read. */
  readonly text?: string
  /** The digits of the add-on beside an EAN or UPC symbol. */
  readonly addon?: string
  /** The GS1 message in the text, if it is one. */
  readonly gs1?: Gs1Contents
  /** What the text says, if it is surely meant as one of the kinds of content and is not a GS1 message. */
  readonly content?: Content
  /** The width of a module on paper, if the picture has a resolution. If modules are not square, their shorter side. */
  readonly x?: Length
  /** The height of the bars of a linear symbol. */
  readonly barHeight?: Length
  /** In pixels from the upper left of the picture, in modules where there is none: upper left, upper right, lower right and lower left of the symbol as it is read. */
  readonly corners: readonly PicturePoint[]
  /** Which part of a structured append it is, if it is one. */
  readonly structuredAppend?: Part
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
  /** Where they are asked for. */
  readonly modules?: SeenModules
}

/** The modules of a symbol, upright, as they were read. */
export interface SeenModules {
  readonly rows: Rows
  /** Modules that have to be light on each side. */
  readonly quiet: Quiet
  /** Those of the symbol that it was compared with, if any. */
  readonly reference?: Rows
}

/** How a symbol is made, as far as its symbology has it and it could be read. */
export interface SymbolDetails {
  /** `7`, `M2`, `26x26` (rows x columns). */
  readonly version?: string
  /** Error correction of QR Code and Micro QR Code; M1 has none. */
  readonly level?: 'L' | 'M' | 'Q' | 'H'
  /** 0 to 7 (inclusive) in QR Code, 0 to 3 (inclusive) in Micro QR Code. */
  readonly mask?: number
  /** The ECIs in the order in which they are designated. */
  readonly eci?: readonly number[]
  /**
   * Data codewords as error correction left them, 0 to 255 (inclusive); the last of M1 and M3 has four bits, which are the upper
   * half. Of Code 128 the values of all symbol characters but the stop character, 0 to 105 (inclusive).
   */
  readonly codewords?: readonly number[]
  /** The function characters in the order in which they come. */
  readonly fnc?: readonly FunctionCharacter[]
}

export interface FunctionCharacter {
  readonly name: 'FNC1' | 'FNC2' | 'FNC3' | 'FNC4'
  /** Its index in `codewords`, from 0: where its mode indicator begins in QR Code, which of a triplet's codewords in Data Matrix. */
  readonly at: number
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

/** A clause and its requirement, which is also the message of a finding that passes; and what breaking it is, a fault by default. */
export type Rule = readonly [clause: string, requirement: string, kind?: RuleKind]
/** `fault or note`: what the standard allows in some ways and forbids in others. */
export type RuleKind = 'fault' | 'note' | 'fault or note'
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
export interface SymbolReading {
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
  /** Where its add-on is. */
  readonly addonPlace?: Box
  /** Where `rows` has an add-on behind the bars at `place`: the modules of these, and those that have to be light between both. */
  readonly main?: { readonly columns: number; readonly leastGap: number }
  /** Which part of a structured append it is. */
  readonly append?: Part
  /** The standard allows light modules on a dark ground. */
  readonly reversible?: boolean
  /** The codewords of a matrix symbol, and which of them error correction corrected. */
  readonly codewords?: SymbolCodewords
  readonly details?: SymbolDetails
}

/** The columns of the modules at the place of a reading: without those of an add-on, which has a place of its own. */
export const columnsOf = ({ rows, main }: Pick<SymbolReading, 'rows' | 'main'>): number =>
  main?.columns ?? rows[0]!.length

export interface SymbolCodewords {
  readonly blocks: readonly {
    /** Where its codewords are among those of the symbol. */
    readonly places: { readonly data: readonly number[]; readonly errorCorrection: readonly number[] }
    /** Those that are wrong; undefined if there are too many to tell. */
    readonly wrong: readonly number[] | undefined
  }[]
  /** The modules of each codeword in the symbol, from 0. */
  readonly modulesOf: (codeword: number) => readonly ModulePlace[]
  /** Error correction codewords of each block that only protect against misreading. */
  readonly reserved: number
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
export function bestOf(readings: readonly SymbolReading[]): SymbolReading | undefined {
  let best: { reading: SymbolReading; score: number } | undefined
  for (const reading of readings) {
    const score = scoreOf(reading)
    if (best === undefined || score > best.score) best = { reading, score }
  }
  return best?.reading
}

/** The likeness less the weight of each kind of fault. Of several readings of a picture, the highest score wins. */
function scoreOf({ likeness, findings }: SymbolReading): number {
  const kinds = new Set(findings.list.filter(({ kind }) => kind === 'fault').map(({ code }) => code))
  return likeness - faultWeight * kinds.size
}

/** What each kind of fault subtracts from the likeness of a symbol in its score. */
const faultWeight = 0.05

/** What is said of a symbol. */
export function symbolReport(
  { symbology, text, addon, size, details, append }: SymbolReading,
  corners: readonly PicturePoint[],
  {
    gs1,
    content,
    findings,
  }: Pick<SymbolReport, 'findings'> & {
    readonly gs1: Gs1Contents | undefined
    readonly content: Content | undefined
  },
): SymbolReport {
  return {
    symbology,
    ...(text !== undefined && { text }),
    ...(addon !== undefined && { addon }),
    ...(gs1 && { gs1 }),
    ...(content && { content }),
    ...(size && lengthsOf(size)),
    corners: corners.map(({ x, y }) => ({ x: Math.round(10 * x) / 10, y: Math.round(10 * y) / 10 })),
    ...details,
    ...(append && { structuredAppend: append }),
    verdict: findings.some(({ kind }) => kind === 'fault') ? 'faults' : 'conforming',
    findings,
  }
}

function lengthsOf({ modules, bars }: Size): Pick<SymbolReport, 'x' | 'barHeight'> {
  const x = modules.reduce((least, each) => (each.mm < least.mm ? each : least))
  return { x, ...(bars && { barHeight: bars.height }) }
}

/**
 * @param symbols  one or more
 * @param together  findings on several symbols together
 */
export function reportOf(symbols: readonly SymbolReport[], together: readonly Finding[] = []): Report {
  const isWrong = symbols.some((symbol) => symbol.verdict === 'faults') || together.some(({ kind }) => kind === 'fault')
  const verdict = isWrong ? 'faults' : 'conforming'
  const [only, ...more] = symbols
  if (only === undefined || more.length > 0) return { schema: 1, tool, findings: together, symbols, verdict }
  // what is said of the label is said of its only symbol
  const whole: SymbolReport = { ...only, verdict, findings: [...only.findings, ...together] }
  return { schema: 1, tool, ...whole, symbols: [whole] }
}

/**
 * - `picture.limit`: the picture exceeds a limit of the check; the message says which
 * - `picture.encrypted`: a PDF with a password
 * - `picture.page`: a PDF has no such page
 * - `picture.unsupported`: an SVG with something that is not drawn
 * - `picture.renderer`: what draws PDFs and SVGs is not installed
 */
export type UnreadableCode =
  | 'picture.unreadable'
  | 'picture.limit'
  | 'picture.encrypted'
  | 'picture.page'
  | 'picture.unsupported'
  | 'picture.renderer'

/** The report on a picture without a symbol that could be checked. */
export function unreadable(message: string, clause: string, code: UnreadableCode = 'picture.unreadable'): Report {
  const findings = [{ code, kind: 'fault', clause, message }] as const
  return { schema: 1, tool, symbols: [], verdict: 'unreadable', findings }
}

/** The report on a file that is missing or not a picture. @param clause  what the file does not keep */
export function noPicture({ code, message }: FileError, clause = 'none'): Report {
  const findings = [{ code, kind: 'fault', clause, message }] as const
  return { schema: 1, tool, symbols: [], verdict: 'unreadable', findings, error: { code, message } }
}

/** All findings on a picture: its own, and those of each of several symbols. */
export const findingsIn = ({ symbols, findings }: Report): readonly Finding[] =>
  symbols.length > 1 ? [...findings, ...symbols.flatMap((symbol) => symbol.findings)] : findings
