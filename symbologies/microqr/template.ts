/** What all Micro QR symbols of a version and level have in common. ISO/IEC 18004:2015, 6.3, 7.7.3, 7.9.2 */

import { bch, formatGenerator } from '../qr/bch.ts'
import { dataOrder, emptyGrid, take, takeFinder, takeTiming } from '../qr/grid.ts'
import { maskConditions, packedMask } from '../qr/masks.ts'
import type { Template } from '../qr/template.ts'
import { type MicroKind, microSizeOf } from './version.ts'

export interface MicroTemplate extends Template {
  /** By mask number: the modules that a mask turns and its format information, packed as a Matrix. */
  readonly layers: readonly Uint32Array[]
}

/** 7.9.2: keeps format information from being all zero. */
const formatMask = 0b100010001000101

/** Table 10: Micro QR masks 0 to 3 are four of QR's. */
const microConditions = [1, 4, 6, 7].map((mask) => maskConditions[mask]!)

const templates = new Map<MicroKind, MicroTemplate>()

/** Made at the first call for each kind and kept: eight of under 1 kB. */
export function microTemplateOf(kind: MicroKind): MicroTemplate {
  let template = templates.get(kind)
  if (template === undefined) {
    template = newTemplate(kind)
    templates.set(kind, template)
  }
  return template
}

function newTemplate({ version, symbolNumber, capacity }: MicroKind): MicroTemplate {
  const grid = emptyGrid(microSizeOf(version))
  takeFinder(grid, 3, 3)
  takeTiming(grid, 0)
  for (let bit = 0; bit < 15; bit++) take(grid, ...formatPlace(bit), false)
  const modules = dataOrder(grid)
  const layers = microConditions.map((condition, mask) => {
    const layer = packedMask(condition, modules, grid)
    const format = bch((symbolNumber << 2) | mask, formatGenerator) ^ formatMask
    for (let bit = 0; bit < 15; bit++) {
      const [x, y] = formatPlace(bit)
      layer[y]! |= (((format >>> bit) & 1) << 31) >>> x
    }
    return layer
  })
  return { size: grid.size, stride: grid.stride, dark: grid.dark, order: inCodewords(modules, capacity), layers }
}

/** Figure 26: column and row of a bit of format information, bit 0 at the upper right. */
const formatPlace = (bit: number): [number, number] => (bit < 8 ? [8, bit + 1] : [15 - bit, 8])

/**
 * The last data codeword of M1 and M3 has only its upper four bits. The others, which are zero, go where the next
 * codeword begins, so that codewords can be placed like those of other symbols.
 */
function inCodewords(modules: Uint16Array, capacity: number): Uint16Array {
  if (capacity % 8 === 0) return modules
  const order = new Uint16Array(modules.length + 4)
  order.set(modules.subarray(0, capacity))
  order.set(modules.subarray(capacity, capacity + 4), capacity)
  order.set(modules.subarray(capacity), capacity + 4)
  return order
}
