/** ITF-14. ISO/IEC 16390:2007; GS1 General Specifications, 5.3 */

import { type Barcode, optionCheck, type Quiet } from './barcode.ts'
import { type CheckedDigits, checkedDigits } from './check-digit.ts'
import {
  type ElementWidths,
  elementWidths,
  modulesOf,
  quietZones,
  type Ratio,
  rowOf,
  twoWidthModules,
  withModules,
} from './linear.ts'
import { BitWriter } from './matrix/index.ts'
import { memoize } from './memoize.ts'

export interface Itf14Options {
  /** Bars above and below the symbol (the default), all around it for printing with plates, or none. */
  readonly bearer?: 'none' | 'top-bottom' | 'frame' | undefined
  /** The width of wide elements, a narrow one being 1; 3 by default. */
  readonly ratio?: Exclude<Ratio, 2> | undefined
}

export type Itf14Trace = CheckedDigits

// GS1 General Specifications, 5.3.2: wide elements of 2.25 to 3 modules
const checkOptions = optionCheck<Itf14Options>('itf14', { bearer: ['none', 'top-bottom', 'frame'], ratio: [2.5, 3] })

// ISO/IEC 16390:2007, 4.3.1, Table 1: elements of each digit, weights 1, 2, 4, 7 and parity; '1' is wide, two of five.
//                0        1        2        3        4        5        6        7        8        9
export const elements = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']

// GS1 General Specifications, 5.3.2.2: quiet zones of ten modules
const quietModules = 10
// GS1 General Specifications, 5.3.2.4: bearer bars; the least thickness for printing without plates, which needs them
// above and below only. Those of a frame are as thick.
const bearerModules = 2

/** The patterns of a symbol as modules, and what is around it. */
interface Patterns {
  readonly widths: ElementWidths
  /** Two digits, the first in the bars and the second in the spaces, at 10 times the first plus the second. */
  readonly pairs: Uint32Array
  /** Columns of a pair: five bars and five spaces, two of each wide. */
  readonly pairWidth: number
  readonly start: number
  readonly startWidth: number
  readonly stop: number
  readonly stopWidth: number
  readonly quiet: Quiet
  /** The thickness of bearer bars. */
  readonly bearer: number
}

// ISO/IEC 16390:2007, 4.3.2: start and stop patterns
export const patternsOf = memoize((ratio: Ratio): Patterns => {
  const widths = elementWidths[ratio]
  const { narrow, wide } = widths
  return {
    widths,
    pairs: Uint32Array.from({ length: 100 }, (_, pair) =>
      twoWidthModules(elements[Math.floor(pair / 10)]!, elements[pair % 10]!, widths),
    ),
    pairWidth: 6 * narrow + 4 * wide,
    start: modulesOf([narrow, narrow, narrow, narrow]),
    startWidth: 4 * narrow,
    stop: modulesOf([wide, narrow, narrow]),
    stopWidth: wide + 2 * narrow,
    quiet: quietZones(quietModules * narrow, quietModules * narrow),
    bearer: bearerModules * narrow,
  }
})

/** The values of the digits; contents are not kept between calls. */
const values = new Uint8Array(14)

/**
 * ITF-14: 13 digits, or 14 with the check digit.
 *
 * @returns 135 modules; 121 with wide elements of 2.5 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * @throws RangeError for an unknown option or value
 * ISO/IEC 16390:2007; GS1 General Specifications, 5.3
 */
export function itf14(text: string, options?: Itf14Options): Barcode<Itf14Trace> {
  if (options !== undefined) checkOptions(options)
  const trace = checkedDigits('itf14', text, values)
  const patterns = patternsOf(options?.ratio ?? 3)
  const { quiet, bearer } = patterns
  const matrix = rowOf(barsOf(values, patterns))
  const captions: Barcode['captions'] = [{ kind: 'line', text: trace.digits }]
  const symbol: Barcode<Itf14Trace> = { symbology: 'itf14', matrix, quiet, captions, bearer, trace }
  return withModules(withBearer(symbol, options?.bearer), patterns.widths)
}

function withBearer(symbol: Barcode<Itf14Trace>, wanted: Itf14Options['bearer'] = 'top-bottom'): Barcode<Itf14Trace> {
  switch (wanted) {
    case 'top-bottom':
      return symbol
    case 'frame':
      return { ...symbol, isFramed: true }
    case 'none': {
      const { bearer: _, ...rest } = symbol
      return rest
    }
  }
}

function barsOf(digits: Uint8Array, patterns: Patterns): BitWriter {
  const { pairs, pairWidth, start, startWidth, stop, stopWidth } = patterns
  const bits = new BitWriter(startWidth + 7 * pairWidth + stopWidth)
  bits.push(start, startWidth)
  for (let i = 0; i < 14; i += 2) bits.push(pairs[10 * digits[i]! + digits[i + 1]!]!, pairWidth)
  bits.push(stop, stopWidth)
  return bits
}
