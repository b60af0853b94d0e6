import { asDark, asLight, middle } from './picture.ts'

/**
 * Where light and dark meet along a line of pixels, in pixels from its start: into dark, out of it, and so on.
 *
 * Outside of the line is light, so that the number is even. Where an edge falls into a pixel, the pixel is grey, and the
 * greys of the edge together are as dark as the part of them that is covered: the place is exact for any even blur.
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
 * The same, and in `clear` the edges between full dark and full light alone: a line along the border of two rows of modules
 * shows them mixed, and its edges are no places.
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

/** Whether full dark and full light meet before pixel `i`: most edges are so, and are where they seem. Outside is light. */
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

/** The edge before pixel `i`, which is `intoDark` or out of it. */
function edgeAt(line: Uint8Array, i: number, intoDark: boolean): Edge {
  const pixel = (at: number): number => line[at] ?? 0
  const step = intoDark ? 1 : -1
  let dark = intoDark ? i : i - 1
  while (pixel(dark) < asDark && pixel(dark + step) > pixel(dark)) dark += step
  let light = intoDark ? i - 1 : i
  while (pixel(light) > asLight && pixel(light - step) < pixel(light)) light -= step
  return { dark, light, step }
}

/** Where dark ends. */
function placeOf(line: Uint8Array, { dark, light, step }: Edge): number {
  let covered = 0
  for (let at = dark; at !== light - step; at -= step) covered += rounded(line[at] ?? 0)
  return step > 0 ? dark + 1 - covered / 255 : dark + covered / 255
}

function isClear(line: Uint8Array, { dark, light }: Edge): boolean {
  return (line[dark] ?? 0) >= asDark && (line[light] ?? 0) <= asLight
}

/** As good as light is light, as good as dark is dark. */
function rounded(value: number): number {
  return value <= asLight ? 0 : value >= asDark ? 255 : value
}
