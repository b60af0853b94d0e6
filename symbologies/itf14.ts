import type { Barcode } from './barcode.ts'
import { BitWriter } from './bits.ts'
import { type CheckedDigits, checkedDigits } from './check-digit.ts'
import { modulesOf, quietZones, rowOf } from './linear.ts'

export type Itf14Trace = CheckedDigits

/** Modules of a wide element, a narrow one being 1. GS1 General Specifications, 5.3.2, allow 2.25 to 3. */
const wide = 3
/** Five bars and five spaces, two of each wide. */
const pairWidth = 6 + 4 * wide

// ISO/IEC 16390:2007, 4.3.1, Table 1: elements of each digit, weights 1, 2, 4, 7 and parity; '1' is wide, two of five.
//                0        1        2        3        4        5        6        7        8        9
export const elements = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010']

/** Modules of two digits, the first in the bars and the second in the spaces, at 10 times the first plus the second. */
const pairs = Uint32Array.from({ length: 100 }, (_, pair) => {
  const bars = elements[Math.floor(pair / 10)]!
  const spaces = elements[pair % 10]!
  return modulesOf(Array.from({ length: 10 }, (_, i) => ((i % 2 ? spaces : bars)[i >> 1] === '1' ? wide : 1)))
})

// ISO/IEC 16390:2007, 4.3.2: start and stop patterns
const start = 0b1010
const stop = modulesOf([wide, 1, 1])
const stopWidth = wide + 2

// GS1 General Specifications, 5.3.2.2: quiet zones of ten modules
const quiet = quietZones(10, 10)
// GS1 General Specifications, 5.3.2.4: bearer bars; the least thickness for printing without plates, which needs them
// above and below only.
const bearer = 2

/**
 * ITF-14: 13 digits, or 14 with the check digit; wide elements three times the narrow ones.
 *
 * @returns 135 modules
 * @throws EncodeError invalid_character, invalid_length, bad_check_digit
 * ISO/IEC 16390:2007; GS1 General Specifications, 5.3
 */
export function itf14(text: string): Barcode<Itf14Trace> {
  const trace = checkedDigits('itf14', text, 14)
  const { digits } = trace
  const bits = new BitWriter(4 + 7 * pairWidth + stopWidth)
  bits.push(start, 4)
  for (let i = 0; i < 14; i += 2) {
    bits.push(pairs[10 * (digits.charCodeAt(i) - 48) + digits.charCodeAt(i + 1) - 48]!, pairWidth)
  }
  bits.push(stop, stopWidth)
  return { symbology: 'itf14', matrix: rowOf(bits), quiet, captions: [{ kind: 'line', text: digits }], bearer, trace }
}
