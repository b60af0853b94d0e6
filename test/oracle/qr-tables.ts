import { existsSync, readFileSync } from 'node:fs'

/** The content of a file in test/vectors, found from the package's root, wherever the compiled tests are. */
export function readVectors(name: string): string {
  let folder = new URL('.', import.meta.url)
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder)
  return readFileSync(new URL(`test/vectors/${name}`, folder), 'utf8')
}

interface Tables {
  /** Version, level, blocks, error correction codewords, capacities. */
  readonly rows: readonly [number, string, number, number, number, number, number, number][]
  /** Centres of alignment patterns, by version - 1. */
  readonly alignment: readonly number[][]
}

/** Tables 7, 9 and E.1 */
export const qrTables: Tables = JSON.parse(readVectors('qr-tables.json'))

/** Table 9 for M1 to M4, by symbol number: version, level, data bits, error correction codewords. */
export const microTable: readonly [number, string, number, number][] = [
  [1, '', 20, 2],
  [2, 'L', 40, 5],
  [2, 'M', 32, 6],
  [3, 'L', 84, 6],
  [3, 'M', 68, 8],
  [4, 'L', 128, 8],
  [4, 'M', 112, 10],
  [4, 'Q', 80, 14],
]
