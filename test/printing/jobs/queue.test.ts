import t from 'tap'
import { type Delivery, PrintError, printersOf } from '../../../src/printing/index.ts'
import { LabelBudget } from '../../../src/printing/jobs/shares.ts'
import { cases, inLongRun, random } from '../../random.ts'
import { held } from '../channels/held-channel.ts'
import { hostStatus, loopbackPrinter } from '../channels/loopback-printer.ts'
import {
  amountOf,
  endless,
  failureOf,
  formatsOf,
  jobOf,
  pieceOf,
  piecesOf,
  printerAt,
} from '../printers/example-jobs.ts'

const nothing = amountOf(0)

t.test('queue: 20 clients at once on one printer', inLongRun, async (t) => {
  const loopback = await loopbackPrinter()
  t.teardown(() => loopback.close())
  const printer = printerAt(loopback)
  const printers = printersOf([printer], { patience: endless })
  const jobs = Array.from({ length: 20 }, (_, i) =>
    printers.print(printer, jobOf(piecesOf(10, { job: `client ${i}`, length: 9000 }), `${i}`)),
  )
  t.equal(printers.waiting(printer), 20)
  for (const delivery of await Promise.all(jobs)) {
    const all = amountOf(10, 9000)
    t.same(delivery, { sent: all, confirmed: all, printed: all, from: undefined })
  }
  t.equal(printers.waiting(printer), 0)
  const expected = Array.from({ length: 20 }, (_, i) => formatsOf(10, { job: `client ${i}`, length: 9000 }))
  t.same(
    loopback.printed.map((text) => text.slice(0, 20)),
    expected.map((text) => text.slice(0, 20)),
  )
  t.ok(
    loopback.printed.every((text, i) => text === expected[i]),
    'each whole, in order, once, none within another',
  )
  await printers.close()
})

t.test('queue: a printer that refuses every third job, in random jobs', async (t) => {
  const { between } = random('queue')
  const loopback = await loopbackPrinter()
  t.teardown(() => loopback.close())
  let jobs = 0
  loopback.behaviour.answer = (n) => hostStatus({ paused: n === 1 && ++jobs % 3 === 0 })
  const printer = printerAt(loopback, { labelsPerMinute: 10_000 })
  const printers = printersOf([printer], { patience: endless })
  const counts = Array.from({ length: Math.min(60, cases(60)) }, () => between(1, 20))
  const outcomes = await Promise.allSettled(
    counts.map((count, i) => printers.print(printer, jobOf(piecesOf(count, { job: `${i}` }), `${i}`))),
  )
  const printed = counts.flatMap((count, i) => (i % 3 === 2 ? [] : [formatsOf(count, { job: `${i}` })]))
  t.same(loopback.printed, printed)
  t.ok(outcomes.every(({ status }, i) => status === (i % 3 === 2 ? 'rejected' : 'fulfilled')))
})

t.test('queue: the next job begins when the one before it has ended, whatever its end', async (t) => {
  const { channel, printer, printers } = held()
  const jobs = [1, 2, 3, 4].map((row) =>
    printers.print(printer, jobOf([pieceOf(row)])).catch((error: Error) => error.message),
  )
  t.same(channel.begun, [1])
  t.equal(printers.waiting(printer), 4)
  await channel.end(
    Promise.reject(new PrintError('printer_refused', 'refused', { sent: nothing, confirmed: nothing, from: 1 })),
  )
  t.equal(await jobs[0], 'refused; nothing was sent')
  await channel.end(Promise.reject(new Error('a fault')))
  t.equal(await jobs[1], 'a fault')
  await channel.end()
  t.match(await jobs[2], { from: undefined })
  t.same(channel.begun, [1, 2, 3, 4])
  t.equal(printers.waiting(printer), 1)
  await channel.end()
  await jobs[3]
  t.equal(printers.waiting(printer), 0)
})

t.test('queue: at most 64 jobs', async (t) => {
  const { channel, printer, printers } = held()
  const print = (row: number): Promise<Delivery> => printers.print(printer, jobOf([pieceOf(row)], `${row}`))
  const jobs = Array.from({ length: 64 }, (_, i) => print(i + 1))
  const failure = await failureOf(printers.print(printer, jobOf(piecesOf(2, { first: 65 }))))
  t.match(failure, { code: 'overloaded', retryAfter: 5, delivery: { sent: nothing, confirmed: nothing, from: 65 } })
  t.equal(failure.message, 'printer dock-3 has 64 jobs already; nothing was sent')
  await channel.end()
  await jobs[0]
  const another = print(65)
  for (let i = 0; i < 64; i++) await channel.end()
  await Promise.all([...jobs, another])
  t.same(
    channel.begun,
    Array.from({ length: 65 }, (_, i) => i + 1),
  )
})

t.test('queue: a job whose turn does not come', async (t) => {
  const { channel, printer, printers } = held({}, { turn: 30 })
  const first = printers.print(printer, jobOf([pieceOf(1)]))
  const failures = await Promise.all([2, 3].map((row) => failureOf(printers.print(printer, jobOf([pieceOf(row)])))))
  t.match(failures, [
    { code: 'printer_timeout', delivery: { sent: nothing, confirmed: nothing, from: 2 } },
    { delivery: { from: 3 } },
  ])
  t.equal(failures[0]!.message, 'printer dock-3 was busy with other jobs for 0.03 s; nothing was sent')
  t.equal(printers.waiting(printer), 1)
  await channel.end()
  await first
  const next = printers.print(printer, jobOf([pieceOf(4)]))
  await channel.end()
  await next
  t.same(channel.begun, [1, 4])
})

t.test('queue: labels a minute', async (t) => {
  const { channel, printer, printers, time } = held({ labelsPerMinute: 60 })
  const print = (count: number): Promise<Delivery> => printers.print(printer, jobOf(piecesOf(count)))
  const failed = (labels: number): Promise<Delivery> => {
    const sent = { ...nothing, labels }
    return Promise.reject(new PrintError('printer_refused', '', { sent, confirmed: nothing, from: 1 }))
  }
  const many = await failureOf(print(31))
  t.match(many, { code: 'too_many_labels', retryAfter: undefined })
  t.equal(
    many.message,
    'printer dock-3 takes at most 60 labels a minute, and the job has 62: print it in parts; nothing was sent',
  )
  const all = print(30)
  const early = await failureOf(print(1))
  t.match(early, { code: 'rate_limited', retryAfter: 2, delivery: { sent: nothing, confirmed: nothing, from: 1 } })
  t.equal(early.message, 'printer dock-3 prints at most 60 labels a minute: wait 2 s; nothing was sent')
  await channel.end()
  await all
  t.match(await failureOf(print(15)), { retryAfter: 30 })
  time.now = 29_999
  t.match(await failureOf(print(15)), { retryAfter: 1 })
  time.now = 30_000
  const half = failureOf(print(15))
  await channel.end(failed(10))
  await half
  t.match(await failureOf(print(11)), { retryAfter: 2 }, 'labels that were not sent are given back')
  const rest = print(10)
  await channel.end()
  await rest
})

t.test('queue: whoever waits as long as he is told is served', async (t) => {
  const { between } = random('budget')
  for (let i = 0; i < cases(2000); i++) {
    const perMinute = between(1, 10_000)
    let now = between(0, 1e9) / 7
    const start = now
    const budget = new LabelBudget(perMinute, () => now)
    let taken = 0
    for (let j = 0; j < 10; j++) {
      now += between(0, 20_000) / 3
      const labels = between(1, perMinute)
      const seconds = budget.take(labels)
      now += 1000 * seconds
      if (seconds > 0 && budget.take(labels) !== 0) t.fail(`${labels} of ${perMinute} a minute after ${seconds} s`)
      taken += labels
    }
    const most = perMinute * (1 + (now - start) / 60_000) + 0.01
    if (taken > most) t.fail(`${taken} labels of ${perMinute} a minute`)
  }
  t.pass()
})

t.test('queue: those who ask at the same time share one question', async (t) => {
  const { channel, printer, printers } = held()
  const all = await Promise.all([1, 2, 3].map(() => printers.condition(printer)))
  t.same(
    all.map(({ message }) => message),
    ['1', '1', '1'],
  )
  t.match(await printers.condition(printer), { message: '2' })
  t.equal(channel.questions, 2)
})

t.test('queue: printers by name', async (t) => {
  const { printer, printers } = held()
  t.equal(printers.find('dock-3'), printer)
  t.equal(printers.find('DOCK-3'), undefined)
  t.equal(printers.find('__proto__'), undefined)
  t.same(printers.list, [printer])
})

t.test('queue: the service stops', async (t) => {
  const { channel, printer, printers } = held()
  const [first, second] = [
    printers.print(printer, jobOf([pieceOf(1)])),
    failureOf(printers.print(printer, jobOf([pieceOf(2)]))),
  ]
  const closed = printers.close()
  t.match(await second, {
    code: 'overloaded',
    retryAfter: 5,
    message: 'printer dock-3 takes no more jobs: the service stops; nothing was sent',
  })
  t.match(await failureOf(printers.print(printer, jobOf([pieceOf(3)]))), { code: 'overloaded' })
  t.equal(channel.signals[0]!.aborted, false)
  await channel.end()
  t.match(await first, { from: undefined })
  await closed
  t.equal(printers.waiting(printer), 0)
})

t.test('queue: the service stops, and a job takes too long', async (t) => {
  const loopback = await loopbackPrinter({ answer: (n) => (n > 2 ? undefined : hostStatus()) })
  t.teardown(() => loopback.close())
  const printer = printerAt(loopback)
  const printers = printersOf([printer], { patience: endless })
  const job = failureOf(printers.print(printer, jobOf(piecesOf(100))))
  await loopback.until(({ jobs }) => jobs[0]?.asked === 4)
  await printers.close(0)
  t.match(await job, { code: 'printer_timeout', delivery: { sent: amountOf(12), confirmed: amountOf(4), from: 5 } })
})
