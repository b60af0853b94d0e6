/** What all Micro QR symbols of a version and level have in common. ISO/IEC 18004:2015, 6.3, 7.7.3, 7.9.2 */

import { memoize } from '../memoize.ts'
import { bch, formatGenerator } from '../qr/bch.ts'
import { dataOrder, emptyGrid, take, takeFinder, takeTiming } from '../qr/grid.ts'
import { maskConditions, packedMask } from '../qr/masks.ts'
import { modulesAt, type QrModule, type Template } from '../qr/template.ts'
import { type Sides, sidesOf } from './score.ts'
import { type MicroKind, type MicroQrLevel, microKinds, microSizeOf } from './version.ts'

export interface MicroTemplate extends Template {
  /** By mask number. */
  readonly layers: readonly Layer[]
}

/** The modules that a mask turns and its format information, packed as a Matrix. */
interface Layer {
  readonly rows: Uint32Array
  readonly sides: Sides
}

/** 7.9.2: keeps format information from being all zero. */
export const microFormatMask = 0b100010001000101

/** Table 10: Micro QR masks 0 to 3 are four of QR's. */
const microConditions = [1, 4, 6, 7].map((mask) => maskConditions[mask]!)

/** The template of a version and level: eight of under 1 kB. */
export const microTemplateOf = memoize(newTemplate)

/**
 * The modules of every codeword in the order of placement, data first, then error correction (7.7.3).
 *
 * @param level undefined for M1
 * @returns the module of the most significant bit first: eight a codeword, four in the last data codeword of M1 and M3
 * @throws RangeError where the version does not have the level
 */
export function microQrCodewordModules(version: number, level: MicroQrLevel | undefined): QrModule[][] {
  const kind = microKinds.find((each) => each.version === version && each.level === level)
  if (kind === undefined) throw new RangeError(`microqr: M${version} has no level ${level}`)
  const { order } = microTemplateOf(kind)
  const dataCodewords = (kind.capacity + 7) >>> 3
  return Array.from({ length: dataCodewords + kind.errorLength }, (_, i) => {
    const bits = i === dataCodewords - 1 ? kind.capacity - 8 * i : 8
    return modulesAt(order, 1, { from: 8 * i, to: 8 * i + bits })
  })
}

function newTemplate({ version, symbolNumber, capacity }: MicroKind): MicroTemplate {
  const grid = emptyGrid(microSizeOf(version))
  takeFinder(grid, 3, 3)
  takeTiming(grid, 0)
  for (let bit = 0; bit < 15; bit++) take(grid, ...formatPlace(bit), false)
  const modules = dataOrder(grid)
  const layers = microConditions.map((condition, mask) => {
    const rows = packedMask(condition, modules, grid)
    const format = bch((symbolNumber << 2) | mask, formatGenerator) ^ microFormatMask
    for (let bit = 0; bit < 15; bit++) {
      const [x, y] = formatPlace(bit)
      rows[y]! |= (((format >>> bit) & 1) << 31) >>> x
    }
    return { rows, sides: sidesOf(rows, grid.size) }
  })
  return { size: grid.size, stride: grid.stride, dark: grid.dark, order: inCodewords(modules, capacity), layers }
}

/** 7.9.2: column and row of a bit of format information, bit 0 at the upper right. */
export const formatPlace = (bit: number): [number, number] => (bit < 8 ? [8, bit + 1] : [15 - bit, 8])

/**
 * The last data codeword of M1 and M3 has only its upper four bits. The others, which are zero and darken nothing, get
 * places too, so that codewords can be placed like those of other symbols.
 */
function inCodewords(modules: Uint16Array, capacity: number): Uint16Array {
  if (capacity % 8 === 0) return modules
  const order = new Uint16Array(modules.length + 4)
  order.set(modules.subarray(0, capacity))
  order.set(modules.subarray(capacity), capacity + 4)
  return order
}
