import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { Line } from '../text/index.ts'
import type { Resolution } from './resolution.ts'
import type { Paper } from './stock.ts'

/** N: upright, R: 90 degrees clockwise, I: upside down, L: 90 degrees counter-clockwise. */
export const turns = ['N', 'R', 'I', 'L'] as const
export type Turn = (typeof turns)[number]

/**
 * A matrix of modules: column i covers the dots [xs[i], xs[i + 1]), row j the dots [ys[j], ys[j + 1]).
 *
 * The edges are in ascending order, one more than there are columns or rows.
 */
export interface ModulesMark {
  readonly kind: 'modules'
  readonly matrix: Matrix
  readonly xs: readonly number[]
  readonly ys: readonly number[]
}

/** A line of text, turned about the start of its baseline at (x, y). */
export interface TextMark {
  readonly kind: 'text'
  readonly line: Line
  readonly x: number
  readonly y: number
  readonly turn: Turn
}

export type Mark = ModulesMark | TextMark

/** A drawing in whole dots of a print head, y down. `turn` is yet to be applied to all of it. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
  readonly turn: Turn
  readonly marks: readonly Mark[]
  /** The size of the paper before the turn. That of a label need not be a whole number of dots. */
  readonly paper: Paper
  /** The encoded text. */
  readonly title: string
  /** The width of a module in dots. */
  readonly module: number
  /** The height in dots of the bars of a linear symbology, without the extension of guard bars. */
  readonly barHeight: number
  /** The words for which there was not enough room. */
  readonly cut: readonly Words[]
}

/** A drawing of a symbol without words. */
export interface SymbolScene extends Scene {
  readonly marks: readonly ModulesMark[]
}

/** Words on a drawing: the encoded text, with the digits at bars; the caption in its place; the title above. */
export type Words = 'text' | 'caption' | 'title'
