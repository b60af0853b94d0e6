/** A table from a spreadsheet: bytes -> rows of values by parameter. The page, the API and the command line read with it. */

export { piecesOf } from './bytes.ts'
export { type EncodingNote, guessText } from './encoding.ts'
export { type EncodingName, encodingForm, encodingNamed, encodings, usualEncodings } from './encoding-names.ts'
export { type ChosenColumns, chosenColumns, isUnwanted, type RowForm } from './form.ts'
export { advised, listed, type TableAdvice, TableError, unfilledText } from './header.ts'
export {
  type Cells,
  type Delimiter,
  delimiters,
  type Row,
  type RowFault,
  type RowPlace,
  type TableHeader,
  type TablePlace,
  TableReader,
  type TableReading,
  type TableRow,
  withoutPlace,
} from './reader.ts'
export { Workbook } from './workbook/index.ts'
export { isWorkbook, tableOfWorkbook } from './workbook/signature.ts'
