/** What linear symbologies have in common: columns, widths of bars and spaces, ratios of wide to narrow, check digits. */

import type { Barcode, Code39Options, EanTrace } from '../../symbologies/index.ts'
import type { Area, Modules, Step } from './explanation.ts'

/** Modules of a linear symbol: columns `from` to `to`, `to` not included. */
export function columns(from: number, to: number): Modules {
  return { areas: [[from, 0, to - from, 1]] }
}

/** The widths of bars and spaces between two columns, from left to right: '212222'. */
export function widthsIn(row: string, from: number, to: number): string {
  let widths = ''
  for (let at = from, next = from; at < to; at = next) {
    while (next < to && row[next] === row[at]) next++
    widths += next - at
  }
  return widths
}

/** The columns of the bars between two columns, or of the spaces. */
export function elements(row: string, { from, to }: { from: number; to: number }, dark: boolean): Area[] {
  const areas: Area[] = []
  for (let at = from, next = from; at < to; at = next) {
    while (next < to && row[next] === row[at]) next++
    if ((row[at] === '1') === dark) areas.push([at, 0, next - at, 1])
  }
  return areas
}

type Ratio = NonNullable<Code39Options['ratio']>

const ratioNames = { 2: 'twice', 2.5: '2.5 times', 3: 'three times' }

/** How wide wide elements are, for summaries. */
export const wideElements = (ratio: Ratio): string => `wide elements ${ratioNames[ratio]} the narrow ones`

/** The width of wide elements as a step; none for the usual 3. */
export function ratioSteps({ columnsPerModule = 1 }: Barcode, ratio: Ratio, clause: string): Step[] {
  if (ratio === 3) return []
  const columns =
    columnsPerModule === 1
      ? ''
      : ` All widths and columns are in halves of a module: ${columnsPerModule} for a narrow element, ${ratio * columnsPerModule} for a wide one.`
  return [
    {
      id: 'ratio',
      title: `Ratio ${ratio} : 1`,
      clause,
      text: `Wide bars and spaces are ${ratioNames[ratio]} as wide as narrow ones, which are a module; 3 is easier to read, and takes more room.${columns}`,
      values: { ratio, columnsPerModule },
    },
  ]
}

export const gs1 = 'GS1 General Specifications'

/** The check digit of a GTIN, which is in `modules`. */
export function checkDigitStep(
  { digits, weights, sum, given }: Pick<EanTrace, 'digits' | 'weights' | 'sum' | 'given'>,
  modules: Modules,
): Step {
  const check = digits.at(-1)!
  return {
    id: 'check',
    title: `Check digit ${check}`,
    clause: `${gs1}, 7.9.1`,
    text:
      `${weightedSum(digits, weights, sum)}; with ${check} it is ${sum + Number(check)}, a multiple of 10. ` +
      `The text ${given ? 'includes it, and it is right' : 'does not include it'}.`,
    values: { value: Number(check), sum, weights, given },
    modules,
  }
}

/** A sum of digits times weights, written out. */
export function weightedSum(digits: string, weights: readonly number[], sum: number): string {
  return `${weights.map((weight, i) => `${weight}×${digits[i]}`).join(' + ')} = ${sum}`
}
