/**
 * The 40 versions of QR Code, and the four of Micro QR: their sizes, data codewords and blocks, and the lengths of counts.
 * ISO/IEC 18004:2015, 6.3.2, 7.4.1 and 7.5.1
 */

import { memoize } from '../memoize.ts'
import type { Headers, Mode } from './segments.ts'

export const levels = ['L', 'M', 'Q', 'H'] as const
/** Error correction level, in order of strength. */
export type QrLevel = (typeof levels)[number]

export const highestVersion = 40

/** How a symbol's codewords are divided into Reed-Solomon blocks. */
export interface BlockPlan {
  readonly blocks: number
  /** Error correction codewords in each block. */
  readonly errorLength: number
  /** Data codewords in the first `shortBlocks` blocks; the blocks after them have one more. */
  readonly dataLength: number
  readonly shortBlocks: number
  /** Data codewords in all blocks. */
  readonly capacity: number
  /** Codewords in the symbol. */
  readonly total: number
}

/** The division into blocks of a symbol of `version` 1 to 40. */
export function blockPlan(version: number, level: QrLevel): BlockPlan {
  return plansOf(level)(version)
}

const plansOf = /* @__PURE__ */ memoize((level: QrLevel) => memoize((version: number) => newPlan(version, level)))

function newPlan(version: number, level: QrLevel): BlockPlan {
  const errorLength = numberIn(errorLengths[level], version)
  const blocks = numberIn(blockCounts[level], version)
  const total = Math.floor(dataModules(version) / 8)
  const capacity = total - blocks * errorLength
  return {
    blocks,
    errorLength,
    dataLength: Math.floor(capacity / blocks),
    shortBlocks: blocks - (capacity % blocks),
    capacity,
    total,
  }
}

/** The number for a version in a row of numbers that take three columns each. */
const numberIn = (row: string, version: number): number => Number(row.slice(3 * version - 3, 3 * version))

/** 7.5.1, Table 9: error correction codewords in a block, by version. */
const errorLengths: Readonly<Record<QrLevel, string>> = {
  //   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
  L: ' 7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  M: '10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28 28',
  Q: '13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
  H: '17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30 30',
}

/** 7.5.1, Table 9: blocks, by version. */
const blockCounts: Readonly<Record<QrLevel, string>> = {
  //   1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40
  L: ' 1  1  1  1  1  2  2  2  2  4  4  4  4  4  6  6  6  6  7  8  8  9  9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25',
  M: ' 1  1  1  2  2  4  4  4  5  5  5  8  9  9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49',
  Q: ' 1  1  2  2  4  4  6  6  8  8  8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68',
  H: ' 1  1  2  4  4  4  5  6  8  8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77 81',
}

/** Modules along a side of the symbol, 21 to 177 (6.3.2). */
export function sizeOf(version: number): number {
  return 17 + 4 * version
}

/** Modules that are left for codewords and remainder bits (Table 1): 208 to 29648. */
function dataModules(version: number): number {
  const size = sizeOf(version)
  const centres = alignmentCentres(version).length
  const finders = 3 * 8 * 8
  const timing = 2 * (size - 16)
  // Three of the grid's corners are finder patterns; a pattern on a timing pattern shares five modules with it.
  const alignment = centres === 0 ? 0 : 25 * (centres * centres - 3) - 2 * 5 * (centres - 2)
  const format = 2 * 15 + 1
  const versionInformation = version < 7 ? 0 : 2 * 18
  return size * size - finders - timing - alignment - format - versionInformation
}

/**
 * Rows, and likewise columns, of the centres of alignment patterns, in rising order; none in version 1.
 *
 * ISO/IEC 18004:2015, Annex E, Table E.1, as a formula: the first centre is on the timing pattern, the last one six
 * modules from the far edge, and the distances between centres are even and equal except for the first. The distance is
 * that of an equal division, its half rounded up if the fraction is a quarter or more.
 */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const gaps = 1 + Math.floor(version / 7)
  const first = 6
  const last = 10 + 4 * version
  const distance = 2 * Math.floor((last - first) / (2 * gaps) + 0.75)
  return [first, ...Array.from({ length: gaps }, (_, i) => last - (gaps - 1 - i) * distance)]
}

/** Versions that have the same lengths of counts (7.4.1, Table 3). */
export interface VersionClass {
  readonly first: number
  readonly last: number
  readonly countBits: Readonly<Record<Mode, number>>
  readonly headers: Headers
}

/** 7.4.1, Table 2: mode indicators have four bits. */
export const modeIndicatorBits = 4

const versionClass = (first: number, last: number, countBits: VersionClass['countBits']): VersionClass => ({
  first,
  last,
  countBits,
  headers: {
    numeric: modeIndicatorBits + countBits.numeric,
    alphanumeric: modeIndicatorBits + countBits.alphanumeric,
    byte: modeIndicatorBits + countBits.byte,
    kanji: modeIndicatorBits + countBits.kanji,
  },
})

/** 7.4.1, Table 3: bits of the character count */
export const versionClasses: readonly VersionClass[] = [
  /* @__PURE__ */ versionClass(1, 9, { numeric: 10, alphanumeric: 9, byte: 8, kanji: 8 }),
  /* @__PURE__ */ versionClass(10, 26, { numeric: 12, alphanumeric: 11, byte: 16, kanji: 10 }),
  /* @__PURE__ */ versionClass(27, 40, { numeric: 14, alphanumeric: 13, byte: 16, kanji: 12 }),
]

export function countBits(version: number): Readonly<Record<Mode, number>> {
  return classOf(version).countBits
}

export function classOf(version: number): VersionClass {
  return versionClasses.find(({ last }) => version <= last)!
}

export const microLevels = ['L', 'M', 'Q'] as const
/** Error correction level of Micro QR, in order of strength. */
export type MicroQrLevel = (typeof microLevels)[number]

/** A version of Micro QR with one of its levels. */
export interface MicroKind {
  /** 1 to 4, for M1 to M4. */
  readonly version: number
  /** M1 has none: it detects errors only. */
  readonly level: MicroQrLevel | undefined
  /** Table 13: 0 to 7, in format information. */
  readonly symbolNumber: number
  /** Error correction codewords, in the symbol's only block. */
  readonly errorLength: number
  /** Bits of data codewords; the last codeword of M1 and M3 has four. */
  readonly capacity: number
}

/** Modules along a side of a Micro QR symbol, 11 to 17 (6.3.2). */
export const microSizeOf = (version: number): number => 9 + 2 * version

/** Modules without finder pattern and separator, timing patterns and format information: 36, 80, 132, 192 (Table 1). */
function microDataModules(version: number): number {
  const size = microSizeOf(version)
  return size * size - 8 * 8 - 2 * (size - 8) - 15
}

/** 7.5.1, Table 9: error correction codewords */
const microErrorLengths = [
  // version, level, error correction codewords
  [1, undefined, 2],
  [2, 'L', 5],
  [2, 'M', 6],
  [3, 'L', 6],
  [3, 'M', 8],
  [4, 'L', 8],
  [4, 'M', 10],
  [4, 'Q', 14],
] as const

/** All kinds by symbol number: by version, and in a version by strength. */
export const microKinds: readonly MicroKind[] = /* @__PURE__ */ microErrorLengths.map(
  ([version, level, errorLength], symbolNumber) => ({
    version,
    level,
    symbolNumber,
    errorLength,
    capacity: microDataModules(version) - 8 * errorLength,
  }),
)

/** Table 2: mode indicators; a version that has fewer modes has shorter ones. */
export const microIndicators: Readonly<Record<Mode, number>> = { numeric: 0, alphanumeric: 1, byte: 2, kanji: 3 }
export const microIndicatorBits = (version: number): number => version - 1

/** Table 2: the first version that has the mode. */
const firstVersions: Readonly<Record<Mode, number>> = { numeric: 1, alphanumeric: 2, byte: 3, kanji: 3 }

/** 7.4.1, Table 3, by version, from index 1: the count's bits grow by one a version. */
export const microCountBits: readonly Readonly<Record<Mode, number>>[] = /* @__PURE__ */ [0, 1, 2, 3, 4].map(
  (version) => ({
    numeric: version + 2,
    alphanumeric: version + 1,
    byte: version + 1,
    kanji: version,
  }),
)

function microHeadersOf(version: number): Headers {
  const counts = microCountBits[version]!
  const header = (mode: Mode): number =>
    version < firstVersions[mode] ? Infinity : microIndicatorBits(version) + counts[mode]
  return {
    numeric: header('numeric'),
    alphanumeric: header('alphanumeric'),
    byte: header('byte'),
    kanji: header('kanji'),
  }
}

/** By version, from index 1. */
export const microHeaders: readonly Headers[] = /* @__PURE__ */ [0, 1, 2, 3, 4].map(microHeadersOf)

/** Table 2: 3 to 9 zeros. */
export const microTerminatorBits = (version: number): number => 2 * version + 1
