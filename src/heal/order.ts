/** What is asked of a document that becomes labels. */

import type { Dpi } from '../layout/resolution.ts'
import type { LabelSize } from '../layout/stock.ts'

/**
 * How a page is put on its label:
 *
 * - `auto`: as it is if it has the label's size within 3 mm, as it lies or turned by a quarter; otherwise as `crop`
 * - `actual`: as it is, its upper left corner on that of the label; what is beyond the label is cut off
 * - `crop`: what is printed on it in the middle of the label, turned where only that fits, smaller where nothing else does
 * - `page`: the whole page in the middle of the label, turned where that leaves it larger, smaller where it does not fit
 */
export const fits = ['auto', 'actual', 'crop', 'page'] as const
export type Fit = (typeof fits)[number]

/** Into how many labels a page is cut, from left to right and from top to bottom. */
export interface Split {
  readonly columns: number
  readonly rows: number
}

export interface HealOrder {
  /** Of the print head. */
  readonly dpi: Dpi
  /** Of the labels as they are fed; the page's own if undefined. */
  readonly size?: LabelSize | undefined
  /** `auto` by default. */
  readonly fit?: Fit | undefined
  readonly split?: Split | undefined
  /** Which label of the document, from 0; all of them if undefined. */
  readonly index?: number | undefined
  /** Whether symbols are graded as they would have been printed, and as they will be. */
  readonly isGraded?: boolean | undefined
}

/** Labels of one document. */
export const mostLabels = 200
/** Dots of one label, as many as of any. */
export const mostDots = 25_000_000
