/** Symbols with narrow and wide bars and spaces, of which a wide one has three modules in a reading, however wide it is drawn. */

import type { Symbology } from '../../symbologies/barcode.ts'
import type { EdgesIn, Frame, IsDark } from './frame.ts'

export const isTwoWidths = (symbology: Symbology): boolean => symbology === 'code39' || symbology === 'itf14'

/** The edges of modules, of which a wide element has three. */
export const twoWidthEdges =
  (row: string, isDark: IsDark): EdgesIn =>
  (frame) => {
    const { ratio } = twoWidths(row, frame, isDark)
    const runs = row.match(/1+|0+/g) ?? []
    const units = runs.map((run) => (run.length > 1 ? ratio : 1))
    const unit = frame.width / units.reduce((sum, each) => sum + each, 0)
    const edges = [0]
    for (const [i, run] of runs.entries())
      for (let k = 0; k < run.length; k++) edges.push(edges.at(-1)! + (unit * units[i]!) / run.length)
    return edges
  }

/** The narrow width in pixels and how many times wider wide ones are, of dark and light together, so that ink that spread tells nothing. */
export function twoWidths(
  row: string,
  frame: Frame,
  isDark: IsDark,
): { readonly narrow: number; readonly ratio: number } {
  const runs = row.match(/1+|0+/g) ?? []
  const widths = runsAcross(frame, isDark)
  const fallback = { narrow: frame.width / row.length, ratio: 3 }
  if (widths.length !== runs.length) return fallback
  const mean = (isWide: boolean, isBar: boolean): number => {
    const chosen = widths.filter((_, i) => (i % 2 === 0) === isBar && runs[i]!.length > 1 === isWide)
    return chosen.reduce((sum, width) => sum + width, 0) / chosen.length
  }
  const narrow = (mean(false, true) + mean(false, false)) / 2
  const wide = (mean(true, true) + mean(true, false)) / 2
  return narrow > 0 && wide > narrow ? { narrow, ratio: wide / narrow } : fallback
}

/** Of a pixel. */
const step = 0.25

/** The widths of bars and spaces in turn along the middle of a frame, in pixels. */
function runsAcross(frame: Frame, isDark: IsDark): number[] {
  const edges: number[] = []
  let before = false
  for (let u = -2; u < frame.width + 2; u += step) {
    const dark = isDark(...frame.at(u, frame.height / 2))
    if (dark !== before) edges.push(u)
    before = dark
  }
  return edges.slice(1).map((edge, i) => edge - edges[i]!)
}
