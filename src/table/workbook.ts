/** Files that are given in place of tables of text, by how they begin. */

const zip = [0x50, 0x4b, 0x03, 0x04] as const
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] as const

/** Bytes of a ZIP file among which the names of its first entries are. */
const zipHead = 4096

const begins = (start: Uint8Array, bytes: readonly number[]): boolean => bytes.every((byte, i) => start[i] === byte)

/** Whether more of a file is needed to tell what it is, unless there is no more. */
export function isUndecided(start: Uint8Array): boolean {
  const may = (bytes: readonly number[]): boolean => bytes.every((byte, i) => (start[i] ?? byte) === byte)
  return (start.length < zipHead && may(zip)) || (start.length < compoundFile.length && may(compoundFile))
}

/** What a file is that is no text, by all of its start that is needed; undefined if it may be a text. */
export function fileThatIsNoTable(start: Uint8Array): string | undefined {
  if (begins(start, compoundFile)) return 'a workbook of Excel 97 (.xls)'
  if (!begins(start, zip)) return undefined
  // the names of entries, and the media type that an OpenDocument begins with, are not compressed
  const names = String.fromCharCode(...start.subarray(0, zipHead))
  if (names.includes('vnd.oasis.opendocument.spreadsheet')) return 'a workbook of LibreOffice (.ods)'
  if (/\[Content_Types\]\.xml|xl\/|_rels\/|docProps\//.test(names)) return 'a workbook of Excel (.xlsx)'
  return 'a ZIP file, or a workbook'
}
