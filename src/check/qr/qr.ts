/** QR Code. ISO/IEC 18004:2015 */

import { type QrLevel, qrBlockPlan } from '../../../symbologies/tables.ts'
import { allRound, type Found, judgeFound } from '../picture/matrix.ts'
import { type Modules, rowsIn, type Shape, transposedModules } from '../picture/modules.ts'
import { Findings, type Reading } from '../report.ts'
import { judgeText } from '../text.ts'
import { judgeAlternatives } from './alternatives.ts'
import { likeliest, type Tried } from './choice.ts'
import { penalty, remasked, unmaskedBits } from './mask.ts'
import { qrMessage } from './message.ts'
import {
  areSound,
  contentsOf,
  formatCopies,
  judgeContents,
  judgeFormat,
  judgeRegions,
  judgeStream,
  type Lengths,
  onesIn,
  type QrRule,
  qrRules,
} from './reader.ts'
import type { Dialect } from './stream.ts'
import { formatWord, type QrStructure, qrRegions, qrSize, qrStructure } from './structure.ts'

const quiet = 4

export interface QrShape extends Shape {
  readonly symbology: 'qr'
  readonly version: number
}

export const qrShapes: readonly QrShape[] = Array.from({ length: 40 }, (_, i) => {
  const version = i + 1
  const size = qrSize(version)
  return { symbology: 'qr', version, rows: size, columns: size, quiet, regions: () => qrRegions(version) }
})

const rules = qrRules(quiet)
/** 7.9.1: the mask of format information. */
const formatMask = 0x5412
/** Table 12 */
const levels: readonly QrLevel[] = ['M', 'L', 'H', 'Q']

interface Format {
  readonly level: QrLevel
  readonly mask: number
  readonly bits: number
}

const formats: readonly Format[] = Array.from({ length: 32 }, (_, data) => ({
  level: levels[data >> 3]!,
  mask: data & 7,
  bits: formatWord(data) ^ formatMask,
}))

export function readQr(found: Found<QrShape>, expected?: string): Reading {
  const { version } = found.shape
  const structure = qrStructure(version)
  const findings = new Findings<QrRule>('qr', rules)
  judgeFound(findings, found)
  const { modules, mirrored } = unmirrored(found.modules, structure)
  findings.judge('mirrored', mirrored ? [{ message: 'rows and columns are exchanged' }] : [])
  judgeRegions(findings, modules, structure)
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
  const seen = { rows: rowsIn(modules), quiet: allRound(quiet), size: found.size, isCertain: true, place: found.place }
  const reading = { symbology: 'qr', findings, ...seen, likeness: found.likeness, reversible: true } as const
  if (message === undefined) return reading
  judgeStream(findings, message, contents.places)
  if (message.text === undefined) return reading
  judgeText(findings, { ...message, text: message.text }, expected)
  judgeAlternatives(findings, { modules, version, format, message, expected })
  return { ...reading, text: message.text, ...(message.fnc1 && { fnc1: message.fnc1 }) }
}

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
