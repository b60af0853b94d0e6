import { type Barcode, catalogue, type Itf14Trace, itf14, rowsOf } from '../../symbologies/index.ts'
import type { Explanation, Part, Step } from './explanation.ts'
import { columns, elements, framed, quietZone, weightedSum, widthsIn } from './linear.ts'

const { standard } = catalogue.itf14
const gs1 = 'GS1 General Specifications'
const startWidth = 4
const stopWidth = 5
const pairWidth = 18

export function explainItf14(text: string): Explanation {
  const barcode = itf14(text)
  return framed(barcode, {
    text,
    summary: `${barcode.trace.digits}, in pairs, wide elements three times the narrow ones`,
    steps: [
      quietZone(barcode, `${gs1}, 5.3.2.2`),
      {
        id: 'start',
        title: 'Start pattern',
        clause: `${standard}, 4.3.2`,
        text: 'Bar, space, bar, space, all narrow.',
        values: { widths: '1111' },
        modules: columns(0, startWidth),
      },
      ...pairSteps(barcode),
      checkStep(barcode),
      stopStep(barcode),
      bearerStep(barcode),
    ],
  })
}

function pairSteps({ matrix, trace: { digits } }: Barcode<Itf14Trace>): Step[] {
  const row = rowsOf(matrix)[0]!
  return Array.from({ length: 7 }, (_, i): Step => {
    const from = startWidth + i * pairWidth
    const to = from + pairWidth
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

function checkStep({ matrix, trace: { digits, weights, sum, given } }: Barcode<Itf14Trace>): Step {
  const to = startWidth + 7 * pairWidth
  return {
    id: 'check',
    title: `Check digit ${digits[13]}`,
    clause: `${gs1}, 7.9.1`,
    text:
      `${weightedSum(digits, weights, sum)}; with ${digits[13]} it is ${sum + Number(digits[13])}, a multiple of 10. ` +
      `The text ${given ? 'includes it, and it is right' : 'does not include it'}.`,
    values: { value: Number(digits[13]), sum, weights, given },
    modules: { areas: elements(rowsOf(matrix)[0]!, { from: to - pairWidth, to }, false) },
  }
}

function stopStep({ matrix }: Barcode<Itf14Trace>): Step {
  return {
    id: 'stop',
    title: 'Stop pattern',
    clause: `${standard}, 4.3.2`,
    text: 'A wide bar, a narrow space, a narrow bar.',
    values: { widths: widthsIn(rowsOf(matrix)[0]!, matrix.width - stopWidth, matrix.width) },
    modules: columns(matrix.width - stopWidth, matrix.width),
  }
}

function bearerStep({ bearer = 0 }: Barcode<Itf14Trace>): Step {
  return {
    id: 'bearer',
    title: 'Bearer bars',
    clause: `${gs1}, 5.3.2.4`,
    text: `Bars ${bearer} modules thick run above and below the symbol, quiet zones included, so that a scan which leaves the symbol there does not read a shorter number.`,
    values: { thickness: bearer },
  }
}
