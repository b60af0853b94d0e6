import type { Barcode } from '../../symbologies/barcode.ts'
import type { Specification } from '../../symbologies/specification.ts'
import { isLinear } from './grid.ts'
import type { Resolution } from './resolution.ts'

/** `without room`: the item has no room for higher bars. */
export type BarHeightKind = 'usual' | 'without room'

/** Without an application, the least height in mm for manual scanning, or this share of the symbol's width if that is more. */
const manualScanning = { height: 5, share: 0.15 }

/** A symbol drawn with a module of so many dots. */
export interface DrawnModule {
  /** Undefined without an application. */
  readonly specification: Specification | undefined
  readonly module: number
  readonly resolution: Resolution
}

/**
 * The least height of the bars of a symbol, to the nearest dot, because no print is more exact; 0 for a matrix symbology.
 *
 * With an application GS1's table applies; without one the guidelines for manual scanning: 5 mm, or 15 % of the width without quiet
 * zones (ISO/IEC 15417:2007, annex D; ISO/IEC 16388:2007, 4.4; ISO/IEC 16390:2007, 4.4).
 */
export function leastBarHeight(barcode: Barcode, drawn: DrawnModule, kind: BarHeightKind): number {
  return Math.round(leastBarMillimetres(barcode, drawn, kind) * drawn.resolution.perMillimetre)
}

/** The same in mm, not rounded. */
export function leastBarMillimetres(
  barcode: Barcode,
  { specification, module, resolution: { perMillimetre } }: DrawnModule,
  kind: BarHeightKind,
): number {
  if (!isLinear(barcode)) return 0
  const { matrix, columnsPerModule = 1 } = barcode
  if (specification?.barHeight === undefined) {
    return Math.max(
      manualScanning.height,
      (manualScanning.share * matrix.width * module) / columnsPerModule / perMillimetre,
    )
  }
  const { atTarget, isProportional, withoutRoom = atTarget } = specification.barHeight
  if (isProportional) return (atTarget * module) / perMillimetre / specification.targetModule
  return kind === 'without room' ? withoutRoom : atTarget
}
