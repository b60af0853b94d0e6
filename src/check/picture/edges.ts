import { asDark, asLight, middle } from './picture.ts'

/**
 * The edges between light and dark along a line of pixels, in pixels from its start: into dark, out of it, and so on.
 *
 * Outside the line counts as light, so the number is even. A pixel that an edge divides is grey, and all greys of an
 * edge together are as dark as their covered part, so the place is exact for any symmetric blur.
 *
 * @param line darkness of each pixel, 0 to 255
 * @param into room for `line.length + 1` numbers
 * @returns how many edges there are
 */
export function edgesOf(line: Uint8Array, into: Float64Array): number {
  let count = 0
  let dark = false
  for (let i = 0; i < line.length; i++) {
    if (line[i]! >= middle === dark) continue
    dark = !dark
    into[count++] = isSharp(line, i) ? i : placeOf(line, edgeAt(line, i, dark))
  }
  if (dark) into[count++] = line.length
  return count
}

/**
 * The same, and in `clear` only the edges between full dark and full light: a line along the border of two rows of modules
 * mixes both, and the places of its edges mean nothing.
 *
 * @returns how many edges there are of both kinds
 */
export function gradedEdgesOf(
  line: Uint8Array,
  all: Float64Array,
  clear: Float64Array,
): { all: number; clear: number } {
  let count = 0
  let clearCount = 0
  let dark = false
  for (let i = 0; i <= line.length; i++) {
    if ((i < line.length && line[i]! >= middle) === dark) continue
    dark = !dark
    if (isSharp(line, i)) {
      all[count++] = i
      clear[clearCount++] = i
      continue
    }
    const edge = edgeAt(line, i, dark)
    const place = placeOf(line, edge)
    all[count++] = i < line.length ? place : line.length
    if (isClear(line, edge)) clear[clearCount++] = place
  }
  return { all: count, clear: clearCount }
}

/** Whether full dark and full light meet before pixel `i`, as at most edges. Outside the line counts as light. */
function isSharp(line: Uint8Array, i: number): boolean {
  const before = line[i - 1] ?? 0
  const after = line[i] ?? 0
  return (before <= asLight && after >= asDark) || (before >= asDark && after <= asLight)
}

/** The pixels that belong to an edge, from its last dark one to its first light one: `step` leads into the dark. */
interface Edge {
  readonly dark: number
  readonly light: number
  readonly step: 1 | -1
}

/** The edge before pixel `i`, from light to dark if `intoDark`. */
function edgeAt(line: Uint8Array, i: number, intoDark: boolean): Edge {
  const pixel = (at: number): number => line[at] ?? 0
  const step = intoDark ? 1 : -1
  let dark = intoDark ? i : i - 1
  while (pixel(dark) < asDark && pixel(dark + step) > pixel(dark)) dark += step
  let light = intoDark ? i - 1 : i
  while (pixel(light) > asLight && pixel(light - step) < pixel(light)) light -= step
  return { dark, light, step }
}

/** The place where dark ends. */
function placeOf(line: Uint8Array, { dark, light, step }: Edge): number {
  let covered = 0
  for (let at = dark; at !== light - step; at -= step) covered += rounded(line[at] ?? 0)
  return step > 0 ? dark + 1 - covered / 255 : dark + covered / 255
}

function isClear(line: Uint8Array, { dark, light }: Edge): boolean {
  return (line[dark] ?? 0) >= asDark && (line[light] ?? 0) <= asLight
}

/** Nearly light counts as light, nearly dark as dark. */
function rounded(value: number): number {
  return value <= asLight ? 0 : value >= asDark ? 255 : value
}
