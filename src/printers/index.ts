export { channelOf, usualPatience } from './channel-of.ts'
export {
  type Amount,
  type Delivery,
  deliveryInWords,
  type KeptPiece,
  nothing,
  type Piece,
  PrintError,
  type PrintErrorCode,
  type PrintJob,
  printWarningText,
} from './job.ts'
export {
  type Address,
  type Channel,
  type Condition,
  type Language,
  languages,
  needsAttention,
  type Packing,
  type Patience,
  type Printer,
  packings,
  type State,
} from './printer.ts'
export { PrinterFileError, printersIn, readPrinters } from './printers-file.ts'
export { Shares } from './shares.ts'
export { type Printers, type PrintersOptions, printersOf } from './spooler.ts'
