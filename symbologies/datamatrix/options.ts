import { optionCheck } from '../options.ts'
import type { Eci } from './message.ts'
import { type Encodation, encodations } from './segments.ts'
import {
  type DataMatrixShape,
  type DataMatrixSize,
  type DataMatrixSizeName,
  dataMatrixSizes,
  sizesOf,
} from './sizes.ts'

export interface DataMatrixOptions {
  /** Which sizes to choose from; 'square' when left out. */
  readonly shape?: DataMatrixShape
  /** The one size to use, whatever its shape. */
  readonly size?: DataMatrixSizeName
  /**
   * The one encodation, for testers: from the first codeword of the message on, and for as much of it as the
   * encodation's groups allow. The few bytes that no group is left for are in ASCII.
   */
  readonly encodation?: Encodation
  /** The interpretation to declare, also where none is needed; false: none, and ISO 8859-1 only. */
  readonly eci?: Eci | false
}

/** @throws RangeError for a value that does not exist */
export const checkOptions = optionCheck<DataMatrixOptions>('datamatrix', {
  shape: ['square', 'rectangle', 'any'],
  size: dataMatrixSizes.map(({ name }) => name),
  encodation: encodations,
  eci: [3, 26, false],
})

/** The sizes that the options leave to choose from, smallest first. */
export function sizesFor({ shape, size }: DataMatrixOptions): readonly DataMatrixSize[] {
  return size === undefined ? sizesOf[shape ?? 'square'] : dataMatrixSizes.filter(({ name }) => name === size)
}
