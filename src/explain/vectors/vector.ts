/** A vector: the symbol of a text, with the intermediate results by which encoders can be compared. */

import {
  type Barcode,
  catalogue,
  type DataMatrixTrace,
  EncodeError,
  encode,
  isDark,
  type Matrix,
  type MicroQrTrace,
  type OptionsOf,
  type QrTrace,
  type Quiet,
  rowsOf,
  type Symbology,
} from '../../../symbologies/index.ts'

/** The symbol that another implementation must make from `text`, or the error that it must report. */
export interface Vector {
  /** What the vector tests. */
  readonly name: string
  /** Where the expected symbol comes from. */
  readonly source: string
  readonly text: string
  readonly options?: object
  /** The part of the text that the symbol carries, if it is divided. */
  readonly part?: string
  /** Linear: widths of bars and spaces in turn, bar first, in columns: one digit each, or a number between blanks. */
  readonly widths?: string
  /** Matrix: rows of '1' (dark) and '0', top first, without the quiet zone. */
  readonly rows?: readonly string[]
  /** In columns and rows. */
  readonly quiet?: Quiet
  /** How many columns a module takes, if it is not one. */
  readonly columnsPerModule?: number
  /** Columns whose bars reach lower than the others: from and to, `to` not included. */
  readonly guards?: readonly (readonly [from: number, to: number])[]
  /** The thickness of bars above and below that are no frame, in columns. */
  readonly bearer?: number
  /** Of a frame: the thickness of its bars, in columns. */
  readonly frame?: number
  /** Intermediate results by which encoders can be compared. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: string; readonly at?: number }
}

export interface VectorSet {
  readonly symbology: Symbology
  readonly standard: string
  readonly vectors: readonly Vector[]
}

/** A text to make a vector of. */
export interface VectorSource<S extends Symbology> {
  readonly name: string
  readonly text: string
  readonly options?: OptionsOf<S>
  /** The clause, if the text is an example of the standard. */
  readonly source?: string
}

export const computed = 'computed by quietzone'

export function vectorSet<S extends Symbology>(symbology: S, wanted: readonly VectorSource<S>[]): VectorSet {
  const { standard } = catalogue[symbology]
  return { symbology, standard, vectors: wanted.map((each) => vectorOf(symbology, each)) }
}

/** The vector for a text: the encoder's symbol, or its error. */
function vectorOf<S extends Symbology>(
  symbology: S,
  { name, text, options, source = computed }: VectorSource<S>,
): Vector {
  const given: Vector = { name, source, text, ...(options !== undefined && { options }) }
  try {
    const barcode: Barcode = encode(symbology, text, options)
    const details = detailsOf(barcode)
    const { matrix, quiet, columnsPerModule, isFramed, bearer, carried, guards } = barcode
    const symbol = {
      ...(carried !== undefined && { part: carried }),
      ...modulesOf(matrix),
      quiet,
      ...(columnsPerModule !== undefined && { columnsPerModule }),
      ...(guards !== undefined && { guards: guards.map(({ from, to }) => [from, to] as const) }),
      ...(bearer !== undefined && (isFramed ? { frame: bearer } : { bearer })),
    }
    return { ...given, ...symbol, ...(details && { details }) }
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error
    return { ...given, error: { code: error.code, ...(error.at !== undefined && { at: error.at }) } }
  }
}

export function modulesOf(matrix: Matrix): Pick<Vector, 'widths' | 'rows'> {
  return matrix.height === 1 ? { widths: widthsOf(matrix) } : { rows: rowsOf(matrix) }
}

/** The widest bar or space of a symbol; the gap before an add-on is wider. */
const widest = 5

/** One digit for each bar and space; a wider space, which parts an add-on from the symbol, is a number between blanks. */
function widthsOf(matrix: Matrix): string {
  const widths: number[] = []
  let before = false
  for (let x = 0; x < matrix.width; x++) {
    const dark = isDark(matrix, x, 0)
    if (x > 0 && dark === before) widths[widths.length - 1]!++
    else widths.push(1)
    before = dark
  }
  return widths.map((width) => (width > widest ? ` ${width} ` : width)).join('')
}

/** The parts of a trace that do not depend on the implementation. */
export function detailsOf({ symbology, trace }: Barcode): Vector['details'] {
  switch (symbology) {
    case 'qr':
      return qrDetails(trace as QrTrace)
    case 'microqr':
      return microQrDetails(trace as MicroQrTrace)
    case 'datamatrix':
      return dataMatrixDetails(trace as DataMatrixTrace)
    default:
      return linearDetails(trace)
  }
}

function qrDetails({ version, level, mask, scores, segments, data, errorCorrection }: QrTrace): Vector['details'] {
  return {
    version,
    level,
    mask,
    penalties: scores.map(({ total }) => total),
    segments: segments.map(segmentDetails),
    data: data.map((block) => hex(block)),
    errorCorrection: errorCorrection.map((block) => hex(block)),
  }
}

/** What a segment is, beside its mode. */
function segmentDetails(segment: QrTrace['segments'][number]): object {
  const { mode, from, to, bits } = segment
  const common = { mode, from, to, bits }
  switch (segment.mode) {
    case 'eci':
      return { ...common, designator: segment.designator }
    case 'fnc1-second':
      return { ...common, indicator: segment.indicator }
    case 'structured-append':
      return { ...common, part: segment.part, parts: segment.parts, parity: segment.parity }
    default:
      return common
  }
}

function microQrDetails(trace: MicroQrTrace): Vector['details'] {
  const { version, level, mask, scores, segments, data, errorCorrection } = trace
  return {
    version,
    ...(level !== undefined && { level }),
    mask,
    scores: scores.map(({ total }) => total),
    segments: segments.map(({ mode, from, to, bits }) => ({ mode, from, to, bits })),
    data: hex(data),
    errorCorrection: hex(errorCorrection),
  }
}

function dataMatrixDetails(trace: DataMatrixTrace): Vector['details'] {
  const { size, eci, ecis, macro, structuredAppend, segments, codewords, padsFrom } = trace
  return {
    size: size.name,
    ...(eci !== undefined && { eci }),
    ...(ecis !== undefined && { ecis }),
    ...(structuredAppend !== undefined && { structuredAppend }),
    ...(macro !== undefined && { macro }),
    segments: segments.map(({ encodation, from, to }) => ({ encodation, from, to })),
    padsFrom,
    codewords: hex(codewords),
  }
}

function linearDetails(trace: unknown): Vector['details'] {
  if (typeof trace !== 'object' || trace === null) return undefined
  const details: Record<string, unknown> = {}
  for (const key of ['digits', 'suppressed', 'numberSets', 'sum'] as const) {
    if (key in trace) details[key] = Reflect.get(trace, key)
  }
  if ('values' in trace && trace.values instanceof Uint8Array) details.values = Array.from(trace.values)
  for (const key of ['check', 'addon'] as const) if (key in trace) details[key] = Reflect.get(trace, key)
  return details
}

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
