import type { PlainSource } from './glyph.ts'
import { boxOfPixels, drawPixels, type Pixels, pointsOfPixels } from './pixels.ts'

/** The hexadecimal digits, 3 pixels wide and 5 high: an octal digit for each row, its highest bit leftmost. */
const digits: readonly string[] = [
  '75557', // 0
  '26227',
  '71747',
  '71717',
  '55711', // 4
  '74717',
  '74757',
  '71122',
  '75757', // 8
  '75717',
  '75755',
  '65656',
  '74447', // C
  '65556',
  '74747',
  '74744',
]

const height = 16

/** A box with the code point's hexadecimal digits in two rows, for a character that no font has. */
export function codeBox(id: number): PlainSource {
  return {
    kind: 'plain',
    id,
    phases: 1,
    advance: (code) => (widthOf(code) + 1) / 16,
    box: (code, size, x) => boxOfPixels(boxPixels(code), size, x),
    points: (code) => pointsOfPixels(boxPixels(code)),
    draw: (code, size, x, y, pen) => drawPixels(boxPixels(code), size, x, y, pen),
  }
}

/** Digits in a row: code points of four digits take two in each row, those of more take three. */
const rowLength = (code: number): number => (code > 0xffff ? 3 : 2)

/** The frame and a gap take three pixels, each digit with the gap after it four: 11 or 15 pixels. */
const widthOf = (code: number): number => 3 + 4 * rowLength(code)

function boxPixels(code: number): Pixels {
  const width = widthOf(code)
  const rows = new Uint16Array(height)
  const full = ((1 << width) - 1) << (16 - width)
  const sides = 0x8000 | (0x8000 >>> (width - 1))
  for (let row = 0; row < height; row++) rows[row] = row === 0 || row === height - 1 ? full : sides
  const text = code.toString(16).padStart(2 * rowLength(code), '0')
  for (let i = 0; i < text.length; i++) {
    const digit = digits[Number.parseInt(text.charAt(i), 16)]!
    const column = 2 + 4 * (i % rowLength(code))
    const top = i < rowLength(code) ? 2 : 9
    for (let row = 0; row < 5; row++) rows[top + row]! |= Number(digit[row]) << (13 - column)
  }
  return { rows, left: 0 }
}
