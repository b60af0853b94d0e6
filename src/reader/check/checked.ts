/** A check of a picture: what is found in it, and what is said of it. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { requireNames } from '../../../symbologies/option-names.ts'
import type { Application } from '../../../symbologies/tables.ts'
import type { ProfileName } from '../../content/profile-names.ts'
import { contentFindings, contentIn } from './content.ts'
import { type FoundSymbol, type SymbolSearch, stackedRows, symbolsIn } from './found.ts'
import { gs1Findings } from './gs1/findings.ts'
import { judgedLabel, type LabelJudgement, labelFindings } from './gs1/label.ts'
import { contentsOf, type Fnc1, messageIn } from './gs1/message.ts'
import { lightFindings } from './light.ts'
import { Effort } from './picture/effort.ts'
import { type Box, type Ink, inkOf, type Picture } from './picture/picture.ts'
import { judgedByProfile, profileFindings } from './profiles/index.ts'
import type { JudgedMeasure } from './profiles/profile.ts'
import { cornersOnPaper, labelSeen } from './profiles/seen-label.ts'
import {
  type Finding,
  type Part,
  type Report,
  reportOf,
  type SeenModules,
  type SymbolReading,
  type SymbolReport,
  symbolReport,
  unreadable,
} from './report.ts'
import { sizeFindings } from './size.ts'

export interface CheckOptions {
  /** The symbology; detected if undefined. */
  readonly type?: Symbology
  /** The text that the symbol should carry; of several symbols one at least. */
  readonly text?: string
  /** The use of the symbol, whose limits its size must keep; if undefined, EAN and UPC get notes by the limits of retail. */
  readonly application?: Application
  /** The published label whose rules the label in the picture is held to. */
  readonly profile?: ProfileName
  /** Decides the century of dates with two digits for the year; if undefined, the report does not say what they mean. */
  readonly thisYear?: number
  /** Whether the picture is known to be drawn, so that it is judged to the dot or not at all; it may be a scan or a photo by default. */
  readonly isDrawn?: boolean
  /** Whether the report has the modules of symbols as they were read. */
  readonly hasModules?: boolean
}

/** A symbol that was found, upright, as it was read. */
export interface Seen extends SeenModules {
  /** The pixels of its modules, without quiet zones. */
  readonly place: Box
  /** Which part of a structured append it is, if it is one. */
  readonly append?: Part
  /** Where FNC1 stands that announces the format of the data. */
  readonly fnc1?: Fnc1
}

export interface Check {
  readonly report: Report
  /** Each of the symbols of the report, in their order. */
  readonly seen: readonly Seen[]
}

export const optionNames: readonly string[] = Object.keys({
  type: true,
  text: true,
  application: true,
  profile: true,
  thisYear: true,
  isDrawn: true,
  hasModules: true,
} satisfies Record<keyof CheckOptions, true>)

/** The report of `checked` alone. @throws RangeError as `checked` */
export function checkImage(picture: Picture, options: CheckOptions = {}): Report {
  requireNames('checkImage', options, optionNames)
  return checked(picture, options).report
}

/**
 * Checks the symbols in a picture against their standards, clause by clause: in a drawn picture, whose sides are parallel to the
 * symbol's, to the dot; in a scan or a photo, where it may lie in any way, without what only a drawing shows. It may be light on
 * dark.
 *
 * A module may be any whole number of pixels wide, or a fractional number of at least 2. If one or two widths in a sharp
 * picture are not whole modules of whole pixels, they count as flaws; if more are, the modules are fractional.
 *
 * @param effort  counts the work of the search
 * @throws RangeError for a picture that is too large or whose sides do not match its data, or an unknown option
 */
export function checked(picture: Picture, options: CheckOptions = {}, effort = new Effort()): Check {
  requireNames('checked', options, optionNames)
  const { type, text, isDrawn = false } = options
  const ink = inkOf(picture)
  const search: SymbolSearch = { type, expected: text, effort, isDrawn }
  const found = symbolsIn(picture, ink, search)
  const rows = stackedRows(found)
  if (rows > 0) {
    const stacked = 'a stacked symbol, such as Codablock F, which is not read'
    return noSymbol(`${rows} rows of Code 128 without space between them: ${stacked}`)
  }
  if (found.length > 0) {
    const label = labelIn(picture, found)
    const held = heldTo(options.profile, { picture, ink, found })
    const reports = found.map((each, at) => {
      return reportOn(picture, each, { ...options, label, isReplaced: (code) => held.replaces(at, code) })
    })
    const symbols = withoutOtherTexts(reports)
    const isForTills = options.application !== undefined || options.profile === 'gs1-2027'
    const together = [...labelFindings(label, isForTills), ...held.findings]
    return { report: reportOf(symbols, together), seen: found.map(({ reading }) => seenIn(reading)) }
  }
  if (ink === undefined) return noSymbol('the picture is of one colour')
  const [other] = type === undefined ? [] : symbolsIn(picture, ink, { ...search, type: undefined })
  const symbol = type === undefined ? 'no symbol of any of the symbologies' : `no symbol of ${type}`
  return noSymbol(
    `${symbol} was found${other === undefined ? '' : `; it looks like ${other.reading.symbology}`}`,
    effort,
  )
}

/** The GS1 symbols of a picture as those of a label; a part of a structured append has no message of its own. */
function labelIn(picture: Picture, found: readonly FoundSymbol[]): LabelJudgement {
  const symbols = found.flatMap((each) => {
    const { reading } = each
    const message = reading.append === undefined ? messageIn(reading) : undefined
    if (message === undefined) return []
    const corners = cornersOnPaper(picture, each)
    return [{ symbology: reading.symbology, form: message.form, elements: message.elements, corners }]
  })
  return judgedLabel(symbols, false)
}

/** What a profile says of a label. */
interface HeldLabel {
  readonly findings: readonly Finding[]
  /** Whether a finding on a symbol, by its index, is said by the profile instead. */
  readonly replaces: (symbol: number, code: string) => boolean
}

/** What is said of a measure by the limits of a symbology's usual application. */
const replacedBy: { readonly [M in JudgedMeasure]: RegExp } = {
  x: /\.x\.(minimum|maximum)$/,
  height: /\.height$/,
  width: /\.width$/,
}

function heldTo(
  profile: ProfileName | undefined,
  { picture, ink, found }: { readonly picture: Picture; readonly ink: Ink | undefined; readonly found: FoundSymbol[] },
): HeldLabel {
  if (profile === undefined) return { findings: [], replaces: () => false }
  const judgements = judgedByProfile(profile, labelSeen(picture, ink, found))
  const flaws = judgements.flatMap(({ flaws }) => flaws)
  return {
    findings: profileFindings(profile, judgements),
    replaces: (at, code) =>
      flaws.some(
        ({ measure, symbols }) => measure !== undefined && replacedBy[measure].test(code) && symbols?.includes(at),
      ),
  }
}

interface Reporting extends CheckOptions {
  readonly label: LabelJudgement
  /** Whether a profile says something in the place of a finding by its code. */
  readonly isReplaced: (code: string) => boolean
}

function reportOn(
  picture: Picture,
  { reading, corners, isPhoto }: FoundSymbol,
  { application, thisYear, hasModules = false, label, isReplaced }: Reporting,
): SymbolReport {
  const message = messageIn(reading)
  const gs1 = message && contentsOf(message, thisYear)
  const content = message === undefined ? contentIn(reading) : undefined
  const all = [
    ...reading.findings.list,
    ...lightFindings(picture, reading),
    ...sizeFindings(reading, application).filter(({ code }) => application !== undefined || !isReplaced(code)),
    ...gs1Findings(reading, message, { application, label }),
    ...(content === undefined ? [] : contentFindings(reading.symbology, content)),
  ]
  const findings = isPhoto ? [photoNote(reading), ...all.filter(({ code }) => !isExact.test(code))] : all
  const report = symbolReport(reading, corners, { gs1, content, findings })
  return hasModules ? { ...report, modules: modulesIn(reading) } : report
}

function seenIn(reading: SymbolReading): Seen {
  const { place, append, fnc1 } = reading
  return { ...modulesIn(reading), place, ...(append && { append }), ...(fnc1 && { fnc1 }) }
}

const modulesIn = ({ rows, quiet, findings: { reference } }: SymbolReading): SeenModules => ({
  rows,
  quiet,
  ...(reference && { reference }),
})

/** Where one of several symbols carries the expected text, the others may carry any. */
function withoutOtherTexts(symbols: readonly SymbolReport[]): readonly SymbolReport[] {
  const isOther = ({ kind, code }: Finding): boolean => kind === 'fault' && /^\w+\.text$/.test(code)
  if (symbols.every(({ findings }) => findings.some(isOther))) return symbols
  return symbols.map((symbol) => {
    const findings = symbol.findings.filter((finding) => !isOther(finding))
    const verdict = findings.some(({ kind }) => kind === 'fault') ? 'faults' : 'conforming'
    return { ...symbol, verdict, findings }
  })
}

/** What is judged to the dot, which a photo does not show. */
const isExact = /\.(grid|modules|widths|bars|bearer|x\.fractional|quiet\.\w+|addon\.(gap|quiet|bars|widths))$/

const photoNote = ({ symbology }: SymbolReading): Finding => ({
  code: `${symbology}.photo`,
  kind: 'note',
  clause: 'none',
  message: 'read as in a scan or photo: widths, modules and quiet zones are not judged to the dot',
})

/** The report on a picture without a symbol. If candidates were skipped, it says so and gives advice. */
function noSymbol(message: string, { skipped } = new Effort()): Check {
  if (skipped === 0) return { report: unreadable(message, 'none'), seen: [] }
  const more = 'the picture has too many parts and lines to examine them all: crop it to the symbol'
  return { report: unreadable(`${message}; ${more}`, 'none', 'picture.limit'), seen: [] }
}
