import { type Barcode, type EncodeError, invalidCharacter, requireText, type Suggestion } from '../barcode.ts'
import { pushCharacters, type Ratio, rowOf, withModules } from '../linear.ts'
import { BitWriter } from '../matrix/index.ts'
import { optionCheck } from '../options.ts'
import { withoutLookAlikes } from '../repairs.ts'
import { carriesMore, fullAsciiValues } from './full-ascii.ts'
import { type Patterns, patternsOf, valueByCode } from './patterns.ts'

export interface Code39Options {
  /** Whether a check character modulo 43 follows the text; false by default. */
  readonly checkdigit?: boolean | undefined
  /** Whether pairs of characters carry all of ASCII, for readers that are set to it; false by default. */
  readonly fullascii?: boolean | undefined
  /** The width of wide elements, a narrow one being 1; 3 by default. */
  readonly ratio?: Ratio | undefined
}

/** The intermediate results of a Code 39 symbol. */
export interface Code39Trace {
  /** Symbol character values 0 to 42 of ISO/IEC 16388:2007, Annex A, without start, check character and stop. */
  readonly values: Uint8Array
  /** The check character: the sum of all values, and that modulo 43. */
  readonly check?: { readonly sum: number; readonly value: number }
}

const checkOptions = optionCheck<Code39Options>('code39', {
  checkdigit: [true, false],
  fullascii: [true, false],
  ratio: [2, 2.5, 3],
})

const none: Code39Options = {}
/** With wide elements three times the narrow ones. */
const usual = patternsOf(3)

const accepted = '0 to 9, A to Z (upper case), space and - . $ / + %'
const carriesAscii = 'fullascii=true carries all of ASCII, code128 too'

/**
 * Code 39, with gaps of one module. The caption is the text as it is: the standard leaves open whether people read the check
 * character, and most would take it for one of the text.
 *
 * @param text at least one of the 43 characters, or of ASCII with `fullascii`
 * @returns start, characters and stop of 15 modules each (13.5 and 12 with the smaller ratios), and a gap between two of them
 * @throws EncodeError invalid_character (also for the asterisk, start and stop), invalid_length for an empty text
 * @throws RangeError for an unknown option value
 * ISO/IEC 16388:2007
 */
export function code39(text: string, options?: Code39Options): Barcode<Code39Trace> {
  if (options !== undefined) checkOptions(options)
  requireText('code39', text)
  const { checkdigit = false, fullascii = false, ratio } = options ?? none
  const values = fullascii ? fullAsciiValues(text) : valuesOf(text)
  const trace: Code39Trace = checkdigit ? { values, check: checkOf(values) } : { values }
  const patterns = ratio === undefined ? usual : patternsOf(ratio)
  const matrix = rowOf(barsOf(trace, patterns))
  const captions: Barcode['captions'] = [{ kind: 'line', text }]
  return withModules({ symbology: 'code39', matrix, quiet: patterns.quiet, captions, trace }, patterns.widths)
}

function valuesOf(text: string): Uint8Array {
  const values = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const value = valueByCode[text.charCodeAt(i)] ?? -1
    if (value < 0) throw notInCode39(text, i)
    values[i] = value
  }
  return values
}

function notInCode39(text: string, index: number): EncodeError {
  const carries = text.charCodeAt(index) > 0x7f ? carriesMore : carriesAscii
  return invalidCharacter('code39', text, index, `${accepted}; ${carries}`, meant(text))
}

/** What carries a text that has other than the 43 characters: without the asterisks that are start and stop, or with look-alikes replaced. */
function meant(text: string): Suggestion {
  const plain = withoutLookAlikes(text)
  const [, inner = plain] = /^\*(.+)\*$/.exec(plain) ?? []
  if (inner !== text && isCarried(inner)) return { text: inner }
  if (/^[\0-\x7f]*$/.test(text)) return { fullascii: 'true' }
  return { type: /^[\0-\xff]*$/.test(text) ? 'code128' : 'qr' }
}

const isCarried = (text: string): boolean => /^[0-9A-Z $%+./-]*$/.test(text)

/** ISO/IEC 16388:2007, Annex A.1 */
function checkOf(values: Uint8Array): NonNullable<Code39Trace['check']> {
  const sum = values.reduce((sum, value) => sum + value, 0)
  return { sum, value: sum % 43 }
}

function barsOf({ values, check }: Code39Trace, { width, spaced, startStop }: Patterns): BitWriter {
  const pitch = spaced.width
  const bits = new BitWriter(width + (values.length + (check === undefined ? 1 : 2)) * pitch)
  bits.push(startStop, width)
  pushCharacters(bits, values, values.length, spaced)
  if (check !== undefined) bits.push(spaced.patterns[check.value]!, pitch)
  bits.push(startStop, pitch)
  return bits
}
