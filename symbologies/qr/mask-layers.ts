/** Masks with format information, laid over a symbol by exclusive or. ISO/IEC 18004:2015, 7.8.2 and 7.9 */

import { darkenIf, transposedWords } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { type BitPlaces, formatInformation, formatPlaces } from './format.ts'
import { maskConditions, packedMasks } from './masks.ts'
import { templateOf } from './template.ts'
import type { QrLevel } from './version.ts'

/** Packed as a Matrix: the symbol, and the symbol transposed, whose rows are the columns. */
export interface Packed {
  readonly rows: Uint32Array
  readonly columns: Uint32Array
}

/**
 * For each mask the modules that it inverts, with its format information: exclusive or with the unmasked symbol gives
 * the complete masked symbol.
 *
 * Made at the first call for each version and level and kept: 68 kB for version 40, 5 MB for all.
 */
export function maskLayers(version: number, level: QrLevel): readonly Packed[] {
  return layersOf(level)(version)
}

const layersOf = /* @__PURE__ */ memoize((level: QrLevel) => memoize((version: number) => newLayers(version, level)))

function newLayers(version: number, level: QrLevel): readonly Packed[] {
  const template = templateOf(version)
  return packedMasks(maskConditions, template.order, template).map((rows, mask) => {
    addFormat(rows, formatInformation(level, mask), { places: formatPlaces(template.size), stride: template.stride })
    return { rows, columns: transposedWords(rows, template.size, template.size) }
  })
}

/** Where format information goes in rows of `stride` words. */
interface FormatArea {
  readonly places: BitPlaces
  readonly stride: number
}

/** Darkens the modules of the bits that are set in `format` (7.9). */
export function addFormat(rows: Uint32Array, format: number, { places, stride }: FormatArea): void {
  places.forEach((copies, bit) => {
    for (const { x, y } of copies) darkenIf(rows, 32 * stride * y + x, format >>> bit)
  })
}
