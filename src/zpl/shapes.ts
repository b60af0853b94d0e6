/**
 * Boxes, circles, ellipses and diagonals as dots (ZPL II Programming Guide, `^GB`, `^GC`, `^GD`, `^GE`), the upper left dot at (0, 0).
 * Rounded ones are made dot by dot, as much as is within a window.
 */

import { darkenSpan, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { DotArea, ModulesMark } from '../layout/scene.ts'
import type { Budget } from './limits.ts'

export interface Box {
  readonly kind: 'box'
  readonly width: number
  readonly height: number
  readonly thickness: number
  /** 0 to 8: eighths of half the shorter side. */
  readonly rounding: number
}

export interface Ellipse {
  readonly kind: 'ellipse'
  readonly width: number
  readonly height: number
  readonly thickness: number
}

export interface Diagonal {
  readonly kind: 'diagonal'
  readonly width: number
  readonly height: number
  readonly thickness: number
  /** Whether it goes up from the lower left. */
  readonly isRising: boolean
}

export type Shape = Box | Ellipse | Diagonal

/** The width and height of all that a shape draws: a line is as thick as it is, across too. */
export function sizeOfShape(shape: Shape): readonly [width: number, height: number] {
  const { width, height, thickness } = shape
  switch (shape.kind) {
    case 'box':
      return [Math.max(width, thickness), Math.max(height, thickness)]
    case 'ellipse':
      return [width, height]
    case 'diagonal':
      return [width + thickness, height]
  }
}

/** The dots of a shape within a window; none if nothing is. @throws LimitReached */
export function shapeMarks(shape: Shape, window: DotArea, budget: Budget): readonly ModulesMark[] {
  const [width, height] = sizeOfShape(shape)
  if (shape.kind === 'box' && shape.rounding === 0) return [frame(width, height, shape.thickness)]
  const spans = spansOf(shape)
  const seen = {
    left: Math.max(0, window.left),
    top: Math.max(0, window.top),
    right: Math.min(width, window.right),
    bottom: Math.min(height, window.bottom),
  }
  if (seen.left >= seen.right || seen.top >= seen.bottom) return []
  const matrix = lightMatrix(seen.right - seen.left, seen.bottom - seen.top)
  budget.spend('painted', 32 * matrix.words.length)
  for (let y = seen.top; y < seen.bottom; y++) {
    const row = 32 * matrix.stride * (y - seen.top)
    for (const [from, to] of spans(y + 0.5)) {
      const [first, end] = [dotAt(from, seen), dotAt(to, seen)]
      darkenSpan(matrix.words, row + first, row + end)
    }
  }
  return [dotsMark(matrix, seen.left, seen.top)]
}

/** The column of the window whose middle is the first behind a place. */
const dotAt = (at: number, { left, right }: DotArea): number =>
  Math.min(right - left, Math.max(0, Math.ceil(at - 0.5) - left))

/** The dots of a matrix, one each. */
export function dotsMark(
  matrix: Matrix,
  x: number,
  y: number,
  [across, down]: readonly [number, number] = [1, 1],
): ModulesMark {
  const xs = Array.from({ length: matrix.width + 1 }, (_, i) => x + across * i)
  const ys = Array.from({ length: matrix.height + 1 }, (_, i) => y + down * i)
  return { kind: 'modules', matrix, xs, ys }
}

/** A frame with square corners, solid if its sides meet. */
function frame(width: number, height: number, thickness: number): ModulesMark {
  if (2 * thickness >= Math.min(width, height)) {
    return { kind: 'modules', matrix: solid, xs: [0, width], ys: [0, height] }
  }
  const edges = (length: number): number[] => [0, thickness, length - thickness, length]
  return { kind: 'modules', matrix: hollow, xs: edges(width), ys: edges(height) }
}

const solid: Matrix = { width: 1, height: 1, stride: 1, words: Uint32Array.of(0x80000000) }
const hollow: Matrix = { width: 3, height: 3, stride: 1, words: Uint32Array.of(0xe0000000, 0xa0000000, 0xe0000000) }

type Span = readonly [from: number, to: number]

/** Where a shape is dark on a line across it. */
function spansOf(shape: Shape): (y: number) => readonly Span[] {
  const { width, height, thickness } = shape
  switch (shape.kind) {
    case 'box': {
      const [w, h] = sizeOfShape(shape)
      const radius = ((shape.rounding / 8) * Math.min(w, h)) / 2
      const inner = Math.max(0, radius - thickness)
      return between(
        (y) => roundedSpan(y, { width: w, height: h, radius }),
        (y) =>
          inset(
            thickness,
            roundedSpan(y - thickness, { width: w - 2 * thickness, height: h - 2 * thickness, radius: inner }),
          ),
      )
    }
    case 'ellipse':
      return between(
        (y) => ellipseSpan(y, width, height),
        (y) => inset(thickness, ellipseSpan(y - thickness, width - 2 * thickness, height - 2 * thickness)),
      )
    case 'diagonal':
      return (y) => {
        const at = (width * (shape.isRising ? height - y : y)) / height
        return [[at, at + thickness]]
      }
  }
}

const inset = (by: number, span: Span | undefined): Span | undefined => span && [span[0] + by, span[1] + by]

/** What is inside of one outline and outside of another. */
function between(
  outer: (y: number) => Span | undefined,
  inner: (y: number) => Span | undefined,
): (y: number) => readonly Span[] {
  return (y) => {
    const [whole, hole] = [outer(y), inner(y)]
    if (whole === undefined) return []
    if (hole === undefined || hole[0] >= hole[1]) return [whole]
    return [
      [whole[0], hole[0]],
      [hole[1], whole[1]],
    ]
  }
}

function roundedSpan(
  y: number,
  { width, height, radius }: { readonly width: number; readonly height: number; readonly radius: number },
): Span | undefined {
  if (width <= 0 || height <= 0 || y < 0 || y >= height) return undefined
  const rise = Math.min(y, height - y)
  const cut = rise >= radius ? 0 : radius - Math.sqrt(radius ** 2 - (radius - rise) ** 2)
  return [cut, width - cut]
}

function ellipseSpan(y: number, width: number, height: number): Span | undefined {
  if (width <= 0 || height <= 0 || y < 0 || y >= height) return undefined
  const half = (width / 2) * Math.sqrt(1 - ((y - height / 2) / (height / 2)) ** 2)
  return [width / 2 - half, width / 2 + half]
}
