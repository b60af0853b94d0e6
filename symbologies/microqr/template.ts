/** The common parts of all Micro QR symbols of a version and level. ISO/IEC 18004:2015, 6.3 and 7.7.3 */

import { memoize } from '../memoize.ts'
import { dataOrder, emptyGrid, type Grid, qrRole, take, takeFinder, takeTiming } from '../qr/grid.ts'
import { modulesAt, type QrModule, type Template } from '../qr/template.ts'
import type { Roles } from '../roles.ts'
import { microFormatPlaces } from './format.ts'
import { type MicroLayer, microMaskLayers } from './mask-layers.ts'
import { type MicroKind, type MicroQrLevel, microKinds, microSizeOf } from './version.ts'

export interface MicroTemplate extends Template {
  /** By mask number. */
  readonly layers: readonly MicroLayer[]
}

/** The template of a version and level: eight of under 1 kB. */
export const microTemplateOf = memoize(newTemplate)

/**
 * The modules of every codeword in the order of placement, data first, then error correction (7.7.3).
 *
 * @param level undefined for M1
 * @returns the module of the most significant bit first: eight a codeword, four in the last data codeword of M1 and M3
 * @throws RangeError for a level that the version does not have
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

/** The roles of each module of a symbol of `kind`, in bits of `qrRole`. */
export function microQrRoles({ version }: MicroKind): Roles {
  const { size, roles } = functionPatterns(version)
  return { width: size, height: size, bits: roles }
}

function newTemplate({ version, symbolNumber, capacity }: MicroKind): MicroTemplate {
  const grid = functionPatterns(version)
  const modules = dataOrder(grid)
  const { size, stride, dark } = grid
  const layers = microMaskLayers(modules, grid, symbolNumber)
  return { size, stride, dark, order: inCodewords(modules, capacity), layers }
}

function functionPatterns(version: number): Grid {
  const grid = emptyGrid(microSizeOf(version))
  takeFinder(grid, 3, 3)
  takeTiming(grid, 0)
  for (const copies of microFormatPlaces) {
    for (const { x, y } of copies) take(grid, x, y, { role: qrRole.format, dark: false })
  }
  return grid
}

/**
 * The last data codeword of M1 and M3 has only its upper four bits. The lower four, which are zero and darken nothing,
 * get places too, so that all codewords are placed alike.
 */
function inCodewords(modules: Uint16Array, capacity: number): Uint16Array {
  if (capacity % 8 === 0) return modules
  const order = new Uint16Array(modules.length + 4)
  order.set(modules.subarray(0, capacity))
  order.set(modules.subarray(capacity), capacity + 4)
  return order
}
