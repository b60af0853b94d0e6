/** Labels for Brother's QL and PT series, in raster mode. */

import { darken, firstDark, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { byteRows, isBlank, joined, lowHigh } from './bitmap.ts'
import { type Head, type Placed, placedLabel } from './brother-heads.ts'
import type { Commands, Cut, Handling, PrintedLabel } from './language.ts'

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
export function brotherLabel(label: PrintedLabel, handling: Handling): Commands {
  const placed = placedLabel(label, handling)
  const { head, media } = placed
  const printed = pinsOf(label.dots, placed)
  const lines = media === 'gap' ? printed.height : Math.max(printed.height, head.lines.least)
  const settings = (page: 0 | 1): Uint8Array => joined([settingsOf(placed, lines, page, handling)])
  return {
    first: joined([reset, settings(0)]),
    next: settings(1),
    label: joined([...linesOf(printed, head), ...blankLines(lines - printed.height, head)]),
    between: joined([[printPage]]),
    last: joined([[printLast]]),
    times: label.copies,
  }
}

/** The label's printed dots by pins, the right pin first. */
function pinsOf(dots: Matrix, { head, printed, pinsRight }: Placed): Matrix {
  const { left, top, right, bottom } = printed
  const lines = lightMatrix(head.pins, bottom - top)
  for (let y = top; y < bottom; y++) {
    for (let x = Math.max(left, firstDark(dots, y)); x < right; x++) {
      if (isDark(dots, x, y)) darken(lines, pinsRight + right - 1 - x, y - top)
    }
  }
  return lines
}

/** What each page begins with. @param page  0 for the first of a job */
function settingsOf(
  { head, width, length, media }: Placed,
  lines: number,
  page: 0 | 1,
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
    ...cutting(head, cut),
    ...[0x1b, 0x69, 0x64, ...lowHigh(margin)], // ESC i d
    ...(head.isPacked ? [0x4d, 0x02] : []), // M: TIFF PackBits
  ]
}

/** ESC i M: 40 cuts by itself; ESC i A: after so many labels; ESC i K: 08 cuts at the end (QL), or feeds and cuts after the last (PT). */
function cutting({ series }: Head, cut: Cut): readonly number[] {
  const each = cut === 'each' ? [0x1b, 0x69, 0x4d, 0x40, 0x1b, 0x69, 0x41, 1] : [0x1b, 0x69, 0x4d, 0x00]
  const atEnd = cut === 'end' || (cut === 'each' && series === 'PT')
  return [...each, 0x1b, 0x69, 0x4b, atEnd ? 0x08 : 0x00]
}

type Part = readonly number[] | Uint8Array

function linesOf(pins: Matrix, head: Head): readonly Part[] {
  const { rowLength, bytes } = byteRows(pins)
  return Array.from({ length: pins.height }, (_, y) => bytes.subarray(rowLength * y, rowLength * (y + 1))).flatMap(
    (line) => lineOf(line, head),
  )
}

/** Z: a blank line, where lines are packed; g of the QL series has one byte of length, G of the PT series two. */
function lineOf(line: Uint8Array, { series, isPacked }: Head): readonly Part[] {
  if (isPacked && isBlank(line)) return [[0x5a]]
  const data = isPacked ? packBits(line) : line
  return [series === 'QL' ? [0x67, 0x00, data.length] : [0x47, ...lowHigh(data.length)], data]
}

function blankLines(count: number, head: Head): readonly Part[] {
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
