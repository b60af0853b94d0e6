/**
 * The symbols in a scan or photo, graded as verifiers grade them: an estimate, for a scanner or a camera is not a calibrated
 * verifier.
 *
 * @module
 */

import type { Symbology } from '../../../symbologies/barcode.ts'
import type { DrawnPage, Picture } from '../check/index.ts'
import type { Detection } from '../check/photo/photo.ts'
import { type GreyPlane, type Point, planeFor, planesOf } from '../check/photo/planes.ts'
import { columnsOf } from '../check/report.ts'
import { type GradedParameter, letterOf } from './grades.ts'
import { gradedLinear } from './linear.ts'
import { gradedMatrix } from './matrix.ts'
import {
  type Aperture,
  apertureFor,
  apertureOf,
  type Lit,
  litBy,
  litPicture,
  reflectanceThrough,
} from './reflectance.ts'
import type { AskedGrade, GradedSymbol, GradeReport, UngradedSymbol } from './report.ts'
import { symbolsIn } from './symbols.ts'
import { unseenContrast } from './tones.ts'

export type { Grade, GradedParameter, GradeLimits, Letter, Unseen } from './grades.ts'
export { letterOf, worstFirst, worstOf } from './grades.ts'
export type { GradedLine } from './linear.ts'
export type { Light, LightSource } from './reflectance.ts'
export { type AskedGrade, askedGrade, type GradedSymbol, type GradeReport, type UngradedSymbol } from './report.ts'
export { ShownGrades } from './shown.ts'
export { gradeText, gradeWords, notice, parameterWords, ungradedText } from './text.ts'
export { type GradeLanguage, type GradeWords, gradeLanguages, gradeWordsIn } from './words/index.ts'

export interface GradeOptions {
  /** The symbology; any if undefined. */
  readonly type?: Symbology
  /** The grade, aperture and light that are asked for; light of 660 nm if undefined. */
  readonly asked?: AskedGrade
  /** How the picture was drawn, of a page of a PDF or an SVG; undefined of one that has pixels of its own. */
  readonly drawn?: DrawnPage
}

/** The share of a module that an aperture is where X is not known: of linear and matrix symbols. */
const unknownX = { linear: 0.5, matrix: 0.8 } as const

/** Modules of fewer pixels are too coarse to be graded; those of 4 may be measured a little smaller. */
const leastPixels = 3.95

/** Grades each symbol in a picture that can be read, the largest first. */
export function graded(picture: Picture, { type, asked, drawn }: GradeOptions = {}): GradeReport {
  const view = {
    found: litBy(picture, undefined),
    light: litBy(picture, asked?.light ?? '660'),
    asked,
    isDrawn: drawn !== undefined,
  }
  const lit = litPicture(picture)
  const found = symbolsIn(picture, lit, type)
  const planes = planesOf(lit)
  const isFine = (sighting: Detection): boolean => moduleOf(sighting).pixels >= leastPixels && !isMirrored(sighting)
  const symbols = found.filter(isFine).map((sighting) => gradedSymbol(sighting, planes, view))
  const left = found
    .filter((sighting) => !isFine(sighting))
    .map((sighting): UngradedSymbol => {
      const { symbology, text = '' } = sighting.reading
      return { symbology, text, reason: isMirrored(sighting) ? 'mirrored' : 'coarse', x: moduleOf(sighting) }
    })
  const ungraded = left.length > 0 && { ungraded: left }
  return {
    estimate: true,
    ...(asked && { asked }),
    ...(drawn && { drawn }),
    light: view.light.source,
    symbols,
    ...ungraded,
  }
}

/** How a picture is looked at. */
interface View {
  readonly found: Lit
  readonly light: Lit
  readonly asked: AskedGrade | undefined
  /** Whether it is a page of a PDF or an SVG. */
  readonly isDrawn: boolean
}

function gradedSymbol(
  sighting: Detection,
  planes: readonly GreyPlane[],
  { found, light, asked, isDrawn }: View,
): GradedSymbol {
  const { reading, corners } = sighting
  const x = moduleOf(sighting)
  const aperture = apertureOn(sighting, asked)
  const diameter = aperture.modules * x.pixels
  const { width, height } = light
  const through = reflectanceThrough(light, diameter)
  const isSame = light.source === 'grey'
  const optics = {
    light: through,
    found: isSame ? through : reflectanceThrough(found, diameter),
    isSame,
    isInside: ({ x, y }: Point) => x >= 0 && y >= 0 && x <= width && y <= height,
  }
  const hidden = unseenContrast(light, corners, isDrawn)
  const common = {
    symbology: reading.symbology,
    text: reading.text ?? '',
    x,
    aperture,
    corners: corners.map(shortened),
  }
  const judged = (grade: number, parameters: readonly GradedParameter[]) => {
    const isBound = parameters.some((parameter) => parameter.grade === null)
    const isMet = asked && metBy(grade, asked, { isBound, isApertureKnown: aperture.mm !== null })
    return { grade, letter: letterOf(grade), isBound, parameters, ...(isMet !== undefined && { isMet }) }
  }
  if (sighting.kind === 'linear') {
    const { grade, lines, corners, ...rest } = gradedLinear(sighting, optics, hidden)
    const worst = lines.reduce((low, line) => (line.grade < low.grade ? line : low))
    return {
      ...common,
      standard: 'ISO/IEC 15416',
      ...judged(grade, worst.parameters),
      lines,
      ...rest,
      corners: corners.map(shortened),
    }
  }
  const plane = planeFor(planes, sighting.module, 8)
  const { grade, parameters, ...rest } = gradedMatrix(sighting, optics, { plane, hidden })
  return { ...common, standard: 'ISO/IEC 15415', ...judged(grade, parameters), ...rest }
}

const isMirrored = ({ reading }: Detection): boolean =>
  reading.findings.list.some(({ code, kind }) => kind === 'fault' && code.endsWith('.mirrored'))

const shortened = ({ x, y }: Point): Point => ({ x: Math.round(10 * x) / 10, y: Math.round(10 * y) / 10 })

/** Whether the grade is met: null where the aperture that is asked for cannot be had, or what is not seen decides it. */
function metBy(
  grade: number,
  asked: AskedGrade,
  { isBound, isApertureKnown }: { isBound: boolean; isApertureKnown: boolean },
): boolean | null {
  if (!isApertureKnown) return null
  if (grade < asked.grade) return false
  return isBound ? null : true
}

function moduleOf(sighting: Detection): GradedSymbol['x'] {
  const { size } = sighting.reading
  const [a, b] = sighting.corners
  const pixels =
    sighting.kind === 'matrix' ? sighting.module : Math.hypot(b.x - a.x, b.y - a.y) / columnsOf(sighting.reading)
  const mm = size?.modules[0].mm
  return { ...(mm !== undefined && { mm }), pixels: Math.round(100 * pixels) / 100 }
}

/** The aperture that was asked for, or that fits X: of matrix symbols 80 % of it. */
function apertureOn(sighting: Detection, asked: AskedGrade | undefined): GradedSymbol['aperture'] {
  const { mm } = moduleOf(sighting)
  const share = unknownX[sighting.kind]
  if (mm === undefined) return { mm: null, modules: share, reason: 'unknown_x' }
  const chosen: Aperture | undefined =
    asked !== undefined ? apertureOf(asked.aperture) : sighting.kind === 'linear' ? apertureFor(mm) : undefined
  if (chosen === undefined) return { mm: Math.round(1000 * share * mm) / 1000, modules: share }
  return { ...chosen, modules: Math.round((1000 * chosen.mm) / mm) / 1000 }
}
