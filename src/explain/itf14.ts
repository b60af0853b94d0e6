/** ITF-14. ISO/IEC 16390:2007; GS1 General Specifications, 5.3 */

import {
  type Barcode,
  catalogue,
  type Itf14Options,
  type Itf14Trace,
  itf14,
  rowsOf,
  structure,
} from '../../symbologies/index.ts'
import { type Explanation, explanationOf, type Part, quietZone, type Step } from './explanation.ts'
import { checkDigitStep, columns, elements, gs1, ratioSteps, wideElements, widthsIn } from './linear.ts'

const { standard } = catalogue.itf14

export function explainItf14(text: string, options: Itf14Options = {}): Explanation {
  const barcode = itf14(text, options)
  const { matrix, trace } = barcode
  const { ratio = 3 } = options
  const { startWidth: start, pairWidth: pair, stopWidth: stop } = structure.itf14PatternsOf(ratio)
  const row = rowsOf(matrix)[0]!
  const end = matrix.width - stop
  return explanationOf(barcode, {
    text,
    summary: `${trace.digits}, in pairs, ${wideElements(ratio)}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.3.2.2`),
      ...ratioSteps(barcode, ratio, `${gs1}, 5.3.2`),
      {
        id: 'start',
        title: 'Start pattern',
        clause: `${standard}, 4.3.2`,
        text: 'Bar, space, bar, space, all narrow.',
        values: { widths: widthsIn(row, 0, start) },
        modules: columns(0, start),
      },
      ...Array.from({ length: 7 }, (_, i) =>
        pairStep(trace.digits, i, { row, from: start + i * pair, to: start + (i + 1) * pair }),
      ),
      checkDigitStep(trace, { areas: elements(row, { from: end - pair, to: end }, false) }),
      {
        id: 'stop',
        title: 'Stop pattern',
        clause: `${standard}, 4.3.2`,
        text: 'A wide bar, a narrow space, a narrow bar.',
        values: { widths: widthsIn(row, end, matrix.width) },
        modules: columns(end, matrix.width),
      },
      bearerStep(barcode),
    ],
  })
}

/** Columns `from` to `to` of the row. */
interface Place {
  readonly row: string
  readonly from: number
  readonly to: number
}

/** @param i  the pair, 0 to 6 */
function pairStep(digits: string, i: number, { row, from, to }: Place): Step {
  const widths = widthsIn(row, from, to)
  const part = (digit: string, dark: boolean): Part => {
    const own = [...widths].filter((_, n) => (n % 2 === 0) === dark).join('')
    const noun = dark ? 'bars' : 'spaces'
    return {
      title: `digit ${digit} in the ${noun}`,
      text: `Five ${noun}, two of them wide: ${own}.`,
      values: { digit: Number(digit), widths: own },
      modules: { areas: elements(row, { from, to }, dark) },
    }
  }
  return {
    id: `pair-${i + 1}`,
    title: `Digits ${digits.slice(2 * i, 2 * i + 2)}`,
    clause: `${standard}, 4.3, character encodation`,
    text: 'The first digit of the pair is in the bars, the second in the spaces between and after them.',
    values: { widths },
    modules: columns(from, to),
    parts: [part(digits[2 * i]!, true), part(digits[2 * i + 1]!, false)],
  }
}

function bearerStep({ bearer = 0, isFramed = false, columnsPerModule = 1 }: Barcode<Itf14Trace>): Step {
  const thickness = bearer / columnsPerModule
  return {
    id: 'bearer',
    title: isFramed ? 'Frame of bearer bars' : bearer > 0 ? 'Bearer bars' : 'No bearer bars',
    clause: `${gs1}, 5.3.2.4`,
    text: bearerText(thickness, isFramed),
    values: { thickness, ...(isFramed && { isFramed }) },
  }
}

function bearerText(thickness: number, isFramed: boolean): string {
  if (thickness === 0) {
    return 'The symbol is asked for without them. A scan which leaves it above or below can then read a shorter number, and readers should accept 14 digits only.'
  }
  const purpose = 'so that a scan which leaves the symbol there does not read a shorter number.'
  const bars = `Bars ${thickness} modules thick run above and below the symbol, quiet zones included, ${purpose}`
  return isFramed
    ? `${bars} Bars as thick join them outside of the quiet zones: the frame makes a printing plate press evenly.`
    : bars
}
