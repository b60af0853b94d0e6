import type { Gs1Options } from '../gs1/fnc1.ts'
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

export interface DataMatrixOptions extends Gs1Options {
  /** Which sizes to choose from; 'square' by default. */
  readonly shape?: DataMatrixShape
  /** The one size to use, whatever its shape. */
  readonly size?: DataMatrixSizeName
  /**
   * The only encodation, for testers, from the first byte on. Bytes that do not fill its last group are in ASCII.
   */
  readonly encodation?: Encodation
  /** The ECI to declare, also for text that needs none; false: no ECI, for text in ISO 8859-1 only. */
  readonly eci?: Eci | false
}

/** @throws RangeError for an unknown option value */
export const checkOptions = optionCheck<DataMatrixOptions>('datamatrix', {
  shape: ['square', 'rectangle', 'any'],
  size: dataMatrixSizes.map(({ name }) => name),
  encodation: encodations,
  eci: [3, 26, false],
  gs1: [true, false],
})

/** The sizes that the options allow, smallest first. */
export function sizesFor({ shape, size }: DataMatrixOptions): readonly DataMatrixSize[] {
  return size === undefined ? sizesOf[shape ?? 'square'] : dataMatrixSizes.filter(({ name }) => name === size)
}
