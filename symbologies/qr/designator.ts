/** ECI designators. ISO/IEC 18004:2015, 7.4.2, Table 4 */

import type { Eci } from '../eci/index.ts'
import type { BitWriter } from '../matrix/index.ts'

/** Designators below this take one byte, those above up to 16383 two. */
const oneByte = 128

/** Bits of a designator, without mode indicator. */
export const designatorBits = (eci: Eci): number => (eci < oneByte ? 8 : 16)

/** One byte, or two that begin with the bits 10. */
export function pushDesignator(out: BitWriter, eci: Eci): void {
  out.push(eci < oneByte ? eci : 0x8000 | eci, designatorBits(eci))
}
