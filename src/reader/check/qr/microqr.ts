/** Micro QR Code. ISO/IEC 18004:2015 */

import { type MicroQrLevel, microQrKinds } from '../../../../symbologies/tables.ts'
import { judgeFound, judgeRegions, type LocatedMatrix, seenAs } from '../picture/matrix.ts'
import { type Modules, type Shape, transposedModules } from '../picture/modules.ts'
import { compared, judgeReference, referenceSymbol } from '../reference.ts'
import { Findings, type SymbolReading } from '../report.ts'
import { guesses, judgeText } from '../text.ts'
import { areSound, carriedBy, codewordsOf, contentsOf, judgeContents, type Lengths } from './codewords.ts'
import { formatCopies, judgeFormat, likeliest, onesIn, type Tried } from './format.ts'
import { microMasks, microScore, remasked, unmaskedBits } from './mask.ts'
import { judgeStream, qrMessage } from './message.ts'
import { type QrRule, qrRules } from './qr.ts'
import type { Dialect } from './stream.ts'
import { formatWord, microQrRegions, microQrSize, microQrStructure, type QrStructure } from './structure.ts'

const quiet = 2

interface MicroShape extends Shape {
  readonly symbology: 'microqr'
  readonly version: number
}

export const microShapes: readonly MicroShape[] = [1, 2, 3, 4].map((version) => {
  const size = microQrSize(version)
  return {
    symbology: 'microqr',
    version,
    rows: size,
    columns: size,
    quiet,
    regions: () => microQrRegions(version),
  }
})

export const rules = qrRules(quiet)
/** 7.9.2: the mask of format information. */
const formatMask = 0x4445

interface Format {
  readonly version: number
  readonly level: MicroQrLevel | undefined
  readonly mask: number
  readonly bits: number
}

/** Table 13: the bits of the symbol number, then those of the mask. */
const formats: readonly Format[] = Array.from({ length: 32 }, (_, data) => {
  const { version, level } = microQrKinds[data >> 2]!
  return { version, level, mask: data & 3, bits: formatWord(data) ^ formatMask }
})

export function readMicroQr(found: LocatedMatrix<MicroShape>, expected?: string): SymbolReading {
  const { version } = found.shape
  const structure = microQrStructure(version)
  const findings = new Findings<QrRule>('microqr', rules)
  judgeFound(findings, found)
  const { modules, mirrored } = unmirrored(found.modules, structure)
  findings.judge('mirrored', mirrored ? [{ message: 'rows and columns are exchanged' }] : [])
  judgeRegions<QrRule>(findings, modules, structure.regions)
  const copy = formatCopies(modules, structure)[0]!
  // The size gives the version; formats of other versions are wrong.
  const { format, contents, message } = likeliest(
    formats.filter((each) => each.version === version),
    ({ bits }) => onesIn(copy ^ bits),
    { isSound: (each) => isSoundAs(modules, each), read: (each) => readAs(modules, each) },
  )
  judgeFormat(findings, modules, structure, { bits: format.bits, nameOf: formatName })
  judgeContents(findings, contents, Math.ceil(kindOf(format).capacity / 8))
  judgeMask(findings, modules, structure, format)
  const codewords = codewordsOf(contents, microReserved[`${version}${format.level ?? ''}`])
  const { level, mask } = format
  const details = { version: `M${version}`, ...(level && { level }), mask, ...carriedBy(contents, message) }
  const reading = { symbology: 'microqr', findings, codewords, details, ...seenAs(found, modules) } as const
  if (message === undefined) return reading
  judgeStream(findings, message, contents.places)
  if (message.text === undefined) return reading
  judgeText(findings, { text: message.text, fnc1: undefined }, expected)
  judgeChoices(findings, { modules, format, text: message.text, used: message.used })
  return { ...reading, text: message.text }
}

/** Table 9: error correction codewords that detect misreading alone; none in other versions and levels. */
const microReserved: Readonly<Record<string, number>> = { 1: 2, '2L': 3, '2M': 2, '3L': 2, '4L': 2 }

function unmirrored(modules: Modules, structure: QrStructure): { modules: Modules; mirrored: boolean } {
  const distance = (of: Modules): number => {
    const copy = formatCopies(of, structure)[0]!
    return Math.min(...formats.map(({ bits }) => onesIn(bits ^ copy)))
  }
  const transposed = transposedModules(modules)
  const mirrored = distance(modules) > 1 && distance(transposed) === 0
  return { modules: mirrored ? transposed : modules, mirrored }
}

function formatName(copy: number): string {
  const format = formats.find(({ bits }) => bits === copy)
  if (format === undefined) return copy.toString(2).padStart(15, '0')
  return `M${format.version}${format.level === undefined ? '' : `-${format.level}`}, mask ${format.mask}`
}

const kindOf = ({ version, level }: Format): (typeof microQrKinds)[number] =>
  microQrKinds.find((each) => each.version === version && each.level === level)!

function lengthsOf(format: Format): Lengths {
  const { capacity, errorLength } = kindOf(format)
  return { blocks: 1, errorLength, total: Math.ceil(capacity / 8) + errorLength, dataBits: capacity }
}

function bitsAs(modules: Modules, { version, mask }: Format): Uint8Array {
  return unmaskedBits(modules, microQrStructure(version), microMasks[mask]!)
}

const isSoundAs = (modules: Modules, format: Format): boolean => areSound(bitsAs(modules, format), lengthsOf(format))

function readAs(modules: Modules, format: Format): Tried<Format> {
  const { version } = format
  const contents = contentsOf(bitsAs(modules, format), microQrStructure(version), lengthsOf(format))
  return { format, contents, message: contents.data && qrMessage(contents.data, dialectOf(version)) }
}

/** Tables 2 and 3 */
function dialectOf(version: number): Dialect {
  const later = (first: number, bits: number): number => (version < first ? 0 : bits)
  return {
    indicatorBits: version - 1,
    micro: true,
    countBits: {
      numeric: [3, 4, 5, 6][version - 1]!,
      alphanumeric: later(2, version + 1),
      byte: later(3, version + 1),
      kanji: later(3, version),
    },
    terminatorBits: [3, 5, 7, 9][version - 1]!,
    // Micro QR Code has no ECI, so that nothing says what bytes mean.
    guesses,
  }
}

function judgeMask(findings: Findings<QrRule>, modules: Modules, structure: QrStructure, own: Format): void {
  const scores = formats
    .filter(({ version, level }) => version === own.version && level === own.level)
    .map(({ mask, bits }) => {
      const masks = { from: microMasks[own.mask]!, to: microMasks[mask]!, bits }
      return { mask, score: microScore(remasked(modules, structure, masks)) }
    })
  const score = scores.find(({ mask }) => mask === own.mask)!.score
  const best = scores.reduce((most, each) => (each.score > most.score ? each : most))
  if (score >= best.score) findings.pass('mask')
  else
    findings.note(
      'mask',
      `mask ${own.mask} has the score ${score}, mask ${best.mask} has ${best.score}; the highest is right`,
    )
}

/** Whether fewer bits or a smaller version would do, and how the symbol differs from the reference. */
function judgeChoices(
  findings: Findings<QrRule>,
  { modules, format, text, used }: { modules: Modules; format: Format; text: string; used: number },
): void {
  const { version, level, mask } = format
  const choice = { version, mask, ...(level !== undefined && { level }) }
  const reference = referenceSymbol('microqr', text, choice)
  if (reference === undefined) return
  const fewest = reference.trace.segments.reduce((sum, { bits }) => sum + bits, 0)
  if (used <= fewest) findings.pass('shortest')
  else findings.note('shortest', `${used} bits before the terminator; ${fewest} carry the same text`)
  judgeReference(findings, compared(modules, reference))
  const least = level === undefined ? 1 : referenceSymbol('microqr', text, { level })?.trace.version
  if (least === undefined || version <= least) findings.pass('smallest')
  else findings.note('smallest', `M${least} holds the same text at the same level; this is M${version}`)
}
