/** EAN-13, EAN-8, UPC-A and UPC-E. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import type { Barcode } from '../barcode.ts'
import { type CheckedDigits, checkedDigits, readDigits } from '../check-digit.ts'
import { rowOf } from '../linear.ts'
import { BitWriter } from '../matrix/index.ts'
import { type AddonOptions, withAddon } from './addon.ts'
import { digitWidth, ean13Sets, symbolCharacter, systemOneSets, systemZeroSets } from './number-sets.ts'
import {
  type EanTrace,
  ean8Layout,
  ean13Layout,
  type Layout,
  normal,
  type UpceTrace,
  upcaLayout,
  upceLayout,
} from './structure.ts'
import { zeroSuppressedKey } from './upce.ts'

export type { Addon, AddonOptions } from './addon.ts'
export type { EanTrace, UpceTrace } from './structure.ts'

// the values of the digits; contents are not kept between calls
const [ean13Values, ean8Values, upcaValues, upceValues] = [
  new Uint8Array(13),
  new Uint8Array(8),
  new Uint8Array(12),
  new Uint8Array(6),
]

/**
 * EAN-13: 12 digits, or 13 with the check digit.
 *
 * @returns 95 modules; with an add-on 27 or 54 more
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * @throws RangeError for an add-on that has other than 2 or 5 digits
 */
export function ean13(text: string, options?: AddonOptions): Barcode<EanTrace> {
  const key = checkedDigits('ean13', text, ean13Values)
  const trace = traceOf(key, ean13Sets[ean13Values[0]!]!)
  return withAddon(symbolOf(ean13Layout, trace, ean13Values, 1), options)
}

/**
 * EAN-8: 7 digits, or 8 with the check digit.
 *
 * @returns 67 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 */
export function ean8(text: string): Barcode<EanTrace> {
  const key = checkedDigits('ean8', text, ean8Values)
  return symbolOf(ean8Layout, traceOf(key, 'AAAACCCC'), ean8Values)
}

/**
 * UPC-A: 11 digits, or 12 with the check digit.
 *
 * @returns 95 modules; with an add-on 30 or 57 more
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * @throws RangeError for an add-on that has other than 2 or 5 digits
 */
export function upca(text: string, options?: AddonOptions): Barcode<EanTrace> {
  const key = checkedDigits('upca', text, upcaValues)
  return withAddon(symbolOf(upcaLayout, traceOf(key, 'AAAAAACCCCCC'), upcaValues), options)
}

/**
 * UPC-E: the zero-suppressed UPC-A of number system 0 or 1, with 6 digits in the bars.
 *
 * Takes the 6 digits (number system 0), 7 digits (number system first), 8 (number system and check digit), or a UPC-A
 * of 11 or 12 digits that has the zeros to be suppressed. Six digits that suppression itself would never give, because
 * another ending is prescribed for their UPC-A, are drawn as they are: readers expand every ending alike.
 *
 * @returns 51 modules; with an add-on 28 or 55 more
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit; data_too_long for a UPC-A without enough zeros
 * @throws RangeError for an add-on that has other than 2 or 5 digits
 */
export function upce(text: string, options?: AddonOptions): Barcode<UpceTrace> {
  const { full, suppressed } = zeroSuppressedKey(text)
  const { digits, weights, sum, given } = full
  const numberSets = (digits[0] === '0' ? systemZeroSets : systemOneSets)[digits.charCodeAt(11) - 48]!
  readDigits(suppressed, upceValues)
  const symbol = symbolOf(upceLayout, { digits, weights, sum, given, numberSets, suppressed }, upceValues)
  return withAddon(symbol, options)
}

function traceOf({ digits, weights, sum, given }: CheckedDigits, numberSets: string): EanTrace {
  return { digits, weights, sum, given, numberSets }
}

/** @param first of the digits in the bars, its index in `values` */
function symbolOf<Trace extends EanTrace>(
  layout: Layout<Trace>,
  trace: Trace,
  values: Uint8Array,
  first = 0,
): Barcode<Trace> {
  return {
    symbology: layout.symbology,
    matrix: rowOf(barsOf(layout, trace.numberSets, values, first)),
    quiet: layout.quiet,
    captions: layout.captions(trace),
    guards: layout.lowered,
    trace,
  }
}

function barsOf({ halves, lowered }: Layout<never>, numberSets: string, values: Uint8Array, first: number): BitWriter {
  const bits = new BitWriter(lowered[lowered.length - 1]!.to)
  bits.push(normal.modules, normal.width)
  let from = 0
  // an index, and two digits at a time, take less time
  for (let h = 0; h < halves.length; h++) {
    const { digits, guard } = halves[h]!
    for (let i = from; i < from + digits; i += 2) {
      const left = symbolCharacter(numberSets.charCodeAt(i), values[first + i]!)
      const right = symbolCharacter(numberSets.charCodeAt(i + 1), values[first + i + 1]!)
      bits.push((left << digitWidth) | right, 2 * digitWidth)
    }
    bits.push(guard.modules, guard.width)
    from += digits
  }
  return bits
}
