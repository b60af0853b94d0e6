import { PNG } from 'pngjs'
import { EncodeError, quoted, type Symbology } from '../symbologies/index.ts'
import { FitError } from './layout/fit.ts'
import type { StockName } from './layout/stock.ts'

export interface BarcodeRequest {
  readonly text: string
  readonly type: Symbology
  readonly format: 'png' | 'svg' | 'pdf'
  readonly includetext: boolean
  /** Dots a module. */
  readonly scale: number
  /** Bar height in mm. */
  readonly height: number
  readonly rotate: 'N' | 'R' | 'L' | 'I'
}

export const labelSymbologies = [
  'code128',
  'qr',
  'microqr',
  'datamatrix',
  'upca',
  'ean13',
  'ean8',
] as const satisfies readonly Symbology[]
export type LabelSymbology = (typeof labelSymbologies)[number]

export interface LabelRequest {
  readonly text: string
  readonly type: LabelSymbology
  readonly size: StockName
  readonly orientation: 'portrait' | 'landscape'
  /** Pages of the PDF. */
  readonly qty: number
  readonly showtext: boolean
  readonly format: 'pdf' | 'png'
}

export interface Limits {
  /** Pixels of one PNG. */
  readonly maxPixels: number
}

export interface Drawing {
  readonly bytes: Uint8Array
  readonly format: 'png' | 'svg' | 'pdf'
  /** Module width drawn, in mm. */
  readonly xDimension: number
}

/** @throws EncodeError, FitError */
export function drawBarcode(request: BarcodeRequest, limits: Limits): Drawing {
  checked(request.type, request.text)
  const dots = (11 * request.text.length + 55) * request.scale * Math.round((request.height * 300) / 25.4)
  if (request.format === 'png' && request.type === 'code128' && dots > limits.maxPixels) {
    throw new FitError(`${request.type} at scale=${request.scale} has more than ${limits.maxPixels} pixels`)
  }
  return drawing(request.format, request.scale, limits)
}

/** @throws EncodeError, FitError */
export function drawLabel(request: LabelRequest, limits: Limits): Drawing {
  checked(request.type, request.text)
  if (request.size === '25x10' && request.text.length > 30) throw new FitError('the symbol is larger than the label')
  return drawing(request.format, 3, limits)
}

function checked(type: Symbology, text: string): void {
  if (type !== 'ean13') return
  const other = text.search(/[^0-9]/)
  if (other >= 0) {
    const what = quoted(String.fromCodePoint(text.codePointAt(other) ?? 0))
    throw new EncodeError('invalid_character', `${type}: ${what} at position ${other + 1}; accepted: digits 0 to 9`)
  }
  if (text.length < 12 || text.length > 13) {
    const given = `${quoted(text)} has ${text.length} digits`
    throw new EncodeError('invalid_length', `${type}: ${given}; accepted: 12, or 13 with the check digit`)
  }
  const sum = Array.from(text.slice(0, 12), Number).reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0)
  const right = (10 - (sum % 10)) % 10
  if (text.length === 12 || Number(text[12]) === right) return
  const wrong = `check digit ${text[12]} of ${quoted(text)} at position 13 is wrong`
  throw new EncodeError('bad_check_digit', `${type}: ${wrong}; the right one is ${right}`)
}

function drawing(format: Drawing['format'], scale: number, { maxPixels }: Limits): Drawing {
  const side = 10 * scale
  if (side * side > maxPixels) throw new FitError(`a PNG of ${side} x ${side} pixels is over ${maxPixels} pixels`)
  const xDimension = (scale * 25.4) / 300
  if (format === 'png') return { bytes: PNG.sync.write(new PNG({ width: side, height: side })), format, xDimension }
  const text = format === 'svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '%PDF-1.4\n%%EOF\n'
  return { bytes: new TextEncoder().encode(text), format, xDimension }
}
