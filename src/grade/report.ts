/** What is said of the grades of symbols in a picture. */

import type { Symbology } from '../../symbologies/barcode.ts'
import type { PicturePoint } from '../check/index.ts'
import type { Letter, Parameter } from './grades.ts'
import type { GradedLine } from './linear.ts'

/** A grade as GS1 asks for it: `1.5/06/660` is a grade of 1.5 or better, through an aperture of 6/1000 inch, by light of 660 nm. */
export interface AskedGrade {
  readonly grade: number
  /** Two digits, thousandths of an inch. */
  readonly aperture: string
  /** Nanometres: not measured, a scanner has the light that it has. */
  readonly light: string
}

/** `1.5/06/660`, or less of it; undefined for another form. GS1 General Specifications, 5.12.3 */
export function askedGrade(text: string): AskedGrade | undefined {
  const found = /^([0-4](?:\.[0-9])?)\/([0-9]{2})\/([0-9]{3})$/.exec(text)
  if (found === null || Number(found[1]) > 4 || Number(found[2]) === 0) return undefined
  return { grade: Number(found[1]), aperture: found[2]!, light: found[3]! }
}

export interface GradedSymbol {
  readonly symbology: Symbology
  readonly text: string
  readonly standard: 'ISO/IEC 15416' | 'ISO/IEC 15415'
  /** 4 is the best: the mean of ten lines of a linear symbol, the lowest parameter of a matrix symbol. */
  readonly grade: number
  readonly letter: Letter
  /** The width of a module: in mm if the resolution is known, and in pixels. */
  readonly x: { readonly mm?: number; readonly pixels: number }
  /** What it was seen through; `modules` is its diameter. */
  readonly aperture: { readonly number?: string; readonly mm?: number; readonly modules: number }
  /** Of a linear symbol those of its worst line. */
  readonly parameters: readonly Parameter[]
  readonly lines?: readonly GradedLine[]
  /** How much wider dark modules are than they should be, across and down, in modules. */
  readonly printGrowth?: readonly [across: number, down: number]
  /** The grade of each module of a matrix symbol, a digit for each, row by row. */
  readonly margins?: readonly string[]
  /** The modules of a matrix symbol as they were read: 1 is dark. */
  readonly modules?: readonly string[]
  readonly corners: readonly PicturePoint[]
  /** Whether the grade that was asked for is met. */
  readonly isMet?: boolean
}

export interface GradeReport {
  /** No scanner or camera is a calibrated verifier. */
  readonly estimate: true
  readonly asked?: AskedGrade
  readonly symbols: readonly GradedSymbol[]
  readonly ungraded?: readonly UngradedSymbol[]
}

/** A symbol that is read and not graded: its modules are too few pixels wide, or it is mirrored, which no verifier accepts. */
export interface UngradedSymbol extends Pick<GradedSymbol, 'symbology' | 'text' | 'x'> {
  readonly reason: 'coarse' | 'mirrored'
}
