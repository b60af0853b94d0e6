/** Labels for Brother's QL and PT series, in raster mode. */

import { darkenSpan, darkRuns, darkRunsBetween, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { byteRows, isBlank, joined, lowHigh } from './bitmap.ts'
import { type BrotherHead, isFine, type Placed, placedLabel } from './brother-heads.ts'
import type { Commands, Cut, FedLabel, Handling } from './language.ts'

/** As many zeros as the series want that want the most, which make void what was begun, and ESC @. */
const reset = [...new Array<number>(400).fill(0), 0x1b, 0x40]
/** FF: print, another page follows; SUB: print and feed (Raster Command Reference PT-E550W/P750W/P710BT 1.01). */
const [printPage, printLast] = [0x0c, 0x1a] as const

/**
 * A label in raster mode: settings, then a line for each row of dots, in which 1 is black and the first bit is the right pin of the head.
 *
 * Lines have all pins, whatever the tape. Labels that are shorter than printers cut are longer by blank lines on continuous tape.
 *
 * @throws FitError for a label that is wider than all tapes, or too long
 */
export function brotherLabel(label: FedLabel, handling: Handling): Commands {
  const placed = placedLabel(label, handling)
  const { head, media, leastLines } = placed
  const printed = pinsOf(columnsOf(label), placed)
  const lines = media === 'gap' ? printed.height : Math.max(printed.height, leastLines)
  const expanded = isFine(label.resolution) ? fineLines : 0
  const settings = (page: 0 | 1): Uint8Array => joined([settingsOf(placed, { lines, page, expanded }, handling)])
  return {
    first: joined([reset, settings(0)]),
    next: settings(1),
    label: joined([...linesOf(printed, head), ...blankLines(lines - printed.height, head)]),
    between: joined([[printPage]]),
    last: joined([[printLast]]),
    times: label.copies,
  }
}

/** Of ESC i K: 600 lines an inch. */
const fineLines = 0x40

/**
 * The label's dots, a column for each pin. Where a pin prints two columns of dots, it prints what either has; they are paired so that no
 * module is cut in two.
 */
export function columnsOf({ dots, resolution, sides = [] }: FedLabel): Matrix {
  if (!isFine(resolution)) return dots
  const { height } = dots
  const width = Math.ceil(dots.width / 2)
  const columns = lightMatrix(width, height)
  const runs = new Int32Array(dots.width + 1)
  // modules lie on pairs from the first edge of a symbol on
  const shift = sides.length > 0 ? sides[0]! & 1 : 0
  for (let y = 0; y < height; y++) {
    const count = darkRuns(dots, y, runs)
    const row = 32 * columns.stride * y
    for (let i = 0; i < count; i += 2) {
      const end = Math.min(width, Math.ceil((runs[i + 1]! + shift) / 2))
      darkenSpan(columns.words, row + ((runs[i]! + shift) >> 1), row + end)
    }
  }
  return columns
}

/** The label's printed dots by pins, the right pin first. */
function pinsOf(dots: Matrix, { head, printed, pinsRight }: Placed): Matrix {
  const { left, top, right, bottom } = printed
  const lines = lightMatrix(head.pins, bottom - top)
  const runs = new Float64Array(right - left + 1)
  for (let y = top; y < bottom; y++) {
    const count = darkRunsBetween(dots, y, { from: left, to: right }, runs)
    const line = 32 * lines.stride * (y - top) + pinsRight + right
    for (let i = 0; i < count; i += 2) darkenSpan(lines.words, line - runs[i + 1]!, line - runs[i]!)
  }
  return lines
}

/** What each page begins with. @param page  0 for the first of a job */
function settingsOf(
  { head, width, length, media }: Placed,
  { lines, page, expanded }: { readonly lines: number; readonly page: 0 | 1; readonly expanded: number },
  { cut = 'each' }: Handling,
): readonly number[] {
  const isDieCut = head.series === 'QL' && media === 'gap'
  // ESC i z: which of the values are checked; what is not known of the tape is not
  const [byKind, byWidth, byLength, quality, recovery] = [0x02, 0x04, 0x08, 0x40, 0x80] as const
  const isKnown = head.series === 'QL' && media !== undefined
  const checked = (isKnown ? byKind : 0) | byWidth | (isDieCut ? byLength : 0) | quality | recovery
  const kind = isDieCut ? 0x0b : isKnown ? 0x0a : 0
  const margin = isDieCut ? 0 : head.margin
  return [
    ...[0x1b, 0x69, 0x61, 0x01], // ESC i a: raster mode
    ...[0x1b, 0x69, 0x21, 0x01], // ESC i !: no notices of the state
    ...[0x1b, 0x69, 0x7a, checked, kind, width, isDieCut ? length : 0, ...lowHigh(lines), 0, 0, page, 0],
    ...cutting(head, cut, expanded),
    ...[0x1b, 0x69, 0x64, ...lowHigh(margin)], // ESC i d
    ...(head.isPacked ? [0x4d, 0x02] : []), // M: TIFF PackBits
  ]
}

/** ESC i M: 40 cuts by itself; ESC i A: after so many labels; ESC i K: 08 cuts at the end (QL), or feeds and cuts after the last (PT). */
function cutting({ series }: BrotherHead, cut: Cut, expanded: number): readonly number[] {
  const each = cut === 'each' ? [0x1b, 0x69, 0x4d, 0x40, 0x1b, 0x69, 0x41, 1] : [0x1b, 0x69, 0x4d, 0x00]
  const atEnd = cut === 'end' || (cut === 'each' && series === 'PT')
  return [...each, 0x1b, 0x69, 0x4b, (atEnd ? 0x08 : 0x00) | expanded]
}

type Part = readonly number[] | Uint8Array

function linesOf(pins: Matrix, head: BrotherHead): readonly Part[] {
  const { rowLength, bytes } = byteRows(pins)
  return Array.from({ length: pins.height }, (_, y) => bytes.subarray(rowLength * y, rowLength * (y + 1))).flatMap(
    (line) => lineOf(line, head),
  )
}

/** Z: a blank line, where lines are packed; g of the QL series has one byte of length, G of the PT series two. */
function lineOf(line: Uint8Array, { series, isPacked }: BrotherHead): readonly Part[] {
  if (isPacked && isBlank(line)) return [[0x5a]]
  const data = isPacked ? packBits(line) : line
  return [series === 'QL' ? [0x67, 0x00, data.length] : [0x47, ...lowHigh(data.length)], data]
}

function blankLines(count: number, head: BrotherHead): readonly Part[] {
  const blank = lineOf(new Uint8Array(head.pins / 8), head)
  return Array.from({ length: count }, () => blank).flat()
}

/**
 * A line in TIFF PackBits: a byte below 128 is one less than the number of bytes that follow; 257 less a byte above 128 is how often the
 * next one is repeated.
 */
export function packBits(line: Uint8Array): Uint8Array {
  const packed: number[] = []
  let literal: number[] = []
  const endLiteral = (): void => {
    if (literal.length > 0) packed.push(literal.length - 1, ...literal)
    literal = []
  }
  for (let at = 0, to = 0; at < line.length; at = to) {
    while (to < line.length && line[to] === line[at] && to - at < 128) to++
    if (to - at >= 3) {
      endLiteral()
      packed.push(257 - (to - at), line[at]!)
      continue
    }
    for (let i = at; i < to; i++) {
      literal.push(line[i]!)
      if (literal.length === 128) endLiteral()
    }
  }
  endLiteral()
  return Uint8Array.from(packed)
}
