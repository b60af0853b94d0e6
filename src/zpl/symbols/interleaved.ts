/** ^B2: Interleaved 2 of 5, which is ITF-14 where it has the 14 digits of a GTIN. ZPL II Programming Guide, ^B2 */

import { checkDigitOf } from '../../../symbologies/facts.ts'
import { itf14, type Matrix, structure } from '../../../symbologies/index.ts'
import { BitWriter } from '../../../symbologies/matrix/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import { interpretation, judgedMark, quietDots, stretchedEdges, wholeHalves, wideDots } from './bars.ts'
import { judgementOf, notCarried, nothing, unmoved } from './drawn.ts'
import { Parameters } from './parameters.ts'

const gtinDigits = 14

export function drawInterleaved(field: SymbolField): DrawnField {
  const parameters = new Parameters(field)
  const orientation = parameters.orientation()
  const height = parameters.height(1)
  const line = parameters.line(2)
  const hasCheckDigit = parameters.yes(4, 'the mod 10 check digit', false)
  const findings: FieldFinding[] = []
  if (!/^\d+$/.test(field.text)) {
    const finding = notCarried(`Interleaved 2 of 5 carries digits alone, and the data is ${quoted(field.text)}`)
    return nothing(field, parameters, { type: 'interleaved2of5', finding })
  }
  const digits = evenDigits(hasCheckDigit ? field.text + checkDigitOf(field.text) : field.text, findings)
  const { module } = field
  const matrix = barsOf(digits)
  const xs = stretchedEdges(matrix, { narrow: module, wide: wideDots(field) })
  const width = xs.at(-1)!
  const mark = { kind: 'modules', matrix, xs, ys: [0, height] } as const
  const shared = { width, height, orientation, offset: unmoved }
  const lines = interpretation(digits, { width, height, module }, line)
  const isGtin = digits.length === gtinDigits && checkDigitOf(digits.slice(0, -1)) === Number(digits.at(-1))
  if (!isGtin) {
    if (digits.length === gtinDigits) findings.push(wrongCheckDigit(digits))
    const symbol = { type: 'interleaved2of5', text: digits, judged: false }
    return { ...shared, modules: [mark], lines, symbol, findings: [...parameters.findings, ...findings] }
  }
  const barcode = { ...itf14(digits, { bearer: 'none' }), matrix }
  const { encoded } = judgementOf(barcode, digits)
  return {
    ...shared,
    modules: [judgedMark(mark, { module, quiet: quietDots(barcode.quiet, module) })],
    lines,
    symbol: {
      type: 'itf14',
      text: digits,
      judged: true,
      encoded,
      transmitted: wholeHalves(field) ? 'text' : undefined,
    },
    findings: [...parameters.findings, ...findings],
  }
}

const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text)

/** Pairs of digits: a zero stands before an odd number of them. */
function evenDigits(digits: string, findings: FieldFinding[]): string {
  if (digits.length % 2 === 0) return digits
  const message = `Interleaved 2 of 5 carries pairs of digits: a zero is added before ${digits.length}`
  findings.push({ code: 'data_padded', kind: 'warning', message })
  return `0${digits}`
}

function wrongCheckDigit(digits: string): FieldFinding {
  const right = checkDigitOf(digits.slice(0, -1))
  const message = `as a GTIN-14 ${digits} has a wrong check digit; the right one is ${right}`
  return { code: 'bad_check_digit', kind: 'warning', message, suggestion: `${digits.slice(0, -1)}${right}` }
}

/** A row in which narrow elements have one column and wide ones two. ISO/IEC 16390:2007, 4.3 */
function barsOf(digits: string): Matrix {
  const { pairs, pairWidth, start, startWidth, stop, stopWidth } = structure.itf14PatternsOf(2)
  const bits = new BitWriter(startWidth + (digits.length / 2) * pairWidth + stopWidth)
  bits.push(start, startWidth)
  for (let i = 0; i < digits.length; i += 2) bits.push(pairs[Number(digits.slice(i, i + 2))]!, pairWidth)
  bits.push(stop, stopWidth)
  return { width: bits.length, height: 1, stride: bits.words.length, words: bits.words }
}
