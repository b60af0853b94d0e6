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
    into[count++] = dark ? line.length - placeIn(line, line.length - i, backwards) : placeIn(line, i, forwards)
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
    const place = dark ? line.length - placeIn(line, line.length - i, backwards) : placeIn(line, i, forwards)
    all[count++] = i < line.length ? place : line.length
    const isClear = dark ? isFull(line, line.length - i, backwards) : isFull(line, i, forwards)
    if (isClear) clear[clearCount++] = place
  }
  return { all: count, clear: clearCount }
}

/** How many edges `edgesOf` finds. */
export function edgesIn(line: Uint8Array): number {
  let count = 0
  let dark = 0
  for (let i = 0; i < line.length; i++) {
    const next = Number(line[i]! >= middle)
    count += dark ^ next
    dark = next
  }
  return count + dark
}

function isFull(line: Uint8Array, at: number, pixel: Pixels): boolean {
  const { first, last } = reach(line, at, pixel)
  return pixel(line, first) >= asDark && pixel(line, last) <= asLight
}

/** The pixel at a place of a line that is read in one direction; outside is light. */
type Pixels = (line: Uint8Array, place: number) => number

const forwards: Pixels = (line, place) => line[place] ?? 0
const backwards: Pixels = (line, place) => line[line.length - 1 - place] ?? 0

/** The place where dark ends, as far as the pixels go that belong to the edge before pixel `at`, the first light one. */
function placeIn(line: Uint8Array, at: number, pixel: Pixels): number {
  const { first, last } = reach(line, at, pixel)
  let covered = 0
  for (let i = first; i <= last; i++) covered += rounded(pixel(line, i))
  return first + covered / 255
}

/** The pixels that belong to the edge before pixel `at`, from the last dark one to the first light one. */
function reach(line: Uint8Array, at: number, pixel: Pixels): { first: number; last: number } {
  let first = at - 1
  while (pixel(line, first) < asDark && pixel(line, first - 1) > pixel(line, first)) first--
  let last = at
  while (pixel(line, last) > asLight && pixel(line, last + 1) < pixel(line, last)) last++
  return { first, last }
}

/** As good as light is light, as good as dark is dark. */
function rounded(value: number): number {
  return value <= asLight ? 0 : value >= asDark ? 255 : value
}
