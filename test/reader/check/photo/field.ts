/** A field of equal symbols, side by side and one below the other. */

import type { Picture, PicturePoint, Report } from '../../../../src/reader/check/index.ts'
import { encode, rowsOf } from '../../../../symbologies/index.ts'

const ean = rowsOf(encode('ean13', '590123412345').matrix)[0]!
/** Modules from one symbol to the next, and of its bars. */
const pitch = { across: ean.length + 12, down: 40 } as const
const height = 30

/** @param pixels  of a module */
export function fieldPicture(side: number, pixels: number): Picture {
  const grey = new Uint8Array(side * side).fill(255)
  for (let y = 0; y < side; y++) {
    if (Math.floor(y / pixels) % pitch.down >= height) continue
    for (let x = 0; x < side; x++) {
      if (ean[Math.floor(x / pixels) % pitch.across] === '1') grey[y * side + x] = 0
    }
  }
  return { width: side, height: side, grey }
}

/** The corners that are not those of one symbol of a field, or are those of a symbol that came before. */
export function offGrid({ symbols }: Report, pixels: number): readonly (readonly PicturePoint[])[] {
  const [wide, high] = [pitch.across * pixels, pitch.down * pixels]
  const seen = new Set<string>()
  return symbols.flatMap(({ corners }) => {
    const [a] = corners
    const [column, row] = [Math.round(a!.x / wide), Math.round(a!.y / high)]
    const [left, top] = [column * wide, row * high]
    const [right, bottom] = [left + ean.length * pixels, top + height * pixels]
    const wanted = [left, top, right, top, right, bottom, left, bottom]
    const found = corners.flatMap(({ x, y }) => [x, y])
    const isOff = found.some((at, i) => Math.abs(at - wanted[i]!) > 1.5 * pixels) || seen.has(`${column} ${row}`)
    seen.add(`${column} ${row}`)
    return isOff ? [corners] : []
  })
}
