/** The function patterns of QR Code and Micro QR Code, and the order of all other modules. ISO/IEC 18004:2015, 6.3, 7.7, 7.9, 7.10 */

import { memoize } from '../../../../symbologies/memoize.ts'
import type { FixedModule, Region } from '../picture/modules.ts'
import type { ModulePlace } from '../report.ts'

export type QrRegionRule =
  | 'finder'
  | 'separator'
  | 'timing'
  | 'alignment'
  | 'darkmodule'
  | 'version.copy1'
  | 'version.copy2'

export interface QrStructure {
  readonly size: number
  /** Modules that are the same in every symbol of the version. */
  readonly regions: readonly Region<QrRegionRule>[]
  /** The modules of format information, a list for each copy, the most significant bit first. */
  readonly format: readonly (readonly ModulePlace[])[]
  /** All other modules, in the order of the bit stream. */
  readonly data: readonly ModulePlace[]
}

type Colour = (fromCentre: number) => boolean
const finderColour: Colour = (distance) => distance !== 2 && distance !== 4
const alignmentColour: Colour = (distance) => distance !== 1

/** Rings around a centre, as far as they lie inside the symbol. */
function rings(
  size: number,
  centre: ModulePlace,
  { from, to, colour }: { from: number; to: number; colour: Colour },
): FixedModule[] {
  const found: FixedModule[] = []
  for (let row = centre.row - to; row <= centre.row + to; row++) {
    for (let column = centre.column - to; column <= centre.column + to; column++) {
      const distance = Math.max(Math.abs(row - centre.row), Math.abs(column - centre.column))
      const inside = row >= 0 && column >= 0 && row < size && column < size
      if (inside && distance >= from) found.push({ row, column, dark: colour(distance) })
    }
  }
  return found
}

function finderRegions(size: number, name: string, centre: ModulePlace): Region<QrRegionRule>[] {
  return [
    {
      rule: 'finder',
      name: `${name} finder pattern`,
      modules: rings(size, centre, { from: 0, to: 3, colour: finderColour }),
    },
    {
      rule: 'separator',
      name: `${name} separator`,
      modules: rings(size, centre, { from: 4, to: 4, colour: finderColour }),
    },
  ]
}

/** Alternates between dark and light along a row or column. */
function timingRegion(name: string, places: readonly ModulePlace[]): Region<QrRegionRule> {
  return {
    rule: 'timing',
    name: `${name} timing pattern`,
    modules: places.map(({ row, column }) => ({ row, column, dark: (row + column) % 2 === 0 })),
  }
}

const along = (from: number, to: number, place: (i: number) => ModulePlace): ModulePlace[] =>
  Array.from({ length: to - from }, (_, i) => place(from + i))

/** The coordinates of Table E.1: the first on the timing pattern, the others at even distances, counted from the far edge. */
function alignmentCoordinates(version: number): number[] {
  if (version === 1) return []
  const count = 2 + Math.floor(version / 7)
  const last = 4 * version + 10
  // An equal division, rounded up to an even number; only for version 32 the table rounds down.
  const distance = version === 32 ? 26 : 2 * Math.ceil((last - 6) / (2 * (count - 1)))
  return [6, ...Array.from({ length: count - 1 }, (_, i) => last - (count - 2 - i) * distance)]
}

function alignmentRegions(version: number, size: number): Region<QrRegionRule>[] {
  const coordinates = alignmentCoordinates(version)
  const last = coordinates.length - 1
  return coordinates.flatMap((row, i) =>
    coordinates.flatMap((column, j) => {
      const atFinder = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)
      if (atFinder) return []
      const modules = rings(size, { row, column }, { from: 0, to: 2, colour: alignmentColour })
      return [{ rule: 'alignment' as const, name: `alignment pattern at row ${row}, column ${column}`, modules }]
    }),
  )
}

/** `value`, followed by the remainder of value · x ** degree divided by `generator` (Annexes C and D). */
function withRemainder(value: number, generator: number, degree: number): number {
  let rest = value << degree
  for (let bit = 31; bit >= degree; bit--) if ((rest >>> bit) & 1) rest ^= generator << (bit - degree)
  return (value << degree) | rest
}

function versionRegions(version: number, size: number): Region<QrRegionRule>[] {
  if (version < 7) return []
  const bits = withRemainder(version, 0x1f25, 12)
  const copy = (place: (bit: number) => ModulePlace): FixedModule[] =>
    along(0, 18, place).map((at, bit) => ({ ...at, dark: ((bits >>> bit) & 1) === 1 }))
  return [
    {
      rule: 'version.copy1',
      name: 'version information beside the upper right finder pattern',
      modules: copy((bit) => ({ row: Math.floor(bit / 3), column: size - 11 + (bit % 3) })),
    },
    {
      rule: 'version.copy2',
      name: 'version information above the lower left finder pattern',
      modules: copy((bit) => ({ row: size - 11 + (bit % 3), column: Math.floor(bit / 3) })),
    },
  ]
}

const generatorOfFormat = 0x537

/** Five bits encoded as 15 (Annex C), before the standard's mask. */
export const formatWord = (data: number): number => withRemainder(data, generatorOfFormat, 10)

/** Figure 25: the copy at the upper left, then the one divided between the other two corners. */
function qrFormatPlaces(size: number): ModulePlace[][] {
  const first = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => ({ row: 8, column })),
    ...[7, 5, 4, 3, 2, 1, 0].map((row) => ({ row, column: 8 })),
  ]
  const second = [
    ...along(0, 7, (i) => ({ row: size - 1 - i, column: 8 })),
    ...along(0, 8, (i) => ({ row: 8, column: size - 8 + i })),
  ]
  return [first, second]
}

/** Figure 26 */
const microFormatPlaces: ModulePlace[] = [
  ...along(1, 9, (column) => ({ row: 8, column })),
  ...along(1, 8, (i) => ({ row: 8 - i, column: 8 })),
]

/** Two columns at a time from the right, in turn upwards and downwards (7.7.3). */
function dataPlaces(size: number, taken: ReadonlySet<number>, skippedColumn: number): ModulePlace[] {
  const columns = along(0, size, (i) => ({ row: 0, column: size - 1 - i }))
    .map(({ column }) => column)
    .filter((column) => column !== skippedColumn)
  const places: ModulePlace[] = []
  for (let pair = 0; pair < columns.length; pair += 2) {
    for (let i = 0; i < size; i++) {
      const row = pair % 4 === 0 ? size - 1 - i : i
      for (const column of columns.slice(pair, pair + 2)) {
        if (!taken.has(row * size + column)) places.push({ row, column })
      }
    }
  }
  return places
}

function structureOf(
  size: number,
  regions: readonly Region<QrRegionRule>[],
  format: readonly (readonly ModulePlace[])[],
  skippedColumn: number,
): QrStructure {
  const all: ModulePlace[] = [...regions.flatMap(({ modules }) => modules), ...format.flat()]
  const taken = new Set(all.map(({ row, column }) => row * size + column))
  return { size, regions, format, data: dataPlaces(size, taken, skippedColumn) }
}

export const qrSize = (version: number): number => 17 + 4 * version
export const microQrSize = (version: number): number => 9 + 2 * version

function newQrRegions(version: number): Region<QrRegionRule>[] {
  const size = qrSize(version)
  return [
    ...finderRegions(size, 'upper left', { row: 3, column: 3 }),
    ...finderRegions(size, 'upper right', { row: 3, column: size - 4 }),
    ...finderRegions(size, 'lower left', { row: size - 4, column: 3 }),
    timingRegion(
      'horizontal',
      along(8, size - 8, (column) => ({ row: 6, column })),
    ),
    timingRegion(
      'vertical',
      along(8, size - 8, (row) => ({ row, column: 6 })),
    ),
    ...alignmentRegions(version, size),
    { rule: 'darkmodule' as const, name: 'dark module', modules: [{ row: size - 8, column: 8, dark: true }] },
    ...versionRegions(version, size),
  ]
}

function newMicroRegions(version: number): Region<QrRegionRule>[] {
  const size = microQrSize(version)
  return [
    ...finderRegions(size, 'the', { row: 3, column: 3 }),
    timingRegion(
      'horizontal',
      along(8, size, (column) => ({ row: 0, column })),
    ),
    timingRegion(
      'vertical',
      along(8, size, (row) => ({ row, column: 0 })),
    ),
  ]
}

/** The regions alone: in most pictures they are enough to see that a symbol has another size. */
export const qrRegions = memoize(newQrRegions)
export const microQrRegions = memoize(newMicroRegions)

export const qrStructure = memoize((version: number) => {
  const size = qrSize(version)
  return structureOf(size, qrRegions(version), qrFormatPlaces(size), 6)
})
export const microQrStructure = memoize((version: number) =>
  structureOf(microQrSize(version), microQrRegions(version), [microFormatPlaces], 0),
)
