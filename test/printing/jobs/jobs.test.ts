import t from 'tap'
import {
  type DeliveryPiece,
  type Job,
  Jobs,
  type JobsOptions,
  type KeptPiece,
  PrintError,
  type Printer,
  printersOf,
} from '../../../src/printing/index.ts'
import { styleOf as styleOfPrinter } from '../../../src/printing/store/job.ts'
import { inLongRun } from '../../random.ts'
import { hostStatus, type LoopbackPrinter, loopbackPrinter } from '../channels/loopback-printer.ts'
import { endless, formatOf, pieceOf, piecesOf, printerAt } from '../printers/example-jobs.ts'
import { storeInMemory } from '../store/example-store.ts'

interface Shop {
  readonly jobs: Jobs
  readonly loopback: LoopbackPrinter
  readonly printer: Printer
  readonly recorded: string[]
}

async function shop(options: Partial<JobsOptions> = {}, settings: Partial<Printer> = {}): Promise<Shop> {
  const loopback = await loopbackPrinter()
  const printer = printerAt(loopback, { labelsPerMinute: 10_000, ...settings })
  const recorded: string[] = []
  const jobs = new Jobs({
    store: storeInMemory(),
    printers: printersOf([printer], { patience: endless }),
    answerTo: (job, told) =>
      'delivery' in told ? `printed ${job.id}` : told.error.delivery.sent.bytes > 0 ? told.error.why : undefined,
    record: (job, told) => recorded.push(`${job.id} ${'delivery' in told ? 'ok' : told.error.code}`),
    log: (message) => recorded.push(message),
    pauses: { first: 5, longest: 40 },
    ...options,
  })
  t.teardown(async () => {
    await jobs.close(0)
    await loopback.close()
  })
  return { jobs, loopback, printer, recorded }
}

const kept = (piece: DeliveryPiece): KeptPiece => ({ ...piece, kept: 0, piece: () => piece })

const order = ({ printer }: Shop, rows: number, job = 'job', client = 'a') =>
  ({ printer, client, by: client, pieces: piecesOf(rows, { job }).map(kept) }) as const

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => 'no error').catch((error: unknown) => error)

/** Resolves once the job is in that state. */
function inState({ jobs }: Shop, id: number, wanted: Job['state']): Promise<Job> {
  return new Promise((resolve) => {
    const found = jobs.store.get(id)
    if (found?.state === wanted) return resolve(found)
    const end = jobs.store.onChange((job) => {
      if (job.id !== id || job.state !== wanted) return
      end()
      resolve(job)
    })
  })
}

t.test('a job whose client waits is in the store before it is printed, and to its end', async (t) => {
  const it = await shop()
  const states: string[] = []
  it.jobs.store.onChange(({ state, sent, confirmed }) => states.push(`${state} ${sent} ${confirmed}`))
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const { job, delivery } = await it.jobs.print({ ...order(it, 6), request })
  t.match(job, { id: 1, state: 'done', sent: 12, confirmed: 12, labels: 12 })
  t.equal(delivery.confirmed.labels, 12)
  t.same(states.slice(0, 3), ['waiting 0 0', 'printing 0 0', 'printing 2 0'])
  t.equal(states.at(-1), 'done 12 12')
  t.equal(it.jobs.store.known(request)?.answer, 'printed 1')
  t.same(it.loopback.printed, [
    piecesOf(6)
      .map((_, i) => formatOf(i + 1))
      .join(''),
  ])
})

t.test('a printer that is away keeps its jobs, in their order, until it is back', async (t) => {
  const it = await shop()
  await it.loopback.close()
  const ids: number[] = []
  // it may be told before the last is ordered, and is told once
  const told = new Promise<Job>((resolve) => {
    const end = it.jobs.store.onChange((job) => {
      if (job.reason === undefined) return
      end()
      resolve(job)
    })
  })
  for (const n of [1, 2, 3]) ids.push((await it.jobs.order(order(it, 1, `job ${n}`))).id)
  t.match(await told, { id: 1, state: 'waiting', sent: 0, reason: /refused the connection/ })
  await it.loopback.listen()
  for (const id of ids) t.match(await inState(it, id, 'done'), { sent: 2, confirmed: 2, reason: undefined })
  t.same(
    it.loopback.printed,
    [1, 2, 3].map((n) => formatOf(1, { job: `job ${n}` })),
  )
  t.same(it.recorded, ['1 ok', '2 ok', '3 ok'])
})

t.test('an order that is answered with an error is never printed later', async (t) => {
  const it = await shop()
  it.loopback.behaviour.answer = () => hostStatus({ paperOut: true })
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const error = await it.jobs.print({ ...order(it, 2), request }).catch((error: unknown) => error)
  t.ok(error instanceof PrintError)
  t.match(it.jobs.store.get(1), { state: 'failed', reason: /paper/ })
  t.equal(it.jobs.store.known(request), undefined, 'nothing was sent, so that it may come again')
  t.same(it.loopback.printed, [])
})

t.test('a job that breaks off waits for a person, and others go on', async (t) => {
  const it = await shop()
  let [questions, hasPaper] = [0, false]
  it.loopback.behaviour.answer = () => hostStatus({ paperOut: ++questions > 1 && !hasPaper })
  const broken = await it.jobs.order(order(it, 10, 'broken'))
  const next = await it.jobs.order(order(it, 1, 'next', 'b'))
  const uncertain = await inState(it, broken.id, 'uncertain')
  t.match(uncertain, { reason: /paper/ })
  t.ok(uncertain.confirmed >= 8 && uncertain.sent < 20, `${uncertain.sent} sent`)
  hasPaper = true
  await inState(it, next.id, 'done')
  const from = uncertain.confirmed + 1
  await it.jobs.resume(broken.id)
  t.match(await inState(it, broken.id, 'done'), { sent: 20, confirmed: 20 })
  const again = it.loopback.printed.at(-1)!
  t.equal(
    again,
    Array.from({ length: 10 - (from - 1) / 2 }, (_, i) => formatOf((from + 1) / 2 + i, { job: 'broken' })).join(''),
  )
})

t.test('resume: within copies, at the end, and where it cannot be', async (t) => {
  const it = await shop()
  const bytes = new TextEncoder().encode('^XA^PQ10^XZ')
  const piece = { ...pieceOf(1), labels: 10, bytes, count: { at: 6, length: 2 } }
  const { id } = it.jobs.store.accept({ ...rowOf(it, 10), pieces: [piece] })
  const set = (): void => void it.jobs.store.change(id, { state: 'uncertain', ended: undefined })
  set()
  await it.jobs.resume(id, 8)
  t.match(await inState(it, id, 'done'), { sent: 10, confirmed: 10 })
  t.same(it.loopback.printed, ['^XA^PQ3^XZ'])
  t.match(await errorOf(it.jobs.resume(id, 1)), { code: 'job_state' })
  set()
  t.match(await errorOf(it.jobs.resume(id, 12)), { code: 'invalid_parameter', parameter: 'from' })
  t.match(await it.jobs.resume(id, 11), { state: 'done', sent: 10, confirmed: 10 })
  t.equal(it.loopback.printed.length, 1)
  t.match(await errorOf(it.jobs.resume(99)), { code: 'job_unknown' })
  set()
  it.jobs.store.database.run('DELETE FROM piece')
  t.match(await errorOf(it.jobs.resume(id, 1)), { message: /not kept any more/ })
})

t.test('resume: any label of a job, one that is known to be printed too', async (t) => {
  const it = await shop()
  const copied = (row: number, copies: number): DeliveryPiece => {
    const head = `^XA^FX${row}^PQ`
    const bytes = new TextEncoder().encode(`${head}${copies}^XZ`)
    return { ...pieceOf(row), labels: copies, bytes, count: { at: head.length, length: 1 } }
  }
  const counts = [4, 1, 3]
  const all = counts.flatMap((copies, i) => Array<string>(copies).fill(`${i + 1}`))
  /** The text of each label that came out since. */
  const out = (before: number): readonly string[] =>
    it.loopback.printed
      .slice(before)
      .flatMap((job) => [...job.matchAll(/\^FX(\d)\^PQ(\d)/g)])
      .flatMap(([, row, copies]) => Array<string>(Number(copies)).fill(row!))
  for (const state of ['uncertain', 'cancelled'] as const) {
    for (let from = 1; from <= all.length + 1; from++) {
      const pieces = counts.map((copies, i) => copied(i + 1, copies))
      const { id } = it.jobs.store.accept({ ...rowOf(it, all.length), pieces })
      it.jobs.store.change(id, { state, sent: 8, confirmed: 7, printed: 5, next: 6 })
      const before = it.loopback.printed.length
      const known = from - 1
      t.match(await it.jobs.resume(id, from), { sent: known, confirmed: known, printed: known, next: from })
      t.match(await inState(it, id, 'done'), { sent: 8, confirmed: 8, printed: 8 })
      t.same(out(before), all.slice(known), `${state}, from ${from}`)
    }
  }
})

const rowOf = ({ printer }: Shop, labels: number) => ({
  printer: printer.name,
  labels,
  by: 'a',
  client: 'a',
  waits: true,
  style: styleOfPrinter(printer),
})

t.test('labels side by side are not parted', async (t) => {
  const it = await shop()
  const piece = { ...pieceOf(1), labels: 6, times: 2 }
  const { id } = it.jobs.store.accept({ ...rowOf(it, 6), pieces: [piece] })
  it.jobs.store.change(id, { state: 'cancelled' })
  t.match(await errorOf(it.jobs.resume(id, 2)), {
    parameter: 'from',
    message: /3 labels of job 1 lie side by side; 1 or 4 is/,
  })
  t.match(await errorOf(it.jobs.reprint(id, { from: 1, to: 4, by: 'a', client: 'a' })), { parameter: 'to' })
  t.match(await errorOf(it.jobs.reprint(id, { from: 5, to: 4, by: 'a', client: 'a' })), {
    parameter: 'from',
    message: /5 is after 4, the last label/,
  })
  const made = await it.jobs.reprint(id, { from: 4, to: 6, by: 'b', client: 'b', reason: 'torn' })
  t.match(made, { labels: 3, reprintOf: id, purpose: 'torn', by: 'b', state: 'waiting' })
  await inState(it, made.id, 'done')
  t.same(it.loopback.printed, [formatOf(1)])
})

t.test('cancel: what waits at once, what is printed after the label in hand', async (t) => {
  const it = await shop()
  it.loopback.behaviour.reads = 1000
  const running = await it.jobs.order(order(it, 200, 'running'))
  await inState(it, running.id, 'printing')
  const waiting = await it.jobs.order(order(it, 1, 'waiting', 'b'))
  const waited = it.jobs.print(order(it, 1, 'waited for', 'c')).catch((error: unknown) => error)
  await inState(it, 3, 'waiting')
  t.match(it.jobs.cancel(waiting.id), { state: 'cancelled' })
  t.match(it.jobs.cancel(3), { state: 'cancelled' })
  t.match(it.jobs.cancel(3), { state: 'cancelled' }, 'twice is no error')
  t.equal(it.jobs.cancel(running.id).state, 'printing')
  it.loopback.readUpTo(Number.POSITIVE_INFINITY)
  const cancelled = await inState(it, running.id, 'cancelled')
  t.ok(cancelled.sent < 400 && cancelled.sent === cancelled.confirmed, `${cancelled.sent} sent`)
  t.match(await waited, { code: 'job_cancelled' })
  t.same(it.loopback.printed.length, 1)
  const done = it.jobs.store.finish(waiting.id, { state: 'done' }, 'keep').id
  t.match(await errorOf((async () => it.jobs.cancel(done))()), { code: 'job_state' })
})

t.test('stop: the label in hand is printed, and the rest at the next start', async (t) => {
  const it = await shop()
  it.loopback.behaviour.reads = 500
  const running = await it.jobs.order(order(it, 100, 'running'))
  await inState(it, running.id, 'printing')
  const waiting = await it.jobs.order(order(it, 1, 'waiting', 'b'))
  const waited = it.jobs.print(order(it, 1, 'waited for', 'c')).catch((error: unknown) => error)
  await inState(it, 3, 'waiting')
  const closed = it.jobs.close(60_000)
  it.loopback.readUpTo(Number.POSITIVE_INFINITY)
  await closed
  t.match(await waited, { code: 'overloaded' })
  t.match(it.jobs.store.get(3), { state: 'failed' })
  t.match(it.jobs.store.get(waiting.id), { state: 'waiting' })
  const stopped = it.jobs.store.get(running.id)!
  t.match(stopped, { state: 'waiting', sent: stopped.confirmed, next: stopped.sent + 1 })
  const printers = printersOf([it.printer], { patience: endless })
  const next = {
    ...it,
    jobs: new Jobs({ store: it.jobs.store, printers, answerTo: () => '', record: () => {}, log: () => {} }),
  }
  await Promise.all([inState(next, running.id, 'done'), inState(next, waiting.id, 'done')])
  const all = it.loopback.printed.join('')
  for (let row = 1; row <= 100; row++)
    t.equal(all.split(formatOf(row, { job: 'running' })).length, 2, `row ${row} once`)
  await next.jobs.close(0)
})

t.test('after a crash what was in print is uncertain, and what waited goes on', async (t) => {
  const store = storeInMemory()
  const it = await shop({ store })
  await it.jobs.close(0)
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const printing = store.accept({ ...rowOf(it, 8), pieces: piecesOf(4), waits: false, request })
  store.change(printing.id, { state: 'printing', sent: 6, confirmed: 4, printed: 2 })
  const waiting = store.accept({ ...rowOf(it, 2), pieces: [pieceOf(1)], waits: false })
  const other = store.accept({ ...rowOf(it, 2), style: 'another', pieces: [pieceOf(1)] })
  const gone = store.accept({ ...rowOf(it, 2), printer: 'gone', pieces: [pieceOf(1)] })
  const printers = printersOf([it.printer], { patience: endless })
  const next = {
    ...it,
    jobs: new Jobs({ store, printers, answerTo: () => 'printed', record: () => {}, log: () => {} }),
  }
  t.match(store.get(printing.id), { state: 'uncertain', sent: 6, confirmed: 4, printed: 2, next: 3, ended: undefined })
  t.match(store.known(request), { job: printing.id, answer: undefined }, 'its key is not free')
  await inState(next, waiting.id, 'done')
  t.match(await inState(next, other.id, 'failed'), { reason: /another language, resolution/ })
  t.match(store.get(gone.id), { state: 'waiting' })
  await next.jobs.close(0)
})

t.test('what is not as it was written is not printed', async (t) => {
  const it = await shop()
  it.jobs.store.accept({ ...rowOf(it, 4), pieces: piecesOf(2) })
  it.jobs.store.database.run("UPDATE piece SET bytes = x'41' WHERE number = 1")
  it.jobs.store.change(1, { state: 'uncertain' })
  await it.jobs.resume(1, 1)
  t.match(await inState(it, 1, 'failed'), { reason: /piece 2 of job 1 does not match its checksum/ })
  t.notMatch(it.loopback.printed.join(''), /row 2/)
})

t.test('where the store takes no job, nothing is sent', async (t) => {
  const it = await shop()
  it.jobs.store.database.exec('PRAGMA query_only = on')
  t.match(await errorOf(it.jobs.print(order(it, 1))), { kind: 'unwritable' })
  t.match(await errorOf(it.jobs.order(order(it, 1))), { kind: 'unwritable' })
  t.same(it.loopback.jobs, [])
  it.jobs.store.database.exec('PRAGMA query_only = off')
  t.match(await it.jobs.print(order(it, 1)), { job: { id: 1, state: 'done' } })
})

t.test(
  'where a step cannot be written, the label does not begin, and the end is written later',
  inLongRun,
  async (t) => {
    const it = await shop()
    const { database } = it.jobs.store
    const end = it.jobs.store.onChange(({ sent }) => sent > 0 && database.exec('PRAGMA query_only = on'))
    const failed = await it.jobs.print(order(it, 3)).catch((error: unknown) => error)
    end()
    t.match(failed, { kind: 'unwritable' })
    t.notMatch(it.loopback.printed.join(''), /row 3/)
    t.match(it.jobs.store.get(1), { state: 'printing' })
    database.exec('PRAGMA query_only = off')
    t.match(await inState(it, 1, 'failed'), { sent: 4 })
  },
)

t.test('the printer of a job that waits goes from the list, and comes back', async (t) => {
  const printer = printerAt({ port: 1 } as LoopbackPrinter)
  const printers = printersOf([printer], { patience: endless })
  const it = await shop({ printers, pauses: { first: 600_000, longest: 600_000 } })
  const away = { ...it, printer }
  printers.replace([])
  const { id } = await it.jobs.order(order(away, 1))
  const gone = await new Promise<Job>((resolve) => {
    const end = it.jobs.store.onChange((job) => {
      if (!/no printer dock-3/.test(job.reason ?? '')) return
      end()
      resolve(job)
    })
  })
  t.match(gone, { state: 'waiting', reason: 'the service has no printer dock-3 any more' })
  printers.replace([it.printer])
  t.match(await inState(it, id, 'done'), { sent: 2, reason: undefined })
  t.same(it.loopback.printed.slice(0, 1), [formatOf(1)])
})

t.test('a printer is added for which jobs of an earlier service wait', async (t) => {
  const store = storeInMemory()
  const before = printerAt({ port: 1 } as LoopbackPrinter)
  const first = await shop({ store, printers: printersOf([before], { patience: endless }) })
  const { id } = await first.jobs.order(order({ ...first, printer: before }, 1))
  await first.jobs.close(0)
  const printers = printersOf([], { patience: endless })
  const it = await shop({ store, printers })
  t.equal(store.get(id)?.state, 'waiting')
  store.database.exec('ALTER TABLE job RENAME TO away')
  printers.replace([it.printer])
  t.match(it.recorded, [/^jobs that wait for new printers cannot be read: /])
  store.database.exec('ALTER TABLE away RENAME TO job')
  printers.replace([it.printer])
  await inState(it, id, 'done')
  t.same(it.loopback.printed.slice(0, 1), [formatOf(1)])
})
