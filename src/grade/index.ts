/**
 * The symbols in a scan or photo, graded as verifiers grade them: an estimate, for a scanner or a camera is not a calibrated
 * verifier.
 *
 * @module
 */

import type { Symbology } from '../../symbologies/barcode.ts'
import { Effort, type Picture } from '../check/index.ts'
import { type Sighting, sightingsIn } from '../check/photo/photo.ts'
import { planeFor, planesOf } from '../check/photo/planes.ts'
import { letterOf } from './grades.ts'
import { gradedLinear } from './linear.ts'
import { gradedMatrix } from './matrix.ts'
import { type Aperture, apertureFor, apertureOf, litPicture, reflectanceThrough } from './reflectance.ts'
import type { AskedGrade, GradedSymbol, GradeReport, UngradedSymbol } from './report.ts'

export type { Grade, Letter, Limits, Parameter } from './grades.ts'
export { letterOf } from './grades.ts'
export type { GradedLine } from './linear.ts'
export { type AskedGrade, askedGrade, type GradedSymbol, type GradeReport, type UngradedSymbol } from './report.ts'
export { gradeText, gradeWords, notice, parameterWords, sources, ungradedText } from './text.ts'

export interface GradeOptions {
  /** The symbology; any if undefined. */
  readonly type?: Symbology
  readonly asked?: AskedGrade
}

/** The share of a module that an aperture is where X is not known: of linear and matrix symbols. */
const unknownX = { linear: 0.5, matrix: 0.8 } as const

/** Modules of fewer pixels are too coarse to be graded. */
const leastPixels = 4

/** Grades each symbol in a picture, the largest first; none if none can be read. */
export function graded(picture: Picture, { type, asked }: GradeOptions = {}): GradeReport {
  const lit = litPicture(picture)
  const found = sightingsIn(lit, { type, expected: undefined, effort: new Effort() })
  const planes = planesOf(lit)
  const isFine = (sighting: Sighting): boolean => moduleOf(sighting).pixels >= leastPixels && !isMirrored(sighting)
  const symbols = found.filter(isFine).map((sighting): GradedSymbol => {
    const { reading, corners } = sighting
    const x = moduleOf(sighting)
    const aperture = apertureOn(sighting, asked)
    const reflectance = reflectanceThrough(picture, aperture.modules * x.pixels)
    const common = {
      symbology: reading.symbology,
      text: reading.text ?? '',
      x,
      aperture,
      corners: corners.map((point) => ({ x: tenth(point.x), y: tenth(point.y) })),
    }
    if (sighting.kind === 'linear') {
      const { grade, lines } = gradedLinear(sighting, reflectance)
      const worst = lines.reduce((low, line) => (line.grade < low.grade ? line : low))
      const rest = { standard: 'ISO/IEC 15416', parameters: worst.parameters, lines } as const
      return { ...common, ...rest, grade, letter: letterOf(grade), ...met(grade, asked) }
    }
    const { grade, ...rest } = gradedMatrix(sighting, reflectance, planeFor(planes, sighting.module, 8))
    return { ...common, standard: 'ISO/IEC 15415', grade, letter: letterOf(grade), ...rest, ...met(grade, asked) }
  })
  const left = found
    .filter((sighting) => !isFine(sighting))
    .map((sighting): UngradedSymbol => {
      const { symbology, text = '' } = sighting.reading
      return { symbology, text, reason: isMirrored(sighting) ? 'mirrored' : 'coarse', x: moduleOf(sighting) }
    })
  return { estimate: true, ...(asked && { asked }), symbols, ...(left.length > 0 && { ungraded: left }) }
}

const isMirrored = ({ reading }: Sighting): boolean =>
  reading.findings.list.some(({ code, kind }) => kind === 'fault' && code.endsWith('.mirrored'))

const tenth = (value: number): number => Math.round(10 * value) / 10

const met = (grade: number, asked: AskedGrade | undefined): Pick<GradedSymbol, 'isMet'> =>
  asked === undefined ? {} : { isMet: grade >= asked.grade }

function moduleOf(sighting: Sighting): GradedSymbol['x'] {
  const { size, rows } = sighting.reading
  const [a, b] = sighting.corners
  const pixels = sighting.kind === 'matrix' ? sighting.module : Math.hypot(b.x - a.x, b.y - a.y) / rows[0]!.length
  const mm = size?.modules[0].mm
  return { ...(mm !== undefined && { mm }), pixels: Math.round(100 * pixels) / 100 }
}

/** The aperture that was asked for, or that fits X: of matrix symbols 80 % of it. */
function apertureOn(sighting: Sighting, asked: AskedGrade | undefined): GradedSymbol['aperture'] {
  const { mm } = moduleOf(sighting)
  const share = unknownX[sighting.kind]
  const chosen: Aperture | undefined =
    mm === undefined
      ? undefined
      : asked !== undefined
        ? apertureOf(asked.aperture)
        : sighting.kind === 'linear'
          ? apertureFor(mm)
          : undefined
  if (chosen === undefined || mm === undefined) return { modules: share }
  return { ...chosen, modules: Math.round((1000 * chosen.mm) / mm) / 1000 }
}
