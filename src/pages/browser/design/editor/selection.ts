/** Several elements of a draft at once: moved, aligned and spread together. */

import { type BoxBounds, type BoxSides, boundsOf, type DraftElement, moved, rounded, takesAll } from './draft.ts'
import { type Alignment, alignmentPull } from './snapping.ts'

/** Elements by their index, in their order. */
export type Chosen = readonly number[]
type Elements = readonly DraftElement[]

export type Axis = 'across' | 'down'

/** The choice with an element more, or without it if it had it. */
export const toggled = (chosen: Chosen, index: number): Chosen =>
  chosen.includes(index) ? chosen.filter((each) => each !== index) : [...chosen, index].toSorted((a, b) => a - b)

/** All elements, of which `change` makes others of the chosen ones. */
export const changed = (
  elements: Elements,
  chosen: Chosen,
  change: (element: DraftElement) => DraftElement,
): Elements => elements.map((element, index) => (chosen.includes(index) ? change(element) : element))

/** The smallest box that has all of these. */
export function boxAround(boxes: readonly BoxBounds[]): BoxBounds {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))]
  const right = Math.max(...boxes.map((box) => box.left + box.width))
  const bottom = Math.max(...boxes.map((box) => box.top + box.height))
  return { left, top, width: right - left, height: bottom - top }
}

/** Aligns one element with the label, and several with the box around them. */
export function aligned(elements: Elements, chosen: Chosen, way: Alignment, label: BoxSides): Elements {
  const boxes = chosen.flatMap((index) => elements[index] ?? []).map(boundsOf)
  const around = boxes.length > 1 ? boxAround(boxes) : { left: 0, top: 0, ...label }
  return changed(elements, chosen, (element) => {
    const box = boundsOf(element)
    const inside = { ...box, left: box.left - around.left, top: box.top - around.top }
    return moved(element, ...alignmentPull(inside, around, way))
  })
}

/** Moves all but the outermost of three or more elements so that the gaps between them are equal. */
export function distributed(elements: Elements, chosen: Chosen, axis: Axis): Elements {
  const [start, side] = axis === 'across' ? (['left', 'width'] as const) : (['top', 'height'] as const)
  const placed = chosen
    .flatMap((index) => (elements[index] === undefined ? [] : { index, box: boundsOf(elements[index]) }))
    .toSorted((a, b) => a.box[start] + a.box[side] / 2 - (b.box[start] + b.box[side] / 2))
  const [first, last] = [placed[0]?.box, placed.at(-1)?.box]
  if (first === undefined || last === undefined || placed.length < 3) return elements
  const length = last[start] + last[side] - first[start]
  const gap = (length - placed.reduce((sum, { box }) => sum + box[side], 0)) / (placed.length - 1)
  const shifts = new Map<number, number>()
  let next = first[start]
  for (const { index, box } of placed) {
    shifts.set(index, rounded(next - box[start]))
    next += box[side] + gap
  }
  return elements.map((element, index) => {
    const shift = shifts.get(index) ?? 0
    return axis === 'across' ? moved(element, shift, 0) : moved(element, 0, shift)
  })
}

/** The elements that lie in a box as a whole. */
export function inside(elements: Elements, { left, top, width, height }: BoxBounds): Chosen {
  return elements.flatMap((element, index) => {
    const box = boundsOf(element)
    const isInside =
      box.left >= left && box.top >= top && box.left + box.width <= left + width && box.top + box.height <= top + height
    return isInside && !takesAll(element) ? [index] : []
  })
}
