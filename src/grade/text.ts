/** A report on grades as text. */

import { visible } from '../check/report.ts'
import type { Parameter, Unseen } from './grades.ts'
import type { LightSource } from './reflectance.ts'
import type { GradedSymbol, GradeReport, UngradedSymbol } from './report.ts'

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

/** What all grades are. */
export const notice = 'estimate: no scanner or camera is a calibrated verifier'

/** Editions and sources of the parameters, their limits and how they are put together. */
export const sources = [
  'Linear symbols: ISO/IEC 15416:2000, with its whole grades for a scan line; decodability by ISO/IEC 15417 (Code 128), 15420 (EAN/UPC), 16388 (Code 39) and 16390 (ITF-14).',
  'QR Code, Micro QR Code and Data Matrix: ISO/IEC 15415:2011; fixed patterns and error correction by ISO/IEC 18004:2015 and 16022:2006.',
  'The texts of ISO/IEC 15416 and 15415 were not at hand: parameters and limits are those that public guides to verification give.',
  'The grade that is asked for: GS1 General Specifications, 5.12.3. Greys by the gAMA, sRGB or ICC profile of the picture, else sRGB (IEC 61966-2-1); 660 nm is its red, W its luminance; white is what the scanner calls white.',
] as const

/** Of each symbol its grade, then the parameters with values, the worst first as their grades are. */
export function gradeText({ asked, light, symbols, ungraded = [] }: GradeReport): string {
  const left = ungraded.map((symbol) => `${ungradedText(symbol)}\n`).join('')
  if (symbols.length === 0) return left === '' ? 'no symbol was found that can be read\n' : left
  const wanted = asked === undefined ? '' : `; asked for ${asked.grade}/${asked.aperture}/${asked.light}`
  return `${notice}${wanted}\nlight: ${lights[light]}\n${symbols.map(symbolText).join('\n')}${left}`
}

const lights: Readonly<Record<LightSource, string>> = {
  red: 'the red of the picture',
  luminance: 'the luminance of the picture',
  grey: 'the greys of the picture, which has no colours',
}

/** Why the picture does not show something. */
const reasonsOfUnseen: Readonly<Record<Unseen, string>> = {
  two_greys: 'not seen: the picture has two greys',
  clipped_white: 'not seen: what is light is all white; scan it darker, without automatic contrast',
  clipped_black: 'not seen: what is dark is all black; scan it lighter, without automatic contrast',
  outside_picture: 'not seen: the picture ends before the quiet zone',
  unknown_x: 'X in mm is not known; give the resolution of the scan',
}

/** Why a symbol is not graded. */
export const ungradedText = ({ symbology, text, reason, x }: UngradedSymbol): string =>
  `${symbology} ${visible(text)}: ${reasons[reason](x.pixels)}`

const reasons = {
  coarse: (pixels: number): string => `not graded: a module is ${pixels} pixels wide; scan it at a higher resolution`,
  mirrored: (): string => 'not graded: the symbol is mirrored',
} as const

const metWords = {
  met: 'the grade asked for is met',
  notMet: 'the grade asked for is not met',
  unseen: 'whether the grade asked for is met is not seen',
} as const

/** `B (3.0), by ISO/IEC 15416; the grade asked for is met` */
export function gradeWords({ letter, grade, standard, isMet, isBound }: GradedSymbol): string {
  const met =
    isMet === undefined ? '' : `; ${isMet === null ? metWords.unseen : isMet ? metWords.met : metWords.notMet}`
  return `${isBound ? 'at most ' : ''}${letter} (${grade.toFixed(1)}), by ${standard}${met}`
}

function symbolText(symbol: GradedSymbol): string {
  const { symbology, text, x, aperture, parameters, lines, printGrowth, unevenness } = symbol
  const size = x.mm === undefined ? '' : `${x.mm.toFixed(3)} mm, `
  const seen =
    aperture.mm === null ? '' : `${aperture.number === undefined ? '' : `${aperture.number} `}(${aperture.mm} mm), `
  const why = aperture.reason === undefined ? '' : `; ${reasonsOfUnseen[aperture.reason]}`
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

/** What is not seen first, then the lowest grades. */
export const worstFirst = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.toSorted((a, b) => (a.grade ?? -1) - (b.grade ?? -1))

function parameterLine(parameter: Parameter): string {
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

export function parameterWords(parameter: Parameter): ParameterWords {
  const { name, value, limits, modules = [], at } = parameter
  const { isShare, isPassed, list } = figuresOf(parameter)
  const shown = (number: number): string => (isShare ? `${Math.round(1000 * number) / 10} %` : `${number}`)
  const places = modules.slice(0, shownModules).map(({ row, column }) => `(${row}, ${column})`)
  return {
    title: names[name]?.[0] ?? name,
    value: valueWords(parameter, isPassed, shown),
    limits:
      isPassed || value === null ? '' : `${'least' in limits ? 'at least' : 'at most'} ${list.map(shown).join(', ')}`,
    place: [
      ...(at === undefined || isPassed ? [] : [`at ${at} modules`]),
      ...(places.length === 0 ? [] : [`row, column: ${places.join(' ')}`]),
    ].join('; '),
  }
}

function valueWords({ value, reason }: Parameter, isPassed: boolean, shown: (number: number) => string): string {
  if (value === null) return reasonsOfUnseen[reason!]
  return isPassed ? (value === 1 ? 'passed' : 'failed') : shown(value)
}

/** How a parameter is shown. */
export interface Figures {
  /** Value and limits are shares of 1. */
  readonly isShare: boolean
  /** It has no value, but is passed or failed. */
  readonly isPassed: boolean
  /** The limits for A, B, C and D, or the only one. */
  readonly list: readonly number[]
}

export function figuresOf({ name, limits }: Parameter): Figures {
  const list = 'least' in limits ? limits.least : limits.most
  // what is overlaid with error correction is a grade itself
  const isShare = (names[name]?.[1] ?? false) && list[0]! <= 1
  return { isShare, isPassed: list.length === 1 && !isShare, list }
}
