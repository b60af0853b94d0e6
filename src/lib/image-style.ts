import { type Barcode, quoted } from '../../symbologies/index.ts'
import { maxPixelsRange } from '../drawing-size.ts'
import { dotsAModule, dotsOfXdim, dpis, resolutions, xdimRange } from '../layout/resolution.ts'
import { type Turn, turns } from '../layout/scene.ts'
import type { SymbolStyle } from '../layout/symbol.ts'
import { heightRange, kindOf, scaleRange } from '../request/parameter.ts'
import { RequestError, type RequestFault } from './request-error.ts'

/** How a symbol is drawn: the values and defaults of `/api/v1/barcode`. */
export interface ImageStyle {
  /** Dots a module, a whole number from 1 to 10; 3 by default. Not with `xdim`. */
  readonly scale?: number | undefined
  /** The height of the bars of a linear symbology, 1 to 100 mm; 15 by default. */
  readonly height?: number | undefined
  /** `N`: upright, by default; `R`: 90 degrees clockwise; `I`: upside down; `L`: 90 degrees counter-clockwise. */
  readonly rotate?: Turn | undefined
  /** The resolution of the print head; 300 by default. With it an SVG has its physical size. */
  readonly dpi?: 152 | 203 | 300 | 600 | undefined
  /** The module width wanted, 0.05 to 5 mm; the nearest whole number of dots is drawn. With it an SVG has its physical size. */
  readonly xdim?: number | undefined
  /** The most pixels of a PNG, 1 to 1,000,000,000; 25,000,000 by default. */
  readonly maxPixels?: number | undefined
}

/** The style in dots, and the limits of the drawing. */
export interface DotStyle extends SymbolStyle {
  readonly isSized: boolean
  readonly maxPixels: number
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

/**
 * @throws RequestError invalid_parameter, with a fault for each wrong value and unknown name
 * @throws TypeError for what is not a symbol, or not an object of values
 */
export function dotStyleOf(barcode: Barcode, style: ImageStyle): DotStyle {
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
  if (check === undefined)
    return invalid(name, `${quoted(name)} is not known here; accepted: ${Object.keys(checks).join(', ')}`)
  if (value === undefined || check.accepts(value)) return undefined
  return invalid(name, `${quoted(String(value))} is not ${check.accepted}`)
}

function invalid(parameter: string, message: string): RequestFault {
  return { parameter, code: 'invalid_parameter', message }
}
