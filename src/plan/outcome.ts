import type { Application, Content, Encoded, GivenOptions, LabelSymbology } from '../../symbologies/index.ts'
import { captionLines } from '../layout/barcode.ts'
import { FitError } from '../layout/fit.ts'
import { fittedLabel, type LabelStyle, layoutLabel, type SymbolLayout } from '../layout/label.ts'
import { captionText, isTooLongAbove } from '../layout/label-words.ts'
import { type Dpi, resolutions, usualDpi } from '../layout/resolution.ts'
import type { Scene } from '../layout/scene.ts'
import { type LabelSize, type Orientation, type SheetStyle, sheetOf } from '../layout/stock.ts'
import type { WarningCode } from './warning.ts'
import { warningsOf } from './warnings.ts'

export interface PlanRequest extends Content, GivenOptions {
  readonly type: LabelSymbology
  readonly size: LabelSize
  readonly orientation: Orientation
  readonly showtext: boolean
  /** The words where the encoded text would stand, lines parted by line feeds. */
  readonly caption?: string | undefined
  readonly title?: string | undefined
  /** `above` by default. */
  readonly layout?: SymbolLayout | undefined
  /** `usualDpi` by default. */
  readonly dpi?: Dpi | undefined
  readonly application?: Application | undefined
}

export interface Reason {
  readonly code: WarningCode | 'does_not_fit'
  readonly message: string
}

/** What comes of a label. */
export interface Outcome {
  /** Undefined if the symbol does not fit. */
  readonly scene: Scene | undefined
  readonly reasons: readonly Reason[]
}

export function outcome(encoded: Encoded, request: PlanRequest): Outcome {
  try {
    const scene = layoutLabel(encoded.barcode, encoded.text, styleOf(request))
    return { scene, reasons: doubtsAbout(scene, encoded, request) }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { scene: undefined, reasons: [{ code: error.code, message: error.message }] }
  }
}

/** Doubts about what people typed, which no other label would settle. */
const aboutTyping: readonly Reason['code'][] = ['complete_already', 'byte_order_mark', 'invisible_character']

/** Whether another label could be better. */
export const isAboutLabel = ({ code }: Reason): boolean => !aboutTyping.includes(code)

/** The label if there is no reason to doubt that it scans. */
export function withoutDoubt(encoded: Encoded, request: PlanRequest): Scene | undefined {
  const scene = fittedLabel(encoded.barcode, encoded.text, styleOf(request))
  return scene === undefined || doubtsAbout(scene, encoded, request).some(isAboutLabel) ? undefined : scene
}

function doubtsAbout(scene: Scene, { barcode, doubts }: Encoded, { application }: PlanRequest): readonly Reason[] {
  const warnings = warningsOf({ barcode, scene, application, product: 'label', hasWantedModule: false, doubts })
  return warnings.map(({ code, message }) => ({ code, message }))
}

/** Whether the text of the symbol is certain to be cut. @param emsOf  the ems that a text takes at the least above a symbol */
export function isSurelyCut(
  { barcode, text }: Encoded,
  emsOf: (text: string) => number,
  request: PlanRequest,
): boolean {
  const { showtext, caption, layout = 'above' } = request
  if (!showtext || caption !== undefined || layout !== 'above') return false
  return isTooLongAbove(barcode, emsOf(captionText(barcode, text)), sheetOf(sheetStyle(request)).room)
}

/** Whether the symbol could be large enough if nothing stood above it. It takes far less time than to set the text. */
export function hasRoom(encoded: Encoded, request: PlanRequest): boolean {
  if (!request.showtext && request.title === undefined) return true
  const bare = { ...request, showtext: false, title: undefined }
  const scene = fittedLabel(encoded.barcode, encoded.text, styleOf(bare))
  const preventing: readonly Reason['code'][] = ['x_below_minimum', 'not_in_application']
  return scene !== undefined && !doubtsAbout(scene, encoded, bare).some(({ code }) => preventing.includes(code))
}

function styleOf(request: PlanRequest): LabelStyle {
  const { showtext, caption, title, layout, application } = request
  return { showtext, caption: captionLines(caption), title, layout, application, ...sheetStyle(request) }
}

function sheetStyle({ size, orientation, dpi = usualDpi }: PlanRequest): SheetStyle {
  return { size, orientation, resolution: resolutions[dpi], paperSize: 'whole dots' }
}
