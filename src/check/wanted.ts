import type { Symbology } from '../../symbologies/barcode.ts'
import type { Effort } from './picture/effort.ts'

/** What is looked for in a picture, and what that costs. */
export interface Wanted {
  /** Undefined: any. */
  readonly type: Symbology | undefined
  /** What the symbol should say. */
  readonly expected: string | undefined
  readonly effort: Effort
}
