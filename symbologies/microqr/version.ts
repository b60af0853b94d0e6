/** The four versions of Micro QR Code. ISO/IEC 18004:2015, 6.3.2, 7.4.1 and 7.5.1 */

import type { Headers, Mode } from '../qr/modes.ts'

export const microLevels = ['L', 'M', 'Q'] as const
/** Error correction level, in order of strength. */
export type MicroQrLevel = (typeof microLevels)[number]

/** A version with one of its levels. */
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

/** Modules along a side of the symbol, 11 to 17 (6.3.2). */
export const microSizeOf = (version: number): number => 9 + 2 * version

/** Modules without finder pattern and separator, timing patterns and format information: 36, 80, 132, 192 (Table 1). */
function dataModules(version: number): number {
  const size = microSizeOf(version)
  return size * size - 8 * 8 - 2 * (size - 8) - 15
}

/** 7.5.1, Table 9: error correction codewords */
const errorLengths = [
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
export const microKinds: readonly MicroKind[] = errorLengths.map(([version, level, errorLength], symbolNumber) => ({
  version,
  level,
  symbolNumber,
  errorLength,
  capacity: dataModules(version) - 8 * errorLength,
}))

/** Table 2: mode indicators; a version that has fewer modes has shorter ones. */
export const microIndicators: Readonly<Record<Mode, number>> = { numeric: 0, alphanumeric: 1, byte: 2, kanji: 3 }
export const microIndicatorBits = (version: number): number => version - 1

/** Table 2: the first version that has the mode. */
const firstVersions: Readonly<Record<Mode, number>> = { numeric: 1, alphanumeric: 2, byte: 3, kanji: 3 }

/** Table 3, by version, from index 1: the count's bits grow by one a version. */
export const microCountBits: readonly Readonly<Record<Mode, number>>[] = [0, 1, 2, 3, 4].map((version) => ({
  numeric: version + 2,
  alphanumeric: version + 1,
  byte: version + 1,
  kanji: version,
}))

function headersOf(version: number): Headers {
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
export const microHeaders: readonly Headers[] = [0, 1, 2, 3, 4].map(headersOf)

/** Table 2: 3 to 9 zeros. */
export const microTerminatorBits = (version: number): number => 2 * version + 1
