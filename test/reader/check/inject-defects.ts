/** Symbols with a defect in what they say, and everything else right: error correction is computed after the defect. */

import { blocksOf as dataMatrixBlocks, symbolCodewords } from '../../../symbologies/datamatrix/codewords.ts'
import { placed as placedDataMatrix } from '../../../symbologies/datamatrix/placement.ts'
import { type DataMatrixSizeName, dataMatrixSizes } from '../../../symbologies/datamatrix/sizes.ts'
import { parityOf } from '../../../symbologies/galois.ts'
import { rowsOf } from '../../../symbologies/index.ts'
import { blocksOf, interleaved, qrCode } from '../../../symbologies/qr/codewords.ts'
import { maskLayers } from '../../../symbologies/qr/masks.ts'
import { microTemplateOf } from '../../../symbologies/qr/micro.ts'
import { placed, templateOf } from '../../../symbologies/qr/template.ts'
import { blockPlan, microKinds, type QrLevel } from '../../../symbologies/qr/versions.ts'

/** '1's and '0's in groups of any length, as bytes; zeros fill the last one. */
export function bytesOf(bits: string): number[] {
  const plain = bits.replaceAll(' ', '')
  return Array.from({ length: Math.ceil(plain.length / 8) }, (_, i) =>
    Number.parseInt(plain.slice(8 * i, 8 * i + 8).padEnd(8, '0'), 2),
  )
}

const pads = [236, 17]

/** `bits`, and pads behind them up to `count` codewords. */
export function filled(bits: string, count: number): Uint8Array {
  const bytes = bytesOf(bits)
  return Uint8Array.from({ length: count }, (_, i) => bytes[i] ?? pads[(i - bytes.length) % 2]!)
}

export interface QrPlan {
  readonly version: number
  readonly level: QrLevel
  readonly mask: number
}

export const qrCapacity = ({ version, level }: QrPlan): number => blockPlan(version, level).capacity

/** A QR symbol with these data codewords. */
export function qrOf(
  data: Uint8Array,
  { version, level, mask }: QrPlan,
  order: 'right' | 'one by one' = 'right',
): string[] {
  const plan = blockPlan(version, level)
  const blocks = blocksOf(data, plan)
  const concatenated = (): Uint8Array => {
    const all = new Uint8Array(plan.total)
    let at = 0
    for (const part of [...blocks.data, ...blocks.errorCorrection]) {
      all.set(part, at)
      at += part.length
    }
    return all
  }
  const codewords = order === 'right' ? interleaved(blocks, plan) : concatenated()
  const template = templateOf(version)
  const unmasked = placed(codewords, template)
  const words = unmasked.map((word, i) => word ^ maskLayers(version, level)[mask]!.rows[i]!)
  return rowsOf({ width: template.size, height: template.size, stride: template.stride, words })
}

/** A Micro QR symbol of the kind with this symbol number, with these data codewords. */
export function microOf(data: Uint8Array, symbolNumber: number, mask: number): string[] {
  const kind = microKinds[symbolNumber]!
  const codewords = Uint8Array.from([...data, ...parityOf(qrCode(kind.errorLength), data)])
  const template = microTemplateOf(kind)
  const unmasked = placed(codewords, template)
  const words = unmasked.map((word, i) => word ^ template.layers[mask]!.rows[i]!)
  return rowsOf({ width: template.size, height: template.size, stride: template.stride, words })
}

/** A Data Matrix symbol with these data codewords, and pads behind them. */
export function dataMatrixOf(
  codewords: readonly number[],
  name: DataMatrixSizeName,
  order: 'right' | 'one by one' | 'from the first' = 'right',
): string[] {
  const size = dataMatrixSizes.find((each) => each.name === name)!
  const data = Uint8Array.from({ length: size.data }, (_, i) => codewords[i] ?? padAt(i, codewords.length))
  const blocks = dataMatrixBlocks(data, size)
  const parity = blocks.map(({ errorCorrection }) => [...errorCorrection])
  const inTurn = parity[0]!.flatMap((_, i) => parity.map((block) => block[i]!))
  const all = {
    right: () => symbolCodewords(data, blocks),
    'one by one': () => Uint8Array.from([...blocks.flatMap((block) => [...block.data]), ...parity.flat()]),
    'from the first': () => Uint8Array.from([...data, ...inTurn]),
  }
  return rowsOf(placedDataMatrix(all[order](), size))
}

/** ISO/IEC 16022:2006, 5.2.4 and Annex B.1 */
function padAt(at: number, from: number): number {
  const sum = 129 + ((149 * (at + 1)) % 253) + 1
  return at === from ? 129 : sum > 254 ? sum - 254 : sum
}

/** The rows with the modules at these places the other way round. */
export function flipped(
  rows: readonly string[],
  ...places: readonly (readonly [row: number, column: number])[]
): string[] {
  const cells = rows.map((row) => Array.from(row))
  for (const [row, column] of places) cells[row]![column] = cells[row]![column] === '1' ? '0' : '1'
  return cells.map((row) => row.join(''))
}

/** The rows with one of them twice. */
export function rowDoubled(rows: readonly string[], at: number): string[] {
  return rows.flatMap((row, i) => (i === at ? [row, row] : [row]))
}

/** The rows with one column twice. */
export function columnDoubled(rows: readonly string[], at: number): string[] {
  return rows.map((row) => row.slice(0, at + 1) + row.slice(at))
}
