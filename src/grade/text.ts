/** A report on grades as text. */

import { visible } from '../check/report.ts'
import type { Parameter } from './grades.ts'
import type { GradedSymbol, GradeReport } from './report.ts'

/** What parameters are called, and whether their values are shares of 1. */
const names: Readonly<Record<string, readonly [name: string, isShare: boolean]>> = {
  decode: ['decode', false],
  edges: ['edge determination', false],
  contrast: ['symbol contrast', true],
  minimumReflectance: ['Rmin / Rmax', true],
  minimumEdgeContrast: ['minimum edge contrast', true],
  modulation: ['modulation', true],
  defects: ['defects', true],
  decodability: ['decodability', true],
  quietZones: ['quiet zones', false],
  reflectanceMargin: ['reflectance margin', false],
  fixedPatternDamage: ['fixed pattern damage', false],
  axialNonuniformity: ['axial non-uniformity', true],
  gridNonuniformity: ['grid non-uniformity', true],
  unusedErrorCorrection: ['unused error correction', true],
}

/** Of each symbol its grade, then the parameters with values, the worst first as their grades are. */
export function gradeText({ asked, symbols, ungraded = [] }: GradeReport): string {
  const left = ungraded.map(
    ({ symbology, text, reason, x }) => `${symbology} ${visible(text)}: ${reasons[reason](x.pixels)}\n`,
  )
  if (symbols.length === 0) return left.length > 0 ? left.join('') : 'no symbol was found that can be read\n'
  const wanted = asked === undefined ? '' : `; asked for ${asked.grade}/${asked.aperture}/${asked.light}`
  return `estimate: no scanner or camera is a calibrated verifier${wanted}\n${symbols.map(symbolText).join('\n')}${left.join('')}`
}

/** Why a symbol is not graded. */
const reasons = {
  coarse: (pixels: number): string => `not graded: a module is ${pixels} pixels wide; scan it at a higher resolution`,
  mirrored: (): string => 'not graded: the symbol is mirrored',
} as const

function symbolText(symbol: GradedSymbol): string {
  const { symbology, text, standard, grade, letter, x, aperture, parameters, lines, printGrowth, isMet } = symbol
  const met = isMet === undefined ? '' : isMet ? '; the grade asked for is met' : '; the grade asked for is not met'
  const size = x.mm === undefined ? '' : `${x.mm.toFixed(3)} mm, `
  const seen = aperture.number === undefined ? '' : `${aperture.number} (${aperture.mm} mm), `
  const all = [
    `${symbology} ${visible(text)}`,
    `grade: ${letter} (${grade.toFixed(1)}), by ${standard}${met}`,
    `X: ${size}${x.pixels} pixels; aperture: ${seen}${aperture.modules} of X`,
  ]
  if (lines !== undefined) {
    all.push(`scan lines: ${lines.map(({ grade }) => grade).join(' ')}; the worst of them:`)
  }
  const inOrder = parameters.toSorted((a, b) => a.grade - b.grade)
  all.push(...inOrder.map(parameterLine))
  if (printGrowth !== undefined) {
    const [across, down] = printGrowth.map((growth) => `${(100 * growth).toFixed(0)} %`)
    all.push(`print growth: ${across} of X across, ${down} down`)
  }
  return `${all.join('\n')}\n`
}

function parameterLine({ name, value, letter, limits, clause, modules, at }: Parameter): string {
  const list = 'least' in limits ? limits.least : limits.most
  const [title, isMeasured] = names[name] ?? [name, false]
  // what is overlaid with error correction is a grade itself
  const isShare = isMeasured && list[0]! <= 1
  const shown = (number: number): string => (isShare ? `${Math.round(1000 * number) / 10} %` : `${number}`)
  const isPassed = list.length === 1 && !isShare
  const said = isPassed ? (value === 1 ? 'passed' : 'failed') : shown(value)
  const bounds = isPassed
    ? ''
    : `; ${'least' in limits ? 'at least' : 'at most'} ${list.map(shown).join(', ')}${list.length === 4 ? ' for A, B, C, D' : ''}`
  const places =
    modules === undefined
      ? ''
      : `; row, column: ${modules
          .slice(0, 5)
          .map(({ row, column }) => `(${row}, ${column})`)
          .join(' ')}`
  const place = at === undefined || isPassed ? '' : `; at ${at} modules`
  return `  ${letter}  ${title}: ${said}${bounds} (${clause})${place}${places}`
}
