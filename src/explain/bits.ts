/** `value` in `count` binary digits. */
export function binary(value: number, count: number): string {
  return value.toString(2).padStart(count, '0')
}

/** Bits `from` to `to`, not included, of codewords of eight bits, most significant first. */
export function bitsIn(codewords: Uint8Array, from: number, to: number): string {
  let bits = ''
  for (let i = from; i < to; i++) bits += (codewords[i >>> 3]! >>> (7 - (i & 7))) & 1
  return bits
}

export const hexadecimal = (value: number, digits = 2): string => value.toString(16).toUpperCase().padStart(digits, '0')

/** '1 codeword', '2 codewords'. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
