import { type Encodable, encode } from '../symbologies/index.ts'
import { type BarcodeStyle, layoutBarcode } from './layout/barcode.ts'
import { FitError } from './layout/fit.ts'
import { dpi, type Scene, type Turn } from './layout/scene.ts'
import { png } from './render/png.ts'
import { svg } from './render/svg.ts'

export const imageFormats = ['png', 'svg'] as const
export type ImageFormat = (typeof imageFormats)[number]

export interface BarcodeRequest {
  readonly text: string
  readonly type: Encodable
  readonly format: ImageFormat
  readonly includetext: boolean
  /** Dots a module. */
  readonly scale: number
  /** Bar height in mm. */
  readonly height: number
  readonly rotate: Turn
}

export interface Limits {
  /** Pixels of one PNG. */
  readonly maxPixels: number
}

export interface Drawing {
  readonly format: ImageFormat
  readonly bytes: Uint8Array
  /** Width of a module as drawn, in mm. */
  readonly xDimension: number
}

const dotsPerMillimetre = dpi / 25.4

/** @throws EncodeError, FitError */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  const { type, text, format, scale } = request
  const barcode = encode(type, text)
  const sceneAt = (module: number): Scene => layoutBarcode(barcode, text, styleOf(request, module))
  const scene = sceneAt(scale)
  if (format === 'png' && pixelsOf(scene) > limits.maxPixels) throw overBudget(scene, sceneAt, limits)
  return { format, bytes: render[format](scene), xDimension: scene.module / dotsPerMillimetre }
}

const render: Record<ImageFormat, (scene: Scene) => Uint8Array> = { png, svg }

function styleOf({ height, rotate }: BarcodeRequest, module: number): BarcodeStyle {
  return { module, height: Math.round(height * dotsPerMillimetre), turn: rotate }
}

function pixelsOf({ width, height }: Scene): number {
  return width * height
}

function overBudget(scene: Scene, sceneAt: (module: number) => Scene, { maxPixels }: Limits): FitError {
  let module = scene.module
  while (module > 0 && pixelsOf(sceneAt(module)) > maxPixels) module--
  const advice = module > 0 ? `scale ${module} fits` : 'a shorter text or smaller height would, or format=svg'
  return new FitError(
    `a PNG of ${scene.width} x ${scene.height} pixels at scale ${scene.module} is over the limit of ${maxPixels} pixels; ${advice}`,
  )
}
