/** ^BE, ^B8, ^BU and ^B9: EAN-13, EAN-8, UPC-A and UPC-E. ZPL II Programming Guide, ^BE, ^B8, ^BU, ^B9 */

import { checkDigitOf } from '../../../symbologies/facts.ts'
import {
  type Barcode,
  type Columns,
  darken,
  type Encoded,
  ean8,
  ean13,
  isDark,
  lightMatrix,
  type Matrix,
  upca,
  upce,
} from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, InterpretationPiece, SymbolField } from '../field.ts'
import { evenEdges, type GuardDigits, guardDigits, guardDots, interpretation, judgedMark, quietDots } from './bars.ts'
import { judgementOf, notCarried, nothing, refusal, unmoved } from './drawn.ts'
import { type InterpretationLine, Parameters } from './parameters.ts'

/** One of the four. */
interface Retail {
  readonly type: 'ean13' | 'ean8' | 'upca' | 'upce'
  readonly name: string
  /** Digits of the field, without the check digit, which the printer computes. */
  readonly digits: number
  /** @throws EncodeError */
  readonly encode: (digits: string) => Encoded['barcode']
  /** Whether parameter e says that the check digit is printed. */
  readonly hasCheckParameter: boolean
}

const retail = {
  BE: { type: 'ean13', name: 'EAN-13', digits: 12, encode: (digits) => ean13(digits), hasCheckParameter: false },
  B8: { type: 'ean8', name: 'EAN-8', digits: 7, encode: (digits) => ean8(digits), hasCheckParameter: false },
  BU: { type: 'upca', name: 'UPC-A', digits: 11, encode: (digits) => upca(digits), hasCheckParameter: true },
  // number system 0, and the ten digits of manufacturer and product, whose zeros are suppressed
  B9: { type: 'upce', name: 'UPC-E', digits: 10, encode: (digits) => upce(`0${digits}`), hasCheckParameter: true },
} as const satisfies Record<string, Retail>

/** @param field  of one of the four commands */
export function drawRetail(field: SymbolField): DrawnField {
  const own: Retail = retail[field.command as keyof typeof retail]
  const parameters = new Parameters(field)
  const orientation = parameters.orientation()
  const height = parameters.height(1)
  const line = parameters.line(2)
  const hasCheckDigit = !own.hasCheckParameter || parameters.yes(4, 'the check digit in the line', true)
  const findings: FieldFinding[] = []
  const { type } = own
  if (!/^\d+$/.test(field.text)) {
    const finding = notCarried(
      `${own.name} carries digits alone, and the data is ${JSON.stringify(field.text.slice(0, 40))}`,
    )
    return nothing(field, parameters, { type, finding })
  }
  const digits = lengthened(field.text, own, findings)
  let barcode: Encoded['barcode']
  try {
    // a check digit that is right is given, and so says where the digits end
    barcode = own.encode(field.text === `${digits}${checkDigitOf(digits)}` ? field.text : digits)
  } catch (error) {
    return nothing(field, parameters, { type, finding: refusal(error) })
  }
  findings.push(...checkDigitFinding(field.text, barcode, own))
  const { module } = field
  const encoded = judged(barcode, field.text.length > own.digits)
  return {
    modules: [guardedMark(barcode, { module, height })],
    width: barcode.matrix.width * module,
    height,
    orientation,
    lines: linesOf(barcode, { module, height, line, hasCheckDigit }),
    offset: unmoved,
    symbol: {
      ...{ type, text: encoded.text, judged: true, encoded, transmitted: 'text' },
      guards: { count: guardBars[type], drop: guardDots(module) },
    },
    findings: [...parameters.findings, ...findings],
  }
}

/** @param isComplete  whether a check digit was sent, right or wrong: the digits before it are not taken for complete ones then */
function judged(barcode: Encoded['barcode'], isComplete: boolean): Encoded {
  const { encoded } = judgementOf(barcode, allDigits(barcode as Barcode))
  const doubts = encoded.doubts.filter(({ code }) => !isComplete || code !== 'complete_already')
  return { ...encoded, doubts }
}

/** All digits of the key, the check digit last. */
const allDigits = ({ trace }: Barcode): string => (trace as { readonly digits: string }).digits

/** As many digits as the symbology has: zeros are added before fewer, and more are cut off. */
function lengthened(text: string, { name, digits: count }: Retail, findings: FieldFinding[]): string {
  if (text.length < count) {
    const missing = count - text.length
    const message = `${name} takes ${count} digits: ${missing === 1 ? 'a zero is' : `${missing} zeros are`} added before ${text.length}`
    findings.push({ code: 'data_padded', kind: 'fault', message })
  }
  // one more is the check digit, of which checkDigitFinding tells
  if (text.length > count + 1) {
    const message = `${name} takes ${count} digits: ${JSON.stringify(text.slice(count).slice(0, 40))} is cut off`
    findings.push({ code: 'data_cut', kind: 'fault', message })
  }
  return text.slice(0, count).padStart(count, '0')
}

/** A check digit in the data is cut off, and computed: it matters where it is another one. */
function checkDigitFinding(text: string, barcode: Barcode, { name, digits: count }: Retail): readonly FieldFinding[] {
  if (text.length !== count + 1) return []
  const right = allDigits(barcode).at(-1)!
  if (text.at(-1) === right) return []
  const message = `the check digit of ${text} as ${name} is ${right}, which is printed in place of ${text.at(-1)}`
  return [{ code: 'bad_check_digit', kind: 'fault', message, suggestion: text.slice(0, -1) + right }]
}

/** A row of bars, and one of the guard bars, which reach lower. */
function guardedMark(barcode: Barcode, { module, height }: { readonly module: number; readonly height: number }) {
  const { matrix, quiet } = barcode
  const guards = guardColumns(barcode)
  const rows = lightMatrix(matrix.width, 2)
  for (let x = 0; x < matrix.width; x++) {
    if (!isDark(matrix, x, 0)) continue
    darken(rows, x, 0)
    if (guards.some(({ from, to }) => x >= from && x < to)) darken(rows, x, 1)
  }
  const ys = [0, height, height + guardDots(module)]
  const mark = { kind: 'modules', matrix: rows satisfies Matrix, xs: evenEdges(matrix.width, module), ys } as const
  return judgedMark(mark, { module, quiet: quietDots(quiet, module) })
}

/** Bars that reach lower. */
const guardBars = { ean13: 6, ean8: 6, upca: 6, upce: 5 } as const

/** A Zebra lowers the guard bars of UPC-A alone, not the bars of the digits beside them. */
function guardColumns({ symbology, guards = [] }: Barcode): readonly Columns[] {
  if (symbology !== 'upca') return guards
  return [
    { from: 0, to: 3 },
    { from: 45, to: 50 },
    { from: 92, to: 95 },
  ]
}

interface Line {
  readonly module: number
  readonly height: number
  readonly line: InterpretationLine
  readonly hasCheckDigit: boolean
}

/** Below the bars the digits stand between the guard bars and outside of them; above they are one line. */
function linesOf(barcode: Barcode, { module, height, line, hasCheckDigit }: Line): readonly InterpretationPiece[] {
  const width = barcode.matrix.width * module
  if (line === 'none') return []
  const all = allDigits(barcode)
  if (line === 'above')
    return interpretation(hasCheckDigit ? all : all.slice(0, -1), { width, height, module }, 'above')
  return guardDigits(digitsAtGuards(barcode, hasCheckDigit), { module, height })
}

/** Outside digits, in modules from the first bar and behind the last. */
const outerFrom = -10.5
const outerWidth = 6.5
const outerGap = 4

function digitsAtGuards(barcode: Barcode, hasCheckDigit: boolean): readonly GuardDigits[] {
  const all = allDigits(barcode)
  const first = { text: all[0]!, from: outerFrom, to: outerFrom + outerWidth }
  const end = barcode.matrix.width + outerGap
  const last = hasCheckDigit ? [{ text: all.at(-1)!, from: end, to: end + outerWidth }] : []
  switch (barcode.symbology) {
    case 'ean13':
      return [first, { text: all.slice(1, 7), from: 3, to: 45 }, { text: all.slice(7), from: 50, to: 92 }]
    case 'ean8':
      return [
        { text: all.slice(0, 4), from: 3, to: 31 },
        { text: all.slice(4), from: 36, to: 64 },
      ]
    case 'upca':
      return [first, { text: all.slice(1, 6), from: 10, to: 45 }, { text: all.slice(6, 11), from: 50, to: 85 }, ...last]
    default: {
      const { suppressed } = barcode.trace as { readonly suppressed: string }
      return [first, { text: suppressed, from: 3, to: 45 }, ...last]
    }
  }
}
