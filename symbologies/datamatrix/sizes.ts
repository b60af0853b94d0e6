/** One ECC 200 symbol size. Counts are of codewords unless stated otherwise. */
export interface DataMatrixSize {
  /** `rows`x`columns`, as the `size` option takes it. */
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

// ISO/IEC 16022:2006, 5.5.1, Table 7. The error correction codewords follow from the size of the mapping matrix.
const attributes = [
  // rows columns, regions down and across, data codewords, blocks
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
  [8, 18, 1, 1, 5, 1],
  [8, 32, 1, 2, 10, 1],
  [12, 26, 1, 1, 16, 1],
  [12, 36, 1, 2, 22, 1],
  [16, 36, 1, 2, 32, 1],
  [16, 48, 1, 2, 49, 1],
] as const

type NameOf<Row> = Row extends readonly [infer R extends number, infer C extends number, ...unknown[]]
  ? `${R}x${C}`
  : never

export type DataMatrixSizeName = NameOf<(typeof attributes)[number]>

function sizeOf([rows, columns, regionRows, regionColumns, data, blocks]: (typeof attributes)[number]): DataMatrixSize {
  const name = `${rows}x${columns}` as DataMatrixSizeName
  const modules = (rows - 2 * regionRows) * (columns - 2 * regionColumns)
  const errorCorrection = (modules >>> 3) - data
  return { name, rows, columns, regionRows, regionColumns, data, errorCorrection, blocks }
}

/** The 24 squares, smallest first, then the 6 rectangles, smallest first. */
export const dataMatrixSizes: readonly DataMatrixSize[] = attributes.map(sizeOf)

export type DataMatrixShape = 'square' | 'rectangle' | 'any'

/**
 * The sizes of one shape, fewest data codewords first. If a square and a rectangle hold the same number, the one
 * with fewer modules comes first, and the square if these are equal too.
 */
export const sizesOf: Readonly<Record<DataMatrixShape, readonly DataMatrixSize[]>> = {
  square: dataMatrixSizes.filter(({ rows, columns }) => rows === columns),
  rectangle: dataMatrixSizes.filter(({ rows, columns }) => rows !== columns),
  any: dataMatrixSizes.toSorted((a, b) => a.data - b.data || a.rows * a.columns - b.rows * b.columns),
}

export function mappingMatrix({ rows, columns, regionRows, regionColumns }: DataMatrixSize): MappingMatrix {
  return { rows: rows - 2 * regionRows, columns: columns - 2 * regionColumns }
}

/** The most that a symbol of `size` carries, as Table 7 counts it. */
export function capacityOf({ data }: DataMatrixSize): { digits: number; alphanumerics: number; bytes: number } {
  // C40: a latch, whole triplets, and in a last single codeword one more character.
  const alphanumerics = 3 * ((data - 1) >>> 1) + ((data - 1) & 1)
  // Base 256: a latch and a length of one codeword, or of two from 250 bytes on.
  const bytes = data - 2 < 250 ? data - 2 : data - 3
  return { digits: 2 * data, alphanumerics, bytes }
}
