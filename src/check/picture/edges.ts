import { darkRuns, scratchForRuns } from '../../../symbologies/matrix/index.ts'
import { asDark, asLight, type Ink, middle, rowOf } from './picture.ts'

/**
 * The edges between light and dark along row `y`, in pixels from its start: into dark, out of it, and so on.
 *
 * Outside the row counts as light, so the number is even. A pixel that an edge divides is grey, and all greys of an
 * edge together are as dark as their covered part, so the place is exact for any symmetric blur.
 *
 * @param into  edges for which it has no room are left out
 * @returns how many edges there are
 */
export function edgesOf({ width, bits, darkness }: Ink, y: number, into: Float64Array): number {
  if (darkness !== undefined) return greyEdges(rowOf(darkness, y, 0, width), into)
  const runs = scratchForRuns(width)
  const count = darkRuns(bits, y, runs)
  for (let i = 0; i < count; i++) into[i] = runs[i]!
  return count
}

/** @param line  darkness of each pixel, 0 to 255 */
function greyEdges(line: Uint8Array, into: Float64Array): number {
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
 * Moves edges between two pixels to their exact places, and copies to `clear` those between full dark and full light: a line
 * along the border of two rows of modules mixes both, and the places of its edges mean nothing.
 *
 * @param edges the numbers of the pixels behind the first `count` edges, the first one into dark; their places on return
 * @returns how many edges are clear
 */
export function placeEdges(line: Uint8Array, edges: Float64Array, count: number, clear: Float64Array): number {
  let clearCount = 0
  for (let e = 0; e < count; e++) {
    const i = edges[e]!
    if (isSharp(line, i)) {
      clear[clearCount++] = i
      continue
    }
    const edge = edgeAt(line, i, (e & 1) === 0)
    const place = placeOf(line, edge)
    if (i < line.length) edges[e] = place
    if (isClear(line, edge)) clear[clearCount++] = place
  }
  return clearCount
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
