import type { Barcode } from '../../symbologies/index.ts'
import { excessOf } from '../drawing-size.ts'
import { xdimOf } from '../layout/resolution.ts'
import { layoutSymbol, sizeOfSymbol } from '../layout/symbol.ts'
import { paintSymbol } from '../render/paint-modules.ts'
import { pngFile } from '../render/png.ts'
import { symbolSvg } from '../render/symbol-svg.ts'
import { type DotStyle, dotStyleOf, type ImageStyle } from './image-style.ts'
import { deflated } from './platform.ts'
import { RequestError } from './request-error.ts'

/**
 * The symbol with its quiet zones as SVG, without words. Its title is the text of the symbol.
 *
 * @throws RequestError invalid_parameter
 */
export function toSvg(barcode: Barcode, style: ImageStyle = {}): string {
  const dots = dotStyleOf(barcode, style)
  return new TextDecoder().decode(symbolSvg(layoutSymbol(barcode, textOf(barcode), dots), dots.isSized))
}

/**
 * The symbol with its quiet zones as PNG of one bit a pixel, without words. In node the bytes are those of the service; those of browsers
 * may be compressed otherwise.
 *
 * @throws RequestError invalid_parameter, does_not_fit (more than `maxPixels`)
 */
export async function toPng(barcode: Barcode, style: ImageStyle = {}): Promise<Uint8Array<ArrayBuffer>> {
  const dots = dotStyleOf(barcode, style)
  refuseExcess(barcode, style, dots)
  const scene = layoutSymbol(barcode, textOf(barcode), dots)
  return (await deflated(pngFile(paintSymbol(scene), scene.resolution))) as Uint8Array<ArrayBuffer>
}

/** @throws RequestError does_not_fit */
function refuseExcess(barcode: Barcode, { xdim }: ImageStyle, dots: DotStyle): void {
  const excessAt = (module: number): string | undefined =>
    excessOf(sizeOfSymbol(barcode, { ...dots, module }), 'png', dots)
  const excess = excessAt(dots.module)
  if (excess === undefined) return
  const { columnsPerModule: step = 1 } = barcode
  let fitting = dots.module - step
  while (fitting > 0 && excessAt(fitting) !== undefined) fitting -= step
  const parameter = xdim === undefined ? 'scale' : 'xdim'
  const value = xdim === undefined ? fitting : xdimOf(fitting, dots.resolution)
  const advice = fitting > 0 ? `${parameter}: ${value} fits` : 'a smaller height or toSvg would do'
  throw new RequestError([{ parameter, code: 'does_not_fit', message: `${excess}; ${advice}` }])
}

/** The characters that people read of the symbol, with the digits of an add-on after a space. */
function textOf({ captions }: Barcode): string {
  return captions.map(({ kind, text }) => (kind === 'addon' ? ` ${text}` : text)).join('')
}
