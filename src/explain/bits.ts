/** `value` in `count` binary digits. */
export function binary(value: number, count: number): string {
  return value.toString(2).padStart(count, '0')
}

/** Bits `from` to `to`, `to` not included, of codewords of eight bits, most significant first. */
export function bitsIn(codewords: Uint8Array, from: number, to: number): string {
  if (from >= to) return ''
  let octets = ''
  for (let i = from >>> 3; i < (to + 7) >>> 3; i++) octets += binaryOctets[codewords[i]!]!
  return octets.slice(from & 7, (from & 7) + to - from)
}

/** Every byte in eight binary digits. */
export const binaryOctets: readonly string[] = Array.from({ length: 256 }, (_, byte) => binary(byte, 8))

export const hexadecimal = (value: number, digits = 2): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** '1 codeword', '2 codewords'. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
