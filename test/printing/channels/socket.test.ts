import { type ChildProcess, spawn } from 'node:child_process'
import { getEventListeners, once } from 'node:events'
import { connect } from 'node:net'
import t, { type Test } from 'tap'
import { composeLabel } from '../../../src/draw.ts'
import {
  type Channel,
  channelOf,
  type DeliveryPiece,
  type Patience,
  type Printer,
} from '../../../src/printing/index.ts'
import { piecesOf as labelPieces } from '../../../src/printing/printers/pieces.ts'
import { brotherPages } from '../../oracle/byte-printers.ts'
import { inLongRun } from '../../random.ts'
import {
  amountOf,
  endless,
  failureOf,
  formatOf,
  formatsOf,
  pieceOf,
  piecesOf,
  printerAt,
} from '../printers/example-jobs.ts'
import { type Behaviour, type Flags, hostStatus, type LoopbackPrinter, loopbackPrinter } from './loopback-printer.ts'

const never = new AbortController().signal
const nothing = amountOf(0)

interface Setting {
  readonly behaviour?: Partial<Behaviour>
  readonly printer?: Partial<Printer>
  readonly patience?: Partial<Patience>
}

/** A printer, and the way to it. */
async function setUp(
  t: Test,
  { behaviour, printer, patience }: Setting = {},
): Promise<{ loopback: LoopbackPrinter; channel: Channel }> {
  const loopback = await loopbackPrinter(behaviour)
  t.teardown(() => loopback.close())
  return { loopback, channel: channelOf(printerAt(loopback, printer), { ...endless, ...patience }) }
}

const withoutStatus = { status: false }
/** Long enough for an answer over loopback where one comes, and short enough to wait for where none does. */
const short = 300

t.test('socket: all labels of a job are one job of the printer, of which only labels count', async (t) => {
  const own = { language: 'brother', dpi: '300', stock: '62x29mm', ...withoutStatus } as const
  const { loopback, channel } = await setUp(t, { printer: own })
  const request = { type: 'qr', size: own.stock, orientation: 'landscape', showtext: false, format: 'brother' } as const
  const { scene } = composeLabel({ ...request, text: 'QZ', dpi: own.dpi, qty: 1 }, { maxPixels: 25_000_000 })
  const rows = [2, 1, 1].map((copies, i) => ({ row: i + 1, copies, scene }))
  const pieces = [...labelPieces({ ...own, zpl: 'z64' }, rows)]
  for (const count of [1, 3]) {
    const delivery = await channel.send(pieces.slice(0, count), never)
    const labels = count === 1 ? 2 : 4
    const bytes = labels * pieces[0]!.bytes.length
    t.match(delivery, { sent: { rows: count, labels, bytes }, confirmed: { rows: count, labels, bytes } })
    const pages = brotherPages(Buffer.from(loopback.printed.at(-1)!, 'latin1'), 720)
    t.same(
      pages.map(({ media, end }) => [media.page, end]),
      Array.from({ length: labels }, (_, i) => [i === 0 ? 0 : 1, i === labels - 1 ? 'last page' : 'next page']),
    )
  }
})

t.test('socket: a job arrives whole, in order and once', async (t) => {
  for (const status of [true, false]) {
    const { loopback, channel } = await setUp(t, { printer: { status } })
    for (const count of [1, 3, 4, 8, 9, 100]) {
      const delivery = await channel.send(piecesOf(count, { job: `${count}` }), never)
      const printed = status ? amountOf(count) : undefined
      t.same(delivery, { sent: amountOf(count), confirmed: amountOf(count), printed, from: undefined })
      t.equal(loopback.printed.at(-1), formatsOf(count, { job: `${count}` }))
      t.equal(loopback.jobs.at(-1)!.asked, status ? 1 + Math.ceil(count / 4) : 0)
    }
    t.equal(loopback.printed.length, 6)
    t.same(await channel.send([], never), { sent: nothing, confirmed: nothing, printed: nothing, from: undefined })
    t.equal(loopback.jobs.length, 6, 'a job of nothing needs no connection')
  }
})

t.test('socket: large pieces, several times, rows of their own numbers', async (t) => {
  const { loopback, channel } = await setUp(t)
  const pieces = [170, 173].map((row) => pieceOf(row, { length: 1_000_000 }))
  const delivery = await channel.send([...pieces, pieceOf(174, { times: 3 })], never)
  const all = { rows: 3, labels: 6, bytes: 2_000_120 }
  t.same(delivery, { sent: all, confirmed: all, printed: all, from: undefined })
  const texts = [170, 173].map((row) => formatOf(row, { length: 1_000_000 }))
  t.ok(loopback.printed[0] === [...texts, formatOf(174).repeat(3)].join(''))
})

t.test('socket: a slow printer, and pieces that are made only when they are needed', inLongRun, async (t) => {
  for (const status of [true, false]) {
    const length = 500_000
    const { loopback, channel } = await setUp(t, { behaviour: { reads: 1 }, printer: { status } })
    let made = 0
    const source = async function* (): AsyncGenerator<DeliveryPiece> {
      for (let row = 1; row <= 40; row++) {
        made++
        yield pieceOf(row, { length })
      }
    }
    const job = channel.send(source(), never)
    for (let read = 1; read < 40; read++) {
      loopback.readUpTo(read * length)
      await loopback.until(({ jobs }) => jobs.some((job) => job.length >= read * length - 100))
      // the systems' buffers of both sides take some megabytes
      t.ok(made <= read + 16, `${made} pieces made for ${read} that are read`)
    }
    loopback.readUpTo(Number.POSITIVE_INFINITY)
    t.match(await job, { confirmed: amountOf(40, length), from: undefined })
    t.ok(loopback.printed[0] === formatsOf(40, { length }))
  }
})

t.test('socket: a printer that refuses connections, and comes back', async (t) => {
  const { loopback, channel } = await setUp(t)
  await loopback.close()
  for (const _ of [1, 2]) {
    const failure = await failureOf(channel.send(piecesOf(3, { first: 7 }), never))
    t.match(failure, { code: 'printer_unreachable', delivery: { sent: nothing, confirmed: nothing, from: 7 } })
    t.equal(failure.message, 'printer dock-3 refused the connection; nothing was sent')
  }
  t.same(await channel.condition(never), { state: 'unreachable', message: 'refused the connection' })
  await loopback.listen()
  t.match(await channel.send(piecesOf(3), never), { confirmed: amountOf(3) })
  t.same(loopback.printed, [formatsOf(3)])
})

/** A program that listens and never accepts a connection. */
const listener = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    console.log(server.address().port)
  })`

t.test(
  'socket: a printer that does not accept the connection',
  { skip: process.platform !== 'linux' || inLongRun.skip },
  async (t) => {
    const child: ChildProcess = spawn(process.execPath, ['-e', listener], { stdio: ['ignore', 'pipe', 'inherit'] })
    t.teardown(() => child.kill('SIGKILL'))
    const [line] = await once(child.stdout!, 'data')
    const address = { kind: 'socket', host: '127.0.0.1', port: Number(line) } as const
    child.kill('SIGSTOP')
    // they fill the queue of connections that are not accepted yet
    const others = Array.from({ length: 8 }, () => connect(address.port, address.host).on('error', () => {}))
    t.teardown(() => others.forEach((socket) => void socket.destroy()))
    const channel = channelOf({ ...printerAt({ port: 1 } as LoopbackPrinter), address }, { ...endless, connect: short })
    const failure = await failureOf(channel.send(piecesOf(3), never))
    t.match(failure, { code: 'printer_timeout', delivery: { sent: nothing, confirmed: nothing, from: 1 } })
    t.equal(failure.message, 'printer dock-3 did not accept the connection within 0.3 s; nothing was sent')
    t.match(await channel.condition(never), { state: 'silent' })
  },
)

t.test('socket: a silent printer', async (t) => {
  const { loopback, channel } = await setUp(t, { behaviour: { answer: () => undefined }, patience: { answer: 50 } })
  const failure = await failureOf(channel.send(piecesOf(3), never))
  t.match(failure, { code: 'printer_timeout', delivery: { sent: nothing, confirmed: nothing, from: 1 } })
  t.match(failure.message, /^printer dock-3 did not answer ~HS within 0\.05 s: .*"status": false.*; nothing was sent$/)
  t.same(loopback.printed, [])
  t.match(await channel.condition(never), {
    state: 'silent',
    message: /^did not answer ~HS within 0\.05 s: it may be out of paper/,
  })
})

t.test('socket: a printer that needs attention is sent nothing', async (t) => {
  const states: readonly (readonly [Flags, string, string, string?])[] = [
    [{ paperOut: true, paused: true }, 'paper_out', 'out of paper'],
    [{ headUp: true, paperOut: true, paused: true }, 'head_open', 'the print head is open'],
    [{ ribbonOut: true, paused: true }, 'ribbon_out', 'out of ribbon'],
    [{ paused: true }, 'paused', 'paused'],
    [{ tooHot: true }, 'error', 'the print head is too hot', 'head_hot'],
    [{ ramCorrupt: true }, 'error', 'its settings are lost: the RAM is corrupt', 'settings_lost'],
  ]
  for (const [flags, state, message, reason] of states) {
    const { loopback, channel } = await setUp(t, { behaviour: { answer: () => hostStatus(flags) } })
    t.same(await channel.condition(never), { state, message, ...(reason && { reason }) })
    const failure = await failureOf(channel.send(piecesOf(3), never))
    t.match(failure, { code: 'printer_refused', delivery: { sent: nothing, confirmed: nothing, from: 1 } })
    t.equal(failure.message, `printer dock-3 does not take the job: ${message}; nothing was sent`)
    t.same(loopback.printed, [])
  }
  const ready: readonly (readonly [Flags, string, string])[] = [
    [{}, 'ready', 'ready'],
    [{ tooCold: true }, 'ready', 'ready, but the print head is cold'],
    [{ remaining: 12 }, 'ready', 'printing: 12 left of the batch'],
    [{ bufferFull: true }, 'buffer_full', 'its buffer is full'],
  ]
  for (const [flags, state, message] of ready) {
    const { channel } = await setUp(t, { behaviour: { answer: (n) => hostStatus(n === 1 ? flags : {}) } })
    t.same(await channel.condition(never), { state, message })
    t.match(await channel.send(piecesOf(3), never), { confirmed: amountOf(3), from: undefined })
  }
})

t.test('socket: paper that ends in the middle', async (t) => {
  // asked before the job, and after each four pieces
  const answer = (n: number): string => hostStatus({ paperOut: n >= 4 })
  const { loopback, channel } = await setUp(t, { behaviour: { answer } })
  const failure = await failureOf(channel.send(piecesOf(100), never))
  t.match(failure, { code: 'printer_refused' })
  const count = loopback.printed[0]!.length / 40
  t.ok(count >= 12 && count <= 20)
  t.same(
    failure.delivery,
    { sent: amountOf(count), confirmed: amountOf(count), printed: amountOf(count), from: count + 1 },
    'all that it has is told',
  )
  const amount = `${2 * count} labels (${count} rows, ${40 * count} bytes)`
  const message = `printer dock-3 takes no more: out of paper; ${amount} sent, ${amount} received, ${2 * count} labels printed: go on from row ${count + 1}`
  t.equal(failure.message, message)
  // the answers to the questions after 4 and after 8 pieces, the second of them a while after the first
  const slow = await setUp(t, { behaviour: { answer: (n) => (n === 1 ? hostStatus() : undefined) } })
  const stopped = failureOf(slow.channel.send(piecesOf(100), never))
  await slow.loopback.until(({ jobs }) => jobs[0]?.asked === 3)
  for (const _ of [1, 2]) {
    slow.loopback.jobs[0]!.socket.write(hostStatus({ paperOut: true }))
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  }
  t.same(
    (await stopped).delivery,
    { sent: amountOf(8), confirmed: amountOf(8), printed: amountOf(8), from: 9 },
    'its last answer is waited for',
  )
  const last = await setUp(t, { behaviour: { answer: (n) => hostStatus({ paperOut: n === 2 }) } })
  t.match(await last.channel.send(piecesOf(3), never), { from: undefined }, 'after the last piece nothing is lost')
  const mute = (n: number): string | undefined => (n > 2 ? undefined : hostStatus({ paperOut: n === 2 }))
  const { channel: other } = await setUp(t, { behaviour: { answer: mute }, patience: { answer: short } })
  const { code, delivery } = await failureOf(other.send(piecesOf(100), never))
  t.match(
    { code, ...delivery },
    { code: 'printer_refused', confirmed: amountOf(4), from: 5 },
    'a printer that then is silent',
  )
})

t.test('socket: a printer that becomes silent has at most eight pieces unconfirmed', inLongRun, async (t) => {
  for (const answers of [1, 2, 3]) {
    const answer = (n: number): string | undefined => (n > answers ? undefined : hostStatus())
    const { loopback, channel } = await setUp(t, { behaviour: { answer }, patience: { write: short } })
    const failure = await failureOf(channel.send(piecesOf(100), never))
    const confirmed = 4 * (answers - 1)
    t.equal(failure.code, 'printer_timeout')
    const [sent, received] = [amountOf(confirmed + 8), amountOf(confirmed)]
    t.same(failure.delivery, { sent, confirmed: received, printed: received, from: confirmed + 1 })
    t.equal(loopback.printed[0], formatsOf(confirmed + 8))
    t.match(
      failure.message,
      /^printer dock-3 did not answer ~HS within 0\.3 s: it may be .*; .* printed: go on from row \d+$/,
    )
  }
  const answer = (n: number): string | undefined => (n > 1 ? undefined : hostStatus())
  const { channel } = await setUp(t, { behaviour: { answer }, patience: { write: short } })
  const { delivery } = await failureOf(channel.send(piecesOf(3), never))
  t.same(delivery, { sent: amountOf(3), confirmed: nothing, printed: nothing, from: 1 }, 'after the last piece')
})

t.test('socket: a full printer', inLongRun, async (t) => {
  const length = 2_000_000
  for (const status of [true, false]) {
    const setting = { behaviour: { reads: 100_000 }, printer: { status }, patience: { write: short } }
    const { loopback, channel } = await setUp(t, setting)
    const failure = await failureOf(channel.send(piecesOf(40, { length }), never))
    t.equal(failure.code, 'printer_timeout')
    const { sent, confirmed, from } = failure.delivery
    t.match({ confirmed, from }, { confirmed: nothing, from: 1 })
    t.ok(sent.bytes >= loopback.printed[0]!.length && sent.bytes < 40 * length)
    t.equal(sent.rows, Math.floor(sent.bytes / length), 'a piece of which a part is sent counts in bytes alone')
    t.match(failure.message, /^printer dock-3 took nothing for 0\.3 s; .*: go on from row 1$/)
  }
})

t.test('socket: gone in the middle', inLongRun, async (t) => {
  const length = 1_000_000
  for (const afterwards of ['reset', 'end'] as const) {
    for (const status of [true, false]) {
      const { loopback, channel } = await setUp(t, {
        behaviour: { reads: 10_500_000, afterwards },
        printer: { status },
      })
      const failure = await failureOf(channel.send(piecesOf(40, { length }), never))
      const { code, message, delivery } = failure
      const { sent, confirmed, from } = delivery
      t.equal(code, 'printer_refused', `${afterwards}: ${message}`)
      t.match(
        message,
        /^printer dock-3 closed the connection; .* sent, .* received(, .* printed)?: go on from row \d+$/,
      )
      t.ok(sent.bytes >= 10_000_000 && sent.rows < 40)
      // what answers that were on their way would have confirmed is not known any more
      t.ok(status ? confirmed.rows <= 10 : confirmed.rows === 0)
      t.same(confirmed, amountOf(confirmed.rows, length))
      t.equal(from, confirmed.rows + 1)
      t.ok(loopback.printed[0]!.startsWith(formatsOf(confirmed.rows, { length })))
    }
  }
})

t.test('socket: gone before the job', async (t) => {
  for (const afterwards of ['reset', 'end'] as const) {
    const { channel } = await setUp(t, { behaviour: { answer: () => undefined, reads: 1, afterwards } })
    const failure = await failureOf(channel.send(piecesOf(3), never))
    t.match(failure, { code: 'printer_unreachable', delivery: { sent: nothing, confirmed: nothing, from: 1 } })
    t.equal(failure.message, 'printer dock-3 closed the connection; nothing was sent')
    t.match(await channel.condition(never), { state: 'unreachable' })
  }
})

t.test('socket: the end of a job without answers', async (t) => {
  const sentOnly = { sent: amountOf(3), confirmed: nothing, printed: undefined, from: 1 }
  const kept = { behaviour: { atEnd: 'nothing' }, printer: withoutStatus, patience: { close: 50 } } as const
  const keeping = await setUp(t, kept)
  t.same(await keeping.channel.send(piecesOf(3), never), sentOnly, 'a printer that keeps the connection open')
  const reset = await setUp(t, { behaviour: { atEnd: 'reset' }, printer: withoutStatus })
  const { code, delivery } = await failureOf(reset.channel.send(piecesOf(3), never))
  t.match({ code, delivery }, { code: 'printer_refused', delivery: sentOnly })
  for (const atEnd of ['reset', 'nothing'] as const) {
    const { channel } = await setUp(t, { behaviour: { atEnd }, patience: { close: 50 } })
    t.match(await channel.send(piecesOf(3), never), { confirmed: amountOf(3) }, `with answers: ${atEnd}`)
  }
})

t.test('socket: answers in any form of arrival', async (t) => {
  const forms: { readonly [name: string]: (n: number) => string | Uint8Array | undefined } = {
    'after garbage': () => `\x00\x03,,\x02030,0\x02\xff\x02${'9'.repeat(5000)}\r\n${hostStatus()}\x02`,
    'two in one chunk': (n) => (n === 1 || n % 2 === 1 ? hostStatus().repeat(n === 1 ? 1 : 2) : undefined),
    'more than were asked for': () => hostStatus().repeat(3),
  }
  for (const [name, answer] of Object.entries(forms)) {
    const { channel } = await setUp(t, { behaviour: { answer } })
    t.match(await channel.send(piecesOf(32), never), { confirmed: amountOf(32), from: undefined }, name)
  }
  const { channel } = await setUp(t, { behaviour: { splitsAnswers: true } })
  t.match(await channel.send(piecesOf(32), never), { confirmed: amountOf(32), from: undefined }, 'byte by byte')
  const unasked = await setUp(t, {
    behaviour: { answer: (n) => (n > 1 ? undefined : hostStatus().repeat(9)) },
    patience: { write: short },
  })
  const { delivery } = await failureOf(unasked.channel.send(piecesOf(32), never))
  t.match(delivery, { confirmed: nothing, from: 1 }, 'an answer to no question confirms nothing')
})

t.test('socket: what the source of pieces throws is thrown, and the connection is closed', async (t) => {
  const { loopback, channel } = await setUp(t)
  const source = function* (): Generator<DeliveryPiece> {
    yield pieceOf(1)
    throw new RangeError('row 2')
  }
  await t.rejects(channel.send(source(), never), new RangeError('row 2'))
  await loopback.until(() => loopback.open === 0)
  t.match(await channel.send(piecesOf(1), never), { from: undefined })
})

t.test('socket: a job that is stopped, in each phase', async (t) => {
  const phases: { readonly [name: string]: Setting & { readonly isThere: (loopback: LoopbackPrinter) => boolean } } = {
    'before it begins': { isThere: () => true },
    'before the answer': { behaviour: { answer: () => undefined }, isThere: ({ jobs }) => jobs[0]?.asked === 1 },
    'at the first answers': {
      behaviour: { answer: (n) => (n > 1 ? undefined : hostStatus()) },
      isThere: ({ jobs }) => jobs[0]?.asked === 3,
    },
    'while it is written': {
      behaviour: { reads: 100_000 },
      isThere: ({ jobs }) => jobs.some((job) => job.length >= 90_000),
    },
    'at the end': {
      behaviour: { atEnd: 'nothing' },
      printer: withoutStatus,
      isThere: ({ jobs }) => jobs[0]?.length === 100 * 40_000,
    },
  }
  for (const [name, setting] of Object.entries(phases)) {
    const { loopback, channel } = await setUp(t, setting)
    const stop = new AbortController()
    const job = failureOf(channel.send(piecesOf(100, { length: 40_000 }), stop.signal))
    await loopback.until(setting.isThere)
    stop.abort()
    const { code, message, delivery } = await job
    t.equal(code, 'printer_timeout', name)
    t.match(
      message,
      /^printer dock-3 was given no more time; (nothing was sent|.* (received|printed): go on from row 1)$/,
      name,
    )
    t.match(delivery, { confirmed: nothing, from: 1 }, name)
    t.equal(getEventListeners(stop.signal, 'abort').length, 0, `${name}: no listener is left`)
  }
  const { loopback, channel } = await setUp(t)
  t.match(await failureOf(channel.send(piecesOf(1), AbortSignal.abort())), { code: 'printer_timeout' })
  t.same(loopback.printed, [])
})

t.test('socket: no listener is left on the signal of many jobs', async (t) => {
  const { loopback, channel } = await setUp(t)
  const { signal } = new AbortController()
  for (let i = 0; i < 20; i++) await channel.send(piecesOf(2), signal)
  await channel.condition(signal)
  t.equal(getEventListeners(signal, 'abort').length, 0)
  await loopback.until(() => loopback.open === 0)
})

t.test('socket: a question gives way to a job', async (t) => {
  let answers = false
  const { loopback, channel } = await setUp(t, { behaviour: { answer: () => (answers ? hostStatus() : undefined) } })
  const asked = channel.condition(never)
  await loopback.until(({ jobs }) => jobs[0]?.asked === 1)
  answers = true
  const job = channel.send(piecesOf(3), never)
  const busy = { state: 'unknown', message: 'a job is being sent' }
  t.same(await channel.condition(never), busy)
  t.same(await asked, busy)
  t.match(await job, { confirmed: amountOf(3) })
  t.equal(loopback.jobs.length, 2)
  t.match(await channel.condition(never), { state: 'ready' })
})

t.test('socket: a question can be given up', async (t) => {
  const { loopback, channel } = await setUp(t, { behaviour: { answer: () => undefined } })
  const stop = new AbortController()
  const asked = channel.condition(stop.signal)
  await loopback.until(({ jobs }) => jobs[0]?.asked === 1)
  stop.abort(new Error('enough'))
  await t.rejects(asked, new Error('enough'))
  await t.rejects(channel.condition(stop.signal), new Error('enough'))
  t.equal(getEventListeners(stop.signal, 'abort').length, 0)
})

t.test('socket: a printer without answers is asked whether it is there', async (t) => {
  const { loopback, channel } = await setUp(t, { printer: withoutStatus })
  t.match(await channel.condition(never), { state: 'unknown', message: /^accepts connections/ })
  await loopback.close()
  t.match(await channel.condition(never), { state: 'unreachable' })
  t.notMatch(JSON.stringify(await channel.condition(never)), /127|localhost/)
})

t.test('socket: a printer that sends without end is read no further', inLongRun, async (t) => {
  const flood = hostStatus({ paused: true }).repeat(40)
  for (const status of [true, false]) {
    const { loopback, channel } = await setUp(t, { printer: { status }, behaviour: { reads: 50_000 } })
    loopback.behaviour.answer = (n) => (n === 1 ? hostStatus() : undefined)
    const failure = failureOf(channel.send(piecesOf(9, { length: 5_000_000 }), never))
    await loopback.until(({ jobs }) => (jobs[0]?.length ?? 0) >= 50_000)
    const { socket } = loopback.jobs[0]!
    // with an error or without one
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const more = (): void => {
      while (!socket.destroyed && socket.write(flood));
    }
    socket.on('drain', more)
    more()
    const { code, message } = await failure
    t.equal(code, 'printer_refused')
    t.match(message, /^printer dock-3 sends more than 8192 bytes that answer nothing; /)
    // the printer reads what has arrived, and finds the connection closed
    loopback.readUpTo(Number.POSITIVE_INFINITY)
    await closed
  }
})

t.test('socket: a printer that tells a little of each label is heeded no further', async (t) => {
  const { loopback, channel } = await setUp(t, { printer: withoutStatus })
  const sending = channel.send(
    (async function* () {
      for (const [i, piece] of piecesOf(20).entries()) {
        yield piece
        await loopback.until(({ jobs }) => (jobs[0]?.length ?? 0) >= 40 * (i + 1))
        loopback.jobs[0]!.socket.write('x'.repeat(1000))
      }
    })(),
    never,
  )
  t.match(await sending, { confirmed: amountOf(20) })
})
