import {
  type BarcodeRequest,
  type Composition,
  composeBarcode,
  composeLabel,
  type LabelFormat,
  type LabelRequest,
} from './draw/compose.ts'
import type { Limits } from './drawing-size.ts'
import type { Scene } from './layout/scene.ts'
import type { Warning } from './plan/warning.ts'
import { allocateWith } from './render/bytes.ts'
import { pdf } from './render/pdf.ts'
import { png } from './render/png.ts'
import { svg } from './render/svg.ts'
import { type ZplPacking, zpl } from './render/zpl.ts'
import { provideFonts } from './text/index.ts'
import { installedFonts } from './text/installed-fonts.ts'

export * from './draw/compose.ts'

// what node has, and browsers have not
provideFonts(installedFonts)
allocateWith(Buffer.allocUnsafe)

export interface Drawing {
  readonly format: LabelFormat
  readonly bytes: Uint8Array
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
  readonly warnings: readonly Warning[]
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  const { dpi, xdim, format } = request
  return rendered(composeBarcode(request, limits), format, { copies: 1, isSized: (dpi ?? xdim) !== undefined })
}

/** @throws EncodeError, Gs1Error, FitError, NotConforming */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  const { format, qty, zpl: packing } = request
  return rendered(composeLabel(request, limits), format, { copies: qty, isSized: true, packing })
}

interface FileStyle {
  /** Pages of a PDF, or how often ZPL is printed. */
  readonly copies: number
  /** Whether an SVG has its physical size; otherwise that of the PNG in pixels. */
  readonly isSized: boolean
  readonly packing?: ZplPacking | undefined
}

function rendered({ scene, warnings }: Composition, format: LabelFormat, style: FileStyle): Drawing {
  const xDimension = scene.module / scene.resolution.perMillimetre
  return { format, bytes: bytesOf(scene, format, style), xDimension, warnings }
}

function bytesOf(scene: Scene, format: LabelFormat, { copies, isSized, packing }: FileStyle): Uint8Array {
  switch (format) {
    case 'png':
      return png(scene)
    case 'svg':
      return svg(scene, isSized)
    case 'pdf':
      return pdf(scene, copies)
    case 'zpl':
      return zpl(scene, copies, packing)
  }
}
