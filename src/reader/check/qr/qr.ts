/** QR Code: its rules, its reader, and whether the encoder chose well. ISO/IEC 18004:2015 */

import { type QrLevel, qrBlockPlan } from '../../../../symbologies/tables.ts'
import {
  judgeFound,
  judgeRegions,
  type LocatedMatrix,
  type MatrixRule,
  matrixRules,
  seenAs,
} from '../picture/matrix.ts'
import { type Modules, type Shape, transposedModules } from '../picture/modules.ts'
import { judgeReference, nearest, type ReferenceOptions, referenceSymbol } from '../reference.ts'
import { Findings, type Rule, type SymbolReading } from '../report.ts'
import { isAscii, isEci, judgeText } from '../text.ts'
import { areSound, carriedBy, codewordsOf, contentsOf, judgeContents, type Lengths } from './codewords.ts'
import { formatCopies, judgeFormat, likeliest, onesIn, type Tried } from './format.ts'
import { penalty, remasked, unmaskedBits } from './mask.ts'
import { judgeStream, type QrMessage, qrMessage } from './message.ts'
import type { Dialect, StreamRule } from './stream.ts'
import { formatWord, type QrRegionRule, type QrStructure, qrRegions, qrSize, qrStructure } from './structure.ts'

export type QrRule =
  | MatrixRule
  | QrRegionRule
  | StreamRule
  | 'format.copy1'
  | 'format.copy2'
  | 'errorcorrection'
  | 'blocks'
  | 'remainder'
  | 'mask'
  | 'smallest'
  | 'shortest'

const standard = 'ISO/IEC 18004:2015'

export const qrRules = (quiet: number): Readonly<Record<QrRule, Rule>> => ({
  ...matrixRules(standard, { quiet: '6.3.8', module: '6.1', polarity: '5.1', mirrored: '5.1', text: '7.4' }, quiet),
  finder: [`${standard}, 6.3.3`, 'the finder patterns are complete'],
  separator: [`${standard}, 6.3.4`, 'a light border one module wide separates every finder pattern from the rest'],
  timing: [`${standard}, 6.3.5`, 'the timing patterns alternate between dark and light'],
  alignment: [`${standard}, 6.3.6 and Annex E`, 'the alignment patterns are complete'],
  darkmodule: [`${standard}, 7.9.1`, 'the module above the lower left finder pattern and its separator is dark'],
  'version.copy1': [`${standard}, 7.10`, 'version information at the upper right matches the size'],
  'version.copy2': [`${standard}, 7.10`, 'version information at the lower left matches the size'],
  'format.copy1': [`${standard}, 7.9`, 'format information at the upper left is right in every bit'],
  'format.copy2': [`${standard}, 7.9.1`, 'format information at the two other finder patterns is right in every bit'],
  errorcorrection: [`${standard}, 7.5.2`, 'the syndromes of all blocks are zero'],
  blocks: [`${standard}, 7.6`, 'the blocks take one codeword each in turn'],
  remainder: [`${standard}, 7.7.3`, 'the remainder bits are 0'],
  mode: [`${standard}, 7.4.1, table 2`, 'every mode indicator exists'],
  append: [`${standard}, 8`, 'the symbol is not a part of a structured append', 'fault or note'],
  fnc1: [`${standard}, 7.4.8.3`, 'no application is named by FNC1 in the second position', 'fault or note'],
  count: [`${standard}, 7.4.1, table 3`, 'every segment has as many characters as its count says', 'fault or note'],
  characters: [`${standard}, 7.4.3 to 7.4.6`, 'every group of bits stands for characters of its mode'],
  eci: [`${standard}, 7.4.2`, 'the bytes have a meaning under their ECI', 'fault or note'],
  bytes: [`${standard}, 7.3.5 and 7.4.5`, 'all readers take bytes without an ECI for the same text', 'note'],
  terminator: [`${standard}, 7.4.9`, 'a terminator follows the last segment, or as much of it as fits'],
  fill: [`${standard}, 7.4.10`, 'the bits between the terminator and the next codeword are 0'],
  pad: [`${standard}, 7.4.10`, 'the pad codewords alternate between 236 and 17'],
  mask: [`${standard}, 7.8.3`, 'no other mask has a better score', 'note'],
  smallest: [`${standard}, 7.3.1`, 'no smaller version holds the same text at the same level', 'note'],
  shortest: [`${standard}, Annex J`, 'no shorter bit stream carries the same text', 'note'],
})

const quiet = 4

export const rules = qrRules(quiet)

interface QrShape extends Shape {
  readonly symbology: 'qr'
  readonly version: number
}

export const qrShapes: readonly QrShape[] = Array.from({ length: 40 }, (_, i) => {
  const version = i + 1
  const size = qrSize(version)
  return { symbology: 'qr', version, rows: size, columns: size, quiet, regions: () => qrRegions(version) }
})

interface Format {
  readonly level: QrLevel
  readonly mask: number
  readonly bits: number
}

/** 7.9.1: the mask of format information. */
const formatMask = 0x5412
/** Table 12 */
const levels: readonly QrLevel[] = ['M', 'L', 'H', 'Q']

const formats: readonly Format[] = Array.from({ length: 32 }, (_, data) => ({
  level: levels[data >> 3]!,
  mask: data & 7,
  bits: formatWord(data) ^ formatMask,
}))

export function readQr(found: LocatedMatrix<QrShape>, expected?: string): SymbolReading {
  const { version } = found.shape
  const structure = qrStructure(version)
  const findings = new Findings<QrRule>('qr', rules)
  judgeFound(findings, found)
  const { modules, mirrored } = unmirrored(found.modules, structure)
  findings.judge('mirrored', mirrored ? [{ message: 'rows and columns are exchanged' }] : [])
  judgeRegions<QrRule>(findings, modules, structure.regions)
  const copies = formatCopies(modules, structure)
  const { format, contents, message } = likeliest(
    formats,
    ({ bits }) => Math.min(...copies.map((copy) => onesIn(copy ^ bits))),
    {
      isSound: (each) => isSoundAs(modules, version, each),
      read: (each) => readAs(modules, version, each),
    },
  )
  judgeFormat(findings, modules, structure, { bits: format.bits, nameOf: formatName })
  judgeContents(findings, contents, qrBlockPlan(version, format.level).capacity)
  judgeMask(findings, modules, structure, format)
  const codewords = codewordsOf(contents, qrReserved[`${version}${format.level}`])
  const { level, mask } = format
  const details = { version: `${version}`, level, mask, ...carriedBy(contents, message) }
  const reading = { symbology: 'qr', findings, codewords, details, ...seenAs(found, modules) } as const
  if (message === undefined) return reading
  judgeStream(findings, message, contents.places)
  if (message.text === undefined) return reading
  judgeText(findings, { ...message, text: message.text }, expected)
  judgeAlternatives(findings, message, { modules, version, format, expected })
  const { text, fnc1, append } = message
  return { ...reading, text, ...(fnc1 && { fnc1 }), ...(append && { append }) }
}

/** Table 9: error correction codewords that detect misreading alone; none in other versions and levels. */
const qrReserved: Readonly<Record<string, number>> = { '1L': 3, '1M': 2, '1Q': 1, '1H': 1, '2L': 2, '3L': 1 }

/** Undoes mirroring: a mirrored symbol has its format information in the wrong order. */
function unmirrored(modules: Modules, structure: QrStructure): { modules: Modules; mirrored: boolean } {
  const distance = (of: Modules): number => {
    const copies = formatCopies(of, structure)
    const nearest = copies.map((copy) => Math.min(...formats.map(({ bits }) => onesIn(bits ^ copy))))
    return nearest.reduce((a, b) => a + b, 0)
  }
  // Read in the wrong order, both copies together differ from every format by more bits than this, except by chance.
  if (distance(modules) <= 2) return { modules, mirrored: false }
  const transposed = transposedModules(modules)
  const mirrored = distance(transposed) === 0
  return { modules: mirrored ? transposed : modules, mirrored }
}

function formatName(copy: number): string {
  const format = formats.find(({ bits }) => bits === copy)
  return format === undefined ? `${copy.toString(2).padStart(15, '0')}` : `level ${format.level}, mask ${format.mask}`
}

function lengthsOf(version: number, level: QrLevel): Lengths {
  const { blocks, errorLength, total, capacity } = qrBlockPlan(version, level)
  return { blocks, errorLength, total, dataBits: 8 * capacity }
}

function isSoundAs(modules: Modules, version: number, { level, mask }: Format): boolean {
  return areSound(unmaskedBits(modules, qrStructure(version), mask), lengthsOf(version, level))
}

function readAs(modules: Modules, version: number, format: Format): Tried<Format> {
  const structure = qrStructure(version)
  const bits = unmaskedBits(modules, structure, format.mask)
  const contents = contentsOf(bits, structure, lengthsOf(version, format.level))
  return { format, contents, message: contents.data && qrMessage(contents.data, dialectOf(version)) }
}

function dialectOf(version: number): Dialect {
  const size = version <= 9 ? 0 : version <= 26 ? 1 : 2
  return {
    indicatorBits: 4,
    micro: false,
    // Table 3, for versions 1 to 9, 10 to 26 and 27 to 40
    countBits: {
      numeric: [10, 12, 14][size]!,
      alphanumeric: [9, 11, 13][size]!,
      byte: [8, 16, 16][size]!,
      kanji: [8, 10, 12][size]!,
    },
    terminatorBits: 4,
    guesses: [26],
  }
}

function judgeMask(
  findings: Findings<QrRule>,
  modules: Modules,
  structure: QrStructure,
  { level, mask }: Format,
): void {
  const scores = formats
    .filter((format) => format.level === level)
    .map((format) => ({
      mask: format.mask,
      score: penalty(remasked(modules, structure, { from: mask, to: format.mask, bits: format.bits })),
    }))
  const own = scores.find((each) => each.mask === mask)!.score
  const least = scores.reduce((best, each) => (each.score < best.score ? each : best))
  if (own <= least.score) findings.pass('mask')
  else
    findings.note(
      'mask',
      `mask ${mask} has ${own} penalty points, mask ${least.mask} has ${least.score}; encoders interpret 7.8.3 differently`,
    )
}

/** Whether fewer bits or a smaller version would do, and how the symbol differs from the reference of the same format. */
function judgeAlternatives(
  findings: Findings<QrRule>,
  message: QrMessage,
  {
    modules,
    version,
    format,
    expected,
  }: { modules: Modules; version: number; format: Format; expected: string | undefined },
): void {
  const { text, special, append, ecis, used } = message
  if (special || text === undefined || text === '') return
  const { level, mask } = format
  // a part is compared with that of the whole text, if it is known
  const whole = append === undefined ? text : expected
  if (whole === undefined) return
  const options = referenceOptions(message).map((each) => ({ mask, ...each, ...(append && partOptions(append)) }))
  const made = options.flatMap((each) => {
    const reference = referenceSymbol('qr', whole, { level, version, ...each })
    return reference === undefined ? [] : [{ ...reference, options: each }]
  })
  const alike = made.filter(({ trace }) => trace.segments.some(({ mode }) => mode === 'eci') === ecis.length > 0)
  if (alike.length === 0) return
  const comparison = nearest(modules, alike)
  judgeReference(findings, comparison)
  if (append !== undefined) return
  const fewest = Math.min(...alike.map(({ trace }) => trace.segments.reduce((sum, { bits }) => sum + bits, 0)))
  if (comparison.differences.length === 0 || used <= fewest) findings.pass('shortest')
  else findings.note('shortest', `${used} bits before the terminator; ${fewest} carry the same text`)
  // what a reference was made with may be more than the smallest symbol has, such as an ECI for each script
  const own =
    comparison.differences.length === 0 ? made.find(({ matrix }) => matrix === comparison.reference.matrix) : undefined
  judgeSize(findings, { text, level, version, options: own === undefined ? options : [own.options] })
}

type TextOptions = Omit<ReferenceOptions<'qr'>, 'level' | 'version'>

/** Options of the references to compare with: for a symbol without FNC1 and ECI, the encoder's default and no ECI, if they differ. */
function referenceOptions({ text, ecis, fnc1, indicator, append }: QrMessage): readonly TextOptions[] {
  if (fnc1 === 'first') return ecis.length === 0 && isAscii(text ?? '') ? [{ gs1: true }] : []
  const second = fnc1 === 'second' && indicator !== undefined ? ({ fnc1, indicator } as const) : {}
  const named = [...new Set(ecis.filter((eci) => eci !== 20))]
  if (named.length > 1) return [{ ...second, eci: 'auto' }]
  const [eci] = named
  // kanji mode is under ECI 20 beside another one only where none was asked for
  if (eci !== undefined && ecis.includes(20)) return [second, { ...second, eci: 'auto' }]
  if (eci !== undefined) return isEci(eci) ? [{ ...second, eci }] : []
  if (ecis.length > 0) return [second, { ...second, eci: 20 }]
  return append === undefined && isAscii(text ?? '') ? [second] : [second, { ...second, eci: 'none' }]
}

const partOptions = ({ part, parts }: NonNullable<QrMessage['append']>): TextOptions => ({ part, parts })

function judgeSize(
  findings: Findings<QrRule>,
  { text, level, version, options }: { text: string; level: QrLevel; version: number; options: readonly TextOptions[] },
): void {
  const smallest = options.flatMap((each) => referenceSymbol('qr', text, { level, ...each })?.trace.version ?? [])
  const least = Math.min(...smallest)
  if (version <= least) findings.pass('smallest')
  else findings.note('smallest', `version ${least}-${level} holds the same text; this is version ${version}`)
}
