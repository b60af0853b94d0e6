/** The symbols of deflate and their fixed Huffman codes. RFC 1951, 3.2.5 and 3.2.6 */

export const shortestMatch = 3
export const longestMatch = 258

/** Huffman codes are packed starting with their most significant bit, everything else with the least (3.1.1). */
export function reversed(code: number, count: number): number {
  let result = 0
  for (let i = 0; i < count; i++) result |= ((code >>> i) & 1) << (count - 1 - i)
  return result
}

/** RFC 1951, 3.2.6: codes 00110000… for bytes 0 to 143, 110010000… for 144 to 255. */
export const literalCodes = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 144 ? reversed(0x30 + byte, 8) : reversed(0x190 + byte - 144, 9),
)

/** A length or a distance: its symbol, and what the extra bits behind the code of the symbol say. */
export interface DeflateSymbol {
  readonly symbol: number
  readonly extra: number
  readonly extraBits: number
}

/** The code of a match that is as long as a match can be, and has a symbol of its own. */
const longestSymbol: DeflateSymbol = { symbol: 285, extra: 0, extraBits: 0 }

/** @param length  of a match, 3 to 258 */
export function lengthSymbol(length: number): DeflateSymbol {
  if (length === longestMatch) return longestSymbol
  const { symbol, ...extra } = expGolomb(length - shortestMatch, 2)
  return { symbol: 257 + symbol, ...extra }
}

/** @param distance  1 to 32768 */
export function distanceSymbol(distance: number): DeflateSymbol {
  return expGolomb(distance - 1, 1)
}

/** The code and extra bits of each match length from 3 to 258: the bits in the low half, their number in the high half. */
export const lengthCodes = Uint32Array.from({ length: longestMatch + 1 }, (_, length) => {
  if (length < shortestMatch) return 0
  const { symbol, extra, extraBits } = lengthSymbol(length)
  const [bits, count] = symbol < 280 ? [reversed(symbol - 256, 7), 7] : [reversed(0xc0 + symbol - 280, 8), 8]
  return ((count + extraBits) << 16) | (extra << count) | bits
})

export interface Code {
  readonly bits: number
  readonly count: number
}

/** The five-bit code and extra bits of a distance from 1 to 32768. */
export function distanceCode(distance: number): Code {
  const { symbol, extra, extraBits } = distanceSymbol(distance)
  return { bits: (extra << 5) | reversed(symbol, 5), count: 5 + extraBits }
}

export const oneByte = distanceCode(1)

/**
 * The formula behind both tables of RFC 1951, 3.2.5: 2 ** (k + 1) symbols without extra bits, then 2 ** k symbols for each
 * number of extra bits.
 */
function expGolomb(value: number, k: number): DeflateSymbol {
  const extraBits = Math.max(0, 31 - Math.clz32(value | 1) - k)
  return { symbol: (extraBits << k) + (value >>> extraBits), extra: value & ((1 << extraBits) - 1), extraBits }
}
