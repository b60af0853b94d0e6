/**
 * `value`, followed by the remainder of value · x^d divided by `generator`, a polynomial over GF(2) of degree d.
 *
 * ISO/IEC 18004:2015, Annexes C and D
 */
export function bch(value: number, generator: number): number {
  const degree = 31 - Math.clz32(generator)
  let remainder = value << degree
  for (;;) {
    const shift = Math.clz32(generator) - Math.clz32(remainder)
    if (shift < 0) return (value << degree) | remainder
    remainder ^= generator << shift
  }
}

/** x^10 + x^8 + x^5 + x^4 + x^2 + x + 1: format information of QR and Micro QR (Annex C). */
export const formatGenerator = 0b10100110111
