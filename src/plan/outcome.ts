import type { Application, Barcode, Content, Encoded, GivenOptions, LabelSymbology } from '../../symbologies/index.ts'
import { FitError } from '../layout/fit.ts'
import { layoutLabel } from '../layout/label.ts'
import { isTooLongAbove } from '../layout/label-caption.ts'
import { type Dpi, resolutions, usualDpi } from '../layout/resolution.ts'
import { type SheetStyle, sheetOf } from '../layout/room.ts'
import type { Scene } from '../layout/scene.ts'
import type { Orientation, StockName } from '../layout/stock.ts'
import type { WarningCode } from './warning.ts'
import { warningsOf } from './warnings.ts'

export interface PlanRequest extends Content, GivenOptions {
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: Orientation
  readonly showtext: boolean
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

export function outcome({ barcode, text, doubts }: Encoded, request: PlanRequest): Outcome {
  const { showtext, application } = request
  const style = { ...sheetStyle(request), showtext, application }
  try {
    const scene = layoutLabel(barcode, text, style)
    const warnings = warningsOf({ barcode, scene, application, product: 'label', hasWantedModule: false, doubts })
    return { scene, reasons: warnings.map(({ code, message }) => ({ code, message })) }
  } catch (error) {
    if (!(error instanceof FitError)) throw error
    return { scene: undefined, reasons: [{ code: error.code, message: error.message }] }
  }
}

/** Whether a text of so many ems above the symbol is certain to be cut. */
export function isSurelyCut(barcode: Barcode, ems: number, request: PlanRequest): boolean {
  return request.showtext && isTooLongAbove(barcode, ems, sheetOf(sheetStyle(request)).room)
}

/** Whether the symbol could be large enough if nothing stood above it. It takes far less time than to set the text. */
export function hasRoom(encoded: Encoded, request: PlanRequest): boolean {
  if (!request.showtext) return true
  const { scene, reasons } = outcome(encoded, { ...request, showtext: false })
  return scene !== undefined && !reasons.some(({ code }) => code === 'x_below_minimum' || code === 'not_in_application')
}

function sheetStyle({ size, orientation, dpi = usualDpi }: PlanRequest): SheetStyle {
  return { stock: size, orientation, resolution: resolutions[dpi], paperSize: 'whole dots' }
}
