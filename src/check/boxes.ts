import type { Box } from './grid.ts'
import { type Ink, middle } from './picture.ts'

/** More parts than this are no picture of one symbol and its text. */
const mostBoxes = 12

/**
 * Where a matrix symbol may be: all that is dark, or one of the parts that light lines across the picture divide it into,
 * the largest first. Text beside or below a symbol is such a part of its own; no symbol has a light line through it.
 */
export function boxesIn(ink: Ink): Box[] {
  const whole = darkBox(ink, { left: 0, right: ink.width, top: 0, bottom: ink.height })
  if (whole === undefined) return []
  const parts = [...bands(ink, whole), ...sideways(ink, whole)]
  const area = (box: Box): number => (box.right - box.left) * (box.bottom - box.top)
  const several = parts.filter((box) => area(box) < area(whole)).toSorted((a, b) => area(b) - area(a))
  return [whole, ...several.slice(0, mostBoxes)]
}

/** The least box around all that is dark in `box`. */
function darkBox(ink: Ink, box: Box): Box | undefined {
  const rows = darkRange(box.top, box.bottom, (y) => rowHasDark(ink, y, box))
  const columns = darkRange(box.left, box.right, (x) => columnHasDark(ink, x, box))
  if (rows === undefined || columns === undefined) return undefined
  return { left: columns[0], right: columns[1], top: rows[0], bottom: rows[1] }
}

function darkRange(from: number, to: number, isDark: (at: number) => boolean): [number, number] | undefined {
  let first = from
  while (first < to && !isDark(first)) first++
  if (first === to) return undefined
  let end = to
  while (!isDark(end - 1)) end--
  return [first, end]
}

function rowHasDark({ width, dark }: Ink, y: number, { left, right }: Box): boolean {
  for (let x = left; x < right; x++) if (dark[y * width + x]! >= middle) return true
  return false
}

function columnHasDark({ width, dark }: Ink, x: number, { top, bottom }: Box): boolean {
  for (let y = top; y < bottom; y++) if (dark[y * width + x]! >= middle) return true
  return false
}

/** Parts one above the other. */
function bands(ink: Ink, box: Box): Box[] {
  const spans = spansOf(box.top, box.bottom, (y) => rowHasDark(ink, y, box))
  return spans.flatMap(([top, bottom]) => darkBox(ink, { ...box, top, bottom }) ?? [])
}

/** Parts one beside the other. */
function sideways(ink: Ink, box: Box): Box[] {
  const spans = spansOf(box.left, box.right, (x) => columnHasDark(ink, x, box))
  return spans.flatMap(([left, right]) => darkBox(ink, { ...box, left, right }) ?? [])
}

function spansOf(from: number, to: number, isDark: (at: number) => boolean): [number, number][] {
  const spans: [number, number][] = []
  let start: number | undefined
  for (let at = from; at <= to; at++) {
    const dark = at < to && isDark(at)
    if (dark && start === undefined) start = at
    if (!dark && start !== undefined) {
      spans.push([start, at])
      start = undefined
    }
  }
  return spans
}
