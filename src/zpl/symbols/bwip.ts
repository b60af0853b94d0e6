/** Symbologies that are not ours, by bwip-js; the only file that knows the package. It is loaded when the first such symbol is met. */

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { darken, lightMatrix, type Matrix } from '../../../symbologies/index.ts'
import { root } from '../../root.ts'

const load = createRequire(import.meta.url)

/** Of package.json: what is bundled, and what whoever installs by npm is told to add. */
export const bwipPackage = 'bwip-js@4.11.4'

/** What `raw` gives: bars, or rows of modules. */
interface Raw {
  /** Widths of bars and spaces in turn, the first of a bar. */
  readonly sbs?: readonly number[]
  /** Heights of bars, and how far above the ground they begin. */
  readonly bhs?: readonly number[]
  readonly bbs?: readonly number[]
  /** Modules row by row; of a MaxiCode the numbers of dark ones. */
  readonly pixs?: readonly number[]
  /** Modules of a row. */
  readonly pixx?: number
}

interface Bwip {
  readonly raw: (encoder: string, text: string, options: Readonly<Record<string, unknown>>) => readonly Raw[]
}

let encoder: Bwip | undefined

/** Bars: their widths in modules, and the height and foot of each as parts of the tallest. */
export interface RawBars {
  readonly kind: 'bars'
  readonly widths: readonly number[]
  readonly bars: readonly { readonly height: number; readonly foot: number }[]
}

export interface RawMatrix {
  readonly kind: 'matrix'
  readonly matrix: Matrix
}

/** Numbers of dark hexagons, 30 a row. */
export interface RawHexagons {
  readonly kind: 'hexagons'
  readonly dark: readonly number[]
}

/** A symbol as bwip-js encodes it, or why it does not; `absent` without the package. */
export type RawSymbol =
  | RawBars
  | RawMatrix
  | RawHexagons
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'absent' }

/**
 * @param name  of the encoder
 * @param text  a character a byte
 */
export function rawSymbol(name: string, text: string, options: Readonly<Record<string, unknown>>): RawSymbol {
  encoder ??= installed()
  if (encoder === undefined) return { kind: 'absent' }
  let raw: Raw | undefined
  try {
    ;[raw] = encoder.raw(name, text, { binarytext: true, ...options })
  } catch (error) {
    // its errors are texts such as `bwipp.code93BadCharacter#1: …`
    const message = String(error instanceof Error ? error.message : error)
    return { kind: 'refused', message: message.replace(/^.*?bwipp\.\w+(?:#\d+)?: /, '') }
  }
  const { sbs, bhs = [], bbs = [], pixs, pixx } = raw ?? {}
  if (sbs !== undefined) return { kind: 'bars', ...barsOf(sbs, bhs, bbs) }
  if (pixs !== undefined && pixx !== undefined) return { kind: 'matrix', matrix: matrixOf(pixs, pixx) }
  return { kind: 'hexagons', dark: pixs ?? [] }
}

function barsOf(
  sbs: readonly number[],
  heights: readonly number[],
  feet: readonly number[],
): Pick<RawBars, 'widths' | 'bars'> {
  const narrowest = Math.min(...sbs.filter((width) => width > 0))
  const tops = heights.map((height, i) => height + (feet[i] ?? 0))
  const tallest = Math.max(...tops, 1e-9)
  return {
    widths: sbs.map((width) => width / narrowest),
    bars: heights.map((height, i) => ({ height: height / tallest, foot: (feet[i] ?? 0) / tallest })),
  }
}

/** Every row once, however high it is. */
function matrixOf(pixels: readonly number[], width: number): Matrix {
  const height = pixels.length / width
  const matrix = lightMatrix(width, height)
  for (let i = 0; i < width * height; i++) if (pixels[i] === 1) darken(matrix, i % width, Math.floor(i / width))
  return matrix
}

/** The bundle beside the program, or else the package, if there is one. */
function installed(): Bwip | undefined {
  const bundle = join(root, 'build/bwip.cjs')
  try {
    return load(existsSync(bundle) ? bundle : 'bwip-js/node') as Bwip
  } catch (error) {
    if ((error as { code?: string }).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
