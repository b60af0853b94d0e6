/** The common parts of all symbols of a version. ISO/IEC 18004:2015, 6.3, 7.7.2 and 7.7.3 */

import { memoize } from '../memoize.ts'
import type { Roles } from '../roles.ts'
import { alignmentCentres } from './alignment.ts'
import { formatPlaces, versionInformation, versionPlaces } from './format.ts'
import { dataOrder, emptyGrid, type Grid, qrRole, take, takeAlignment, takeFinder, takeTiming } from './grid.ts'
import { sizeOf } from './version.ts'

export interface Template {
  readonly size: number
  /** Words per row. */
  readonly stride: number
  /** Function patterns, with the places of format information light. */
  readonly dark: Uint32Array
  /** Modules for data in the order in which they are filled, as bit addresses; the last ones are remainder bits. */
  readonly order: Uint16Array
}

/** The template of a version: 64 kB for version 40, 1 MB for all. */
export const templateOf = /* @__PURE__ */ memoize(newTemplate)

/** A module of the symbol: column `x`, row `y`, from the upper left. */
export interface QrModule {
  readonly x: number
  readonly y: number
}

/**
 * The modules of every codeword of a symbol of `version`, in the order of placement (7.7.3).
 *
 * @returns eight modules a codeword, that of the most significant bit first
 */
export function qrCodewordModules(version: number): QrModule[][] {
  const { order, stride } = templateOf(version)
  return Array.from({ length: order.length >>> 3 }, (_, i) => modulesAt(order, stride, { from: 8 * i, to: 8 * i + 8 }))
}

/** The remainder modules after those of the last codeword: 0 to 7, light before masking (7.7.3). */
export function remainderModules(version: number): QrModule[] {
  const { order, stride } = templateOf(version)
  return modulesAt(order, stride, { from: order.length & ~7, to: order.length })
}

/** The roles of each module of a symbol of `version`, in bits of `qrRole`. */
export function qrRoles(version: number): Roles {
  const { size, roles } = functionPatterns(version)
  for (const { x, y } of remainderModules(version)) roles[y * size + x] = qrRole.remainder
  return { width: size, height: size, bits: roles }
}

/** The modules at the addresses `from` to `to`, `to` not included. */
export function modulesAt(
  addresses: Uint16Array,
  stride: number,
  { from, to }: { readonly from: number; readonly to: number },
): QrModule[] {
  const width = 32 * stride
  const modules: QrModule[] = []
  for (let i = from; i < to; i++) {
    const y = Math.floor(addresses[i]! / width)
    modules.push({ x: addresses[i]! - y * width, y })
  }
  return modules
}

function newTemplate(version: number): Template {
  const grid = functionPatterns(version)
  const { size, stride, dark } = grid
  return { size, stride, dark, order: dataOrder(grid, timing) }
}

/** Row and column of the timing patterns (6.3.5). */
const timing = 6

function functionPatterns(version: number): Grid {
  const size = sizeOf(version)
  const grid = emptyGrid(size)
  takeFinder(grid, 3, 3)
  takeFinder(grid, size - 4, 3)
  takeFinder(grid, 3, size - 4)
  const centres = alignmentCentres(version)
  for (const y of centres) {
    for (const x of centres) if (!isFinderCorner(x, y, size)) takeAlignment(grid, x, y)
  }
  takeTiming(grid, timing)
  for (const copies of formatPlaces(size)) {
    for (const { x, y } of copies) take(grid, x, y, { role: qrRole.format, dark: false })
  }
  // 7.9.1: always dark, next to format information.
  take(grid, 8, size - 8, { role: qrRole.darkModule, dark: true })
  if (version >= 7) takeVersionInformation(grid, versionInformation(version))
  return grid
}

function isFinderCorner(x: number, y: number, size: number): boolean {
  const far = size - 7
  return (x === 6 && y === 6) || (x === 6 && y === far) || (x === far && y === 6)
}

/** 7.10 */
function takeVersionInformation(grid: Grid, information: number): void {
  versionPlaces(grid.size).forEach((copies, bit) => {
    const dark = ((information >>> bit) & 1) === 1
    for (const { x, y } of copies) take(grid, x, y, { role: qrRole.version, dark })
  })
}
