/** The properties in which EAN-13, EAN-8, UPC-A and UPC-E differ. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import type { Caption, Columns, Quiet } from '../barcode.ts'
import type { CheckedDigits } from '../check-digit.ts'
import { quietZones } from '../linear.ts'
import type { Addon } from './addon.ts'

/** A key with its check digit, and the number set, A, B or C, of each digit in the bars. */
export interface EanTrace extends CheckedDigits {
  readonly numberSets: string
  /** Only of a symbol with an add-on. */
  readonly addon?: Addon
}

/** `digits`, `weights` and `sum` are those of the UPC-A that the symbol stands for. */
export interface UpceTrace extends EanTrace {
  /** The six digits in the bars. */
  readonly suppressed: string
}

/** A guard pattern: elements of a module each. */
export interface Guard {
  readonly modules: number
  readonly width: number
}

// ISO/IEC 15420:2009, 4.3.2.2: auxiliary patterns; the special guard ends UPC-E.
export const normal: Guard = { modules: 0b101, width: 3 }
const centre: Guard = { modules: 0b01010, width: 5 }
const special: Guard = { modules: 0b010101, width: 6 }

/** The properties in which the symbologies differ. */
export interface Layout<Trace> {
  readonly symbology: 'ean13' | 'ean8' | 'upca' | 'upce'
  /** After the left guard: digits, and the guard behind them. */
  readonly halves: Halves
  /** GS1 General Specifications, 5.2.3.4 */
  readonly quiet: Quiet
  /** Columns whose bars reach lower (ISO/IEC 15420:2009, 4.3.3). */
  readonly lowered: readonly Columns[]
  /** GS1 General Specifications, 5.2.5. A function, because arrays of one literal are made fastest. */
  readonly captions: (trace: Trace) => Caption[]
}

type Halves = readonly { readonly digits: number; readonly guard: Guard }[]

const columns = (from: number, to: number): Columns => ({ from, to })

const halvesOf = (digits: number): Halves => [
  { digits, guard: centre },
  { digits, guard: normal },
]

const group = (text: string, columns: Columns): Caption => ({ kind: 'group', text, columns })

/** A digit in a quiet zone. */
const outer = (text: string, columns: Columns, small: boolean): Caption => ({ kind: 'outer', text, columns, small })

// the first digit is in the middle of the 11 modules of quiet zone, as wide as the others
const [ean13First, ean13Left, ean13Right] = [columns(-9, -2), columns(3, 45), columns(50, 92)]

export const ean13Layout: Layout<EanTrace> = {
  symbology: 'ean13',
  halves: halvesOf(6),
  quiet: quietZones(11, 7),
  lowered: [columns(0, 3), columns(45, 50), columns(92, 95)],
  captions: ({ digits }) => [
    outer(digits[0]!, ean13First, false),
    group(digits.slice(1, 7), ean13Left),
    group(digits.slice(7), ean13Right),
  ],
}

const [ean8Left, ean8Right] = [columns(3, 31), columns(36, 64)]

export const ean8Layout: Layout<EanTrace> = {
  symbology: 'ean8',
  halves: halvesOf(4),
  quiet: quietZones(7, 7),
  lowered: [columns(0, 3), columns(31, 36), columns(64, 67)],
  captions: ({ digits }) => [group(digits.slice(0, 4), ean8Left), group(digits.slice(4), ean8Right)],
}

// the outer digits are at most four modules wide, five modules from the guards; at the right of UPC-E three
const [upcFirst, upcaLast, upceLast] = [columns(-9, -5), columns(100, 104), columns(54, 58)]
const [upcaLeft, upcaRight, upceMiddle] = [columns(10, 45), columns(50, 85), columns(3, 45)]

export const upcaLayout: Layout<EanTrace> = {
  symbology: 'upca',
  halves: halvesOf(6),
  quiet: quietZones(9, 9),
  // the bars of the first and of the last digit reach lower together with the guard next to them
  lowered: [columns(0, 10), columns(45, 50), columns(85, 95)],
  captions: ({ digits }) => [
    outer(digits[0]!, upcFirst, true),
    group(digits.slice(1, 6), upcaLeft),
    group(digits.slice(6, 11), upcaRight),
    outer(digits[11]!, upcaLast, true),
  ],
}

export const upceLayout: Layout<UpceTrace> = {
  symbology: 'upce',
  halves: [{ digits: 6, guard: special }],
  quiet: quietZones(9, 7),
  lowered: [columns(0, 3), columns(45, 51)],
  captions: ({ digits, suppressed }) => [
    outer(digits[0]!, upcFirst, true),
    group(suppressed, upceMiddle),
    outer(digits[11]!, upceLast, true),
  ],
}
