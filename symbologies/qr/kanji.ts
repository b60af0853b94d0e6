/**
 * Kanji mode: the characters of JIS X 0208 by their Shift JIS codes.
 * ISO/IEC 18004:2015, 7.4.6 and Annex H
 */

/** Second bytes of a Shift JIS code span 0xC0 values; kanji mode multiplies the first byte by this (7.4.6). */
const secondBytes = 0xc0

/** The two spans of Shift JIS that kanji mode covers, and what 7.4.6 subtracts from codes in each. */
const spans = [
  { from: 0x8140, to: 0x9ffc, subtract: 0x8140 },
  { from: 0xe040, to: 0xebbf, subtract: 0xc140 },
] as const

/**
 * Codes on which readers disagree, so that kanji mode is not used for them.
 *
 * The first seven are read as U+FF3C, FF5E, 2225, FF0D, FFE0, FFE1, FFE2 by tables that follow Windows and as U+005C,
 * 301C, 2016, 2212, 00A2, 00A3, 00AC by tables that follow JIS. Codes 0x8740 to 0x879C (row 13 of the code chart) are
 * a vendor extension, which JIS X 0208 lacks, as do half of the readers.
 */
const disputed = new Set([0x815f, 0x8160, 0x8161, 0x817c, 0x8191, 0x8192, 0x81ca])
const vendorRow = { from: 0x8740, to: 0x879c } as const

let values: Uint16Array | undefined

/**
 * Kanji mode values by UTF-16 code unit: 1 + the 13-bit value, 0 if kanji mode cannot encode the character.
 *
 * Made at the first call from the platform's Shift JIS decoder.
 */
export function kanjiValues(): Uint16Array {
  values ??= derivedValues()
  return values
}

function derivedValues(): Uint16Array {
  const codes = spans.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
  const usable = codes.filter(
    (code) => isPair(code) && !disputed.has(code) && (code < vendorRow.from || code > vendorRow.to),
  )
  const bytes = Uint8Array.from(usable.flatMap((code) => [code >> 8, code & 0xff, 0x0a]))
  const decoded = new TextDecoder('shift_jis').decode(bytes).split('\n')
  const table = new Uint16Array(0x10000)
  // A code without a character decodes to U+FFFD, alone or before its second byte.
  usable.forEach((code, i) => {
    const character = decoded[i]!
    if (character.length !== 1 || character === '\ufffd' || table[character.charCodeAt(0)] !== 0) return
    table[character.charCodeAt(0)] = 1 + compacted(code)
  })
  return table
}

/** Second bytes are 0x40 to 0xFC without 0x7F. */
function isPair(code: number): boolean {
  const second = code & 0xff
  return second >= 0x40 && second <= 0xfc && second !== 0x7f
}

function compacted(code: number): number {
  const offset = code - (code <= spans[0].to ? spans[0].subtract : spans[1].subtract)
  return (offset >> 8) * secondBytes + (offset & 0xff)
}
