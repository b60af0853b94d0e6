/** Codewords of QR and Micro QR: blocks, placement, mask. ISO/IEC 18004:2015, 7.5 to 7.8 */

import { catalogue, type MaskScore, type MicroMaskScore, type QrModule, structure } from '../../../symbologies/index.ts'
import type { Part, Step } from '../explanation.ts'
import { binary, counted } from '../notation.ts'

const { standard } = catalogue.qr

interface Blocks {
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
    const parts = [
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
      values: { value, bits: binary(value, 8).slice(0, count) },
      modules: { path: [[at + 8 * i, at + 8 * i + count]] },
    }
  })
}

export function remainderSteps(from: number, to: number): Step[] {
  if (from === to) return []
  return [
    {
      id: 'remainder',
      title: counted(to - from, 'remainder bit'),
      clause: `${standard}, 7.6, Table 1 and 7.7.3`,
      text: 'Modules that no codeword fills. They are light before masking.',
      values: { bits: to - from },
      modules: { path: [[from, to]] },
    },
  ]
}

interface Chosen {
  readonly mask: number
  /** Whether the mask was requested, whatever its score. */
  readonly forced: boolean
  /** The number of modules for codewords and remainder bits. */
  readonly modules: number
}

export function qrMaskStep(scores: readonly MaskScore[], chosen: Chosen): Step {
  return maskStep(
    scores.map((score, mask) => ({
      condition: conditions[mask]!,
      bits: 3,
      said: `runs ${score.runs} + areas ${score.areas} + finders ${score.finders} + balance ${score.balance} = ${score.total}`,
      score: { ...score },
    })),
    {
      ...chosen,
      clause: `${standard}, 7.8.2 and 7.8.3.1`,
      rule: 'it has the lowest score, and the lowest number of those with that score',
      scored:
        'Points are for runs of five or more modules of one colour (N1), for areas of one colour (N2), for patterns like a ' +
        'finder next to four light modules (N3), and for each 5 % of deviation from equally many dark and light modules (N4).',
    },
  )
}

export function microQrMaskStep(scores: readonly MicroMaskScore[], chosen: Chosen): Step {
  return maskStep(
    scores.map((score, mask) => {
      const [less, more] = [score.right, score.bottom].sort((a, b) => a - b)
      return {
        condition: conditions[structure.microQrMasks[mask]!]!,
        bits: 2,
        said: `right edge ${score.right}, bottom edge ${score.bottom}: 16×${less} + ${more} = ${score.total}`,
        score: { ...score },
      }
    }),
    {
      ...chosen,
      clause: `${standard}, 7.8.2 and 7.8.3.2`,
      rule: 'it has the highest score, and the lowest number of those with that score',
      scored:
        'The score counts dark modules in the right column and in the bottom row, without the timing patterns: 16 times the smaller number plus the larger.',
    },
  )
}

interface Mask {
  readonly condition: string
  readonly bits: number
  readonly said: string
  readonly score: { readonly [part: string]: number }
}

interface Rule extends Chosen {
  readonly clause: string
  readonly rule: string
  readonly scored: string
}

function maskStep(masks: readonly Mask[], { mask, forced, modules, clause, rule, scored }: Rule): Step {
  const { bits, condition } = masks[mask]!
  const reason = forced ? 'it was requested' : rule
  return {
    id: 'mask',
    title: `Mask ${binary(mask, bits)}: ${condition}`,
    clause,
    text: `Inverts every data module in row i and column j for which ${condition}. Reason for this mask: ${reason}. ${scored}`,
    values: { mask, forced },
    modules: { path: [[0, modules]] },
    parts: masks.map(({ condition, bits, said, score }, number): Part => {
      const title = `mask ${binary(number, bits)}${number === mask ? ', chosen' : ''}`
      return { title, text: `${condition}: ${said}.`, values: { mask: number, ...score } }
    }),
  }
}

// Table 10: i is the row, j the column.
const conditions = [
  '(i + j) mod 2 = 0',
  'i mod 2 = 0',
  'j mod 3 = 0',
  '(i + j) mod 3 = 0',
  '(i div 2 + j div 3) mod 2 = 0',
  '(i j) mod 2 + (i j) mod 3 = 0',
  '((i j) mod 2 + (i j) mod 3) mod 2 = 0',
  '((i + j) mod 2 + (i j) mod 3) mod 2 = 0',
]
