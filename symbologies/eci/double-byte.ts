/**
 * Character sets of Asia, of one byte for ASCII and two for other characters, derived from the platform's decoders.
 *
 * Decoders of today read supersets; `leads` and `trails` are what the standard itself assigns.
 */

import { memoize } from '../memoize.ts'
import { type BytesOf, numbersIn } from './single-byte.ts'

type DoubleByteSet = keyof typeof kinds

export function doubleByteBytes(eci: DoubleByteSet): BytesOf {
  return (point) => {
    if (point === 0) return [0]
    const code = codesOf(eci).codes[point]
    if (!code) return undefined
    return code < 0x100 ? [code] : [code >> 8, code & 0xff]
  }
}

/** Undefined if a code has no character. */
export function doubleByteText(eci: DoubleByteSet, bytes: Uint8Array): string | undefined {
  const { characters, leads } = codesOf(eci)
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const code = leads.has(bytes[i]!) ? (bytes[i]! << 8) | (bytes[++i] ?? 0) : bytes[i]!
    const unit = characters.get(code)
    if (unit === undefined) return undefined
    text += String.fromCharCode(unit)
  }
  return text
}

/** Shift JIS codes by UTF-16 code unit, below 256 for a single byte; 0 if there is none on which readers agree. */
export const shiftJisCodes = (): Uint16Array => codesOf(20).codes

/** Characters by their codes, and the codes under which they are written. */
interface Codes {
  /** First bytes of characters of two. */
  readonly leads: ReadonlySet<number>
  /** UTF-16 code units by code, below 256 if it is a single byte. All characters are in the Basic Multilingual Plane. */
  readonly characters: ReadonlyMap<number, number>
  /** Codes by UTF-16 code unit; 0 if there is none, and of U+0000. */
  readonly codes: Uint16Array
}

/** The codes of a set, derived at the first call. */
const codesOf = /* @__PURE__ */ memoize((eci: DoubleByteSet): Codes => {
  const { label, leads, trails, disputed, singles } = kinds[eci]
  const alone = new TextDecoder(label)
  // Some platforms permute the control characters of Shift JIS.
  const characterOf = (byte: number): number => (byte < 0x80 ? byte : alone.decode(Uint8Array.of(byte)).charCodeAt(0))
  const pairs = pairsIn(label, leads, trails)
  const characters = new Map([...numbersIn(singles).map((byte): Pair => [byte, characterOf(byte)]), ...pairs])
  const codes = new Uint16Array(0x10000)
  const disputes = new Set(numbersIn(disputed))
  for (const [code, unit] of characters) if (codes[unit] === 0 && !disputes.has(code)) codes[unit] = code
  return { leads: new Set(numbersIn(leads)), characters, codes }
})

/** A code of two bytes, and its character as a UTF-16 code unit. */
type Pair = readonly [code: number, unit: number]

/** The codes with these first and second bytes that have a character, which is not one for private use. */
export function pairsIn(label: string, leads: string, trails: string): Pair[] {
  const seconds = numbersIn(trails)
  const all = numbersIn(leads).flatMap((lead) => seconds.map((trail) => (lead << 8) | trail))
  const bytes = Uint8Array.from(all.flatMap((code) => [code >> 8, code & 0xff, 0x0a]))
  const decoded = new TextDecoder(label).decode(bytes).split('\n')
  // A code without a character decodes to U+FFFD, alone or before its second byte, or to one for private use.
  return all.flatMap((code, i) =>
    /^[^\ufffd\ue000-\uf8ff]$/.test(decoded[i]!) ? [[code, decoded[i]!.charCodeAt(0)]] : [],
  )
}

/** Bytes and codes in hexadecimal, `81-84` for four in a row. */
interface Kind {
  /** The name of the platform's decoder. */
  readonly label: string
  /** First bytes, then second bytes, of characters of two. */
  readonly leads: string
  readonly trails: string
  /** Bytes that are characters alone. */
  readonly singles: string
  /** Codes, of one byte or two, on which readers disagree. They are read as the platform reads them, and never written. */
  readonly disputed: string
}

/** The rows and the columns of 94 by 94 characters (ISO/IEC 2022). */
const ninetyFour = 'A1-FE'

const ascii = '00-7F'

const kinds = {
  /** Shift JIS (JIS X 0208:1997, Annex 1), with the half-width katakana of JIS X 0201. */
  20: {
    label: 'shift_jis',
    leads: '81-84 88-9F E0-EA',
    trails: '40-7E 80-FC',
    singles: `${ascii} A1-DF`,
    // yen sign and overline in JIS X 0201, backslash and tilde elsewhere; U+FF3C, FF5E, 2225, FF0D, FFE0, FFE1, FFE2 in
    // tables that follow Windows, U+005C, 301C, 2016, 2212, 00A2, 00A3, 00AC in those that follow JIS
    disputed: '5C 7E 815F-8161 817C 8191-8192 81CA',
  },
  /** Big5 of 1984. */
  28: {
    label: 'big5',
    leads: 'A1-C6 C9-F9',
    trails: `40-7E ${ninetyFour}`,
    singles: ascii,
    // signs that code pages 950 and 951 and Unicode's own table map in three ways; extensions of vendors
    disputed:
      'A145 A14E A15A A1C2 A1C3 A1C5 A1E3 A1F2 A1F3 A1FE A240-A242 A244 A246 A247 A2CC A2CE A3C0-A3FE C6A1-C6FE F9D6-F9FE',
  },
  /** GB/T 2312-1980, as EUC-CN. */
  29: {
    label: 'gb2312',
    leads: 'A1-A9 B0-F7',
    trails: ninetyFour,
    singles: ascii,
    // middle dot and dash; what GBK put into gaps of the rows of signs
    disputed: 'A1A4 A1AA A2A1-A2B0 A6E0-A6FE A8BB-A8C4',
  },
  /** KS X 1001:1992, as EUC-KR. */
  30: {
    label: 'euc-kr',
    leads: 'A1-AC B0-C8 CA-FD',
    trails: ninetyFour,
    singles: ascii,
    // euro, registered sign and postal code of later editions; the Hangul filler, which begins a sequence of eight bytes for
    // some readers
    disputed: 'A2E6-A2E8 A4D4',
  },
} as const satisfies Record<number, Kind>
