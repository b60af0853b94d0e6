import {
  type Channel,
  type Delivery,
  type DeliveryPiece,
  type Patience,
  type Printer,
  type Printers,
  printersOf,
} from '../../../src/printing/index.ts'
import { amountOf, endless, printerAt } from '../printers/example-jobs.ts'
import type { LoopbackPrinter } from './loopback-printer.ts'

const nothing = amountOf(0)

/** A channel on which each job ends when the test says so. */
export class HeldChannel implements Channel {
  /** The first rows of the jobs that were begun. */
  readonly begun: number[] = []
  readonly signals: AbortSignal[] = []
  questions = 0
  #end: ((outcome: Promise<Delivery>) => void) | undefined
  #begun: (() => void) | undefined

  async condition(): Promise<{ state: 'ready'; message: string }> {
    this.questions++
    await Promise.resolve()
    return { state: 'ready', message: `${this.questions}` }
  }

  send(pieces: Iterable<DeliveryPiece>, signal: AbortSignal): Promise<Delivery> {
    this.begun.push([...pieces][0]!.rows.first)
    this.signals.push(signal)
    return new Promise((resolve) => {
      this.#end = resolve
      this.#begun?.()
    })
  }

  /** Ends the job that runs; waits for it to begin. */
  async end(
    outcome: Promise<Delivery> = Promise.resolve({ sent: nothing, confirmed: nothing, from: undefined }),
  ): Promise<void> {
    while (this.#end === undefined) {
      await new Promise<void>((resolve) => {
        this.#begun = resolve
      })
    }
    const end = this.#end
    this.#end = undefined
    end(outcome)
  }
}

export interface Held {
  readonly channel: HeldChannel
  readonly printer: Printer
  readonly printers: Printers
  /** In ms. */
  readonly time: { now: number }
}

export function held(settings: Partial<Printer> = {}, patience: Partial<Patience> = {}): Held {
  const channel = new HeldChannel()
  const printer = printerAt({ port: 1 } as LoopbackPrinter, { labelsPerMinute: 10_000, ...settings })
  const time = { now: 0 }
  const printers = printersOf([printer], {
    patience: { ...endless, ...patience },
    clock: () => time.now,
    channelOf: () => channel,
  })
  return { channel, printer, printers, time }
}
