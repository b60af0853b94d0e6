/** Symbols as SVG, PNG and PDF, with their quiet zones and without words. */

import { type Barcode, quoted } from '../../symbologies/index.ts'
import { unknownName } from '../../symbologies/option-names.ts'
import { excessOf, maxPixelsRange } from '../drawing-size.ts'
import { dotsAModule, dotsOfXdim, dpis, resolutions, xdimOf, xdimRange } from '../layout/resolution.ts'
import { type Turn, turns } from '../layout/scene.ts'
import { layoutSymbol, type SymbolStyle, sizeOfSymbol } from '../layout/symbol.ts'
import { paintSymbol } from '../render/paint-modules.ts'
import { pngFile } from '../render/png.ts'
import { symbolSvg } from '../render/symbol-svg.ts'
import { heightRange, kindOf, scaleRange } from '../request/parameter.ts'
import { deflated, pdfDrawing } from './platform.ts'
import { RequestError, type RequestFault } from './request.ts'

/** How a symbol is drawn: the values and defaults of `/api/v1/barcode`. */
export interface ImageStyle {
  /** Dots a module, a whole number from 1 to 10; 3 by default. Not with `xdim`. */
  readonly scale?: number | undefined
  /** The height of the bars of a linear symbology, 1 to 100 mm; 15 by default. */
  readonly height?: number | undefined
  /** `N`: upright, by default; `R`: 90 degrees clockwise; `I`: upside down; `L`: 90 degrees counter-clockwise. */
  readonly rotate?: Turn | undefined
  /** The resolution of the print head; 300 by default. With it an SVG has its physical size. */
  readonly dpi?: 152 | 180 | 203 | 300 | 360 | 600 | undefined
  /** The module width wanted, 0.05 to 5 mm; the nearest whole number of dots is drawn. With it an SVG has its physical size. */
  readonly xdim?: number | undefined
  /** The most pixels of a PNG, 1 to 1,000,000,000; 25,000,000 by default. */
  readonly maxPixels?: number | undefined
}

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
  refuseExcess(barcode, style, { ...dots, format: 'png' })
  const scene = layoutSymbol(barcode, textOf(barcode), dots)
  return (await deflated(pngFile(paintSymbol(scene), scene.resolution))) as Uint8Array<ArrayBuffer>
}

/**
 * The symbol with its quiet zones as PDF, one page of its true size, without words. In node alone.
 *
 * @throws RequestError invalid_parameter, does_not_fit (a page of more than 14,400 points), not_available (in a browser)
 */
export async function toPdf(barcode: Barcode, style: ImageStyle = {}): Promise<Uint8Array<ArrayBuffer>> {
  const dots = dotStyleOf(barcode, style)
  refuseExcess(barcode, style, { ...dots, format: 'pdf' })
  const draw = await pdfDrawing()
  const scene = layoutSymbol(barcode, textOf(barcode), dots)
  return draw(scene.title, [{ scene, copies: 1 }]) as Uint8Array<ArrayBuffer>
}

/** The characters that people read of the symbol, with the digits of an add-on after a space. */
function textOf({ captions }: Barcode): string {
  return captions.map(({ kind, text }) => (kind === 'addon' ? ` ${text}` : text)).join('')
}

/** @throws RequestError does_not_fit */
function refuseExcess(
  barcode: Barcode,
  { xdim }: ImageStyle,
  { format, ...dots }: DotStyle & { readonly format: 'png' | 'pdf' },
): void {
  const excessAt = (module: number): string | undefined =>
    excessOf(sizeOfSymbol(barcode, { ...dots, module }), format, dots)
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

/** The style in dots, and the limits of the drawing. */
interface DotStyle extends SymbolStyle {
  readonly isSized: boolean
  readonly maxPixels: number
}

/**
 * @throws RequestError invalid_parameter, with a fault for each wrong value and unknown name
 * @throws TypeError for what is not a symbol, or not an object of values
 */
function dotStyleOf(barcode: Barcode, style: ImageStyle): DotStyle {
  if (typeof (barcode as Partial<Barcode> | undefined | null)?.matrix !== 'object')
    throw new TypeError('the symbol is not what an encoder returns')
  if (typeof style !== 'object' || style === null)
    throw new TypeError(`the style is ${kindOf(style)}; accepted: an object`)
  const faults = Object.entries(style).flatMap(([name, value]) => faultOf(name, value) ?? [])
  if (style.scale !== undefined && style.xdim !== undefined)
    faults.push(invalid('scale', 'given together with xdim, which replaces it; give one of the two'))
  if (faults.length > 0) throw new RequestError(faults)
  const { scale = scaleRange.default, height = heightRange.default, rotate: turn = 'N', dpi = 300, xdim } = style
  const resolution = resolutions[dpi]
  const module = xdim === undefined ? scale : dotsOfXdim(xdim, resolution)
  const { columnsPerModule: columns = 1 } = barcode
  if (module % columns !== 0) {
    const wanted = `${dotsAModule(module)}, and this symbol needs a multiple of ${columns}`
    throw new RequestError([invalid(xdim === undefined ? 'scale' : 'xdim', wanted)])
  }
  return {
    resolution,
    module,
    height: Math.round(height * resolution.perMillimetre),
    turn,
    isSized: (style.dpi ?? xdim) !== undefined,
    maxPixels: style.maxPixels ?? maxPixelsRange.default,
  }
}

function faultOf(name: string, value: unknown): RequestFault | undefined {
  const check = Object.hasOwn(checks, name) ? checks[name as keyof ImageStyle] : undefined
  if (check === undefined) return invalid(name, unknownName(name, Object.keys(checks)))
  if (value === undefined || check.accepts(value)) return undefined
  return invalid(name, `${quoted(String(value))} is not ${check.accepted}`)
}

interface Check {
  /** Whether it is accepted. */
  readonly accepts: (value: unknown) => boolean
  /** What is. */
  readonly accepted: string
}

const checks: { readonly [Name in keyof ImageStyle]-?: Check } = {
  scale: wholeNumber(scaleRange),
  height: number(heightRange),
  rotate: oneOf(turns),
  dpi: oneOf(dpis.map(Number)),
  xdim: number(xdimRange),
  maxPixels: wholeNumber(maxPixelsRange),
}

interface Range {
  readonly least: number
  readonly most: number
}

function number({ least, most }: Range): Check {
  const accepts = (value: unknown): boolean => typeof value === 'number' && value >= least && value <= most
  return { accepts, accepted: `a number from ${least} to ${most}` }
}

function wholeNumber(range: Range): Check {
  const { accepts, accepted } = number(range)
  return { accepts: (value) => accepts(value) && Number.isInteger(value), accepted: accepted.replace('a', 'a whole') }
}

function oneOf(values: readonly unknown[]): Check {
  return { accepts: (value) => values.includes(value), accepted: `one of ${values.join(', ')}` }
}

function invalid(parameter: string, message: string): RequestFault {
  return { parameter, code: 'invalid_parameter', message }
}
