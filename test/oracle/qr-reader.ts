/**
 * A reader of clean QR and Micro QR matrices, written from ISO/IEC 18004:2015 and sharing nothing with the encoders, not
 * even tables. It corrects nothing: every deviation from the standard is a fault.
 */

import { isDark, type Matrix } from '../../symbologies/index.ts'
import { type Message, messageOf } from './qr-message.ts'
import { microTable, qrTables } from './qr-tables.ts'

export interface QrReading extends Message {
  readonly version: number
  readonly micro: boolean
  /** L, M, Q, H, or nothing in M1. */
  readonly level: string
  readonly mask: number
  /** Data codewords of all blocks, in order; a last one of four bits is the upper half of a byte. */
  readonly data: readonly number[]
  readonly faults: readonly string[]
}

/** Modules by row and column: true dark, false light. */
type Rows = boolean[][]
/** The module of a function pattern at a place; undefined for codewords, null if it depends on the symbol. */
type Plan = (boolean | null | undefined)[][]

export function readQr(matrix: Matrix): QrReading {
  const { width, height } = matrix
  const rows = Array.from({ length: height }, (_, r) => Array.from({ length: width }, (_, c) => isDark(matrix, c, r)))
  if (width !== height) throw new Error(`${width} x ${height} modules`)
  return width < 21 ? readMicro(rows) : readFull(rows)
}

function readFull(rows: Rows): QrReading {
  const size = rows.length
  const version = (size - 17) / 4
  const faults: string[] = []
  const plan = fullPlan(size, version)
  comparePlan(rows, plan, faults)
  const far = size - 1
  const first = [
    ...along(rows, [0, 1, 2, 3, 4, 5, 7, 8], (r) => [r, 8]),
    ...along(rows, [7, 5, 4, 3, 2, 1, 0], (c) => [8, c]),
  ]
  const second = [...along(rows, upTo(8), (i) => [8, far - i]), ...along(rows, upTo(7), (i) => [size - 7 + i, 8])]
  const format = numberOf(first.toReversed())
  if (numberOf(second.toReversed()) !== format) faults.push('format information: the copies differ')
  const content = upTo(32).find((five) => (withRemainder(five, 5, '10100110111') ^ 0b101010000010010) === format)
  if (content === undefined) throw new Error(`format information ${format.toString(2)} is no code word`)
  if (version >= 7) {
    const places = upTo(18).map((i) => [Math.floor(i / 3), size - 11 + (i % 3)] as const)
    const wanted = withRemainder(version, 6, '1111100100101')
    for (const turn of [false, true]) {
      const bits = places.map(([a, b]) => rows[turn ? b : a]![turn ? a : b]!)
      if (numberOf(bits.toReversed()) !== wanted) faults.push('version information')
    }
  }
  const level = ['M', 'L', 'H', 'Q'][content >> 3]!
  const mask = content & 7
  const [, , blocks, errors] = qrTables.rows.find(([v, l]) => v === version && l === level)!
  const bits = bitsOf(rows, plan, mask, 6)
  const total = Math.floor(bits.length / 8)
  if (bits.slice(8 * total).includes(1)) faults.push('remainder bits')
  const codewords = upTo(total).map((i) => numberOf(bits.slice(8 * i, 8 * i + 8)))
  const data = deinterleaved(codewords, blocks, errors).flatMap((block, i) => {
    if (!isCodeword(block, errors / blocks)) faults.push(`block ${i}: syndromes`)
    return block.slice(0, block.length - errors / blocks)
  })
  const message = messageOf({ bits: data.flatMap(bitsOfByte), version, micro: false })
  return { ...message, version, micro: false, level, mask, data, faults: [...faults, ...message.faults] }
}

function readMicro(rows: Rows): QrReading {
  const size = rows.length
  const faults: string[] = []
  const plan = microPlan(size)
  comparePlan(rows, plan, faults)
  const bits15 = [...along(rows, upTo(8), (i) => [8, i + 1]), ...along(rows, upTo(7), (i) => [7 - i, 8])]
  const format = numberOf(bits15)
  const content = upTo(32).find((five) => (withRemainder(five, 5, '10100110111') ^ 0b100010001000101) === format)
  if (content === undefined) throw new Error(`format information ${format.toString(2)} is no code word`)
  const [version, level, dataBits, errors] = microTable[content >> 2]!
  if (size !== 9 + 2 * version) faults.push('format information: another version')
  const mask = content & 3
  const bits = bitsOf(rows, plan, [1, 4, 6, 7][mask]!)
  if (bits.length !== dataBits + 8 * errors) faults.push('modules for codewords')
  const whole = bits.slice(0, dataBits)
  if (dataBits % 8 !== 0) whole.push(0, 0, 0, 0)
  const data = upTo(whole.length / 8).map((i) => numberOf(whole.slice(8 * i, 8 * i + 8)))
  const rest = bits.slice(dataBits)
  const block = [...data, ...upTo(errors).map((i) => numberOf(rest.slice(8 * i, 8 * i + 8)))]
  if (!isCodeword(block, errors)) faults.push('syndromes')
  const message = messageOf({ bits: bits.slice(0, dataBits), version, micro: true })
  return { ...message, version, micro: true, level, mask, data, faults: [...faults, ...message.faults] }
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i)
const numberOf = (bits: readonly (boolean | number)[]): number =>
  bits.reduce<number>((n, bit) => 2 * n + Number(bit), 0)
const bitsOfByte = (byte: number): number[] => upTo(8).map((i) => (byte >> (7 - i)) & 1)
const along = (rows: Rows, steps: number[], place: (step: number) => [number, number]): boolean[] =>
  steps.map((step) => rows[place(step)[0]]![place(step)[1]]!)

/** `value` in `width` bits and after it the remainder of its long division by the binary polynomial `divisor`. */
function withRemainder(value: number, width: number, divisor: string): number {
  const rest = [...value.toString(2).padStart(width, '0'), ...'0'.repeat(divisor.length - 1)].map(Number)
  for (let i = 0; i < width; i++) {
    if (rest[i] === 1) for (let k = 0; k < divisor.length; k++) rest[i + k]! ^= Number(divisor[k])
  }
  return (value << (divisor.length - 1)) | numberOf(rest.slice(width))
}

/** 6.3: the squares of finder patterns with separators, alignment patterns, and the timing patterns along `line`. */
function squares(plan: Plan, row: number, column: number, rings: string): void {
  const reach = rings.length - 1
  for (let r = row - reach; r <= row + reach; r++) {
    for (let c = column - reach; c <= column + reach; c++) {
      if (plan[r] === undefined || c < 0 || c >= plan.length) continue
      plan[r]![c] = rings[Math.max(Math.abs(r - row), Math.abs(c - column))] === '#'
    }
  }
}

function fullPlan(size: number, version: number): Plan {
  const plan: Plan = upTo(size).map(() => new Array(size).fill(undefined))
  for (let i = 0; i < size; i++) plan[6]![i] = plan[i]![6] = i % 2 === 0
  const centres = qrTables.alignment[version - 1]!
  for (const r of centres) {
    // The three corners of the grid that have finder patterns
    for (const c of centres)
      if (Math.min(r, c) > 6 || (r !== c && Math.max(r, c) < size - 7)) squares(plan, r, c, '#.#')
  }
  for (const [r, c] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    squares(plan, r, c, '##.#.')
  for (let i = 0; i < 9; i++) {
    for (const [r, c] of [
      [8, i],
      [i, 8],
      [8, size - 1 - i],
      [size - 1 - i, 8],
    ] as const) {
      if (i === 8 && (r > 8 || c > 8)) continue
      plan[r]![c] ??= null
    }
  }
  plan[size - 8]![8] = true
  for (let i = 0; version >= 7 && i < 18; i++) {
    const [a, b] = [Math.floor(i / 3), size - 11 + (i % 3)]
    plan[a]![b] = plan[b]![a] = null
  }
  return plan
}

function microPlan(size: number): Plan {
  const plan: Plan = upTo(size).map(() => new Array(size).fill(undefined))
  for (let i = 0; i < size; i++) plan[0]![i] = plan[i]![0] = i % 2 === 0
  squares(plan, 3, 3, '##.#.')
  for (let i = 1; i < 9; i++) plan[8]![i] = plan[i]![8] = null
  return plan
}

function comparePlan(rows: Rows, plan: Plan, faults: string[]): void {
  rows.forEach((row, r) => {
    row.forEach((dark, c) => {
      const wanted = plan[r]![c]
      if (typeof wanted === 'boolean' && wanted !== dark) faults.push(`function pattern at row ${r}, column ${c}`)
    })
  })
}

/** Table 10, by QR mask number: i row, j column. */
function turned(mask: number, i: number, j: number): boolean {
  if (mask === 0) return (i + j) % 2 === 0
  if (mask === 1) return i % 2 === 0
  if (mask === 2) return j % 3 === 0
  if (mask === 3) return (i + j) % 3 === 0
  if (mask === 4) return (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0
  const product = i * j
  if (mask === 5) return (product % 2) + (product % 3) === 0
  if (mask === 6) return ((product % 2) + (product % 3)) % 2 === 0
  return (((i + j) % 2) + (product % 3)) % 2 === 0
}

/** 7.7.3: two columns at a time from the right, upwards first; the vertical timing pattern is not part of a pair. */
function bitsOf(rows: Rows, plan: Plan, mask: number, timing = 0): number[] {
  const size = rows.length
  const columns = upTo(size)
    .toReversed()
    .filter((c) => c !== timing)
  const bits: number[] = []
  for (let pair = 0; 2 * pair + 1 < columns.length; pair++) {
    for (let step = 0; step < size; step++) {
      const r = pair % 2 === 0 ? size - 1 - step : step
      for (const c of [columns[2 * pair]!, columns[2 * pair + 1]!]) {
        if (plan[r]![c] === undefined) bits.push(Number(rows[r]![c] !== turned(mask, r, c)))
      }
    }
  }
  return bits
}

/** 7.6, Table 9: blocks with data and error correction; the later ones may have one data codeword more. */
function deinterleaved(codewords: readonly number[], count: number, errors: number): number[][] {
  const dataCount = codewords.length - errors
  const shorter = Math.floor(dataCount / count)
  const firstLonger = count - (dataCount % count)
  const blocks: number[][] = upTo(count).map(() => [])
  let next = 0
  for (let i = 0; i <= shorter; i++) {
    for (let b = i < shorter ? 0 : firstLonger; b < count; b++) blocks[b]!.push(codewords[next++]!)
  }
  while (next < codewords.length) blocks[(next - dataCount) % count]!.push(codewords[next++]!)
  return blocks
}

/** In GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1, by repeated doubling. */
function product(a: number, b: number): number {
  let sum = 0
  for (let x = a, y = b; y > 0; y >>= 1) {
    if (y & 1) sum ^= x
    x = x & 0x80 ? (x << 1) ^ 0x11d : x << 1
  }
  return sum
}

/** Whether the block is a multiple of the generator: zero at 2^0 to 2^(errors - 1) (7.5.2, Annex A). */
function isCodeword(block: readonly number[], errors: number): boolean {
  for (let i = 0, root = 1; i < errors; i++, root = product(root, 2)) {
    if (block.reduce((value, codeword) => product(value, root) ^ codeword, 0) !== 0) return false
  }
  return true
}
