import { type Field, multiply } from './galois.ts'

/** A systematic Reed-Solomon code over GF(256), ready to divide by its generator polynomial a codeword at a time. */
export interface ReedSolomon {
  /** Error correction codewords a block. */
  readonly degree: number
  /**
   * For every feedback value f, the low coefficients of f times the generator, packed as bytes into words,
   * highest coefficient first; `stride` words each.
   */
  readonly products: Uint32Array
  readonly stride: number
}

/**
 * The code whose generator has the roots α ** firstRoot … α ** (firstRoot + degree - 1).
 *
 * @param degree 1 to 254
 * @param firstRoot 0 in QR (ISO/IEC 18004:2015, 7.5.2), 1 in Data Matrix (ISO/IEC 16022:2006, Annex E)
 */
export function reedSolomon(field: Field, degree: number, firstRoot: number): ReedSolomon {
  const low = generator(field, degree, firstRoot)
  const stride = (degree + 3) >>> 2
  const products = new Uint32Array(256 * stride)
  for (let f = 1; f < 256; f++) {
    for (let i = 0; i < degree; i++) {
      products[f * stride + (i >>> 2)]! |= multiply(field, f, low[i]!) << (24 - 8 * (i & 3))
    }
  }
  return { degree, products, stride }
}

/** The coefficients of ∏ (x - α ** (firstRoot + i)) below the leading 1, highest first. */
function generator(field: Field, degree: number, firstRoot: number): Uint8Array {
  const coefficients = new Uint8Array(degree + 1)
  coefficients[0] = 1
  for (let i = 0; i < degree; i++) {
    const root = field.exp[(firstRoot + i) % 255]!
    for (let j = i + 1; j > 0; j--) coefficients[j]! ^= multiply(field, coefficients[j - 1]!, root)
  }
  return coefficients.subarray(1)
}

/**
 * The error correction codewords of one block: the remainder of data · x ** degree divided by the generator.
 *
 * @returns `code.degree` codewords, highest power first, the order in which both standards place them
 */
export function parityOf(code: ReedSolomon, data: Uint8Array): Uint8Array {
  const { degree, products, stride } = code
  const remainder = new Uint32Array(stride)
  const last = stride - 1
  for (let d = 0; d < data.length; d++) {
    const product = ((remainder[0]! >>> 24) ^ data[d]!) * stride
    for (let w = 0; w < last; w++) {
      remainder[w] = ((remainder[w]! << 8) | (remainder[w + 1]! >>> 24)) ^ products[product + w]!
    }
    remainder[last] = (remainder[last]! << 8) ^ products[product + last]!
  }
  const parity = new Uint8Array(degree)
  for (let i = 0; i < degree; i++) parity[i] = remainder[i >>> 2]! >>> (24 - 8 * (i & 3))
  return parity
}
