/** Reads what follows a latch, up to the return to ASCII. ISO/IEC 16022:2006, 5.2.5 to 5.2.9 and Annex C */

import type { DataStream } from './stream.ts'

type Triplets = 'c40' | 'text' | 'x12'

/** Leaves C40, Text and X12. */
const unlatch = 254

/** C40, Text and X12 up to the unlatch or the end of the symbol (5.2.5 to 5.2.7). */
export function triplets(stream: DataStream, set: Triplets): void {
  const values: number[] = []
  const places: number[] = []
  const name = set === 'x12' ? 'X12' : set === 'c40' ? 'C40' : 'Text'
  let unlatched = false
  const from = stream.at
  while (stream.left > 0 && !unlatched) {
    if (stream.codewords[stream.at] === unlatch) {
      unlatched = true
      stream.at++
    } else if (stream.left === 1) break
    else {
      const at = stream.at
      const sum = 256 * stream.take() + stream.take() - 1
      const three = [Math.floor(sum / 1600), Math.floor(sum / 40) % 40, sum % 40]
      if (sum < 0 || three[0]! > 39) stream.fault('values', `${name}: ${sum + 1} is not three values`, at)
      else for (const value of three) places.push(at, values.push(value) - 1)
    }
  }
  const end = stream.at
  const read = tripletBytes(set, values)
  const placeOf = (value: number): number => places[2 * value] ?? from
  stream.at = Math.min(end, from + 2)
  for (const byte of read.bytes) stream.byte(byte)
  stream.at = end
  for (const value of read.fnc1) stream.fnc.push({ name: 'FNC1', at: placeOf(value) })
  if (read.fnc1.length > 0 && stream.fnc1 !== 'first') stream.special = true
  for (const { message, value } of read.flaws) stream.fault('values', `${name}: ${message}`, placeOf(value))
  judgeTripletEnd(stream, { name, open: read.open, values, unlatched })
}

/** 5.2.5.2, 5.2.7.2: how C40, Text and X12 may end. */
function judgeTripletEnd(
  stream: DataStream,
  { name, open, values, unlatched }: { name: string; open: boolean; values: readonly number[]; unlatched: boolean },
): void {
  const at = stream.at
  const last = values[values.length - 1]
  // 5.2.5.2 b): Shift 1 as the last value of the symbol is a pad.
  if (open && (unlatched || stream.left > 0 || last !== 0 || name === 'X12')) {
    stream.note('end', `${name} ends with a shift that nothing follows`, at - 1)
  }
  if (unlatched || stream.left !== 1) return
  const left = stream.codewords[at]!
  const single = left >= 1 && left <= 128
  if (!single) {
    stream.at++
    stream.note('end', `${name} ends without an unlatch before codeword ${left}, which is not a single character`, at)
    stream.at--
  }
}

interface TripletBytes {
  readonly bytes: readonly number[]
  /** Which of the values are FNC1. */
  readonly fnc1: readonly number[]
  /** The last value is a shift with nothing after it. */
  readonly open: boolean
  /** Values that have no meaning where they are. */
  readonly flaws: readonly { readonly message: string; readonly value: number }[]
}

/** @param values 0 to 39 each */
function tripletBytes(set: Triplets, values: readonly number[]): TripletBytes {
  const bytes: number[] = []
  const flaws: { message: string; value: number }[] = []
  const fnc1: number[] = []
  let shift = 0
  let upper = 0
  for (const [i, value] of values.entries()) {
    if (set !== 'x12' && shift === 0 && value < 3) {
      shift = value + 1
      continue
    }
    const found = set === 'x12' ? x12Character(value) : shift === 0 ? basic(set, value) : shifted(set, shift, value)
    const from = shift
    shift = 0
    if (found === 'FNC1') {
      fnc1.push(i)
      bytes.push(0x1d)
    } else if (found === 'upper') upper = 128
    else if (found === undefined) flaws.push({ message: `value ${value} has no meaning after shift ${from}`, value: i })
    else {
      bytes.push(found.charCodeAt(0) + upper)
      upper = 0
    }
  }
  return { bytes, fnc1, open: shift !== 0 || upper !== 0, flaws }
}

/** Space, digits, letters: values 3 to 39. */
function basic(set: Triplets, value: number): string {
  if (value === 3) return ' '
  if (value < 14) return String(value - 4)
  return String.fromCharCode((set === 'text' ? 97 : 65) + value - 14)
}

const x12Specials = '\r*> '

const x12Character = (value: number): string => (value < 4 ? x12Specials[value]! : basic('x12', value))

const text3 = '`ABCDEFGHIJKLMNOPQRSTUVWXYZ{|}~\x7f'

const shift2Punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_'

function shifted(set: Triplets, shift: number, value: number): string | undefined {
  if (value > 31) return undefined
  if (shift === 1) return String.fromCharCode(value)
  if (shift === 3) return set === 'text' ? text3[value] : String.fromCharCode(96 + value)
  if (value === 27) return 'FNC1'
  if (value === 30) return 'upper'
  return shift2Punctuation[value]
}

/** 5.2.8: four values of six bits in three codewords; the last one or two codewords of the symbol are in ASCII (5.2.8.2). */
export function edifact(stream: DataStream): void {
  const { codewords } = stream
  while (stream.left > 2) {
    const group = stream.at
    const bits = (codewords[group]! << 16) | (codewords[group + 1]! << 8) | codewords[group + 2]!
    for (let i = 0; i < 4; i++) {
      const value = (bits >>> (18 - 6 * i)) & 63
      stream.at = group + Math.min(3, i + 1)
      if (value === 31) {
        judgeEdifactFill(stream, bits, i)
        return
      }
      stream.byte(value < 32 ? value + 64 : value)
    }
  }
}

/** The bits between the unlatch and the next codeword. */
function judgeEdifactFill(stream: DataStream, bits: number, value: number): void {
  const fill = [0x030000, 0x000f00, 0x00003f, 0][value]!
  if ((bits & fill) !== 0) stream.fault('end', 'EDIFACT: the bits after the unlatch are not 0', stream.at - 1)
}

/** 5.2.9, Annex B.2 */
export function base256(stream: DataStream): void {
  const from = stream.at
  const next = (): number => {
    const position = stream.at + 1
    return (stream.take() - ((149 * position) % 255) - 1 + 512) % 256
  }
  const first = next()
  const length = first === 0 ? stream.left : first < 250 ? first : (first - 249) * 250 + next()
  if (length > stream.left) {
    stream.fault('length', `a Base 256 field of ${length} bytes, but only ${stream.left} codewords are left`, from)
  }
  for (const end = Math.min(stream.codewords.length, stream.at + length); stream.at < end; ) stream.byte(next())
}
