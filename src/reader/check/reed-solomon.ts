/** Reed-Solomon codes: the blocks of a symbol's codewords, their errors, and what the codewords should be. */

import type { Flaw, ModulePlace } from './report.ts'

/** A code over GF(256); the generators' first root is α to the power of `first`. */
export interface BlockCode {
  readonly field: ReaderField
  readonly first: number
}

/** The positions in the symbol of a block's codewords. */
export interface BlockPlaces {
  readonly data: readonly number[]
  readonly errorCorrection: readonly number[]
}

export interface BlockState {
  readonly places: BlockPlaces
  /** The data codewords, corrected if possible. */
  readonly data: Uint8Array
  /** The positions in the symbol of wrong codewords; undefined if there are too many to correct. */
  readonly wrong: readonly number[] | undefined
}

/** Reads a block and corrects it. */
export function stateOf(codewords: Uint8Array, places: BlockPlaces, code: BlockCode): BlockState {
  const all = [...places.data, ...places.errorCorrection]
  const block = Uint8Array.from(all, (place) => codewords[place]!)
  const correction = corrected(block, code, places.errorCorrection.length)
  const count = places.data.length
  if (correction === undefined) return { places, data: block.subarray(0, count), wrong: undefined }
  return { places, data: correction.block.subarray(0, count), wrong: correction.wrong.map((i) => all[i]!) }
}

/** Whether all blocks are without errors. */
export function isSound(codewords: Uint8Array, blocks: readonly BlockPlaces[], code: BlockCode): boolean {
  return blocks.every(({ data, errorCorrection }) => {
    const block = Uint8Array.from([...data, ...errorCorrection], (place) => codewords[place]!)
    // The first root already exposes most blocks with errors.
    const isZero = (count: number): boolean => syndromesOf(block, code, count).every((value) => value === 0)
    return isZero(1) && isZero(errorCorrection.length)
  })
}

/** What is wrong with the codewords of a symbol of which the first `dataCodewords` are data. */
export function blockFlaws(
  states: readonly BlockState[],
  dataCodewords: number,
  modulesOf: (codeword: number) => readonly ModulePlace[],
): Flaw[] {
  return states.flatMap(({ places, wrong }, block): Flaw[] => {
    if (wrong === undefined) {
      const modules = [...places.data, ...places.errorCorrection].flatMap(modulesOf)
      return [{ message: `block ${block + 1}: too many codewords are wrong to tell which`, modules }]
    }
    return wrong.map((codeword) => {
      const kind = codeword < dataCodewords ? 'data' : 'error correction'
      return {
        message: `block ${block + 1}: ${kind} codeword ${codeword + 1} of the symbol is wrong`,
        modules: modulesOf(codeword),
      }
    })
  })
}

/** GF(256) by powers of α = 2. */
interface ReaderField {
  readonly power: Uint8Array
  readonly logarithm: Uint8Array
}

export function readerField(polynomial: number): ReaderField {
  const power = new Uint8Array(255)
  const logarithm = new Uint8Array(256)
  let value = 1
  for (let exponent = 0; exponent < 255; exponent++) {
    power[exponent] = value
    logarithm[value] = exponent
    value = value & 0x80 ? ((value << 1) ^ polynomial) & 0xff : value << 1
  }
  return { power, logarithm }
}

interface Correction {
  /** The block as it should be. */
  readonly block: Uint8Array
  /** The indices in the block of the codewords that are wrong. */
  readonly wrong: readonly number[]
}

/** Corrects at most half as many errors as there are syndromes; undefined if no such correction exists. */
function corrected(block: Uint8Array, code: BlockCode, count: number): Correction | undefined {
  const { field } = code
  const syndromes = syndromesOf(block, code, count)
  if (syndromes.every((value) => value === 0)) return { block, wrong: [] }
  const locator = locatorOf(field, syndromes)
  const errors = locator.length - 1
  if (2 * errors > count) return undefined
  const wrong: number[] = []
  for (let i = 0; i < block.length; i++) {
    // Codeword i is the coefficient of x ** exponent; its locator is α to that power.
    const exponent = block.length - 1 - i
    if (evaluated(field, locator, field.power[(255 - (exponent % 255)) % 255]!) === 0) wrong.push(i)
  }
  if (wrong.length !== errors) return undefined
  const result = block.slice()
  for (const i of wrong) {
    const x = field.power[(block.length - 1 - i) % 255]!
    result[i]! ^= magnitude(syndromes, locator, x, code)
  }
  return syndromesOf(result, code, count).every((value) => value === 0) ? { block: result, wrong } : undefined
}

/** A block's values at the first `count` roots of its generator polynomial: all zero in a block without errors. */
function syndromesOf(block: Uint8Array, { field, first }: BlockCode, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const root = field.power[(first + i) % 255]!
    let value = 0
    for (const codeword of block) value = product(field, value, root) ^ codeword
    return value
  })
}

/** The shortest linear feedback shift register that generates the syndromes (Berlekamp and Massey), lowest term first. */
function locatorOf(field: ReaderField, syndromes: readonly number[]): number[] {
  let locator = [1]
  let previous = [1]
  let length = 0
  let gap = 1
  let last = 1
  for (const [n, syndrome] of syndromes.entries()) {
    let discrepancy = syndrome
    for (let i = 1; i <= length; i++) discrepancy ^= product(field, locator[i] ?? 0, syndromes[n - i]!)
    if (discrepancy === 0) {
      gap++
      continue
    }
    const factor = quotient(field, discrepancy, last)
    const changed = locator.slice()
    for (const [i, term] of previous.entries())
      changed[i + gap] = (changed[i + gap] ?? 0) ^ product(field, factor, term)
    if (2 * length <= n) {
      previous = locator
      last = discrepancy
      length = n + 1 - length
      gap = 1
    } else gap++
    locator = Array.from(changed, (term) => term ?? 0)
  }
  return locator.slice(0, length + 1)
}

/** The error value of the codeword whose locator is `x` (Forney). */
function magnitude(
  syndromes: readonly number[],
  locator: readonly number[],
  x: number,
  { field, first }: BlockCode,
): number {
  const inverse = quotient(field, 1, x)
  const evaluator = syndromes.map((_, n) => {
    let term = 0
    for (let i = 0; i <= n; i++) term ^= product(field, locator[i] ?? 0, syndromes[n - i]!)
    return term
  })
  // In a field of characteristic 2 the derivative keeps only the odd terms.
  const derivative = locator.slice(1).map((term, i) => (i % 2 === 0 ? term : 0))
  const value = quotient(field, evaluated(field, evaluator, inverse), evaluated(field, derivative, inverse))
  const shift = field.power[((((1 - first) * field.logarithm[x]!) % 255) + 255) % 255]!
  return product(field, value, shift)
}

/** The polynomial's value at `x`; `terms[i]` is the coefficient of x ** i. */
function evaluated(field: ReaderField, terms: readonly number[], x: number): number {
  let value = 0
  for (let i = terms.length - 1; i >= 0; i--) value = product(field, value, x) ^ terms[i]!
  return value
}

const product = ({ power, logarithm }: ReaderField, a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : power[(logarithm[a]! + logarithm[b]!) % 255]!

const quotient = ({ power, logarithm }: ReaderField, a: number, b: number): number =>
  a === 0 ? 0 : power[(logarithm[a]! - logarithm[b]! + 255) % 255]!
