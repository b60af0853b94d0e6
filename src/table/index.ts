/** A table from a spreadsheet: bytes -> rows of values by parameter. The page, the API and the command line read with it. */

export type { EncodingNote } from './encoding.ts'
export { type EncodingName, encodingForm, encodingNamed, encodings, usualEncodings } from './encoding-names.ts'
export { type Column, listed, TableError } from './header.ts'
export {
  type Cells,
  type Delimiter,
  delimiters,
  type RowFault,
  type RowPlace,
  type TableHeader,
  type TableOptions,
  type TablePlace,
  TableReader,
  type TableRow,
} from './reader.ts'
export { Workbook } from './workbook/index.ts'
export { isWorkbook, tableOfWorkbook } from './workbook/signature.ts'
