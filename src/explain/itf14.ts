import { type Barcode, catalogue, type Itf14Options, type Itf14Trace, itf14, rowsOf } from '../../symbologies/index.ts'
import type { Explanation, Part, Step } from './explanation.ts'
import { columns, elements, framed, quietZone, ratioSteps, weightedSum, wideElements, widthsIn } from './linear.ts'

const { standard } = catalogue.itf14
const gs1 = 'GS1 General Specifications'

/** Columns of the patterns. */
interface Widths {
  readonly start: number
  readonly pair: number
  readonly stop: number
}

export function explainItf14(text: string, options: Itf14Options = {}): Explanation {
  const barcode = itf14(text, options)
  const { ratio = 3 } = options
  const widths = widthsOf(barcode, ratio)
  return framed(barcode, {
    text,
    summary: `${barcode.trace.digits}, in pairs, ${wideElements(ratio)}`,
    steps: [
      quietZone(barcode, `${gs1}, 5.3.2.2`),
      ...ratioSteps(barcode, ratio, `${gs1}, 5.3.2`),
      startStep(barcode, widths),
      ...pairSteps(barcode, widths),
      checkStep(barcode, widths),
      stopStep(barcode, widths),
      bearerStep(barcode),
    ],
  })
}

/** A pair has six narrow elements and four wide ones, the stop pattern two and one. */
function widthsOf({ columnsPerModule = 1 }: Barcode, ratio: number): Widths {
  return { start: 4 * columnsPerModule, pair: (6 + 4 * ratio) * columnsPerModule, stop: (2 + ratio) * columnsPerModule }
}

function startStep({ matrix }: Barcode<Itf14Trace>, { start }: Widths): Step {
  return {
    id: 'start',
    title: 'Start pattern',
    clause: `${standard}, 4.3.2`,
    text: 'Bar, space, bar, space, all narrow.',
    values: { widths: widthsIn(rowsOf(matrix)[0]!, 0, start) },
    modules: columns(0, start),
  }
}

function pairSteps({ matrix, trace: { digits } }: Barcode<Itf14Trace>, { start, pair }: Widths): Step[] {
  const row = rowsOf(matrix)[0]!
  return Array.from({ length: 7 }, (_, i): Step => {
    const from = start + i * pair
    const to = from + pair
    const widths = widthsIn(row, from, to)
    const part = (digit: string, dark: boolean): Part => {
      const own = [...widths].filter((_, n) => (n % 2 === 0) === dark).join('')
      return {
        title: `digit ${digit} in the ${dark ? 'bars' : 'spaces'}`,
        text: `Five ${dark ? 'bars' : 'spaces'}, two of them wide: ${own}.`,
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
  })
}

function checkStep({ matrix, trace }: Barcode<Itf14Trace>, { start, pair }: Widths): Step {
  const { digits, weights, sum, given } = trace
  const to = start + 7 * pair
  return {
    id: 'check',
    title: `Check digit ${digits[13]}`,
    clause: `${gs1}, 7.9.1`,
    text:
      `${weightedSum(digits, weights, sum)}; with ${digits[13]} it is ${sum + Number(digits[13])}, a multiple of 10. ` +
      `The text ${given ? 'includes it, and it is right' : 'does not include it'}.`,
    values: { value: Number(digits[13]), sum, weights, given },
    modules: { areas: elements(rowsOf(matrix)[0]!, { from: to - pair, to }, false) },
  }
}

function stopStep({ matrix }: Barcode<Itf14Trace>, { stop }: Widths): Step {
  return {
    id: 'stop',
    title: 'Stop pattern',
    clause: `${standard}, 4.3.2`,
    text: 'A wide bar, a narrow space, a narrow bar.',
    values: { widths: widthsIn(rowsOf(matrix)[0]!, matrix.width - stop, matrix.width) },
    modules: columns(matrix.width - stop, matrix.width),
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
