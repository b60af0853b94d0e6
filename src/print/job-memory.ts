import type { Printer } from './printer.ts'
import { Shares } from './shares.ts'

/** Bytes of the jobs of all printers, those that are being sent included. */
const mostBytes = 64 << 20

/** The memory of all jobs, of which neither a printer that takes nothing nor a client has more than its share. */
export class JobMemory {
  readonly #byPrinter = new Shares<Printer>(mostBytes)
  readonly #byClient = new Shares<string>(mostBytes)

  /** The most bytes of one job. */
  get most(): number {
    return this.#byClient.most
  }

  /** Why there is no room for so many bytes, to go on after the printer's name; undefined if there is. */
  refusal(printer: Printer, client: string, bytes: number): string | undefined {
    const [ofPrinter, ofClient] = [this.#byPrinter.held(printer), this.#byClient.held(client)]
    if (!this.#byPrinter.hasRoom(printer, bytes)) return `has jobs of ${ofPrinter} bytes already`
    if (this.#byClient.hasRoom(client, bytes)) return undefined
    return `has no room for the job: the jobs of this client have ${ofClient} bytes already, on all printers together`
  }

  take(printer: Printer, client: string, bytes: number): void {
    this.#byPrinter.take(printer, bytes)
    this.#byClient.take(client, bytes)
  }

  giveBack(printer: Printer, client: string, bytes: number): void {
    this.#byPrinter.giveBack(printer, bytes)
    this.#byClient.giveBack(client, bytes)
  }
}
