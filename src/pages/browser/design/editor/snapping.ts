/** Where a box is drawn to while it is moved or resized by hand: edges and middles of other elements and of the label, or else a grid. */

import { type BoxBounds, type BoxSides, rounded } from './draft.ts'

/** How near an edge has to be, in mm. */
const near = 0.8

const linesOf = (start: number, length: number): readonly number[] => [start, start + length / 2, start + length]

/** How far a box has to go so that one of these lines of it meets a line of others, or else the grid, if there is one. */
function pull(lines: readonly number[], others: readonly number[], grid: number): number {
  const ways = lines.flatMap((line) => others.map((other) => other - line)).filter((way) => Math.abs(way) <= near)
  const [first = 0] = lines
  const toGrid = grid === 0 ? 0 : Math.round(first / grid) * grid - first
  return rounded(ways.length === 0 ? toGrid : ways.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a)))
}

/** How far to the right and down a box has to go to lie well. @param grid  in mm; 0 for none */
export function pullOf(
  box: BoxBounds,
  others: readonly BoxBounds[],
  label: BoxSides,
  grid: number,
): readonly [number, number] {
  const all = [...others, { left: 0, top: 0, ...label }]
  return [
    pull(
      linesOf(box.left, box.width),
      all.flatMap(({ left, width }) => linesOf(left, width)),
      grid,
    ),
    pull(
      linesOf(box.top, box.height),
      all.flatMap(({ top, height }) => linesOf(top, height)),
      grid,
    ),
  ]
}

/** The same for its lower right corner alone. */
export function cornerPull(
  box: BoxBounds,
  others: readonly BoxBounds[],
  label: BoxSides,
  grid: number,
): readonly [number, number] {
  const all = [...others, { left: 0, top: 0, ...label }]
  return [
    pull(
      [box.left + box.width],
      all.flatMap(({ left, width }) => linesOf(left, width)),
      grid,
    ),
    pull(
      [box.top + box.height],
      all.flatMap(({ top, height }) => linesOf(top, height)),
      grid,
    ),
  ]
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'

/** How far a box has to go to be aligned with the label. */
export function alignmentPull(
  box: BoxBounds,
  { width, height }: BoxSides,
  alignment: Alignment,
): readonly [number, number] {
  const ways: { readonly [A in Alignment]: readonly [number, number] } = {
    left: [-box.left, 0],
    center: [(width - box.width) / 2 - box.left, 0],
    right: [width - box.width - box.left, 0],
    top: [0, -box.top],
    middle: [0, (height - box.height) / 2 - box.top],
    bottom: [0, height - box.height - box.top],
  }
  return ways[alignment]
}
