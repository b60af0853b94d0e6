/** What an encoder is asked for, and what our own makes of it. */

import {
  type Barcode,
  EncodeError,
  encodeRequest,
  type GivenOptions,
  type Symbology,
} from '../../../symbologies/index.ts'

export interface Case {
  readonly type: Symbology
  readonly text: string
  /** As requests have them: `{ "level": "H" }`; `gs1` is `true` for a message of GS1. */
  readonly options: CaseOptions
  /** What the case is for. */
  readonly kind: string
}

export type CaseOptions = GivenOptions & { readonly gs1?: 'true' }

/** Our shortest symbol, or why no symbol may be drawn. */
export type Expectation =
  | { readonly barcode: Barcode; readonly refusal?: never }
  | { readonly refusal: { readonly code: string; readonly message: string }; readonly barcode?: never }

export function expectationOf({ type, text, options }: Case): Expectation {
  try {
    return { barcode: encodeRequest({ type, text, ...options }).barcode }
  } catch (error) {
    if (error instanceof EncodeError) return { refusal: error }
    if (error instanceof Error && error.name === 'Gs1Error') return { refusal: { code: 'gs1', message: error.message } }
    throw error
  }
}

export const sameCase = (a: Case, b: Case): boolean =>
  a.text === b.text && JSON.stringify(a.options) === JSON.stringify(b.options)

/**
 * Whether the standard has this form of a text: six digits, a UPC-A, or digits that leaving zeros out of a GTIN-12 never gives are forms
 * of UPC-E that not every encoder takes.
 */
export function isOfStandard(type: Symbology, text: string): boolean {
  if (type !== 'upce' || !/^[0-9]+$/.test(text)) return true
  if (text.length !== 7 && text.length !== 8) return ![6, 11, 12].includes(text.length)
  const [third, fourth, fifth, last] = Array.from(text.slice(3, 7), Number) as [number, number, number, number]
  if (last === 3) return third > 2
  if (last === 4) return fourth > 0
  return last < 3 || fifth > 0
}
