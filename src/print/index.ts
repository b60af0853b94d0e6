export { type Channel, type Condition, type Patience, type State, usualPatience } from './channel.ts'
export { channelOf } from './channel-of.ts'
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
} from './job.ts'
export { type Address, type Language, languages, type Packing, type Printer, packings } from './printer.ts'
export { type Printers, type PrintersOptions, printersOf } from './printers.ts'
export { PrinterFileError, printersIn, readPrinters } from './printers-file.ts'
export { Shares } from './shares.ts'
