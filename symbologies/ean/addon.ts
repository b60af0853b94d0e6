/** The add-ons of EAN-13, UPC-A and UPC-E. ISO/IEC 15420:2009; GS1 General Specifications, 5.2.2.5 */

import type { Barcode, Symbology } from '../barcode.ts'
import { rowOf } from '../linear.ts'
import { BitWriter } from '../matrix/index.ts'
import { quoted } from '../messages.ts'
import { digitWidth, fiveDigitSets, symbolCharacter, twoDigitSets } from './number-sets.ts'

export interface AddonOptions {
  /** The digits of an add-on, 2 or 5: the issue of a periodical, the price of a book. */
  readonly addon?: string | undefined
}

/** The digits of an add-on and their number sets, whose order takes the place of a check digit. */
export interface Addon {
  /** Two or five. */
  readonly digits: string
  /** The number set, A or B, of each digit. */
  readonly numberSets: string
  /** Two digits as a number, or the sum of five digits times their weights 3, 9, 3, 9 and 3. */
  readonly sum: number
}

const weights = [3, 9, 3, 9, 3]

const guard = { modules: 0b1011, width: 4 }
const separator = { modules: 0b01, width: 2 }

/**
 * The light columns between symbol and add-on. GS1 General Specifications, 5.2.3.4, allow 7 to 12, in UPC-A 9 to 12; here it is the
 * least, and in UPC-A and UPC-E one more, because the small digit that stands there would touch the add-on.
 */
const gaps: { readonly [S in Symbology]?: number } = { ean13: 7, upca: 10, upce: 8 }

/** GS1 General Specifications, 5.2.3.4: the quiet zone after an add-on. */
const quietZone = 5

/**
 * The symbol with an add-on to its right, if one is wanted.
 *
 * @throws RangeError for other than 2 or 5 digits
 */
export function withAddon<Trace extends object>(main: Barcode<Trace>, options?: AddonOptions): Barcode<Trace> {
  const digits = options?.addon
  if (digits === undefined) return main
  const { symbology, matrix, quiet, captions, trace } = main
  const addon = addonOf(symbology, digits)
  const from = matrix.width + gaps[symbology]!
  const to = from + guard.width + digits.length * (digitWidth + separator.width) - separator.width
  const bits = new BitWriter(to)
  bits.words.set(matrix.words)
  bits.length = from
  pushAddon(bits, addon)
  return {
    ...main,
    matrix: rowOf(bits),
    quiet: { ...quiet, right: quietZone },
    captions: [...captions, { kind: 'addon', text: digits, columns: { from, to } }],
    addon: { from, to },
    trace: { ...trace, addon },
  }
}

function addonOf(symbology: Symbology, digits: string): Addon {
  if (typeof digits !== 'string' || !/^(?:[0-9]{2}|[0-9]{5})$/.test(digits)) {
    throw new RangeError(`${symbology}: addon is ${quoted(digits)}; accepted: 2 or 5 digits`)
  }
  if (digits.length === 2) {
    const sum = Number(digits)
    return { digits, numberSets: twoDigitSets[sum % 4]!, sum }
  }
  const sum = weights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
  return { digits, numberSets: fiveDigitSets[sum % 10]!, sum }
}

/** The guard pattern, and the digits with separators between them. */
function pushAddon(bits: BitWriter, { digits, numberSets }: Addon): void {
  bits.push(guard.modules, guard.width)
  for (let i = 0; i < digits.length; i++) {
    if (i > 0) bits.push(separator.modules, separator.width)
    bits.push(symbolCharacter(numberSets.charCodeAt(i), Number(digits[i])), digitWidth)
  }
}
