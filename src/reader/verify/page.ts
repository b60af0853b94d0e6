/** What bytes show, in whatever format. */

import type { Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from '../check/index.ts'

/** A sheet of paper as it comes out. */
export interface ReadPage {
  readonly dots: Matrix
  /** The boxes around the ink of words that are drawn as outlines or in a font, in dots, with fractions. */
  readonly words: readonly Box[]
  readonly copies: number
}

/** Pages in their order; what is not understood ends them with a VerificationFailure. */
export type Pages = Iterable<ReadPage>
