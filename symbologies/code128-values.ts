/** Code 128 of given symbol characters, for programs that choose the code sets themselves. ISO/IEC 15417:2007, 4.3.1 */

import { type Barcode, EncodeError } from './barcode.ts'
import { type Code128Trace, completed, type Segment } from './code128.ts'
import { fnc1 } from './gs1/fnc1.ts'

/** Table 1: values with a function, by code set; the others are characters. */
const shift = 98
const codeC = 99
const codeB = 100
const codeA = 101
const functionCode1 = 102
const startA = 103
const startC = 105
const setNames = ['A', 'B', 'C'] as const

type CodeSet = (typeof setNames)[number]

/** The symbol, and what it carries. */
export interface Code128OfValues {
  readonly barcode: Barcode<Code128Trace>
  /** The characters that a reader transmits; FNC1 behind the first position is U+001D. Single FNC4 and its latch add 128. */
  readonly text: string
  /** Whether FNC1 is in the first position, so that readers take the text for GS1 element strings. */
  readonly gs1: boolean
}

/**
 * The symbol with these symbol characters; check and stop character are added.
 *
 * @param values start character 103 to 105, then 0 to 102, at least one of them
 * @throws EncodeError invalid_length for fewer than two values
 * @throws RangeError for a value out of its range
 */
export function code128OfValues(values: readonly number[]): Code128OfValues {
  if (values.length < 2) {
    throw new EncodeError('invalid_length', 'code128: a symbol has a start character and at least one other')
  }
  requireValues(values)
  const { text, segments, gs1 } = readValues(values)
  return { barcode: completed(Uint8Array.from([...values, 0, 0]), { text, segments }), text, gs1 }
}

function requireValues(values: readonly number[]): void {
  const wrong = values.findIndex((value, i) =>
    i === 0 ? !isBetween(startA, value, startC) : !isBetween(0, value, functionCode1),
  )
  if (wrong < 0) return
  const accepted = wrong === 0 ? '103 to 105, a start character' : '0 to 102'
  throw new RangeError(`code128: value ${values[wrong]} at position ${wrong + 1}; accepted: ${accepted}`)
}

const isBetween = (low: number, value: number, high: number): boolean =>
  Number.isInteger(value) && low <= value && value <= high

/** An application indicator. */
const indicator = /^([A-Za-z]|\d\d)$/

/** What a reader makes of the values. 4.3.4.2: function characters */
function readValues(values: readonly number[]): {
  readonly text: string
  readonly segments: readonly Segment[]
  readonly gs1: boolean
} {
  const segments: Segment[] = []
  let set: CodeSet = setNames[values[0]! - startA]!
  let text = ''
  let from = 0
  // symbol characters with data
  let characters = 0
  let isShifted = false
  let isLatched = false
  // whether FNC4 stands before this value, for the next character alone
  let isSingle = false
  const endSegment = (): void => {
    if (text.length > from) segments.push({ codeSet: set, latched: isLatched, from, to: text.length })
    from = text.length
  }
  for (const [i, value] of values.entries()) {
    if (i === 0) continue
    const inSet: CodeSet = isShifted ? (set === 'A' ? 'B' : 'A') : set
    isShifted = false
    if (value === functionCode1) {
      // 4.3.4.2: behind a single symbol character, of a letter or of two digits, it is not transmitted either
      const isSecond = characters === 1 && values[1] !== functionCode1 && indicator.test(text)
      if (i > 1 && !isSecond) text += fnc1
    } else if (inSet === 'C' && value < codeB) {
      text += String(value).padStart(2, '0')
      characters++
    } else if (value === (inSet === 'A' ? codeA : codeB) && inSet !== 'C') {
      // FNC4 twice is a latch
      if (isSingle) endSegment()
      if (isSingle) isLatched = !isLatched
      isSingle = !isSingle
    } else if (value >= codeC) {
      endSegment()
      set = value === codeC ? 'C' : value === codeB ? 'B' : 'A'
    } else if (value === shift) {
      isShifted = true
    } else if (value < 96) {
      const code = inSet === 'A' && value > 63 ? value - 64 : value + 32
      text += String.fromCharCode(code + (isLatched !== isSingle ? 128 : 0))
      isSingle = false
      characters++
    }
  }
  endSegment()
  return { text, segments, gs1: values[1] === functionCode1 }
}
