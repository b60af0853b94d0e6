/** The values of C40, Text and X12. ISO/IEC 16022:2006, 5.2.5 to 5.2.7, Annex C */

export type Triplets = 'c40' | 'text' | 'x12'

export interface TripletBytes {
  readonly bytes: readonly number[]
  /** FNC1 is among the values. */
  readonly special: boolean
  /** The last value is a shift with nothing after it. */
  readonly open: boolean
  /** Values that have no meaning where they are. */
  readonly flaws: readonly { readonly message: string; readonly value: number }[]
}

const shift2Punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_'
const x12Specials = '\r*> '
const text3 = '`ABCDEFGHIJKLMNOPQRSTUVWXYZ{|}~\x7f'

/** @param values 0 to 39 each */
export function tripletBytes(set: Triplets, values: readonly number[]): TripletBytes {
  const bytes: number[] = []
  const flaws: { message: string; value: number }[] = []
  let special = false
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
    if (found === 'FNC1') special = true
    if (found === 'FNC1') bytes.push(0x1d)
    else if (found === 'upper') upper = 128
    else if (found === undefined) flaws.push({ message: `value ${value} has no meaning after shift ${from}`, value: i })
    else {
      bytes.push(found.charCodeAt(0) + upper)
      upper = 0
    }
  }
  return { bytes, special, open: shift !== 0 || upper !== 0, flaws }
}

/** Space, digits, letters: values 3 to 39. */
function basic(set: Triplets, value: number): string {
  if (value === 3) return ' '
  if (value < 14) return String(value - 4)
  return String.fromCharCode((set === 'text' ? 97 : 65) + value - 14)
}

const x12Character = (value: number): string => (value < 4 ? x12Specials[value]! : basic('x12', value))

function shifted(set: Triplets, shift: number, value: number): string | undefined {
  if (value > 31) return undefined
  if (shift === 1) return String.fromCharCode(value)
  if (shift === 3) return set === 'text' ? text3[value] : String.fromCharCode(96 + value)
  if (value === 27) return 'FNC1'
  if (value === 30) return 'upper'
  return shift2Punctuation[value]
}
