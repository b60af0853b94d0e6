import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { Line } from '../text/index.ts'
import type { Paper } from './stock.ts'

/** Dots an inch: of every PNG, and of the coordinates of SVG and PDF. */
export const dpi = 300

/** Upright, 90 degrees clockwise, upside down, 90 degrees counter-clockwise. */
export const turns = ['N', 'R', 'I', 'L'] as const
export type Turn = (typeof turns)[number]

/**
 * Module (i, j) of the matrix covers the dots from `xs[i]` to `xs[i + 1]` and from `ys[j]` to `ys[j + 1]`.
 *
 * The edges are in ascending order, one more than there are columns or rows.
 */
export interface ModulesMark {
  readonly kind: 'modules'
  readonly matrix: Matrix
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

/** A line of text whose baseline starts at (x, y), reading in the direction of `turn`. */
export interface TextMark {
  readonly kind: 'text'
  readonly line: Line
  readonly x: number
  readonly y: number
  readonly turn: Turn
}

export type Mark = ModulesMark | TextMark

/** A drawing in whole dots, y downwards, before `turn`, which turns all of it. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly turn: Turn
  readonly marks: readonly Mark[]
  /** Width and height of the paper in points (1/72 inch), before the turn; a label's need not be whole dots. */
  readonly paper: Paper
  /** The encoded text. */
  readonly title: string
  /** Width of the narrowest module, in dots. */
  readonly module: number
}
