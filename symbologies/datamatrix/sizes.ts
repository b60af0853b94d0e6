/** One ECC 200 symbol size. Counts are of codewords unless stated otherwise. */
export interface DataMatrixSize {
  /** `rows`x`columns`, as the `modules` option takes it. */
  readonly name: DataMatrixSizeName
  /** Modules, finder pattern included, quiet zone not. */
  readonly rows: number
  readonly columns: number
  /** Data regions from top to bottom and from left to right. */
  readonly regionRows: number
  readonly regionColumns: number
  /** Codewords that carry the message and its pads. */
  readonly data: number
  /** Error correction codewords, over all blocks. */
  readonly errorCorrection: number
  /** Interleaved Reed-Solomon blocks; codeword i belongs to block i modulo `blocks`. */
  readonly blocks: number
}

/** The mapping matrix: the symbol without finder and alignment patterns. */
export interface MappingMatrix {
  readonly rows: number
  readonly columns: number
}

// The error correction codewords follow from the size of the mapping matrix.
// rows columns, regions down and across, data codewords, blocks

// ISO/IEC 16022:2006, 5.5.1, Table 7
const squares = [
  [10, 10, 1, 1, 3, 1],
  [12, 12, 1, 1, 5, 1],
  [14, 14, 1, 1, 8, 1],
  [16, 16, 1, 1, 12, 1],
  [18, 18, 1, 1, 18, 1],
  [20, 20, 1, 1, 22, 1],
  [22, 22, 1, 1, 30, 1],
  [24, 24, 1, 1, 36, 1],
  [26, 26, 1, 1, 44, 1],
  [32, 32, 2, 2, 62, 1],
  [36, 36, 2, 2, 86, 1],
  [40, 40, 2, 2, 114, 1],
  [44, 44, 2, 2, 144, 1],
  [48, 48, 2, 2, 174, 1],
  [52, 52, 2, 2, 204, 2],
  [64, 64, 4, 4, 280, 2],
  [72, 72, 4, 4, 368, 4],
  [80, 80, 4, 4, 456, 4],
  [88, 88, 4, 4, 576, 4],
  [96, 96, 4, 4, 696, 4],
  [104, 104, 4, 4, 816, 6],
  [120, 120, 6, 6, 1050, 6],
  [132, 132, 6, 6, 1304, 8],
  [144, 144, 6, 6, 1558, 10],
] as const

// ISO/IEC 16022:2006, 5.5.1, Table 7
const rectangles = [
  [8, 18, 1, 1, 5, 1],
  [8, 32, 1, 2, 10, 1],
  [12, 26, 1, 1, 16, 1],
  [12, 36, 1, 2, 22, 1],
  [16, 36, 1, 2, 32, 1],
  [16, 48, 1, 2, 49, 1],
] as const

// ISO/IEC 21471:2020: Data Matrix rectangular extension (DMRE)
const extendedRectangles = [
  [8, 48, 1, 2, 18, 1],
  [8, 64, 1, 4, 24, 1],
  [8, 80, 1, 4, 32, 1],
  [8, 96, 1, 4, 38, 1],
  [8, 120, 1, 6, 49, 1],
  [8, 144, 1, 6, 63, 1],
  [12, 64, 1, 4, 43, 1],
  [12, 88, 1, 4, 64, 1],
  [16, 64, 1, 4, 62, 1],
  [20, 36, 1, 2, 44, 1],
  [20, 44, 1, 2, 56, 1],
  [20, 64, 1, 4, 84, 1],
  [22, 48, 1, 2, 72, 1],
  [24, 48, 1, 2, 80, 1],
  [24, 64, 1, 4, 108, 1],
  [26, 40, 1, 2, 70, 1],
  [26, 48, 1, 2, 90, 1],
  [26, 64, 1, 4, 118, 1],
] as const

type Attributes = (typeof squares)[number] | (typeof rectangles)[number] | (typeof extendedRectangles)[number]

type NameOf<Row> = Row extends readonly [infer R extends number, infer C extends number, ...unknown[]]
  ? `${R}x${C}`
  : never

export type DataMatrixSizeName = NameOf<Attributes>

function sizeOf([rows, columns, regionRows, regionColumns, data, blocks]: Attributes): DataMatrixSize {
  const name = `${rows}x${columns}` as DataMatrixSizeName
  const modules = (rows - 2 * regionRows) * (columns - 2 * regionColumns)
  const errorCorrection = (modules >>> 3) - data
  return { name, rows, columns, regionRows, regionColumns, data, errorCorrection, blocks }
}

const squareSizes = squares.map(sizeOf)
const rectangleSizes = rectangles.map(sizeOf)
/** The 18 sizes of ISO/IEC 21471, in its order. */
export const dmreSizes: readonly DataMatrixSize[] = extendedRectangles.map(sizeOf)

/** The 24 squares, smallest first, the 6 rectangles of ISO/IEC 16022, smallest first, then those of ISO/IEC 21471. */
export const dataMatrixSizes: readonly DataMatrixSize[] = [...squareSizes, ...rectangleSizes, ...dmreSizes]

/** Whether a size is one of ISO/IEC 21471. */
export const isDmre = (size: DataMatrixSize): boolean => dmreSizes.includes(size)

export const isSquare = ({ rows, columns }: DataMatrixSize): boolean => rows === columns

export const dataMatrixShapes = ['square', 'rectangle', 'dmre', 'any'] as const

/** `rectangle`: of ISO/IEC 16022; `dmre`: these and those of ISO/IEC 21471; `any`: squares and `rectangle`. */
export type DataMatrixShape = (typeof dataMatrixShapes)[number]

const area = ({ rows, columns }: DataMatrixSize): number => rows * columns

/**
 * The sizes of one shape, fewest modules first. Of those with the same number of modules the one with fewer data
 * codewords comes first, and a square before a rectangle. In all shapes but `dmre` that is the order of data codewords
 * too; in `dmre` a size may hold less than a smaller one before it.
 */
export const sizesOf: Readonly<Record<DataMatrixShape, readonly DataMatrixSize[]>> = {
  square: squareSizes,
  rectangle: rectangleSizes,
  dmre: smallestFirst([...rectangleSizes, ...dmreSizes]),
  any: smallestFirst([...squareSizes, ...rectangleSizes]),
}

function smallestFirst(sizes: readonly DataMatrixSize[]): readonly DataMatrixSize[] {
  return sizes.toSorted((a, b) => area(a) - area(b) || a.data - b.data)
}

export function mappingMatrix({ rows, columns, regionRows, regionColumns }: DataMatrixSize): MappingMatrix {
  return { rows: rows - 2 * regionRows, columns: columns - 2 * regionColumns }
}

/**
 * The most that a symbol of a size carries, as Table 7 counts it.
 *
 * @param header codewords before the data
 */
export function capacityOf(
  { data }: DataMatrixSize,
  header = 0,
): { digits: number; alphanumerics: number; bytes: number } {
  const left = data - header
  if (left < 1) return { digits: 0, alphanumerics: 0, bytes: 0 }
  // C40: a latch, whole triplets, and in a last single codeword one more character.
  const alphanumerics = 3 * ((left - 1) >>> 1) + ((left - 1) & 1)
  // Base 256: a latch and a length of one codeword, or of two from 250 bytes on.
  const bytes = left - 2 < 250 ? left - 2 : left - 3
  return { digits: 2 * left, alphanumerics, bytes: Math.max(bytes, 0) }
}
