/** GF(256): addition is xor, multiplication goes through logarithms to the base α = 2. */
export interface Field {
  /** α ** i for i from 0 to 509, so that the sum of two logarithms needs no reduction. */
  readonly exp: Uint8Array
  /** log[α ** i] = i for i from 0 to 254; log[0] has no meaning. */
  readonly log: Uint8Array
}

/** The field whose elements are the polynomials over GF(2) modulo `prime`, a primitive polynomial of degree 8. */
export function galoisField(prime: number): Field {
  const exp = new Uint8Array(510)
  const log = new Uint8Array(256)
  for (let i = 0, power = 1; i < 255; i++) {
    exp[i] = exp[i + 255] = power
    log[power] = i
    power <<= 1
    if (power > 255) power ^= prime
  }
  return { exp, log }
}

export function multiply(field: Field, a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : field.exp[field.log[a]! + field.log[b]!]!
}
