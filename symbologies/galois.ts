/** The field GF(256), and Reed-Solomon codes over it, for QR Code and Data Matrix. */

/** GF(256): addition is xor, multiplication goes through logarithms to the base α = 2. */
interface Field {
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

function multiply(field: Field, a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : field.exp[field.log[a]! + field.log[b]!]!
}

/** A systematic Reed-Solomon code over GF(256), ready to divide by its generator polynomial four codewords at a time. */
export interface ReedSolomon {
  /** Error correction codewords a block. */
  readonly degree: number
  /**
   * What a codeword adds to the remainder, by its place among the four of a word and by its 256 values: `stride` words
   * of coefficients packed as bytes, highest first, and zeros after the last of them.
   */
  readonly products: Uint32Array
  /** Words that hold a remainder. */
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
  const place = 256 * stride
  const products = new Uint32Array(4 * place)
  const last = products.subarray(3 * place)
  for (let value = 1; value < 256; value++) {
    for (let i = 0; i < degree; i++) {
      last[value * stride + (i >>> 2)]! |= multiply(field, value, low[i]!) << (24 - 8 * (i & 3))
    }
  }
  // One place further left means one more codeword, a zero, to divide.
  for (let at = 3 * place - stride; at >= 0; at -= stride) {
    const row = products.subarray(at + place, at + place + stride)
    const added = (row[0]! >>> 24) * stride
    for (let w = 0; w < stride; w++) {
      products[at + w] = ((row[w]! << 8) | ((row[w + 1] ?? 0) >>> 24)) ^ last[added + w]!
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

/** A remainder of the largest degree, and a word that is always 0. Scratch; contents are not kept between calls. */
const remainder = /* @__PURE__ */ new Uint32Array(65)

/**
 * The error correction codewords of one block: the remainder of data · x ** degree divided by the generator.
 *
 * @returns `code.degree` codewords, highest power first, the order in which both standards place them
 */
export function parityOf(code: ReedSolomon, data: Uint8Array): Uint8Array {
  const { degree, products, stride } = code
  for (let w = 0; w <= stride; w++) remainder[w] = 0
  // Leading zeros change nothing, so the first word may have fewer than four codewords.
  for (let at = 0, end = ((data.length - 1) & 3) + 1; at < data.length; end += 4) {
    let word = 0
    while (at < end) word = (word << 8) | data[at++]!
    word ^= remainder[0]!
    const first = (word >>> 24) * stride
    const second = (256 + ((word >>> 16) & 255)) * stride
    const third = (512 + ((word >>> 8) & 255)) * stride
    const fourth = (768 + (word & 255)) * stride
    for (let w = 0; w < stride; w++) {
      remainder[w] =
        remainder[w + 1]! ^ products[first + w]! ^ products[second + w]! ^ products[third + w]! ^ products[fourth + w]!
    }
  }
  const parity = new Uint8Array(degree)
  for (let i = 0; i < degree; i++) parity[i] = remainder[i >>> 2]! >>> (24 - 8 * (i & 3))
  return parity
}
