import { type Barcode, type Code39Options, catalogue, type Matrix, rowsOf } from '../../symbologies/index.ts'
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
  { symbology, matrix, quiet, captions, guards, addon, bearer, isFramed, columnsPerModule }: Barcode,
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
    ...(addon && { addon }),
    ...(bearer !== undefined && { bearer }),
    ...(isFramed && { isFramed }),
    ...(columnsPerModule !== undefined && { columnsPerModule }),
    path,
    steps,
  }
}

/** The light margins of a symbol as a step; top and bottom only if the symbology requires them. */
export function quietZone({ quiet, matrix, columnsPerModule = 1 }: Barcode, clause: string): Step {
  const { left, right, top, bottom } = quiet
  const modules = {
    left: left / columnsPerModule,
    right: right / columnsPerModule,
    top: top / columnsPerModule,
    bottom: bottom / columnsPerModule,
  }
  const sides =
    top === 0
      ? `${modules.left} modules left and ${modules.right} right`
      : `${left} ${left === 1 ? 'module' : 'modules'} on all sides`
  return {
    id: 'quiet-zone',
    title: 'Quiet zone',
    clause,
    text: `Nothing is printed around the symbol: at least ${sides}.`,
    values: modules,
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

/** A sum of digits times weights, written out. */
export function weightedSum(digits: string, weights: readonly number[], sum: number): string {
  return `${weights.map((weight, i) => `${weight}×${digits[i]}`).join(' + ')} = ${sum}`
}
