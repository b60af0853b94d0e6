/** A report on grades as text. */

import { visible } from '../check/report.ts'
import { figuresOf, type GradedParameter, worstFirst } from './grades.ts'
import type { LightSource } from './reflectance.ts'
import type { GradedSymbol, GradeReport, UngradedSymbol } from './report.ts'
import { ShownGrades } from './shown.ts'
import { grades as words } from './words/en.ts'

/** What all grades are. */
export const notice = 'estimate: no scanner or camera is a calibrated verifier'

/** Of each symbol its grade, then the parameters with values, the worst first as their grades are. */
export function gradeText(report: GradeReport): string {
  const { asked, light, symbols, ungraded = [] } = report
  const left = ungraded.map((symbol) => `${ungradedText(symbol)}\n`).join('')
  if (symbols.length === 0) return left === '' ? 'no symbol was found that can be read\n' : left
  const wanted = asked === undefined ? '' : `; asked for ${asked.grade}/${asked.aperture}/${asked.light}`
  return `${notice}${wanted}\nlight: ${lights[light]}\n${drawnText(report)}${symbols.map(symbolText).join('\n')}${left}`
}

const drawnText = (report: GradeReport): string => {
  const drawn = new ShownGrades(words, 'en').drawn(report)
  return drawn === undefined ? '' : `drawn: ${drawn}\n`
}

const lights: Readonly<Record<LightSource, string>> = {
  red: 'the red of the picture',
  luminance: 'the luminance of the picture',
  grey: 'the greys of the picture, which has no colours',
}

/** Why a symbol is not graded. */
export const ungradedText = ({ symbology, text, reason, x }: UngradedSymbol): string =>
  `${symbology} ${visible(text)}: ${reasons[reason](x.pixels)}`

const reasons = {
  coarse: (pixels: number): string => `not graded: a module is ${pixels} pixels wide; scan it at a higher resolution`,
  mirrored: (): string => 'not graded: the symbol is mirrored',
} as const

/** `B (3.0), by ISO/IEC 15416; the grade asked for is met` */
export function gradeWords({ letter, grade, standard, isMet, isBound }: GradedSymbol): string {
  const shown = `${letter} (${grade.toFixed(1)})`
  const met = isMet === undefined ? '' : `; ${words[isMet === null ? 'metUnseen' : isMet ? 'met' : 'notMet']}`
  return `${isBound ? words.atBest(shown) : shown}, by ${standard}${met}`
}

function symbolText(symbol: GradedSymbol): string {
  const { symbology, text, x, aperture, parameters, lines, printGrowth, unevenness } = symbol
  const size = x.mm === undefined ? '' : `${x.mm.toFixed(3)} mm, `
  const seen =
    aperture.mm === null ? '' : `${aperture.number === undefined ? '' : `${aperture.number} `}(${aperture.mm} mm), `
  const why = aperture.reason === undefined ? '' : `; ${words.unseen[aperture.reason]}`
  const all = [
    `${symbology} ${visible(text)}`,
    `grade: ${gradeWords(symbol)}`,
    `X: ${size}${x.pixels} pixels; aperture: ${seen}${aperture.modules} of X${why}`,
  ]
  if (lines !== undefined) {
    all.push(`scan lines: ${lines.map(({ grade }) => grade).join(' ')}; the worst of them:`)
  }
  const inOrder = worstFirst(parameters)
  all.push(...inOrder.map(parameterLine))
  if (printGrowth !== undefined) {
    const [across, down] = printGrowth.map((growth) => `${(100 * growth).toFixed(0)} %`)
    all.push(`print growth: ${across} of X across, ${down} down`)
  }
  if (unevenness !== undefined) {
    all.push(`light: the darkest place of the paper has ${(100 * unevenness).toFixed(0)} % less, which is evened out`)
  }
  return `${all.join('\n')}\n`
}

function parameterLine(parameter: GradedParameter): string {
  const { title, value, limits, place } = parameterWords(parameter)
  const four = 'least' in parameter.limits ? parameter.limits.least : parameter.limits.most
  if (parameter.grade === null) return `  -  ${title}: ${value} (${parameter.clause})`
  const bounds = limits === '' ? '' : `; ${limits}${four.length === 4 ? ' for A, B, C, D' : ''}`
  return `  ${parameter.letter}  ${title}: ${value}${bounds} (${parameter.clause})${place === '' ? '' : `; ${place}`}`
}

/** A parameter in words; `limits` is empty for what is passed or failed, `place` where no place decided it. */
export interface ParameterWords {
  readonly title: string
  readonly value: string
  readonly limits: string
  readonly place: string
}

const shownModules = 5

export function parameterWords(parameter: GradedParameter): ParameterWords {
  const { name, value, limits, modules = [], at } = parameter
  const { isShare, isPassed, list } = figuresOf(parameter)
  const shown = (number: number): string => (isShare ? `${Math.round(1000 * number) / 10} %` : `${number}`)
  const places = modules.slice(0, shownModules).map(({ row, column }) => `(${row}, ${column})`)
  return {
    title: (words.names as Readonly<Record<string, string>>)[name] ?? name,
    value: valueWords(parameter, isPassed, shown),
    limits:
      isPassed || value === null ? '' : `${'least' in limits ? 'at least' : 'at most'} ${list.map(shown).join(', ')}`,
    place: [
      ...(at === undefined || isPassed ? [] : [`at ${at} modules`]),
      ...(places.length === 0 ? [] : [`row, column: ${places.join(' ')}`]),
    ].join('; '),
  }
}

function valueWords({ value, reason }: GradedParameter, isPassed: boolean, shown: (number: number) => string): string {
  if (value === null) return words.unseen[reason!]
  return isPassed ? (value === 1 ? 'passed' : 'failed') : shown(value)
}
