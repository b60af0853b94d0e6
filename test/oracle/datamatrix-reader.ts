import { isDark, type Matrix } from '../../symbologies/index.ts'
import { type DataMatrixReading, readMessage } from './datamatrix-message.ts'

/**
 * A reader of clean Data Matrix symbols, written from ISO/IEC 16022:2006 by itself: it repairs nothing, and finds
 * fault with whatever the standard does not allow. It shares no code with the encoder.
 */

// Table 7: rows, columns, data regions down and across, data codewords, error correction codewords, blocks
const formats = `
   10  10 1 1    3   5  1
   12  12 1 1    5   7  1
   14  14 1 1    8  10  1
   16  16 1 1   12  12  1
   18  18 1 1   18  14  1
   20  20 1 1   22  18  1
   22  22 1 1   30  20  1
   24  24 1 1   36  24  1
   26  26 1 1   44  28  1
   32  32 2 2   62  36  1
   36  36 2 2   86  42  1
   40  40 2 2  114  48  1
   44  44 2 2  144  56  1
   48  48 2 2  174  68  1
   52  52 2 2  204  84  2
   64  64 4 4  280 112  2
   72  72 4 4  368 144  4
   80  80 4 4  456 192  4
   88  88 4 4  576 224  4
   96  96 4 4  696 272  4
  104 104 4 4  816 336  6
  120 120 6 6 1050 408  6
  132 132 6 6 1304 496  8
  144 144 6 6 1558 620 10
    8  18 1 1    5   7  1
    8  32 1 2   10  11  1
   12  26 1 1   16  14  1
   12  36 1 2   22  18  1
   16  36 1 2   32  24  1
   16  48 1 2   49  28  1`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/ +/).map(Number))

/** @throws Error naming the first thing that the standard does not allow */
export function readDataMatrix(matrix: Matrix): DataMatrixReading & { readonly codewords: number[] } {
  const format = formats.find(([rows, columns]) => rows === matrix.height && columns === matrix.width)
  if (format === undefined) throw new Error(`no such size: ${matrix.height}x${matrix.width}`)
  const [, , down, across, data, correction, blocks] = format as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const mapping = mappingMatrix(matrix, down, across)
  const codewords = codewordsIn(mapping, data + correction)
  checkSyndromes(codewords, correction / blocks, blocks)
  return { ...readMessage(codewords.slice(0, data)), codewords }
}

/** Takes the finder and alignment patterns away, and looks at each of their modules. */
function mappingMatrix(matrix: Matrix, down: number, across: number): boolean[][] {
  const height = matrix.height / down
  const width = matrix.width / across
  const rows: boolean[][] = []
  for (let y = 0; y < matrix.height; y++) {
    const row: boolean[] = []
    for (let x = 0; x < matrix.width; x++) {
      const [v, h] = [y % height, x % width]
      const dark = isDark(matrix, x, y)
      let expected: boolean | undefined
      if (h === 0 || v === height - 1) expected = true
      else if (v === 0) expected = h % 2 === 0
      else if (h === width - 1) expected = (height - 1 - v) % 2 === 0
      if (expected === undefined) row.push(dark)
      else if (expected !== dark) throw new Error(`finder or alignment pattern at column ${x}, row ${y}`)
    }
    if (row.length > 0) rows.push(row)
  }
  return rows
}

/** Annex F, F.3: which bit of which codeword every module of the mapping matrix is. Codewords from 1, bits from 1. */
function layout(rows: number, columns: number): Map<string, { codeword: number; bit: number }> {
  const owner = new Map<string, { codeword: number; bit: number }>()
  const set = (r: number, c: number, codeword: number, bit: number): void => {
    let [row, column] = [r, c]
    if (row < 0) {
      row += rows
      column += 4 - ((rows + 4) % 8)
    }
    if (column < 0) {
      column += columns
      row += 4 - ((columns + 4) % 8)
    }
    const key = `${row},${column}`
    if (owner.has(key)) throw new Error(`module ${key} placed twice`)
    owner.set(key, { codeword, bit })
  }
  const scattered = (codeword: number, spots: string): void => {
    for (const [i, spot] of spots.split(' ').entries()) {
      const [r, c] = spot.split(',') as [string, string]
      const from = (edge: string, size: number): number => (edge.startsWith('n') ? size + Number(edge.slice(1)) : +edge)
      set(from(r, rows), from(c, columns), codeword, i + 1)
    }
  }
  const whole = (r: number, c: number, codeword: number): void => {
    if (r < 0 || r >= rows || c < 0 || c >= columns || owner.has(`${r},${c}`)) return
    let bit = 1
    for (const [dr, from, to] of [
      [-2, -2, -1],
      [-1, -2, 0],
      [0, -2, 0],
    ] as const) {
      for (let dc = from; dc <= to; dc++) set(r + dr, c + dc, codeword, bit++)
    }
    next++
  }
  let next = 1
  let r = 4
  let c = 0
  while (r < rows || c < columns) {
    if (r === rows && c === 0) scattered(next++, 'n-1,0 n-1,1 n-1,2 0,n-2 0,n-1 1,n-1 2,n-1 3,n-1')
    if (r === rows - 2 && c === 0 && columns % 4 !== 0) {
      scattered(next++, 'n-3,0 n-2,0 n-1,0 0,n-4 0,n-3 0,n-2 0,n-1 1,n-1')
    }
    if (r === rows - 2 && c === 0 && columns % 8 === 4) {
      scattered(next++, 'n-3,0 n-2,0 n-1,0 0,n-2 0,n-1 1,n-1 2,n-1 3,n-1')
    }
    if (r === rows + 4 && c === 2 && columns % 8 === 0) {
      scattered(next++, 'n-1,0 n-1,n-1 0,n-3 0,n-2 0,n-1 1,n-3 1,n-2 1,n-1')
    }
    for (; r >= 0 && c < columns; r -= 2, c += 2) whole(r, c, next)
    r++
    c += 3
    for (; r < rows && c >= 0; r += 2, c -= 2) whole(r, c, next)
    r += 3
    c++
  }
  return owner
}

const structure = new Map<string, ReturnType<typeof layout>>()

function codewordsIn(mapping: boolean[][], count: number): number[] {
  const rows = mapping.length
  const columns = mapping[0]!.length
  const key = `${rows}x${columns}`
  const owner = structure.get(key) ?? layout(rows, columns)
  structure.set(key, owner)
  const codewords = new Array<number>(count).fill(0)
  if (owner.size !== 8 * count) throw new Error(`${owner.size} modules placed for ${count} codewords`)
  for (const [y, row] of mapping.entries()) {
    for (const [x, dark] of row.entries()) {
      const place = owner.get(`${y},${x}`)
      if (place) codewords[place.codeword - 1]! |= Number(dark) << (8 - place.bit)
      else if (dark !== ((y === rows - 1) === (x === columns - 1))) throw new Error(`fixed corner at ${x}, ${y}`)
    }
  }
  return codewords
}

/** Multiplication in GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1, a bit at a time. */
function times(a: number, b: number): number {
  let product = 0
  for (let bit = 7; bit >= 0; bit--) {
    product <<= 1
    if (product & 256) product ^= 0b100101101
    if ((b >> bit) & 1) product ^= a
  }
  return product
}

/** For every root: what each value becomes. */
const multiples = Array.from({ length: 256 }, (_, root) =>
  Uint8Array.from({ length: 256 }, (_, value) => times(value, root)),
)

/** Annex E: every block is a multiple of the generator, whose roots are the powers 1 to `degree` of 2. */
function checkSyndromes(codewords: readonly number[], degree: number, blocks: number): void {
  for (let block = 0; block < blocks; block++) {
    const own = codewords.filter((_, i) => i % blocks === block)
    for (let power = 1, root = 2; power <= degree; power++, root = times(root, 2)) {
      const table = multiples[root]!
      let syndrome = 0
      for (const codeword of own) syndrome = table[syndrome]! ^ codeword
      if (syndrome !== 0) throw new Error(`syndrome ${power} of block ${block + 1} is ${syndrome}`)
    }
  }
}
