/** ^BC: Code 128 with given subsets, in UCC case mode, automatic mode and UCC/EAN mode. ZPL II Programming Guide, ^BC */

import { checkDigitOf } from '../../../symbologies/facts.ts'
import { code128OfValues } from '../../../symbologies/given.ts'
import { type Barcode, code128, type Encoded, EncodeError, fnc1 } from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { evenEdges, interpretation, judgedMark, quietDots } from './bars.ts'
import { symbolCharacters } from './code128-codes.ts'
import { gs1JudgementOf, judgementOf, nothing, refusal, unmoved } from './drawn.ts'
import { Parameters } from './parameters.ts'

/** A symbol, what people read, and what is said of it. */
interface Symbol {
  readonly barcode: Encoded['barcode']
  readonly text: string
  readonly gs1: boolean
  readonly line: string
  readonly findings: readonly FieldFinding[]
}

export function drawCode128(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const orientation = parameters.orientation()
  const height = parameters.height(1)
  const line = parameters.line(2)
  const hasCheckDigit = parameters.yes(4, 'the UCC check digit', false)
  const mode = parameters.choice(5, { name: 'the mode', values: ['N', 'U', 'A', 'D'], fallback: 'N' })
  const data = String.fromCharCode(...field.bytes)
  let symbol: Symbol
  try {
    symbol = symbolOf(data, mode, hasCheckDigit)
  } catch (error) {
    return nothing(field, parameters, { type: 'code128', finding: refusal(error) })
  }
  const { barcode, text, gs1 } = symbol
  const { module } = field
  const { matrix } = barcode
  const width = matrix.width * module
  const mark = { kind: 'modules', matrix, xs: evenEdges(matrix.width, module), ys: [0, height] } as const
  const { encoded, findings } = gs1 ? gs1JudgementOf('code128', barcode, text) : judgementOf(barcode, text)
  return {
    modules: [judgedMark(mark, { module, quiet: quietDots(barcode.quiet, module) })],
    width,
    height,
    orientation,
    lines: interpretation(symbol.line, { width, height, module }, line),
    offset: unmoved,
    symbol: {
      type: 'code128',
      text: encoded.text,
      judged: true,
      encoded,
      transmitted: isPlain(data, mode) ? 'text' : undefined,
    },
    findings: [...parameters.findings, ...symbol.findings, ...findings],
  }
}

/** Whether there are no function characters but those of GS1, and no control characters. */
const isPlain = (data: string, mode: string): boolean =>
  /^[ -~]*$/.test(data) && !(mode === 'N' && /(?<!^>;)>8|>[2-4679]|>[19:]/.test(data))

/** @throws EncodeError for data that the mode does not carry */
function symbolOf(data: string, mode: 'N' | 'U' | 'A' | 'D', hasCheckDigit: boolean): Symbol {
  switch (mode) {
    case 'N':
      return withSubsets(hasCheckDigit ? withCheckDigit(data) : data)
    case 'U':
      return shippingContainer(data)
    case 'A':
      return automatic(data)
    case 'D':
      return elementStrings(data)
  }
}

/** The data as they are, in the subsets that make them short. Mode A */
function automatic(data: string): Symbol {
  const code = /^>[9:;]|>8/.exec(data)?.[0]
  const findings: FieldFinding[] = []
  if (code !== undefined) {
    const message = `${code} is two characters of the symbol: mode A has no invocation codes`
    findings.push({ code: 'invocation_printed', kind: 'warning', message, suggestion: '^BCN,,,,,N' })
  }
  return { barcode: code128(data), text: data, gs1: false, line: printable(data), findings }
}

/** Control characters have no sign in an interpretation line. */
const printable = (text: string): string => text.replace(/[^ -~]/g, '')

const invocation = />./gs

/** Behind the digits of the data, for which it is computed. Parameter e */
function withCheckDigit(data: string): string {
  const digits = data.replace(invocation, '').replace(/\D/g, '')
  return digits === '' ? data : data + checkDigitOf(digits)
}

function withSubsets(data: string): Symbol {
  const { values, line, ignored } = symbolCharacters(data)
  if (values.length < 2) throw new EncodeError('invalid_length', 'code128: the field has no characters')
  const { barcode, text, gs1 } = code128OfValues(values)
  const findings = ignored.slice(0, mostIgnored).map(({ text, at, why }): FieldFinding => {
    const message = `${JSON.stringify(text)} at position ${at} of the data is left out: ${why}`
    const suggestion = 'mode A (^BCN,,,,,A) takes the data as they are and chooses the subsets'
    return { code: 'data_ignored', kind: 'fault', message, suggestion }
  })
  return { barcode, text, gs1, line, findings }
}

/** Findings about one field. */
const mostIgnored = 10

const containerDigits = 19

/** 19 digits and a check digit behind FNC1 in subset C: more are cut off, zeros are added behind fewer. Mode U */
function shippingContainer(data: string): Symbol {
  const digits = data.replace(invocation, '').replace(/\D/g, '')
  const findings: FieldFinding[] = []
  if (digits.length > containerDigits) {
    const message = `UCC case mode takes ${containerDigits} digits: "${digits.slice(containerDigits)}" is cut off`
    findings.push({ code: 'data_cut', kind: 'fault', message })
  }
  if (digits.length < containerDigits) {
    const missing = containerDigits - digits.length
    const message = `UCC case mode takes ${containerDigits} digits: ${missing === 1 ? 'a zero is' : `${missing} zeros are`} added behind ${digits.length}`
    findings.push({ code: 'data_padded', kind: 'fault', message })
  }
  if (digits !== data.replace(invocation, '')) {
    const message = 'UCC case mode takes digits alone: other characters are left out'
    findings.push({ code: 'data_ignored', kind: 'warning', message })
  }
  const body = digits.slice(0, containerDigits).padEnd(containerDigits, '0')
  const all = body + checkDigitOf(body)
  const pairs = Array.from({ length: all.length / 2 }, (_, i) => Number(all.slice(2 * i, 2 * i + 2)))
  const { barcode } = code128OfValues([105, 102, ...pairs])
  return { barcode, text: all, gs1: true, line: all, findings }
}

/** Keys that get their check digit where it is missing: the AI, and the digits without it. */
const keys: readonly (readonly [ai: string, digits: number])[] = [
  ['00', 17],
  ['01', 13],
  ['02', 13],
]

/** FNC1 in the first position, parentheses and blanks printed and not encoded, `>8` for FNC1. Mode D */
function elementStrings(data: string): Symbol {
  const findings: FieldFinding[] = []
  const completed = data.replace(/\((\d\d)\)([\d ]+)(?=\(|>|$)/g, (whole, ai: string, value: string) => {
    const digits = value.replaceAll(' ', '')
    if (!keys.some(([key, count]) => key === ai && count === digits.length)) return whole
    const check = checkDigitOf(digits)
    const message = `(${ai}) has ${digits.length} digits: check digit ${check} is added`
    findings.push({ code: 'check_digit_added', kind: 'note', message })
    return `${whole}${check}`
  })
  const others = completed.replaceAll('>8', '').match(invocation)
  if (others !== null) {
    const message = `mode D takes >8 alone: ${others[0]} and its like are left out`
    findings.push({ code: 'data_ignored', kind: 'warning', message })
  }
  const coded = completed.replaceAll('>8', fnc1).replace(invocation, '')
  const text = coded.replace(/[() ]/g, '').replace(leadingFnc1, '')
  const barcode: Barcode = code128(text, { gs1: true })
  return { barcode: barcode as Encoded['barcode'], text, gs1: true, line: printable(coded), findings }
}

/** FNC1 in the first position is there by the mode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: U+001D stands for FNC1
const leadingFnc1 = /^\x1d+/
