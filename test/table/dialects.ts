import fc from 'fast-check'
import { TableReader, type TableReading } from '../../src/table/index.ts'

const form = { names: ['text', 'caption', 'qty'], required: ['text'], printed: ['text', 'caption'] }

/** A text without blanks around it that is in windows-1252, and cannot be taken for anything but itself. */
export const words = fc
  .string({ unit: fc.constantFrom(...'aZ07 .-#=\'"äßÉ€™,;\t'), minLength: 1, maxLength: 9 })
  .map((text) => `x${text.trim()}7`)
  // one letter beyond ASCII before another is UTF-8 as well
  .filter((text) => !/[^\0-\x7f]{2}/.test(text))

/** The cells of an input in pieces, and what is said of its encoding. */
export function read(bytes: Buffer, size: number, more: Partial<TableReading>) {
  const reader = new TableReader({ form, ...more })
  const rows = []
  for (let at = 0; at < bytes.length; at += size) rows.push(...reader.push(Buffer.from(bytes.subarray(at, at + size))))
  rows.push(...reader.end())
  const cells = rows.map((row) => ('cells' in row ? [row.cells.text, row.cells.caption] : row.fault.message))
  return { cells, ends: rows.map(({ end }) => end), note: reader.encodingNote, encoding: reader.encoding }
}
