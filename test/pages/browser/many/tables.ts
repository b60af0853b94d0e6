/** Tables as the page reads them, for tests without a browser. */

import { Batch, sheetRows } from '../../../../src/pages/browser/many/rows.ts'
import { type Chosen, columnsIn, mappingOf } from '../../../../src/table/mapping.ts'
import { headingsIn, sheetOf } from '../../../../src/table/sheet.ts'

export const meanings = {
  names: ['text', 'type', 'size', 'qty', 'showtext', 'dpi', 'caption', 'title'],
  required: [],
  printed: ['text', 'caption', 'title'],
  words: { type: ['qr', 'code128', 'ean13', 'ean8', 'datamatrix'] },
}

export const bytesIn = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)

/** The rows of a table. @param headings  the index of their row, -1 for none; a guess if it is not said */
export function batchOf(bytes: Uint8Array, chosen: Chosen = {}, headings?: number): Batch {
  const sheet = sheetOf(bytes, meanings)
  const guess = headingsIn(sheet, meanings).row
  const row = headings === undefined ? guess : headings < 0 ? undefined : headings
  const mapping = mappingOf(columnsIn(sheet, row), chosen, meanings)
  return new Batch(sheetRows({ sheet, headings: row, mapping }))
}
