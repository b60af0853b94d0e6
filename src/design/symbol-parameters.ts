/** The parameters of a symbol on a design: all that a barcode has but for those that its box and the design decide. */

import { parameters } from '../request/params.ts'
import { symbolReader } from '../request/reader.ts'

const { text, type, application, gs1, domain, escapes, ...others } = parameters.barcode
const {
  format: _format,
  includetext: _includetext,
  caption: _caption,
  withtext: _withtext,
  scale: _scale,
  height: _height,
  rotate: _rotate,
  dpi: _dpi,
  xdim: _xdim,
  strict: _strict,
  verify: _verify,
  ...options
} = others

export const symbolParameters = {
  text,
  type,
  xdim: parameters.label.xdim,
  application,
  gs1,
  domain,
  escapes,
  ...options,
} as const

/** Reads what a symbol is asked for with. */
export const readSymbol = symbolReader(symbolParameters)

/** The names of fields of a symbol element that are parameters; its text is its value. */
export const symbolNames: readonly string[] = Object.keys(symbolParameters).filter((name) => name !== 'text')
