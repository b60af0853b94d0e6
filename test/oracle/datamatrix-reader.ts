import { dataMatrixStructure } from '../../src/reader/check/datamatrix/structure.ts'
import { moduleAt, wrongIn } from '../../src/reader/check/picture/modules.ts'
import { isSound, readerField } from '../../src/reader/check/reed-solomon.ts'
import { dataMatrixSizes, isDark, type Matrix } from '../../symbologies/index.ts'
import { type DataMatrixReading, readMessage } from './datamatrix-message.ts'

/** GF(256) modulo x^8 + x^5 + x^3 + x^2 + 1; the generators' first root is α (ISO/IEC 16022:2006, 5.7.1). */
const code = { field: readerField(0x12d), first: 1 }

/**
 * Reads a clean Data Matrix symbol and repairs nothing. Patterns, placement and syndromes are those of src/reader/check, which
 * shares no more with the encoder than the table of sizes; the message is read by `readMessage`.
 *
 * @throws Error naming the first thing that the standard does not allow
 */
export function readDataMatrix(matrix: Matrix): DataMatrixReading & { readonly codewords: number[] } {
  const { width: columns, height: rows } = matrix
  const size = dataMatrixSizes.find((each) => each.rows === rows && each.columns === columns)
  if (size === undefined) throw new Error(`no such size: ${rows}x${columns}`)
  const dark = Uint8Array.from({ length: rows * columns }, (_, i) =>
    Number(isDark(matrix, i % columns, Math.floor(i / columns))),
  )
  const modules = { rows, columns, dark }
  const { regions, codewords: places } = dataMatrixStructure(size)
  for (const { name, modules: fixed } of regions) {
    const [wrong] = wrongIn(modules, fixed)
    if (wrong !== undefined) throw new Error(`${name}: column ${wrong.column}, row ${wrong.row}`)
  }
  const codewords = places.map((bits) =>
    bits.reduce((value, at) => 2 * value + moduleAt(modules, at.row, at.column), 0),
  )
  const { blocks, data, errorCorrection } = size
  const own = (from: number, to: number, block: number): number[] =>
    Array.from({ length: to - from }, (_, i) => from + i).filter((place) => place % blocks === block)
  const ofBlocks = Array.from({ length: blocks }, (_, block) => ({
    data: own(0, data, block),
    errorCorrection: own(data, data + errorCorrection, block),
  }))
  if (!isSound(Uint8Array.from(codewords), ofBlocks, code)) throw new Error('syndromes are not zero')
  return { ...readMessage(codewords.slice(0, data)), codewords }
}
