/** The parameters of symbols on a design: all that barcodes and labels have but for those that boxes and the design decide. */

import type { Request } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { type Reader, symbolReader } from '../request/reader.ts'

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
  gain: _gain,
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

const {
  size: _size,
  orientation: _orientation,
  qty: _qty,
  format: _labelFormat,
  zpl: _zpl,
  dpi: _labelDpi,
  gain: _labelGain,
  profile: _profile,
  strict: _labelStrict,
  verify: _labelVerify,
  sheet: _sheet,
  first: _first,
  shift: _shift,
  outline: _outline,
  ...ofOneSymbol
} = parameters.label

/** The type is named, as that of `readLabel` is: the compiler would find names for what it has in it, not always the same ones. */
type LabelParameters = Omit<typeof parameters.label, DecidedByDesign>

type DecidedByDesign =
  | ('size' | 'orientation' | 'qty' | 'format' | 'zpl' | 'dpi' | 'gain' | 'profile' | 'strict' | 'verify')
  | ('sheet' | 'first' | 'shift' | 'outline')

/** What a label of one symbol is asked for with, but for what the design decides. */
export const labelParameters: LabelParameters = ofOneSymbol

/** Reads what a symbol with its words is asked for with. */
export const readLabel: Reader<Request<LabelParameters>> = symbolReader(labelParameters)

/** The names of fields of a label element that are parameters; its text is its value, and its words are templates. */
export const labelNames: readonly string[] = Object.keys(labelParameters).filter(
  (name) => !['text', 'title', 'caption'].includes(name),
)
