/** A composition in its file format. */

import type { Scene } from '../layout/scene.ts'
import type { Warning } from '../plan/warning.ts'
import { paint } from '../render/paint.ts'
import { pngFile, type Undeflated } from '../render/png.ts'
import { svg } from '../render/svg.ts'
import { zplFile } from '../render/zpl.ts'
import type { BarcodeRequest, Composition, LabelFormat, LabelRequest } from './compose.ts'

export interface Drawing {
  readonly format: LabelFormat
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
  readonly warnings: readonly Warning[]
}

/** A file to write, by the request for it. */
export interface FileStyle extends Pick<LabelRequest, 'format' | 'zpl'> {
  /** Pages of a PDF, or how often ZPL is printed. */
  readonly copies: number
  /** Whether an SVG has its physical size; otherwise that of the PNG in pixels. */
  readonly isSized: boolean
}

export function barcodeFile({ format, dpi, xdim }: BarcodeRequest): FileStyle {
  return { format, copies: 1, isSized: (dpi ?? xdim) !== undefined }
}

export function labelFile({ format, qty, zpl }: LabelRequest): FileStyle {
  return { format, copies: qty, isSized: true, zpl }
}

/** Draws a PDF, each page as often as it is to be printed: only node has what it needs. */
export type DrawPdf = (scene: Scene, copies: number) => Uint8Array

export function drawing({ scene, warnings }: Composition, file: FileStyle, pdf: DrawPdf): Undeflated<Drawing> {
  const xDimension = scene.module / scene.resolution.perMillimetre
  const { data, whole } = bytesOf(scene, file, pdf)
  return {
    data,
    // no writer uses memory that threads share, which Blob and fetch refuse
    whole: (deflated) => {
      const bytes = whole(deflated) as Uint8Array<ArrayBuffer>
      return { format: file.format, bytes, xDimension, warnings }
    },
  }
}

function bytesOf(scene: Scene, { format, copies, isSized, zpl }: FileStyle, pdf: DrawPdf): Undeflated<Uint8Array> {
  switch (format) {
    case 'png':
      return pngFile(paint(scene), scene.resolution)
    case 'svg':
      return { data: [], whole: () => svg(scene, isSized) }
    case 'pdf':
      return { data: [], whole: () => pdf(scene, copies) }
    case 'zpl':
      return zplFile(scene, copies, zpl)
  }
}
