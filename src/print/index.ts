import type { Condition } from './channel.ts'
import type { Delivery, Piece } from './job.ts'
import type { Printer } from './printer.ts'

export { type Channel, type Condition, type Patience, type State, usualPatience } from './channel.ts'
export { type Amount, type Delivery, nothing, type Piece, PrintError, type PrintErrorCode } from './job.ts'
export { type Address, type Language, languages, type Packing, type Printer, packings } from './printer.ts'
export { PrinterFileError, printersIn, readPrinters } from './printers-file.ts'

/** The printers that this service knows, each with its queue. */
export interface Printers {
  readonly list: readonly Printer[]
  /** By its name, in any case. */
  find(name: string): Printer | undefined
  condition(printer: Printer): Promise<Condition>
  /** Jobs that wait or run. */
  waiting(printer: Printer): number
  /** Queues the job behind those before it. @throws PrintError */
  print(printer: Printer, pieces: readonly Piece[]): Promise<Delivery>
  /** Refuses new jobs; resolves when those that run have ended. */
  close(): Promise<void>
}
