import { blitRow, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { edgePen, filled } from './fill.ts'
import type { PlacedGlyph } from './glyph.ts'
import type { Line } from './line.ts'

export interface Bitmap {
  readonly matrix: Matrix
  /** The position of the first column and row, in dots relative to the line's origin. */
  readonly left: number
  readonly top: number
}

/** The line's ink, one bit a dot. The matrix is as large as the line's ink box: 0 x 0 if there is no ink. */
export function bitmapOf({ ink, glyphs, size }: Line): Bitmap {
  const matrix = lightMatrix(ink.right - ink.left, ink.bottom - ink.top)
  for (const placed of glyphs) {
    const glyph = glyphBitmap(placed, size)
    stamp(matrix, glyph.matrix, Math.floor(placed.x) + glyph.left - ink.left, placed.y + glyph.top - ink.top)
  }
  return { matrix, left: ink.left, top: ink.top }
}

/**
 * Bitmaps of glyphs by source, glyph, fraction of x and size, in two generations: when the young one is full, it replaces the
 * old one, which is dropped. A bitmap of the old generation that is used again joins the young one.
 */
let young = new Map<number, Bitmap>()
let old = new Map<number, Bitmap>()
let youngBytes = 0

/** The largest size of a generation in bytes, with 100 bytes of overhead for each bitmap. */
export const generationBytes = 2_000_000

/** The bytes of the young generation, and the number of bitmaps in both. */
export function cachedBytes(): { readonly young: number; readonly glyphs: number } {
  return { young: youngBytes, glyphs: young.size + old.size }
}

/** The outline of one glyph: scratch; contents are not kept between calls. */
const pen = edgePen()

function glyphBitmap({ source, glyph, x }: PlacedGlyph, size: number): Bitmap {
  const fraction = x - Math.floor(x)
  const key = ((source.id * 0x200000 + glyph) * 4 + fraction * source.phases) * 4096 + size
  const known = young.get(key)
  if (known !== undefined) return known
  const bitmap = old.get(key) ?? draw()
  youngBytes += 100 + bitmap.matrix.words.byteLength
  if (youngBytes > generationBytes) {
    old = young
    young = new Map()
    youngBytes = 100 + bitmap.matrix.words.byteLength
  }
  young.set(key, bitmap)
  return bitmap

  function draw(): Bitmap {
    const box = source.box(glyph, size, fraction)
    if (box === undefined) return { matrix: lightMatrix(0, 0), left: 0, top: 0 }
    pen.clear()
    source.draw(glyph, size, fraction, 0, pen)
    return { matrix: filled(pen.values(), box), left: box.left, top: box.top }
  }
}

/** Draws `glyph` into `onto` with its upper left dot at (x, y). All of it must be within `onto`. */
function stamp(onto: Matrix, glyph: Matrix, x: number, y: number): void {
  const { height, stride, words } = glyph
  for (let row = 0; row < height; row++) {
    blitRow(onto.words, 32 * onto.stride * (y + row) + x, words, row * stride, stride)
  }
}
