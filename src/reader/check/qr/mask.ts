/** Data masks, and the scores of masked symbols. ISO/IEC 18004:2015, 7.8 */

import { type Modules, moduleAt } from '../picture/modules.ts'
import type { QrStructure } from './structure.ts'

/** Table 10: whether the mask inverts the module in row i and column j. */
function isInverted(mask: number, i: number, j: number): boolean {
  const product = i * j
  switch (mask) {
    case 0:
      return (i + j) % 2 === 0
    case 1:
      return i % 2 === 0
    case 2:
      return j % 3 === 0
    case 3:
      return (i + j) % 3 === 0
    case 4:
      return ((i >> 1) + Math.trunc(j / 3)) % 2 === 0
    case 5:
      return product % 6 === 0
    case 6:
      return ((product % 2) + (product % 3)) % 2 === 0
    default:
      return (((i + j) % 2) + (product % 3)) % 2 === 0
  }
}

/** The masks of Table 10 that Micro QR numbers 0 to 3. */
export const microMasks = [1, 4, 6, 7] as const

/** The bit stream in the symbol, without the mask. */
export function unmaskedBits(modules: Modules, { data }: QrStructure, mask: number): Uint8Array {
  const bits = new Uint8Array(data.length)
  for (const [i, { row, column }] of data.entries()) {
    bits[i] = moduleAt(modules, row, column) ^ Number(isInverted(mask, row, column))
  }
  return bits
}

/** The symbol under another mask; `bits` is the format information for it. */
export function remasked(
  modules: Modules,
  { data, format }: QrStructure,
  { from, to, bits }: { from: number; to: number; bits: number },
): Modules {
  const dark = modules.dark.slice()
  for (const { row, column } of from === to ? [] : data) {
    if (isInverted(from, row, column) !== isInverted(to, row, column)) dark[row * modules.columns + column]! ^= 1
  }
  for (const copy of format) {
    for (const [i, { row, column }] of copy.entries()) dark[row * modules.columns + column] = (bits >>> (14 - i)) & 1
  }
  return { ...modules, dark }
}

/**
 * 7.8.3.1, Table 11. Modules outside the symbol count as light; a finder-like pattern with light on both sides counts once;
 * only whole steps of 5 % count.
 */
export function penalty(modules: Modules): number {
  const { rows, columns, dark } = modules
  let points = 0
  let sum = 0
  for (const module of dark) sum += module
  for (let i = 0; i < rows; i++) {
    points += linePenalty(dark, { start: i * columns, step: 1, count: columns })
    points += linePenalty(dark, { start: i, step: columns, count: columns })
  }
  for (let i = 0; i + 1 < rows; i++) {
    for (let j = 0; j + 1 < columns; j++) {
      const at = i * columns + j
      const four = dark[at]! + dark[at + 1]! + dark[at + columns]! + dark[at + columns + 1]!
      if (four % 4 === 0) points += 3
    }
  }
  const away = Math.abs(sum / (rows * columns) - 0.5)
  return points + 10 * Math.floor(away / 0.05 + 1e-9)
}

const finderLike = 0b1011101

/** Points for runs of five or more and for finder-like patterns, in every `step`th module from `start` on. */
function linePenalty(dark: Uint8Array, { start, step, count }: { start: number; step: number; count: number }): number {
  const isLight = (from: number, to: number): boolean => {
    for (let i = from; i < to; i++) if (dark[start + i * step] === 1) return false
    return true
  }
  let points = 0
  let run = 0
  let seven = 0
  for (let i = 0; i < count; i++) {
    const module = dark[start + i * step]!
    run = i > 0 && module === (seven & 1) ? run + 1 : 1
    // three for the first five, and one for each more
    if (run >= 5) points += run === 5 ? 3 : 1
    seven = ((seven << 1) | module) & 0b1111111
    if (seven !== finderLike) continue
    if (isLight(Math.max(0, i - 10), i - 6) || isLight(i + 1, Math.min(count, i + 5))) points += 40
  }
  return points
}

/** 7.8.3.2: the numbers of dark modules at the right and at the bottom, the smaller one times 16. */
export function microScore({ rows, columns, dark }: Modules): number {
  let right = 0
  let bottom = 0
  for (let i = 1; i < rows; i++) {
    right += dark[i * columns + columns - 1]!
    bottom += dark[(rows - 1) * columns + i]!
  }
  return right <= bottom ? 16 * right + bottom : 16 * bottom + right
}
