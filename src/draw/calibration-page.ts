/** The calibration page of a printer: a label whose scan tells how the printer has to be corrected. */

import { FitError } from '../layout/fit.ts'
import { type Dpi, type Resolution, resolutions } from '../layout/resolution.ts'
import { type Mark, moved, type Scene } from '../layout/scene.ts'
import { blankLabel, fedOrientation, type LabelSize } from '../layout/stock.ts'
import { type CalibrationPattern, calibrationPattern, darkOf } from '../reader/calibrate/pattern.ts'
import { rectangle, words } from './test-page-parts.ts'

/** The pattern of a printer's labels. @throws FitError for labels that have no room for it */
export function patternFor(stock: LabelSize, dpi: Dpi): CalibrationPattern {
  const { width, height } = blankFor(stock, resolutions[dpi])
  const pattern = calibrationPattern(width, height, resolutions[dpi])
  if (pattern !== undefined) return pattern
  throw new FitError('size', `${stock} has no room for the calibration page; about 25 x 25 mm are needed`)
}

/** @param stock  as it is fed: its first side lies across the print head @throws FitError */
export function calibrationPage(stock: LabelSize, dpi: Dpi, name: string): Scene {
  const resolution = resolutions[dpi]
  const pattern = patternFor(stock, dpi)
  const { width, height, paper, stock: named } = blankFor(stock, resolution)
  const marks: readonly Mark[] = [
    ...darkOf(pattern).map((dark) => rectangle(dark.x, dark.y, dark.width, dark.height)),
    ...wordsOn(
      pattern,
      [`${name}, ${stock} ${dpi} dpi`, 'Scan all of this label at 600 dpi or more, on a dark sheet.'],
      resolution,
    ),
  ]
  return {
    width,
    height,
    resolution,
    paper,
    stock: named,
    turn: 'N',
    marks,
    title: 'calibration page',
    module: pattern.module,
    barHeight: 0,
    cut: [],
  }
}

const blankFor = (size: LabelSize, resolution: Resolution): ReturnType<typeof blankLabel> =>
  blankLabel({ size, orientation: fedOrientation(size) ?? 'landscape', resolution, paperSize: 'whole dots' })

/** Words in the room that is left, if they fit. */
function wordsOn({ free }: CalibrationPattern, texts: readonly string[], resolution: Resolution): readonly Mark[] {
  const sizes = [10, 6]
  for (const points of sizes) {
    const set = words(
      texts.map((text) => ({ text, points })),
      free.width,
      resolution,
    )
    if (!set.isCut && set.height <= free.height) return set.marks.map((mark) => moved(mark, free.x, free.y))
  }
  return []
}
