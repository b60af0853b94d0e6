/** Micro QR masks with format information, laid over a symbol by exclusive or. ISO/IEC 18004:2015, 7.8.2 and 7.9.2 */

import { addFormat } from '../qr/mask-layers.ts'
import { maskConditions, packedMasks, type Square } from '../qr/masks.ts'
import { microFormatInformation, microFormatPlaces } from './format.ts'
import { type Sides, sidesOf } from './score.ts'

/** The modules that a mask inverts and its format information, packed as a Matrix. */
export interface MicroLayer {
  readonly rows: Uint32Array
  /** The part that the score depends on. */
  readonly sides: Sides
}

/** Table 10: Micro QR masks 0 to 3 are four of QR's. */
const microConditions = [1, 4, 6, 7].map((mask) => maskConditions[mask]!)

/**
 * For each mask the layer that gives the masked symbol by exclusive or with the unmasked one.
 *
 * @param order the data modules as bit addresses
 * @param symbolNumber 0 to 7, of version and level (Table 13)
 */
export function microMaskLayers(order: Uint16Array, square: Square, symbolNumber: number): readonly MicroLayer[] {
  return packedMasks(microConditions, order, square).map((rows, mask) => {
    addFormat(rows, microFormatInformation(symbolNumber, mask), { places: microFormatPlaces, stride: square.stride })
    return { rows, sides: sidesOf(rows, square.size) }
  })
}
