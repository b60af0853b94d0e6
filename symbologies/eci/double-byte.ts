/**
 * Character sets of Asia, of one byte for ASCII and two for other characters, derived from the platform's decoders.
 *
 * Decoders of today read supersets; `leads` and `trails` are what the standard itself assigns.
 */

import { memoize } from '../memoize.ts'
import { type BytesOf, encodedBy } from './character-set.ts'

export type DoubleByteSet = keyof typeof kinds

/** From the first to the last, both included. */
type Range = readonly [from: number, to: number]

interface Kind {
  /** The name of the platform's decoder. */
  readonly label: string
  /** First bytes, then second bytes, of characters of two. */
  readonly leads: readonly Range[]
  readonly trails: readonly Range[]
  /** Codes on which readers disagree. They are read as the platform reads them, and never written. */
  readonly disputed: readonly Range[]
  /** Bytes that are characters alone. */
  readonly singles: readonly Range[]
  /** The same, where readers disagree. */
  readonly disputedSingles?: readonly number[]
}

const ascii: Range = [0x00, 0x7f]
/** The rows and the columns of 94 by 94 characters (ISO/IEC 2022). */
const ninetyFour: Range = [0xa1, 0xfe]

const kinds = {
  /** Shift JIS (JIS X 0208:1997, Annex 1), with the half-width katakana of JIS X 0201. */
  20: {
    label: 'shift_jis',
    leads: [
      [0x81, 0x84],
      [0x88, 0x9f],
      [0xe0, 0xea],
    ],
    trails: [
      [0x40, 0x7e],
      [0x80, 0xfc],
    ],
    // U+FF3C, FF5E, 2225, FF0D, FFE0, FFE1, FFE2 in tables that follow Windows; U+005C, 301C, 2016, 2212, 00A2, 00A3,
    // 00AC in those that follow JIS
    disputed: [[0x815f, 0x8161], single(0x817c), [0x8191, 0x8192], single(0x81ca)],
    singles: [ascii, [0xa1, 0xdf]],
    // yen sign and overline in JIS X 0201, backslash and tilde elsewhere
    disputedSingles: [0x5c, 0x7e],
  },
  /** Big5 of 1984. */
  28: {
    label: 'big5',
    leads: [
      [0xa1, 0xc6],
      [0xc9, 0xf9],
    ],
    trails: [[0x40, 0x7e], ninetyFour],
    // signs that code pages 950 and 951 and Unicode's own table map in three ways; extensions of vendors
    disputed: [
      ...[0xa145, 0xa14e, 0xa15a, 0xa1c2, 0xa1c3, 0xa1c5, 0xa1e3, 0xa1f2, 0xa1f3, 0xa1fe].map(single),
      ...[0xa240, 0xa241, 0xa242, 0xa244, 0xa246, 0xa247, 0xa2cc, 0xa2ce].map(single),
      [0xa3c0, 0xa3fe],
      [0xc6a1, 0xc6fe],
      [0xf9d6, 0xf9fe],
    ],
    singles: [ascii],
  },
  /** GB/T 2312-1980, as EUC-CN. */
  29: {
    label: 'gb2312',
    leads: [
      [0xa1, 0xa9],
      [0xb0, 0xf7],
    ],
    trails: [ninetyFour],
    // middle dot and dash; what GBK put into gaps of the rows of signs
    disputed: [single(0xa1a4), single(0xa1aa), [0xa2a1, 0xa2b0], [0xa6e0, 0xa6fe], [0xa8bb, 0xa8c4]],
    singles: [ascii],
  },
  /** KS X 1001:1992, as EUC-KR. */
  30: {
    label: 'euc-kr',
    leads: [
      [0xa1, 0xac],
      [0xb0, 0xc8],
      [0xca, 0xfd],
    ],
    trails: [ninetyFour],
    // euro, registered sign and postal code of later editions; the Hangul filler, which begins a sequence of eight bytes for
    // some readers
    disputed: [[0xa2e6, 0xa2e8], single(0xa4d4)],
    singles: [ascii],
  },
} as const satisfies Record<number, Kind>

function single(code: number): Range {
  return [code, code]
}

const codesIn = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))

/** Characters by their codes, and the codes under which they are written. */
export interface DoubleByteCodes {
  /** UTF-16 code units by code, below 256 if it is a single byte. All characters are in the Basic Multilingual Plane. */
  readonly characters: ReadonlyMap<number, number>
  /** Codes by UTF-16 code unit; 0 if there is none, and of U+0000. */
  readonly codes: Uint16Array
}

/** The codes of a set, derived at the first call. */
export const doubleByteCodes: (eci: DoubleByteSet) => DoubleByteCodes = memoize(derived)

function derived(eci: DoubleByteSet): DoubleByteCodes {
  const { label, leads, trails, disputed, singles, disputedSingles = [] }: Kind = kinds[eci]
  const disputes = new Set([...codesIn(disputed), ...disputedSingles])
  const seconds = codesIn(trails)
  const pairs = codesIn(leads).flatMap((lead) => seconds.map((trail) => (lead << 8) | trail))
  const all = Uint8Array.from(pairs.flatMap((code) => [code >> 8, code & 0xff, 0x0a]))
  const decoded = new TextDecoder(label).decode(all).split('\n')
  const alone = new TextDecoder(label)
  // Some platforms permute the control characters of Shift JIS.
  const characterOf = (byte: number): number => (byte < 0x80 ? byte : alone.decode(Uint8Array.of(byte)).charCodeAt(0))
  const characters = new Map(codesIn(singles).map((byte) => [byte, characterOf(byte)]))
  // A code without a character decodes to U+FFFD, alone or before its second byte, or to one for private use.
  pairs.forEach((code, i) => {
    const character = decoded[i]!
    if (character.length === 1 && !/[\ufffd\ue000-\uf8ff]/.test(character))
      characters.set(code, character.charCodeAt(0))
  })
  const codes = new Uint16Array(0x10000)
  for (const [code, unit] of characters) if (codes[unit] === 0 && !disputes.has(code)) codes[unit] = code
  return { characters, codes }
}

export function doubleByteSet(eci: DoubleByteSet) {
  const { leads }: Kind = kinds[eci]
  const isLead = (byte: number): boolean => leads.some(([from, to]) => byte >= from && byte <= to)
  const bytesOf: BytesOf = (point) => {
    if (point === 0) return [0]
    const code = point > 0xffff ? 0 : doubleByteCodes(eci).codes[point]!
    if (code === 0) return undefined
    return code < 0x100 ? [code] : [code >> 8, code & 0xff]
  }
  return {
    bytesOf,
    encode: (text: string) => encodedBy(bytesOf, text),
    decode(bytes: Uint8Array): string | undefined {
      const { characters } = doubleByteCodes(eci)
      let text = ''
      for (let i = 0; i < bytes.length; i++) {
        const code = isLead(bytes[i]!) ? (bytes[i]! << 8) | (bytes[++i] ?? 0) : bytes[i]!
        const unit = characters.get(code)
        if (unit === undefined) return undefined
        text += String.fromCharCode(unit)
      }
      return text
    },
  }
}
