/** What is said of the grades of symbols in a picture. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import type { DrawnPage, PicturePoint } from '../check/index.ts'
import type { GradedParameter, Letter, Unseen } from './grades.ts'
import type { GradedLine } from './linear.ts'
import type { Light, LightSource } from './reflectance.ts'

/** A grade as GS1 asks for it: `1.5/06/660` is a grade of 1.5 or better, through an aperture of 6/1000 inch, by light of 660 nm. */
export interface AskedGrade {
  readonly grade: number
  /** Two digits, thousandths of an inch. */
  readonly aperture: string
  /** 660 nm, for which the red of the picture is taken, or white light, of which it is the luminance. */
  readonly light: Light
}

/** `1.5/06/660` or `1.5/06/W`; undefined for another form or light. GS1 General Specifications, 5.12.3 */
export function askedGrade(text: string): AskedGrade | undefined {
  const found = /^([0-4](?:\.[0-9])?)\/([0-9]{2})\/(660|W)$/.exec(text)
  if (found === null || Number(found[1]) > 4 || Number(found[2]) === 0) return undefined
  return { grade: Number(found[1]), aperture: found[2]!, light: found[3] as Light }
}

export interface GradedSymbol {
  readonly symbology: Symbology
  readonly text: string
  readonly standard: 'ISO/IEC 15416' | 'ISO/IEC 15415'
  /** 4 is the best: the mean of ten lines of a linear symbol, the lowest parameter of a matrix symbol; of those that are seen. */
  readonly grade: number
  readonly letter: Letter
  /** Whether the grade is not better than this and may be worse, since the picture does not show all parameters. */
  readonly isBound: boolean
  /** The width of a module: in mm if the resolution is known, and in pixels. */
  readonly x: { readonly mm?: number; readonly pixels: number }
  /** What it was seen through; `modules` is its diameter. In mm it is not known where X is not. */
  readonly aperture: {
    readonly number?: string
    readonly mm: number | null
    readonly modules: number
    readonly reason?: Unseen
  }
  /** The share of light that the darkest place of the paper lacks, 0 to 1, where light was uneven and was evened out. */
  readonly unevenness?: number
  /** Of a linear symbol those of its worst line. */
  readonly parameters: readonly GradedParameter[]
  readonly lines?: readonly GradedLine[]
  /** How much wider dark modules are than they should be, across and down, in modules. */
  readonly printGrowth?: readonly [across: number, down: number]
  /** The grade of each module of a matrix symbol, a digit for each, row by row. */
  readonly margins?: readonly string[]
  /** The modules of a matrix symbol as they were read: 1 is dark. */
  readonly modules?: readonly string[]
  readonly corners: readonly PicturePoint[]
  /** Whether the grade that was asked for is met; null where the picture does not show it. */
  readonly isMet?: boolean | null
}

export interface GradeReport {
  /** No scanner or camera is a calibrated verifier. */
  readonly estimate: true
  readonly asked?: AskedGrade
  /** How a page of a PDF or an SVG was drawn to be graded: places are in its pixels. */
  readonly drawn?: DrawnPage
  /** What was taken for the light: the red of the picture, its luminance, or its greys where it has no colours. */
  readonly light: LightSource
  readonly symbols: readonly GradedSymbol[]
  readonly ungraded?: readonly UngradedSymbol[]
}

/** A symbol that is read and not graded: its modules are too few pixels wide, or it is mirrored, which no verifier accepts. */
export interface UngradedSymbol extends Pick<GradedSymbol, 'symbology' | 'text' | 'x'> {
  readonly reason: 'coarse' | 'mirrored'
}
