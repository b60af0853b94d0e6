/** The grade of a symbol on a print head: its dots as a scanner sees them on paper. */

import { isDark, type Matrix } from '../../symbologies/matrix/index.ts'
import type { DotArea } from '../layout/scene.ts'
import type { Picture } from '../reader/check/index.ts'
import { graded, type Letter } from '../reader/grade/index.ts'
import type { Recognised } from './recognised.ts'

/** Pixels of a module at the least: as many as the aperture and the edges of a symbol need. */
const leastPixels = 8
/** The greys that paper and ink have in a scan, as sRGB has reflectances of 0.75 and 0.03. */
const [ink, paper] = [49, 225]

/**
 * @param area  of the symbol with its quiet zones, in dots
 * @param perMillimetre  dots
 * @returns null if it cannot be read
 */
export function letterOnHead(
  dots: Matrix,
  area: DotArea,
  {
    symbol: { symbology, text, module },
    perMillimetre,
  }: { symbol: Pick<Recognised, 'symbology' | 'text' | 'module'>; perMillimetre: number },
): Letter | null {
  const pixels = Math.max(2, Math.ceil(leastPixels / module))
  const picture = scanned(dots, area, pixels)
  const perMetre = Math.round(1000 * perMillimetre * pixels)
  const { symbols } = graded({ ...picture, resolution: { across: perMetre, down: perMetre } }, { type: symbology })
  return symbols.find((each) => each.text === text)?.letter ?? null
}

/** The dots of an area, each of so many pixels, with edges that are as soft as a scanner sees them. */
function scanned(dots: Matrix, area: DotArea, pixels: number): Picture {
  const [left, top] = [Math.floor(area.left), Math.floor(area.top)]
  const [columns, rows] = [Math.ceil(area.right) - left, Math.ceil(area.bottom) - top]
  const [width, height] = [columns * pixels, rows * pixels]
  const sharp = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = top + Math.floor(y / pixels)
    for (let x = 0; x < width; x++) {
      const column = left + Math.floor(x / pixels)
      const isInside = row >= 0 && column >= 0 && row < dots.height && column < dots.width
      sharp[y * width + x] = isInside && isDark(dots, column, row) ? ink : paper
    }
  }
  return { width, height, grey: softened(sharp, width, height) }
}

/** Each pixel with its neighbours, across and down: a quarter, a half, a quarter. */
function softened(sharp: Uint8Array, width: number, height: number): Uint8Array {
  const along = (from: Uint8Array, step: number, isFirst: (i: number) => boolean, isLast: (i: number) => boolean) =>
    from.map((value, i) => {
      const before = isFirst(i) ? value : from[i - step]!
      const after = isLast(i) ? value : from[i + step]!
      return (before + 2 * value + after + 2) >> 2
    })
  const across = along(
    sharp,
    1,
    (i) => i % width === 0,
    (i) => i % width === width - 1,
  )
  return along(
    across,
    width,
    (i) => i < width,
    (i) => i >= width * (height - 1),
  )
}
