/** What every encoder gives, takes and refuses: a symbol in modules, a text, options, and the error for what it cannot carry. */

import type { Symbology } from './catalogue.ts'
import type { Matrix } from './matrix/index.ts'
import { codePointName, codePoints, notAString, quoted } from './messages.ts'
import { requireNames } from './option-names.ts'

// a type alone: an encoder loads no table of all symbologies
export type { Symbology } from './catalogue.ts'

/** The quiet zones that the symbology requires on each side, in columns and rows of the matrix. */
export interface Quiet {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Columns `from` to `to` of the matrix, `to` not included; negative or past the width inside a quiet zone. */
export interface Columns {
  readonly from: number
  readonly to: number
}

/**
 * Human-readable text and where it belongs.
 *
 * - `line`: the whole text, along the whole symbol; that of a GS1 message ends its lines only between two of its elements
 * - `group`: digits between lowered guard bars, centred on their columns
 * - `outer`: one digit beside the guard bars; small in UPC-A and UPC-E (GS1 General Specifications, 5.2.5)
 * - `addon`: the digits of an add-on, above its bars
 */
export type Caption =
  | { readonly kind: 'line'; readonly text: string; readonly elements?: readonly string[] }
  | { readonly kind: 'group'; readonly text: string; readonly columns: Columns }
  | { readonly kind: 'outer'; readonly text: string; readonly columns: Columns; readonly small: boolean }
  | { readonly kind: 'addon'; readonly text: string; readonly columns: Columns }

/**
 * A symbol as its standard defines it, in modules, before anything is drawn.
 *
 * A linear symbology is a matrix of one row. All lengths are in columns and rows of the matrix.
 */
export interface Barcode<Trace = unknown> {
  readonly symbology: Symbology
  readonly matrix: Matrix
  readonly quiet: Quiet
  readonly captions: readonly Caption[]
  /** The characters of the text that this symbol carries, if the text is divided among several. */
  readonly carried?: string
  /** Columns whose bars reach five modules lower than the others (EAN, UPC: ISO/IEC 15420:2009, 4.3.3). */
  readonly guards?: readonly Columns[]
  /**
   * The columns of an add-on, the last of the matrix. Its bars begin lower than the others, by the room for its digits, and end
   * with the guard bars.
   */
  readonly addon?: Columns
  /** Thickness of the bars above and below the symbol (ITF-14). */
  readonly bearer?: number
  /** Whether these are joined to a frame by bars as thick, on both sides outside of the quiet zones. */
  readonly isFramed?: boolean
  /** How many columns a module (X) takes, 1 by default: two where bars are 2.5 modules wide. */
  readonly columnsPerModule?: number
  /** The encoder's intermediate results, by reference. */
  readonly trace: Trace
}

/** The roles of the modules of a matrix symbol, in bits that each symbology defines; 0 is a data module. */
export interface Roles {
  readonly width: number
  readonly height: number
  /** The roles of the module in row y and column x, at `y * width + x`. */
  readonly bits: Uint8Array
}

/** The character set of bytes that no ECI announces. */
export type Unannounced = 'latin1' | 'utf8'

/** What the options ask for instead of an ECI. */
export function unannouncedIn({ eci }: { readonly eci?: number | string }): Unannounced | undefined {
  if (eci === 'utf8') return 'utf8'
  return eci === 'none' ? 'latin1' : undefined
}

export type EncodeErrorCode = 'invalid_character' | 'invalid_length' | 'bad_check_digit' | 'data_too_long'

/** Values that are accepted in place of those given: of `text`, and of options by their names. */
export type Suggestion = { readonly [name: string]: string }

/** The symbology cannot carry the text. Encoders throw nothing else for a text. */
export class EncodeError extends Error {
  readonly code: EncodeErrorCode
  /** Where in the text, in Unicode code points from 1; the message says the same. */
  readonly at: number | undefined
  /** The nearest request that the symbology accepts, where it knows one. */
  readonly suggestion: Suggestion | undefined

  constructor(code: EncodeErrorCode, message: string, at?: number, suggestion?: Suggestion) {
    super(message)
    this.name = 'EncodeError'
    this.code = code
    this.at = at
    this.suggestion = suggestion
  }
}

/**
 * The error for a character that `symbology` cannot carry.
 *
 * @param index  in UTF-16 code units, as string indices are
 */
export function invalidCharacter(
  symbology: Symbology,
  text: string,
  index: number,
  accepted: string,
  suggestion?: Suggestion,
): EncodeError {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
  const at = codePoints(text.slice(0, index)) + 1
  return new EncodeError(
    'invalid_character',
    `${symbology}: ${named(character)} at position ${at}; accepted: ${accepted}`,
    at,
    suggestion,
  )
}

/** A character in quotes; one beyond ASCII with its code point, for it may look like another. */
function named(character: string): string {
  const code = character.codePointAt(0)!
  return code < 0x80 ? quoted(character) : `${quoted(character)} (${codePointName(code)})`
}

/** The error for half of a surrogate pair, which is not a character. */
export function loneSurrogate(symbology: Symbology, text: string, index: number): EncodeError {
  return invalidCharacter(symbology, text, index, 'Unicode characters; this is half of a surrogate pair')
}

/** The longest text that is looked at, in code units: the most that any symbols hold are the 113,424 digits of 16 QR symbols. */
const longestText = 1 << 17

/**
 * @throws TypeError for what is not a string
 * @throws EncodeError data_too_long, or invalid_length for an empty text
 */
export function requireText(symbology: Symbology, text: string): void {
  requireString(symbology, text)
  if (text !== '') return
  throw new EncodeError('invalid_length', `${symbology}: the text is empty; accepted: 1 character or more`)
}

/** @throws TypeError for what is not a string; EncodeError data_too_long */
export function requireString(symbology: Symbology, text: string): void {
  if (typeof text !== 'string') throw new TypeError(`${symbology}: ${notAString(text)}`)
  if (text.length <= longestText) return
  const message = `${symbology}: ${codePoints(text)} characters are more than any symbol holds`
  throw new EncodeError('data_too_long', message)
}

/** The values that each option accepts. */
type Accepted<Options> = { readonly [Name in keyof Options]-?: readonly Options[Name][] }

/**
 * A check of options against the values that they accept; an option that is left out is not checked.
 *
 * @param others  options whose values are checked elsewhere
 * @returns a function that throws RangeError for an unknown option or value, TypeError for options that are not an object
 */
export function optionCheck<Options extends object>(
  symbology: Symbology,
  accepted: Accepted<Options>,
  others: readonly string[] = [],
): (options: Options) => void {
  const entries = Object.entries<readonly unknown[]>(accepted)
  const names = [...Object.keys(accepted), ...others]
  return (options) => {
    requireNames(symbology, options, names)
    for (const [name, values] of entries) {
      const value: unknown = options[name as keyof Options]
      if (value === undefined || values.includes(value)) continue
      throw new RangeError(`${symbology}: ${name} is ${quoted(String(value))}; accepted: ${values.join(', ')}`)
    }
  }
}

/** Whole numbers from `low` to `high`, both included. */
export const wholeNumbers = (low: number, high: number): number[] =>
  Array.from({ length: high - low + 1 }, (_, i) => low + i)
