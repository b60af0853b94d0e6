import { type Barcode, catalogue, type Matrix, rowsOf } from '../../symbologies/index.ts'
import type { Area, Explanation, Modules, Step } from './explanation.ts'

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

/** An explanation whose common properties come from the barcode and from the catalogue. */
export function framed(
  { symbology, matrix, quiet, captions, guards, bearer }: Barcode,
  rest: Pick<Explanation, 'text' | 'summary' | 'steps'> & Partial<Pick<Explanation, 'path'>>,
): Explanation {
  const { name, standard } = catalogue[symbology]
  const { text, summary, path = [], steps } = rest
  return {
    symbology,
    name,
    standard,
    text,
    summary,
    width: matrix.width,
    height: matrix.height,
    rows: rowsOf(matrix),
    quiet,
    captions,
    ...(guards && { guards }),
    ...(bearer !== undefined && { bearer }),
    path,
    steps,
  }
}

/** The light margins of a symbol as a step; top and bottom only if the symbology requires them. */
export function quietZone({ quiet, matrix }: Barcode, clause: string): Step {
  const { left, right, top, bottom } = quiet
  const sides =
    top === 0 ? `${left} modules left and ${right} right` : `${left} ${left === 1 ? 'module' : 'modules'} on all sides`
  return {
    id: 'quiet-zone',
    title: 'Quiet zone',
    clause,
    text: `Nothing is printed around the symbol: at least ${sides}.`,
    values: { left, right, top, bottom },
    modules: { areas: margins(quiet, matrix) },
  }
}

function margins({ left, right, top, bottom }: Barcode['quiet'], { width, height }: Matrix): Area[] {
  const areas: Area[] = [
    [-left, -top, width + left + right, top],
    [-left, 0, left, height],
    [width, 0, right, height],
    [-left, height, width + left + right, bottom],
  ]
  return areas.filter(([, , columns, rows]) => columns > 0 && rows > 0)
}

/** A sum of digits times weights, written out. */
export function weightedSum(digits: string, weights: readonly number[], sum: number): string {
  return `${weights.map((weight, i) => `${weight}×${digits[i]}`).join(' + ')} = ${sum}`
}
