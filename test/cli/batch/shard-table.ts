import { closeSync, openSync, writeSync } from 'node:fs'

/** Rows of a table for batches: mostly good ones of several kinds, some bad ones. */

export const header = 'text,type,qty,caption,file\n'

/** Every so many rows, one that is bad; different faults take turns. */
const badEvery = 997

/** Whether a row of `tableRow` is bad. @param row  from 1 */
export const isBad = (row: number): boolean => row % badEvery === 0

/** A line of the table. @param row  from 1 */
export function tableRow(row: number): string {
  const number = `${row}`.padStart(8, '0')
  if (isBad(row)) {
    const faults = [
      '倉庫,code128,,,',
      '"a"b,code128,,,',
      `${number},code128,x,,`,
      `590123412345${row % 7},ean8,,,`,
      ',qr,,,',
    ]
    return `${faults[(row / badEvery) % faults.length]}\n`
  }
  const caption = row % 50 === 0 ? `"Hex ""bolt"", ${row % 9}"` : row % 211 === 0 ? `倉庫 ${row % 5}` : ''
  const type = row % 31 === 0 ? 'qr' : row % 47 === 0 ? 'datamatrix' : 'code128'
  return `QZ-${number},${type},${row % 101 === 0 ? 3 : ''},${caption},\n`
}

/** Writes a table of so many rows. */
export function writeTable(path: string, rows: number): void {
  const file = openSync(path, 'w')
  writeSync(file, header)
  for (let from = 1; from <= rows; from += 10_000) {
    const count = Math.min(10_000, rows - from + 1)
    writeSync(file, Array.from({ length: count }, (_, i) => tableRow(from + i)).join(''))
  }
  closeSync(file)
}
