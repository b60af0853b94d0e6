/** Codewords by block, and their placement. ISO/IEC 18004:2015, 7.5 to 7.7 */

import type { QrModule } from '../../../symbologies/index.ts'
import { binaryOctets, counted } from '../bits.ts'
import type { Part, Step } from '../explanation.ts'
import { standard } from './patterns.ts'

export interface Blocks {
  /** Data codewords by block. */
  readonly data: readonly Uint8Array[]
  readonly errorCorrection: readonly Uint8Array[]
  /** Bits of all data codewords: in M1 and M3 the last codeword has four. */
  readonly capacity: number
}

/**
 * The modules of all codewords, data first and by block, then error correction by block, then `remainder`.
 *
 * @param placed  the modules of each codeword in the order of placement
 * @param width  modules along a side of the symbol
 * @returns for every bit in that order row times width plus column
 */
export function pathOf(
  { data, errorCorrection }: Blocks,
  placed: readonly (readonly QrModule[])[],
  { remainder, width }: { readonly remainder: readonly QrModule[]; readonly width: number },
): number[] {
  const path: number[] = []
  let first = 0
  for (const blocks of [data, errorCorrection]) {
    const places = placesOf(blocks)
    for (const own of places) for (const place of own) addModules(path, placed[first + place]!, width)
    first += blocks.reduce((sum, block) => sum + block.length, 0)
  }
  addModules(path, remainder, width)
  return path
}

function addModules(path: number[], modules: readonly QrModule[], width: number): void {
  for (const { x, y } of modules) path.push(y * width + x)
}

/** 7.6: the position of each codeword of each block when the blocks are interleaved. */
function placesOf(blocks: readonly Uint8Array[]): number[][] {
  const places = blocks.map((): number[] => [])
  const longest = Math.max(...blocks.map((block) => block.length))
  let place = 0
  for (let i = 0; i < longest; i++) {
    blocks.forEach((block, b) => {
      if (i < block.length) places[b]!.push(place++)
    })
  }
  return places
}

/** A step for each Reed-Solomon block. */
export function blockSteps({ data, errorCorrection, capacity }: Blocks): Step[] {
  const degree = errorCorrection[0]!.length
  let at = 0
  let parityAt = capacity
  return data.map((block, b): Step => {
    const bits = Math.min(8 * block.length, capacity - at)
    const parts: Part[] = [
      ...codewordParts(block, 'data codeword', { at, bits }),
      ...codewordParts(errorCorrection[b]!, 'error correction codeword', { at: parityAt, bits: 8 * degree }),
    ]
    const modules = [
      [at, at + bits],
      [parityAt, parityAt + 8 * degree],
    ] as const
    at += bits
    parityAt += 8 * degree
    return {
      id: `block-${b + 1}`,
      title: data.length === 1 ? 'Codewords' : `Codewords of block ${b + 1}`,
      clause: `${standard}, 7.5 and Annex A`,
      text:
        `${counted(block.length, 'data codeword')}, followed by ${degree} for error correction: the remainder of the data ` +
        `times x^${degree} divided by (x − 1)(x − α)…(x − α^${degree - 1}), over GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1.`,
      values: { data: Array.from(block), errorCorrection: Array.from(errorCorrection[b]!) },
      modules: { path: modules },
      parts,
    }
  })
}

function codewordParts(codewords: Uint8Array, noun: string, { at, bits }: { at: number; bits: number }): Part[] {
  return Array.from(codewords, (value, i): Part => {
    const count = Math.min(8, bits - 8 * i)
    return {
      title: `${noun} ${i + 1}`,
      values: { value, bits: binaryOctets[value]!.slice(0, count) },
      modules: { path: [[at + 8 * i, at + 8 * i + count]] },
    }
  })
}
