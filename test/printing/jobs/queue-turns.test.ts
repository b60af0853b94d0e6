import t from 'tap'
import { PrinterFailure } from '../../../src/printing/channels/failure.ts'
import { delivered } from '../../../src/printing/channels/followed.ts'
import {
  type Channel,
  type Delivery,
  type DeliveryPiece,
  nothing,
  type Printers,
  printersOf,
} from '../../../src/printing/index.ts'
import { hostStatus, loopbackPrinter } from '../channels/loopback-printer.ts'
import {
  dock,
  endless,
  failureOf,
  formatOf,
  formatsOf,
  jobOf,
  pieceOf,
  piecesOf,
  printerAt,
} from '../printers/example-jobs.ts'

const printer = { ...dock, labelsPerMinute: 10_000 }

/** A channel to a printer that takes a label when the test says so. */
class LabelByLabel implements Channel {
  /** `a 1` for row 1 of job a. */
  readonly taken: string[] = []
  /** What happens at the end of the pieces that are sent at once. */
  atEnd: () => void = () => {}
  #offer: ((failure?: PrinterFailure) => void) | undefined
  #offered: () => void = () => {}

  async condition(): Promise<{ state: 'ready'; message: string }> {
    return { state: 'ready', message: 'ready' }
  }

  async send(pieces: Iterable<DeliveryPiece>, signal: AbortSignal): Promise<Delivery> {
    const isTaken = (): Promise<void> =>
      new Promise((resolve, reject) => {
        this.#offer = (failure) => (failure === undefined ? resolve() : reject(failure))
        this.#offered()
      })
    const delivery = await delivered({
      printer,
      pieces,
      patience: endless,
      signal,
      condition: () => this.condition(),
      warnings: () => [],
      send: async ({ bytes }, progress) => {
        await isTaken()
        this.taken.push(/FX(\S+) row (\d+)/.exec(Buffer.from(bytes).toString())!.slice(1).join(' '))
        progress.handOver(bytes.length)
        progress.finish()
      },
    })
    this.atEnd()
    return delivery
  }

  /** Waits until a label is being sent. */
  async isOffered(): Promise<void> {
    while (this.#offer === undefined) {
      await new Promise<void>((resolve) => {
        this.#offered = resolve
      })
    }
  }

  /** Takes so many labels. */
  async take(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) await this.#answer()
  }

  fail(failure: PrinterFailure): Promise<void> {
    return this.#answer(failure)
  }

  async #answer(failure?: PrinterFailure): Promise<void> {
    await this.isOffered()
    const offer = this.#offer!
    this.#offer = undefined
    offer(failure)
  }
}

/** A job of labels with one copy each, of the client of that name. */
class Clients {
  readonly channel = new LabelByLabel()
  readonly printers: Printers = printersOf([printer], {
    patience: endless,
    clock: () => 0,
    channelOf: () => this.channel,
  })

  print(client: string, count: number, first = 1): Promise<Delivery> {
    return this.printers.print(printer, jobOf(labelsOf(count, client, first), client))
  }
}

const labelsOf = (count: number, job: string, first = 1): DeliveryPiece[] =>
  piecesOf(count, { job, first }).map((piece) => ({ ...piece, labels: 1 }))

const amountOf = (count: number): Delivery['sent'] => ({ rows: count, labels: count, bytes: 40 * count })
const rows = (client: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${client} ${from + i}`)

t.test('turns: one label goes before the many jobs of another client', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const jobs = Array.from({ length: 60 }, (_, i) => clients.print('a', 1, i + 1))
  await channel.isOffered()
  const other = clients.print('b', 1)
  await channel.take(33)
  t.match(await other, { confirmed: amountOf(1) })
  t.same(channel.taken, ['a 1', 'b 1', ...rows('a', 2, 32)])
  const outcomes = await Promise.allSettled(jobs)
  t.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 32, 'the share of a client')
})

t.test('turns: one label goes between those of a long job of another client, which goes on', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const long = clients.print('a', 60)
  await channel.take(10)
  await channel.isOffered()
  const other = clients.print('b', 1)
  await channel.take(51)
  t.match(await other, { sent: amountOf(1), confirmed: amountOf(1), from: undefined })
  t.same(await long, { sent: amountOf(60), confirmed: amountOf(60), from: undefined })
  t.same(channel.taken, [...rows('a', 1, 11), 'b 1', ...rows('a', 12, 60)])
})

t.test('turns: a long job sends a label at least between any two that go first', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const jobs = [clients.print('a', 6)]
  await channel.isOffered()
  for (let i = 1; i <= 2; i++) for (const client of ['b', 'c', 'a']) jobs.push(clients.print(client, 1, i + 10))
  await channel.take(12)
  await Promise.all(jobs)
  t.same(channel.taken, 'a 1,b 11,a 2,c 11,a 3,b 12,a 4,c 12,a 5,a 6,a 11,a 12'.split(','))
})

t.test('turns: jobs of several labels are not mixed, and clients take turns', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const jobs = [clients.print('a', 3), clients.print('a', 2, 11)]
  await channel.isOffered()
  // the label of b waits for its job before, as a client's jobs are in order
  jobs.push(clients.print('b', 3), clients.print('b', 1, 11), clients.print('c', 2))
  await channel.take(11)
  await Promise.all(jobs)
  t.same(channel.taken, [...rows('a', 1, 3), ...rows('b', 1, 3), ...['c 1', 'b 11', 'c 2'], ...rows('a', 11, 12)])
})

t.test('turns: a label that is printed twice is no single one', async (t) => {
  const clients = new Clients()
  const { channel, printers } = clients
  const jobs = [clients.print('a', 3)]
  await channel.isOffered()
  jobs.push(printers.print(printer, jobOf([pieceOf(1, { job: 'b' })], 'b')))
  await channel.take(4)
  await Promise.all(jobs)
  t.same(channel.taken, [...rows('a', 1, 3), 'b 1'])
})

t.test('turns: a job that fails after another has gone first tells all that was sent', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const long = failureOf(clients.print('a', 9))
  await channel.take(2)
  await channel.isOffered()
  const other = failureOf(clients.print('b', 1))
  await channel.take()
  await channel.fail(new PrinterFailure('printer_refused', 'is out of paper'))
  t.match(await other, { code: 'printer_refused', delivery: { sent: nothing, from: 1 } })
  await channel.fail(new PrinterFailure('printer_unreachable', 'refused the connection'))
  const { code, message, delivery } = await long
  t.same([code, delivery], ['printer_refused', { sent: amountOf(3), confirmed: amountOf(3), from: 4 }])
  t.equal(
    message,
    'printer dock-3 refused the connection; 3 labels (3 rows, 120 bytes) sent, 3 labels (3 rows, 120 bytes) received: go on from row 4',
  )
})

t.test('turns: what was not confirmed before another went first is where the job goes on', async (t) => {
  const loopback = await loopbackPrinter({ atEnd: 'nothing' })
  t.teardown(() => loopback.close())
  const quiet = printerAt(loopback, { status: false })
  const printers = printersOf([quiet], { patience: { ...endless, close: 30 } })
  const long = printers.print(quiet, jobOf(labelsOf(3, 'a'), 'a'))
  const other = printers.print(quiet, jobOf(labelsOf(1, 'b'), 'b'))
  await loopback.until(({ jobs }) => jobs.length === 2)
  loopback.behaviour.atEnd = 'end'
  t.match(await other, { confirmed: amountOf(1) })
  t.same(await long, { sent: amountOf(3), confirmed: amountOf(2), from: 1 })
})

t.test('turns: the service stops while a job gives way', async (t) => {
  const clients = new Clients()
  const { channel, printers } = clients
  const long = clients.print('a', 3)
  await channel.isOffered()
  const other = failureOf(clients.print('b', 1))
  let closed: Promise<void> | undefined
  channel.atEnd = () => {
    closed ??= printers.close()
  }
  await channel.take(3)
  t.match(await other, { code: 'overloaded', delivery: { sent: nothing } })
  t.match(await long, { confirmed: amountOf(3), from: undefined })
  await closed
  t.same(channel.taken, rows('a', 1, 3))
})

t.test('turns: on a socket each label arrives once, in order, and is confirmed', async (t) => {
  const loopback = await loopbackPrinter({ answer: (n) => (n > 1 ? undefined : hostStatus()) })
  t.teardown(() => loopback.close())
  const real = printerAt(loopback, { labelsPerMinute: 10_000 })
  const printers = printersOf([real], { patience: endless })
  const long = printers.print(real, jobOf(labelsOf(60, 'a'), 'a'))
  // eight labels are on their way, and the printer is silent
  await loopback.until(({ jobs }) => jobs[0]?.asked === 3)
  const other = printers.print(real, jobOf(labelsOf(1, 'b'), 'b'))
  loopback.behaviour.answer = () => hostStatus()
  for (let i = 0; i < 2; i++) loopback.jobs[0]!.socket.write(hostStatus())
  t.match(await other, { confirmed: amountOf(1) })
  t.same(await long, { sent: amountOf(60), confirmed: amountOf(60), printed: amountOf(60), from: undefined })
  t.same(loopback.printed, [
    formatsOf(8, { job: 'a' }),
    formatOf(1, { job: 'b' }),
    formatsOf(52, { job: 'a', first: 9 }),
  ])
})

/** Queues a job of the store, which is sent when it is its turn. @returns whose promise ends with its last turn */
function storing({ printers }: Clients, client: string, count: number, first = 1) {
  const pauses = { first: 600_000, longest: 600_000 }
  let remove = (): void => {}
  const ended = new Promise<Delivery>((resolve) => {
    remove = printers.store(printer.name, {
      client,
      labels: count,
      pauses,
      async run(send) {
        const sent = await send(printer, jobOf(labelsOf(count, client, first), client)).catch(() => undefined)
        if (sent === undefined) return 'away'
        resolve(sent)
        return 'ended'
      },
    })
  })
  return { ended, remove }
}

t.test('turns: jobs of the store and those that clients wait for are in one queue', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const stored = ['a', 'a', 'b', 'c'].map((client, i) => storing(clients, client, 2, 10 * (i + 1)).ended)
  await channel.isOffered()
  t.equal(clients.printers.waiting(printer), 1, 'the one that runs')
  const awaited = [clients.print('d', 2), clients.print('a', 2), clients.print('b', 2)]
  await channel.take(14)
  await Promise.all([...stored, ...awaited])
  // of each client that which it waits for comes first
  const order = [...rows('a', 10, 11), ...rows('b', 1, 2), ...rows('c', 40, 41), ...rows('d', 1, 2)]
  t.same(channel.taken, [...order, ...rows('a', 1, 2), ...rows('b', 30, 31), ...rows('a', 20, 21)])
})

t.test('turns: one label of the store goes between those of a long job', async (t) => {
  const clients = new Clients()
  const { channel } = clients
  const long = clients.print('a', 4)
  await channel.isOffered()
  const { ended } = storing(clients, 'b', 1)
  const gone = storing(clients, 'c', 1)
  gone.remove()
  gone.remove()
  await new Promise((resolve) => setImmediate(resolve))
  await channel.take(5)
  t.match(await ended, { sent: amountOf(1) })
  await long
  t.same(channel.taken, ['a 1', 'b 1', ...rows('a', 2, 4)])
})

t.test(
  'turns: while the printer is away jobs of the store wait, and what a client waits for is tried at once',
  async (t) => {
    const clients = new Clients()
    const { channel, printers } = clients
    const stored = ['a', 'b'].map((client) => storing(clients, client, 1).ended)
    await channel.fail(new PrinterFailure('printer_unreachable', 'refused the connection'))
    const awaited = failureOf(clients.print('a', 1, 5))
    await channel.fail(new PrinterFailure('printer_unreachable', 'refused the connection'))
    t.match(await awaited, { code: 'printer_unreachable' })
    const next = clients.print('c', 1)
    await channel.take()
    await next
    t.same(channel.taken, ['c 1'])
    printers.replace([printer])
    await channel.take(2)
    await Promise.all(stored)
    t.same(channel.taken, ['c 1', 'b 1', 'a 1'], 'a client that was tried meanwhile has had its turn')
    await printers.close()
  },
)

t.test('turns: of 10,000 places for jobs of the store a client has its share', async (t) => {
  const { printers } = new Clients()
  printers.replace([])
  for (let i = 0; i < 5000; i++) printers.store(printer.name, { ...idle, client: 'a' })
  t.match(printers.refusalToStore(printer.name, 'a'), { code: 'overloaded', retryAfter: 60, message: /has 5000 jobs/ })
  t.equal(printers.refusalToStore(printer.name, 'b'), undefined)
  printers.store(printer.name, { ...idle, client: 'b' })()
  t.ok(printers.refusalToStore(printer.name, 'a'))
  await printers.close()
  t.equal(printers.refusalToStore('another', 'a'), undefined)
})

const idle = { labels: 1, run: async () => 'away' as const, pauses: { first: 600_000, longest: 600_000 } }
