/**
 * What all symbols of a version share, and how codewords are placed in it: function patterns, format and version information,
 * and the order of data modules. Micro QR is drawn by the same functions. ISO/IEC 18004:2015, 6.3, 7.7, 7.9 and 7.10
 */

import type { Roles } from '../barcode.ts'
import { darkenIf, strideOf } from '../matrix/index.ts'
import { memoize } from '../memoize.ts'
import { alignmentCentres, type QrLevel, sizeOf } from './versions.ts'

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

function newTemplate(version: number): Template {
  const grid = functionPatterns(version)
  const { size, stride, dark } = grid
  return { size, stride, dark, order: dataOrder(grid, timing) }
}

/**
 * The symbol before masking: `codewords` in place, format information light.
 *
 * Bits fill `template.order` one by one, each codeword's most significant bit first (7.7.3); remainder bits stay zero.
 *
 * @returns rows packed as a Matrix
 */
export function placed(codewords: Uint8Array, { dark, order }: Template): Uint32Array {
  const rows = dark.slice()
  for (let i = 0, at = 0; i < codewords.length; i++, at += 8) {
    const bits = codewords[i]!
    // written out: a loop takes 1.8 times as long
    darkenIf(rows, order[at]!, bits >>> 7)
    darkenIf(rows, order[at + 1]!, bits >>> 6)
    darkenIf(rows, order[at + 2]!, bits >>> 5)
    darkenIf(rows, order[at + 3]!, bits >>> 4)
    darkenIf(rows, order[at + 4]!, bits >>> 3)
    darkenIf(rows, order[at + 5]!, bits >>> 2)
    darkenIf(rows, order[at + 6]!, bits >>> 1)
    darkenIf(rows, order[at + 7]!, bits)
  }
  return rows
}

/** Row and column of the timing patterns (6.3.5). */
const timing = 6

function functionPatterns(version: number): ModuleBits {
  const size = sizeOf(version)
  const grid = emptyGrid(size)
  takeFinder(grid, 3, 3)
  takeFinder(grid, size - 4, 3)
  takeFinder(grid, 3, size - 4)
  const centres = alignmentCentres(version)
  for (const y of centres) {
    for (const x of centres) if (!isFinderCorner(x, y, size)) takeSquares(grid, { x, y }, alignmentSquares)
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
function takeVersionInformation(grid: ModuleBits, information: number): void {
  versionPlaces(grid.size).forEach((copies, bit) => {
    const dark = ((information >>> bit) & 1) === 1
    for (const { x, y } of copies) take(grid, x, y, { role: qrRole.version, dark })
  })
}

/**
 * The roles of a module, a bit each. Data modules carry codewords; remainder modules are left after the last codeword
 * (7.7.3). All others belong to function patterns (6.3), format information (7.9) or version information (7.10), and
 * one where an alignment pattern lies on a timing pattern belongs to both (6.3.6).
 */
export const qrRole = {
  data: 0,
  finder: 1,
  separator: 2,
  timing: 4,
  alignment: 8,
  format: 16,
  version: 32,
  darkModule: 64,
  remainder: 128,
} as const

/** The modules of a symbol of `size` x `size` while its function patterns are drawn; rows packed as in a Matrix. */
export interface ModuleBits {
  readonly size: number
  /** Words per row. */
  readonly stride: number
  /** Dark modules of function patterns. */
  readonly dark: Uint32Array
  /** Bits of `qrRole` by module, row by row. */
  readonly roles: Uint8Array
}

export function emptyGrid(size: number): ModuleBits {
  const stride = strideOf(size)
  return { size, stride, dark: new Uint32Array(size * stride), roles: new Uint8Array(size * size) }
}

/** A module of a function pattern. */
interface FunctionModule {
  readonly role: number
  readonly dark: boolean
}

/** Makes module (x, y) dark or light and adds a role; modules outside the symbol are ignored. */
export function take(grid: ModuleBits, x: number, y: number, { role, dark }: FunctionModule): void {
  if (x < 0 || y < 0 || x >= grid.size || y >= grid.size) return
  const word = y * grid.stride + (x >>> 5)
  const bit = 0x80000000 >>> (x & 31)
  grid.roles[y * grid.size + x]! |= role
  if (dark) grid.dark[word]! |= bit
  else grid.dark[word]! &= ~bit
}

/** Concentric squares around (x, y), from the middle outwards. */
function takeSquares(grid: ModuleBits, { x, y }: { x: number; y: number }, squares: readonly FunctionModule[]): void {
  const reach = squares.length - 1
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      take(grid, x + dx, y + dy, squares[Math.max(Math.abs(dx), Math.abs(dy))]!)
    }
  }
}

/** 6.3.3, and around it the separator, 6.3.4 */
const finderSquares: readonly FunctionModule[] = [
  { role: qrRole.finder, dark: true },
  { role: qrRole.finder, dark: true },
  { role: qrRole.finder, dark: false },
  { role: qrRole.finder, dark: true },
  { role: qrRole.separator, dark: false },
]

/** 6.3.6 */
const alignmentSquares: readonly FunctionModule[] = [
  { role: qrRole.alignment, dark: true },
  { role: qrRole.alignment, dark: false },
  { role: qrRole.alignment, dark: true },
]

/** Finder pattern with its separator, around the centre (6.3.3, 6.3.4). */
export function takeFinder(grid: ModuleBits, x: number, y: number): void {
  takeSquares(grid, { x, y }, finderSquares)
}

/** Timing patterns along row and column `line`, dark at even places, between the separators (6.3.5). */
export function takeTiming(grid: ModuleBits, line: number): void {
  const role = qrRole.timing
  for (let i = 0; i < grid.size; i++) {
    const dark = i % 2 === 0
    if (!isOfFinder(grid, i, line)) take(grid, i, line, { role, dark })
    if (!isOfFinder(grid, line, i)) take(grid, line, i, { role, dark })
  }
}

function isOfFinder({ roles, size }: ModuleBits, x: number, y: number): boolean {
  return (roles[y * size + x]! & (qrRole.finder | qrRole.separator)) !== 0
}

/**
 * The data modules in the order in which codewords fill them: two columns wide, from the right, upwards and downwards
 * in turn (7.7.3).
 *
 * @param leftOut the column of the vertical timing pattern, if it lies between two pairs of columns
 * @returns bit addresses: module (x, y) is 32 * stride * y + x
 */
export function dataOrder({ size, stride, roles }: ModuleBits, leftOut?: number): Uint16Array {
  const order: number[] = []
  let upwards = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === leftOut) right--
    for (let i = 0; i < size; i++) {
      const y = upwards ? size - 1 - i : i
      for (const x of [right, right - 1]) {
        if (roles[y * size + x] === qrRole.data) order.push(32 * stride * y + x)
      }
    }
    upwards = !upwards
  }
  return Uint16Array.from(order)
}

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

/** 7.9.1, Table 12: error correction level indicators. */
const indicators: Readonly<Record<QrLevel, number>> = { L: 0b01, M: 0b00, Q: 0b11, H: 0b10 }

/** 7.9.1: keeps format information from being all zero. */
export const formatMask = 0b101010000010010

/** x^12 + x^11 + x^10 + x^9 + x^8 + x^5 + x^2 + 1 (Annex D). */
const versionGenerator = 0b1111100100101

/** 15 bits. */
export function formatInformation(level: QrLevel, mask: number): number {
  return bch((indicators[level] << 3) | mask, formatGenerator) ^ formatMask
}

/** 18 bits, for versions from 7. */
function versionInformation(version: number): number {
  return bch(version, versionGenerator)
}

/** The modules of each bit of format or version information, one a copy: bit 0 first. */
export type BitPlaces = readonly (readonly { readonly x: number; readonly y: number }[])[]

/** 7.9.1, Figure 25: both copies, around the finder pattern at the top left and next to the two others. */
export function formatPlaces(size: number): BitPlaces {
  return Array.from({ length: 15 }, (_, bit) => {
    // The timing patterns at row and column 6 are left out.
    const down = { x: 8, y: bit < 6 ? bit : bit + 1 }
    const left = { x: bit === 8 ? 7 : 14 - bit, y: 8 }
    const first = bit < 8 ? down : left
    const second = bit < 8 ? { x: size - 1 - bit, y: 8 } : { x: 8, y: size - 15 + bit }
    return [first, second]
  })
}

/** 7.10, Figure 27: 3 x 6 modules above the lower left finder pattern, and mirrored left of the upper right one. */
export function versionPlaces(size: number): BitPlaces {
  return Array.from({ length: 18 }, (_, bit) => {
    const along = Math.floor(bit / 3)
    const across = size - 11 + (bit % 3)
    return [
      { x: along, y: across },
      { x: across, y: along },
    ]
  })
}

/**
 * `value`, followed by the remainder of value · x^d divided by `generator`, a polynomial over GF(2) of degree d.
 *
 * ISO/IEC 18004:2015, Annexes C and D
 */
export function bch(value: number, generator: number): number {
  const degree = 31 - Math.clz32(generator)
  let remainder = value << degree
  for (;;) {
    const shift = Math.clz32(generator) - Math.clz32(remainder)
    if (shift < 0) return (value << degree) | remainder
    remainder ^= generator << shift
  }
}

/** x^10 + x^8 + x^5 + x^4 + x^2 + x + 1: format information of QR and Micro QR (Annex C). */
export const formatGenerator = 0b10100110111
