/** EAN-13, EAN-8 and UPC-A, and the add-ons beside them. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import { type Barcode, type Caption, type Columns, optionCheck, type Quiet, type Symbology } from './barcode.ts'
import { type CheckedDigits, checkedDigits } from './check-digit.ts'
import { modulesOf, quietZones, rowOf } from './linear.ts'
import { BitWriter } from './matrix/index.ts'
import { quoted } from './messages.ts'

/** A key with its check digit, and the number set, A, B or C, of each digit in the bars. */
export interface EanTrace extends CheckedDigits {
  readonly numberSets: string
  /** Only of a symbol with an add-on. */
  readonly addon?: Addon
}

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
export function ean8(text: string, options?: undefined): Barcode<EanTrace> {
  // callers without types may give some
  if (options !== undefined) refuseOptions(options)
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

// the values of the digits; contents are not kept between calls
const refuseOptions = optionCheck('ean8', {})

const [ean13Values, ean8Values, upcaValues] = [new Uint8Array(13), new Uint8Array(8), new Uint8Array(12)]

function traceOf({ digits, weights, sum, given }: CheckedDigits, numberSets: string): EanTrace {
  return { digits, weights, sum, given, numberSets }
}

/**
 * The symbol without an add-on.
 *
 * @param values of the digits
 * @param first the index in `values` of the first digit in the bars
 */
export function symbolOf<Trace extends EanTrace>(
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

/** A guard pattern: elements of a module each. */
interface Guard {
  readonly modules: number
  readonly width: number
}

// ISO/IEC 15420:2009, 4.3.2.2: auxiliary patterns
export const normal: Guard = { modules: 0b101, width: 3 }
export const centre: Guard = { modules: 0b01010, width: 5 }

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

const halvesOf = (digits: number): Halves => [
  { digits, guard: centre },
  { digits, guard: normal },
]

export const group = (text: string, columns: Columns): Caption => ({ kind: 'group', text, columns })

/** A digit in a quiet zone. */
export const outer = (text: string, columns: Columns, small: boolean): Caption => ({
  kind: 'outer',
  text,
  columns,
  small,
})

// the first digit is in the middle of the 11 modules of quiet zone, as wide as the others
const ean13First: Columns = { from: -9, to: -2 }
const ean13Left: Columns = { from: 3, to: 45 }
const ean13Right: Columns = { from: 50, to: 92 }

const ean13Layout: Layout<EanTrace> = {
  symbology: 'ean13',
  halves: /* @__PURE__ */ halvesOf(6),
  quiet: /* @__PURE__ */ quietZones(11, 7),
  lowered: [
    { from: 0, to: 3 },
    { from: 45, to: 50 },
    { from: 92, to: 95 },
  ],
  captions: ({ digits }) => [
    outer(digits[0]!, ean13First, false),
    group(digits.slice(1, 7), ean13Left),
    group(digits.slice(7), ean13Right),
  ],
}

const ean8Left: Columns = { from: 3, to: 31 }
const ean8Right: Columns = { from: 36, to: 64 }

const ean8Layout: Layout<EanTrace> = {
  symbology: 'ean8',
  halves: /* @__PURE__ */ halvesOf(4),
  quiet: /* @__PURE__ */ quietZones(7, 7),
  lowered: [
    { from: 0, to: 3 },
    { from: 31, to: 36 },
    { from: 64, to: 67 },
  ],
  captions: ({ digits }) => [group(digits.slice(0, 4), ean8Left), group(digits.slice(4), ean8Right)],
}

// the outer digits are at most four modules wide, five modules from the guards
const upcaFirst: Columns = { from: -9, to: -5 }
const upcaLast: Columns = { from: 100, to: 104 }
const upcaLeft: Columns = { from: 10, to: 45 }
const upcaRight: Columns = { from: 50, to: 85 }

const upcaLayout: Layout<EanTrace> = {
  symbology: 'upca',
  halves: /* @__PURE__ */ halvesOf(6),
  quiet: /* @__PURE__ */ quietZones(9, 9),
  // the bars of the first and of the last digit reach lower together with the guard next to them
  lowered: [
    { from: 0, to: 10 },
    { from: 45, to: 50 },
    { from: 85, to: 95 },
  ],
  captions: ({ digits }) => [
    outer(digits[0]!, upcaFirst, true),
    group(digits.slice(1, 6), upcaLeft),
    group(digits.slice(6, 11), upcaRight),
    outer(digits[11]!, upcaLast, true),
  ],
}

/**
 * The symbol with an add-on to its right, if one is wanted.
 *
 * ISO/IEC 15420:2009; GS1 General Specifications, 5.2.2.5
 *
 * @throws RangeError for other than 2 or 5 digits, and for an unknown option
 */
export function withAddon<Trace extends object>(main: Barcode<Trace>, options?: AddonOptions): Barcode<Trace> {
  if (options === undefined) return main
  requireNames[main.symbology]!(options)
  const digits = options.addon
  if (digits === undefined) return main
  const { symbology, matrix, quiet, captions, trace } = main
  const addon = addonOf(symbology, digits)
  const from = matrix.width + gaps[symbology]!
  const to = from + addonGuard.width + digits.length * (digitWidth + addonSeparator.width) - addonSeparator.width
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

/**
 * The light columns between symbol and add-on. GS1 General Specifications, 5.2.3.4, allow 7 to 12, in UPC-A 9 to 12; here it is the
 * least, and in UPC-A and UPC-E one more, because the small digit that stands there would touch the add-on.
 */
const gaps: { readonly [S in Symbology]?: number } = { ean13: 7, upca: 10, upce: 8 }

const requireNames: { readonly [S in Symbology]?: (options: object) => void } = {
  ean13: optionCheck('ean13', {}, ['addon']),
  upca: optionCheck('upca', {}, ['addon']),
  upce: optionCheck('upce', {}, ['addon']),
}

/** GS1 General Specifications, 5.2.3.4: the quiet zone after an add-on. */
const quietZone = 5

function addonOf(symbology: Symbology, digits: string): Addon {
  if (typeof digits !== 'string' || !/^(?:[0-9]{2}|[0-9]{5})$/.test(digits)) {
    throw new RangeError(`${symbology}: addon is ${quoted(digits)}; accepted: 2 or 5 digits`)
  }
  if (digits.length === 2) {
    const sum = Number(digits)
    return { digits, numberSets: twoDigitSets[sum % 4]!, sum }
  }
  const sum = addonWeights.reduce((sum, weight, i) => sum + weight * Number(digits[i]), 0)
  return { digits, numberSets: fiveDigitSets[sum % 10]!, sum }
}

export const addonWeights = [3, 9, 3, 9, 3]

// ISO/IEC 15420:2009, number sets of add-ons: of two digits by their value modulo 4, of five by their sum modulo 10.
export const twoDigitSets = ['AA', 'AB', 'BA', 'BB']
export const fiveDigitSets = [
  'BBAAA', // 0
  'BABAA',
  'BAABA',
  'BAAAB',
  'ABBAA',
  'AABBA', // 5
  'AAABB',
  'ABABA',
  'ABAAB',
  'AABAB',
]

/** The guard pattern, and the digits with separators between them. */
function pushAddon(bits: BitWriter, { digits, numberSets }: Addon): void {
  bits.push(addonGuard.modules, addonGuard.width)
  for (let i = 0; i < digits.length; i++) {
    if (i > 0) bits.push(addonSeparator.modules, addonSeparator.width)
    bits.push(symbolCharacter(numberSets.charCodeAt(i), Number(digits[i])), digitWidth)
  }
}

export const addonGuard = { modules: 0b1011, width: 4 }
export const addonSeparator = { modules: 0b01, width: 2 }

/** Modules of a symbol character, which is one digit. */
export const digitWidth = 7

// ISO/IEC 15420:2009, Table 1: symbol characters of number set C by digit, bar first.
//                0       1       2       3       4       5       6       7       8       9
const setC = ['3211', '2221', '2122', '1411', '1132', '1231', '1114', '1312', '1213', '3112'].map((widths) =>
  modulesOf(Array.from(widths, Number)),
)

/** Modules of each digit in number sets A, B and C, ten each: A is the negative of C, B is C read backwards. */
export const symbolCharacters = Uint8Array.from([
  ...setC.map((modules) => ~modules & 0x7f),
  ...setC.map(mirrored),
  ...setC,
])

/** The modules of a digit in a number set, which is the code of the letter A, B or C. */
function symbolCharacter(numberSet: number, digit: number): number {
  return symbolCharacters[10 * (numberSet - 65) + digit]!
}

function mirrored(modules: number): number {
  let result = 0
  for (let i = 0; i < digitWidth; i++) result |= ((modules >> i) & 1) << (digitWidth - 1 - i)
  return result
}

// ISO/IEC 15420:2009, Table 3: number sets of the left half of EAN-13, by its first digit.
export const leadingSets = [
  'AAAAAA', // 0
  'AABABB',
  'AABBAB',
  'AABBBA',
  'ABAABB',
  'ABBAAB', // 5
  'ABBBAA',
  'ABABAB',
  'ABABBA',
  'ABBABA',
]
const ean13Sets = leadingSets.map((left) => `${left}CCCCCC`)
