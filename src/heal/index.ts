/**
 * A document made for any printer as labels for one with few dots: its symbols are read and drawn again on whole dots with the modules that
 * they had, all else is printed as the printer can print it.
 *
 * @module
 */

import { resolutions } from '../layout/resolution.ts'
import { sidesAsFed } from '../layout/stock.ts'
import { type Picture, PictureError } from '../reader/check/index.ts'
import { type HealedLabel, labelsOf } from './label.ts'
import { type HealOrder, mostLabels } from './order.ts'
import { pagesOf, picturePage } from './pages.ts'

export type { HealedLabel } from './label.ts'
export { type Fit, fits, type HealOrder, mostLabels, type Split } from './order.ts'
export { type DocumentReport, type HealedSymbol, type PageNote, type PageReport, warningsOf } from './report.ts'

/**
 * The labels of a document, each drawn when it is asked for.
 *
 * @param file  PDF, PNG or JPEG
 * @throws PictureError for a file that is none of them, is damaged, encrypted or too large; DrawingRefusal for a label that is too large
 */
export async function* healed(file: Uint8Array<ArrayBuffer>, order: HealOrder): AsyncGenerator<HealedLabel> {
  const { split = { columns: 1, rows: 1 }, index } = order
  const parts = split.columns * split.rows
  const page = index === undefined ? undefined : 1 + Math.floor(index / parts)
  const mostPages = Math.max(1, Math.floor(mostLabels / parts))
  const pixelsOf = (picture: Picture): number => usualPixels(picture, order)
  for await (const each of pagesOf(file, { page, mostPages, pixelsOf })) {
    for (const label of labelsOf(each, order)) yield label
  }
}

/** The label of a page that is a picture already, such as one of a raster stream. @throws DrawingRefusal for a label that is too large */
export function healedPicture(picture: Picture, order: HealOrder): HealedLabel {
  const [label] = labelsOf(picturePage(picture, usualPixels(picture, order)), { ...order, split: undefined })
  if (label === undefined) throw new PictureError('a picture without pixels')
  return label
}

/** Pixels a mm of a picture that does not say it: as many as fill the label, or as many as the print head has. */
function usualPixels({ width, height }: Picture, { dpi, size, split }: HealOrder): number {
  if (size === undefined) return resolutions[dpi].perMillimetre
  const [across, along] = sidesAsFed(size).map((points) => (points * 25.4) / 72) as [number, number]
  const [columns, rows] = [width / (split?.columns ?? 1), height / (split?.rows ?? 1)]
  const upright = Math.max(columns / across, rows / along)
  const turned = Math.max(columns / along, rows / across)
  return Math.min(upright, turned)
}
