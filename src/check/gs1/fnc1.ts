import type { Symbology } from '../../../symbologies/barcode.ts'

/**
 * How FNC1 announces the format of the data: in the first position, element strings of GS1 follow; in the second, behind an
 * application indicator, data of the application that it names.
 */
export type Fnc1 = 'first' | 'second'

/** What a symbol carries. */
export interface Data {
  readonly symbology: Symbology
  /** GS (U+001D) for an FNC1 that is not in the first or the second position. */
  readonly text?: string
  readonly fnc1?: Fnc1
}
