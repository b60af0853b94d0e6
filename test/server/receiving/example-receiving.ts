/** A service that receives for printers of our own, by real sockets. */

import { connect, type Socket } from 'node:net'
import '../../../src/draw.ts'
import { type Job, type JobStore, Jobs, type Printer, printersOf, type Receive } from '../../../src/printing/index.ts'
import { Healer } from '../../../src/server/api/heal/healer.ts'
import type { ReceivedRecord } from '../../../src/server/log.ts'
import { RawListeners, receiverOf } from '../../../src/server/receiving/index.ts'
import type { RawPatience } from '../../../src/server/receiving/raw-connection.ts'
import { freePort } from '../../free-port.ts'
import { type LoopbackPrinter, loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { endless, printerAt } from '../../printing/printers/example-jobs.ts'
import { storeInMemory } from '../../printing/store/example-store.ts'

export interface Receiving {
  readonly port: number
  readonly printer: Printer
  readonly loopback: LoopbackPrinter
  readonly store: JobStore
  readonly jobs: Jobs
  readonly listeners: RawListeners
  readonly records: readonly ReceivedRecord[]
  readonly faults: readonly unknown[]
  readonly problems: readonly string[]
  readonly printers: ReturnType<typeof printersOf>
  readonly receiver: ReturnType<typeof receiverOf>
  /** Jobs, oldest first. */
  all(): readonly Job[]
  /** Waits until so many documents are taken or refused. */
  untilTold(count: number): Promise<void>
  close(): Promise<void>
}

interface ReceivingOptions {
  readonly receive?: Receive
  readonly printer?: Partial<Printer>
  /** The test waits for no pause unless it gives a short one. */
  readonly patience?: Partial<RawPatience>
  readonly store?: JobStore
}

const long: RawPatience = { pause: 600_000, idle: 600_000, document: 600_000 }

export async function receiving({
  receive = {},
  printer: settings,
  patience,
  store = storeInMemory(),
}: ReceivingOptions = {}): Promise<Receiving> {
  const loopback = await loopbackPrinter()
  const port = await freePort()
  const printer = printerAt(loopback, { ...settings, receive: { socket: port, ...receive } })
  const printers = printersOf([printer], { patience: endless })
  const jobs = new Jobs({ store, printers, answerTo: () => undefined, record: () => {}, log: () => {} })
  const records: ReceivedRecord[] = []
  const faults: unknown[] = []
  const problems: string[] = []
  let wake: (() => void)[] = []
  const log = {
    received(record: ReceivedRecord): void {
      records.push(record)
      for (const each of wake.splice(0)) each()
    },
    verification: (record: unknown) => void faults.push(record),
    fault: (_id: string, error: unknown) => void faults.push(error),
    event: () => {},
    problem: (message: string) => void problems.push(message),
  }
  const receiver = receiverOf({ jobs, keepsJobs: true, policy: 'print', healer: new Healer(), log })
  const listeners = new RawListeners({
    ...{ receiver, jobs, printers, log, host: '127.0.0.1', patience: { ...long, ...patience } },
  })
  await listeners.begin()
  return {
    ...{ port, printer, loopback, store, jobs, listeners, records, faults, problems, printers, receiver },
    all: () => [...store.list({ limit: 200 })].reverse(),
    async untilTold(count) {
      while (records.length < count) await new Promise<void>((resolve) => wake.push(resolve))
    },
    async close() {
      wake = []
      await listeners.close(0)
      await Promise.all([jobs.close(0), printers.close(0)])
      await loopback.close()
    },
  }
}

/** A program that prints one label with this text in a Code 128. */
export const labelOf = (text: string): string =>
  `^XA^FO60,60^BY2^BCN,100,N^FD${text}^FS^FO60,200^A0N,40^FDWords of ${text}^FS^XZ\n`

/** The same with a box across its bars. */
export const badLabelOf = (text: string): string => `^XA^FO60,60^BY2^BCN,100,N^FD${text}^FS^FO70,80^GB100,20,20^FS^XZ\n`

/** What came of a connection: all that was answered, and whether it was ended in order. */
export interface Outcome {
  readonly answer: string
  readonly inOrder: boolean
}

/** A connection, and what comes of it. */
export async function connected(
  port: number,
): Promise<{ readonly socket: Socket; readonly outcome: Promise<Outcome> }> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    answer += text
  })
  const outcome = new Promise<Outcome>((resolve) => {
    let inOrder = false
    socket.on('end', () => {
      inOrder = true
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ answer, inOrder }))
  })
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), outcome])
  return { socket, outcome }
}

/** Sends all and ends its half, as nc does at the end of its input. */
export async function sent(port: number, text: string): Promise<Outcome> {
  const { socket, outcome } = await connected(port)
  socket.end(text, 'latin1')
  return outcome
}
