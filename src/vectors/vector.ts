/** A vector: how it is made of a text, and what texts are made of. */

import {
  type Barcode,
  catalogue,
  EncodeError,
  encode,
  isDark,
  type Matrix,
  type OptionsOf,
  type Quiet,
  rowsOf,
  type Symbology,
} from '../../symbologies/index.ts'

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
export interface Wanted<S extends Symbology> {
  readonly name: string
  readonly text: string
  readonly options?: OptionsOf<S>
  /** The clause, if the text is an example of the standard. */
  readonly source?: string
}

const computed = 'computed by quietzone'

type Details = (barcode: Barcode) => Vector['details']

export function setOf<S extends Symbology>(symbology: S, wanted: readonly Wanted<S>[], detailsOf: Details): VectorSet {
  const { standard } = catalogue[symbology]
  return { symbology, standard, vectors: wanted.map((each) => vectorOf(symbology, each, detailsOf)) }
}

/** The vector for a text: the encoder's symbol, or its error. */
function vectorOf<S extends Symbology>(
  symbology: S,
  { name, text, options, source = computed }: Wanted<S>,
  detailsOf: Details,
): Vector {
  const given: Vector = { name, source, text, ...(options !== undefined && { options }) }
  try {
    const barcode: Barcode = encode(symbology, text, options)
    const details = detailsOf(barcode)
    const { matrix, quiet, columnsPerModule, isFramed, bearer, carried } = barcode
    const symbol = {
      ...(carried !== undefined && { part: carried }),
      ...modulesOf(matrix),
      quiet,
      ...(columnsPerModule !== undefined && { columnsPerModule }),
      ...(isFramed && { frame: bearer }),
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

export const digits = '0123456789'
export const capitals = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
export const small = 'abcdefghijklmnopqrstuvwxyz'

/** `alphabet` repeated, cut at `length` characters. */
export const repeated = (alphabet: string, length: number): string =>
  alphabet.repeat(Math.ceil(length / alphabet.length)).slice(0, length)

export const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
