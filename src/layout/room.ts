import type { Resolution } from './resolution.ts'
import { type LabelSize, type Orientation, type Paper, paperOf } from './stock.ts'

/** A rectangle to print in, in dots. */
export interface Room {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
}

/** `exact`: as the stock is sold; `whole dots`: the nearest whole number of dots of the print head. */
export type PaperSize = 'exact' | 'whole dots'

/** A label before anything is drawn on it: its size in whole dots, and the room within its margins. */
export interface Sheet {
  readonly paper: Paper
  readonly width: number
  readonly height: number
  readonly room: Room
}

export interface SheetStyle {
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly resolution: Resolution
  readonly paperSize: PaperSize
}

/** The margins, which thermal printers need to grip the label, are 4 % of the shorter side, but 1 to 3 mm. */
export function sheetOf({ size, orientation, resolution, paperSize }: SheetStyle): Sheet {
  const exact = paperOf(size, orientation)
  const { perInch, perMillimetre } = resolution
  const width = Math.round((exact.width * perInch) / 72)
  const height = Math.round((exact.height * perInch) / 72)
  const margin = Math.round(Math.min(Math.max(0.04 * Math.min(width, height), perMillimetre), 3 * perMillimetre))
  const room = { x: margin, y: margin, width: width - 2 * margin, height: height - 2 * margin, resolution }
  const paper = paperSize === 'exact' ? exact : { width: pointsOf(width, perInch), height: pointsOf(height, perInch) }
  return { paper, width, height, room }
}

/** A length in points, at most 0.0002 too short unless it is whole: renderers that round a page up to dots then have no dot more. */
function pointsOf(dots: number, perInch: number): number {
  const points = (dots * 72) / perInch
  return Number.isInteger(points) ? points : Math.floor(points * 1e4 - 0.5) / 1e4
}
