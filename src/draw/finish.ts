/**
 * What a label is drawn for, and all that is done for it, once for labels of every kind: a label is fed to its printer or laid on its
 * sheet, its symbols are narrowed by what the printer spreads, what would not be printed whole is refused, and it is judged.
 */

import { excessOf, type Limits } from '../drawing-size.ts'
import { compensated, gainOf } from '../layout/compensation.ts'
import { FitError } from '../layout/fit.ts'
import { type Dpi, type Resolution, resolutions, usualDpi } from '../layout/resolution.ts'
import { fed, isOnPairs, type Scene, upright } from '../layout/scene.ts'
import type { Filling } from '../layout/sheets/placing.ts'
import { type BlankStyle, type LabelSize, type Orientation, type Scale, scaleAsRead } from '../layout/stock.ts'
import { NotConforming, type Warning } from '../plan/warning.ts'
import { assumedDpi, widthOfReceipts } from '../plan/warnings.ts'
import { arranged, quarterTurns, type RollArrangement, turnedFor } from '../render/arrange.ts'
import { refuseCut, refuseMoved } from '../render/commands.ts'
import { assumedDpiOf, type Handling, isPrinterLanguage, type PrinterLanguage } from '../render/language.ts'
import { beyondPaper, fillingOf, type OnSheet, pageExtent, sheetWarnings } from './sheets.ts'

export type ImageFormat = 'png' | 'svg' | 'pdf'

/** A label is also drawn in the languages of label printers. */
export type LabelFormat = ImageFormat | PrinterLanguage

/** How a label is read, and what it is drawn for. */
export interface MediumRequest extends OnSheet {
  readonly format: LabelFormat
  /** Of the print head. */
  readonly dpi?: Dpi | undefined
  /** As it is fed, or as it lies on its sheet. */
  readonly size: LabelSize
  /** As it is read. */
  readonly orientation: Orientation
  /** The module width wanted, in mm. */
  readonly xdim?: number | undefined
  /** `x,y` in mm, or one number for both: how much wider the printer makes dark than it is drawn. */
  readonly gain?: string | undefined
  /** Whether a drawing with a warning is refused. */
  readonly strict?: boolean
  /** Of the printer that it is drawn for. */
  readonly handling?: (Handling & RollArrangement) | undefined
}

export interface Medium extends Omit<MediumRequest, 'dpi'> {
  /** Undefined where nothing says it: the page then has its exact size. */
  readonly dpi: Dpi | undefined
  readonly isDpiAssumed: boolean
  readonly resolution: Resolution
  /** With the resolution of the print head a page has its dots, so that every renderer puts dots on dots. */
  readonly paperSize: BlankStyle['paperSize']
  /** The printer's, of a label that is drawn in its language, as the label is read. */
  readonly scale: Scale | undefined
  /** How its sheets are filled; undefined if it is on none. */
  readonly filling: Filling | undefined
}

/** The medium of a label, with what a request leaves open: labels in the language of a printer have a resolution. */
export function mediumOf(request: MediumRequest): Medium {
  const { format, orientation, size, handling = {} } = request
  const isForPrinter = isPrinterLanguage(format)
  const dpi = request.dpi ?? (isForPrinter ? assumedDpiOf(format) : undefined)
  const resolution = resolutions[dpi ?? usualDpi]
  const { turn = 0 } = handling
  const scale =
    handling.scale === undefined || !isForPrinter
      ? undefined
      : scaleAsRead(handling.scale, { size, orientation, resolution }, quarterTurns.indexOf(turn))
  return {
    ...request,
    ...{ dpi, resolution, scale },
    isDpiAssumed: isForPrinter && request.dpi === undefined,
    paperSize: dpi === undefined ? 'exact' : 'whole dots',
    filling: fillingOf(request),
  }
}

/** @throws FitError for sheets that are too large for the format of a picture */
export function refuseLargeSheet({ filling, format }: Medium, limits: Limits): void {
  const excess = filling && excessOf(pageExtent(filling), format, limits)
  if (excess !== undefined) throw new FitError('sheet', `${excess}; format=pdf would fit`, { format: 'pdf' })
}

/** A label as it goes to its writer, with all that is doubtful about it. */
interface Finished {
  readonly scene: Scene
  readonly warnings: readonly Warning[]
}

/**
 * A label for its medium.
 *
 * @param scene  as it is read
 * @param judge  what is doubtful about the label by itself
 * @throws FitError for what would not be printed whole; NotConforming if there is a warning and the request is strict; what `judge` throws
 */
export function finished(scene: Scene, medium: Medium, judge: (placed: Scene) => readonly Warning[]): Finished {
  const placed = placedOn(scene, medium)
  refusePartial(placed, medium)
  const warnings = [...judge(placed), ...mediumWarnings(placed, medium)]
  if (medium.strict && warnings.length > 0) throw new NotConforming(warnings)
  return { scene: placed, warnings }
}

/** The label as it lies on its medium, with its symbols narrowed. */
export function placedOn(scene: Scene, medium: Medium): Scene {
  return narrowedFor(lyingOn(scene, medium), medium)
}

function lyingOn(scene: Scene, { format, size, scale, filling }: Medium): Scene {
  if (filling !== undefined) return upright(fed(scene, size))
  return isPrinterLanguage(format) ? fed({ ...scene, scale }, size) : scene
}

/** The label with its symbols narrowed, or widened, if the request or else the printer's entry says so. */
function narrowedFor(scene: Scene, { gain, dpi, format, handling, size }: Medium): Scene {
  // documents and pictures are turned when they are sent to a printer
  const { turn } = handling === undefined ? scene : turnedFor(fed(scene, size), handling)
  const wanted = gain === undefined ? handling?.gain : gainOf(gain)
  return wanted === undefined ? scene : compensated(scene, wanted, { turn, columns: columnsOfPins({ format, dpi }) })
}

/** Columns of dots that a pin prints: at 600 dpi, heads of 300 dpi print two. */
const columnsOfPins = ({ format, dpi }: Pick<Medium, 'format' | 'dpi'>): 1 | 2 =>
  format === 'brother' && dpi === '600' ? 2 : 1

/** Whether every module of a label has pins of its own. @param scene  as it is read */
export function printsWholeModules(scene: Scene, medium: Medium): boolean {
  return columnsOfPins(medium) === 1 || hasWholePins(placedOn(scene, medium), medium)
}

/** Whether every module has pins of its own. @param placed  on its medium */
function hasWholePins(placed: Scene, medium: Medium): boolean {
  return columnsOfPins(medium) === 1 || isOnPairs(turnedFor(placed, medium.handling ?? {}))
}

/** @throws FitError for what the edge of a label, of paper, or of a print head would cut off */
function refusePartial(placed: Scene, medium: Medium): void {
  const { format, filling, handling = {}, xdim } = medium
  if (filling !== undefined) refuseBeyond(placed, filling)
  if (!isPrinterLanguage(format)) return
  if (!hasWholePins(placed, medium)) {
    const message =
      'a print head of 300 dpi prints two columns of 600 dpi by a pin, and some of the label would be cut in two'
    throw new FitError(xdim === undefined ? 'size' : 'xdim', `${message}; dpi=300 fits`, { dpi: '300' })
  }
  refuseMoved(placed, { language: format, handling })
  refuseCut(() => arranged([turnedFor(placed, handling)], 1), { language: format, handling })
}

/** @throws FitError for symbols that the edge of the paper would cut off */
function refuseBeyond(label: Scene, filling: Filling): void {
  const beyond = beyondPaper(label, filling)
  if (beyond === 0) return
  const isMoved = filling.shift.some((each) => each !== 0)
  const found = `a symbol would reach ${beyond.toFixed(1)} mm beyond the paper`
  throw isMoved
    ? new FitError('shift', `shift=${filling.shift.join()}: ${found}; a smaller shift would fit`)
    : new FitError('sheet', `${found}; a smaller symbol would fit, or another sheet`)
}

function mediumWarnings(placed: Scene, { format, dpi, isDpiAssumed, sheet, handling }: Medium): readonly Warning[] {
  return [
    ...(isDpiAssumed ? [assumedDpi(dpi!)] : []),
    ...widthOfReceipts(format, placed, handling?.model),
    ...(sheet === undefined ? [] : sheetWarnings(sheet)),
  ]
}
