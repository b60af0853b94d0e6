import t from 'tap'
import { type QrOptions, qr, rowsOf } from '../../../../symbologies/index.ts'
import { type Defect, testDefects } from '../defects.ts'
import { rowsPicture } from '../paint.ts'

const text = 'Planted defects, version 7, level M: one at a time.'
const rows = rowsOf(qr(text, { version: 7, level: 'M' }).matrix)

/** The modules of format information of one copy out of another symbol. */
function withFormat(base: readonly string[], other: readonly string[], copies: readonly number[]): string[] {
  const side = base.length
  const isCopy = (row: number, column: number): number => {
    if (column === 8 && row === side - 8) return 0
    if ((row === 8 && column < 9) || (column === 8 && row < 9)) return row === 6 || column === 6 ? 0 : 1
    return (row === 8 && column >= side - 8) || (column === 8 && row >= side - 8) ? 2 : 0
  }
  return base.map((line, row) =>
    Array.from(line, (module, column) => (copies.includes(isCopy(row, column)) ? other[row]![column] : module)).join(
      '',
    ),
  )
}

const masked = (mask: number, options: QrOptions = {}): string[] =>
  rowsOf(qr(text, { version: 7, level: 'M', ...options, mask }).matrix)
const best = qr(text, { version: 7, level: 'M' }).trace.mask
const another = (best + 3) % 8

const formats: Defect[] = [
  {
    name: 'copy 1 says another mask',
    picture: rowsPicture(withFormat(rows, masked(another), [1])),
    faults: ['qr.format.copy1'],
  },
  {
    name: 'copy 2 says another mask',
    picture: rowsPicture(withFormat(rows, masked(another), [2])),
    faults: ['qr.format.copy2'],
  },
  {
    name: 'copy 2 says another level',
    picture: rowsPicture(withFormat(rows, masked(best, { level: 'L' }), [2])),
    faults: ['qr.format.copy2'],
  },
  {
    name: 'both copies say a mask that is not the one',
    picture: rowsPicture(withFormat(rows, masked(another), [1, 2])),
    text,
    faults: ['qr.format.copy1', 'qr.format.copy2'],
  },
  { name: 'a mask that is not the best', picture: rowsPicture(masked(another)), text, notes: ['qr.mask'] },
]

t.test('QR Code: format information', async (t) => testDefects(t, formats))
