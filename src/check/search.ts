import type { Symbology } from '../../symbologies/barcode.ts'
import type { Effort } from './picture/effort.ts'

/** What to look for in a picture, and the effort it takes. */
export interface Search {
  /** Undefined: any. */
  readonly type: Symbology | undefined
  /** The text that the symbol should carry. */
  readonly expected: string | undefined
  readonly effort: Effort
}
