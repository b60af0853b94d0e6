import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import t from 'tap'
import { composeLabel, type LabelRequest } from '../../../src/draw.ts'
import {
  type Channel,
  type Delivery,
  type KeptPiece,
  type Printers,
  type PrintJob,
  printersOf,
} from '../../../src/printing/index.ts'
import { keptPiece } from '../../../src/printing/jobs/shares.ts'
import { type PieceStyle, pieceMaker, type RowScene } from '../../../src/printing/printers/pieces.ts'
import { inLongRun } from '../../random.ts'
import { held } from '../channels/held-channel.ts'
import { amountOf, dock, endless, failureOf, jobOf, pieceOf } from '../printers/example-jobs.ts'

/** A label with some words on it. */
function labelAt(dpi: LabelRequest['dpi'], size: LabelRequest['size']): RowScene {
  const request = {
    type: 'qr',
    text: 'QZ-0001',
    size,
    orientation: 'portrait',
    qty: 3,
    showtext: true,
    format: 'png',
  } as const
  const words = { title: 'Storage shelf 12', caption: 'Two lines of words\nbelow the title' }
  return { row: 7, copies: 3, scene: composeLabel({ ...request, ...words, dpi }, { maxPixels: 25_000_000 }).scene }
}

t.test('kept pieces: the bytes, or the scene where it is smaller, and the same piece of both', inLongRun, async (t) => {
  const sizes = ['50x30', '4x6'] as const
  const styles: readonly Omit<PieceStyle, 'stock'>[] = [
    { language: 'zpl', zpl: 'z64' },
    { language: 'zpl', zpl: 'rle' },
    { language: 'png', zpl: 'z64' },
  ]
  const drawn: string[] = []
  for (const dpi of ['203', '600'] as const) {
    for (const stock of sizes) {
      for (const others of styles) {
        const label = labelAt(dpi, stock)
        const style = { ...others, stock }
        const [made] = pieceMaker(style).add(label)
        const { piece } = made!
        const kept = keptPiece(made!)
        t.same(kept.piece(), piece)
        t.match(kept, { rows: piece.rows, labels: 3, times: piece.times })
        t.ok(kept.kept <= piece.bytes.length + 500)
        if (kept.kept < piece.bytes.length + 500) {
          drawn.push([dpi, stock, others.language, others.zpl].join(' '))
          t.not(kept.piece().bytes, piece.bytes, 'its bytes are not kept')
        } else t.equal(kept.piece(), piece)
      }
    }
  }
  t.same(drawn, [
    '203 4x6 zpl rle',
    '203 4x6 png z64',
    '600 50x30 zpl rle',
    '600 50x30 png z64',
    '600 4x6 zpl z64',
    '600 4x6 zpl rle',
    '600 4x6 png z64',
  ])
})

t.test('kept pieces: a document keeps its bytes', async (t) => {
  const maker = pieceMaker({ language: 'pdf', stock: '4x6', zpl: 'z64' })
  maker.add(labelAt('203', '4x6'))
  const { piece } = maker.end()[0]!
  const kept = keptPiece({ piece })
  t.equal(kept.piece(), piece)
  t.equal(kept.kept, piece.bytes.length + 500)
})

t.test('kept pieces: bytes are garbage where the scene is kept', async (t) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const style = { language: 'zpl', stock: '4x6', zpl: 'rle' } as const
  const label = labelAt('600', '4x6')
  const make = (): { kept: KeptPiece; bytes: WeakRef<Uint8Array> } => {
    const [made] = pieceMaker(style).add(label)
    return { kept: keptPiece(made!), bytes: new WeakRef(made!.piece.bytes) }
  }
  const { kept, bytes } = make()
  // what a reference was made to lives until the end of the turn
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  t.equal(bytes.deref(), undefined)
  t.equal(kept.labels, 3)
})

const nothing = amountOf(0)

t.test('queue: a client has at most half of what the others leave', async (t) => {
  const { channel, printer, printers } = held()
  const print = (client: string): Promise<Delivery> => printers.print(printer, jobOf([pieceOf(1)], client))
  const jobs = Array.from({ length: 32 }, () => print('a'))
  const failure = await failureOf(print('a'))
  t.match(failure, { code: 'overloaded', retryAfter: 5, delivery: { sent: nothing, from: 1 } })
  t.equal(
    failure.message,
    'printer dock-3 has 32 jobs of this client already, and keeps the places that are left for others; nothing was sent',
  )
  jobs.push(...Array.from({ length: 16 }, () => print('b')))
  t.match(await failureOf(print('b')), { code: 'overloaded' })
  jobs.push(print('c'))
  t.equal(printers.waiting(printer), 49)
  await channel.end()
  await jobs[0]
  t.match(await failureOf(print('a')), { code: 'overloaded' }, 'others came meanwhile')
  for (let i = 0; i < 48; i++) await channel.end()
  await Promise.all(jobs)
  const more = print('a')
  await channel.end()
  t.match(await more, { from: undefined })
})

/** A job that takes so many bytes while it waits. */
const jobOfBytes = (kept: number, client: string): PrintJob => ({
  client,
  pieces: [{ ...pieceOf(1), kept, piece: () => pieceOf(1) }],
})

t.test('queue: a job of at most 32 MiB', async (t) => {
  const { channel, printer, printers } = held()
  const large = await failureOf(printers.print(printer, jobOfBytes((32 << 20) + 1, 'a')))
  t.match(large, { code: 'too_many_labels', retryAfter: undefined, delivery: { from: 1 } })
  const most = printers.print(printer, jobOfBytes(32 << 20, 'a'))
  const failure = await failureOf(printers.print(printer, jobOfBytes(1, 'b')))
  t.match(failure, { code: 'overloaded', retryAfter: 5 })
  t.equal(failure.message, 'printer dock-3 has jobs of 33554432 bytes already; nothing was sent')
  await channel.end()
  await most
  const next = printers.print(printer, jobOfBytes(32 << 20, 'b'))
  await channel.end()
  t.match(await next, { from: undefined }, 'the bytes of jobs that have ended count no more')
})

/** A channel to a printer that takes nothing. */
const stuck: Channel = {
  condition: async () => ({ state: 'ready', message: 'ready' }),
  send: (_, signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
}

/** Fills the queues of 32 printers that take nothing. @returns the bytes of the jobs that were accepted */
function filled(clientOf: (printer: number) => string): { readonly bytes: number; readonly printers: Printers } {
  const list = Array.from({ length: 32 }, (_, i) => ({ ...dock, name: `dock-${i}` }))
  const printers = printersOf(list, { patience: endless, clock: () => 0, channelOf: () => stuck })
  let bytes = 0
  for (let size = 1 << 20; size >= 1 << 14; size >>= 1) {
    for (let i = 0; i < 40 * 32; i++) {
      const before = printers.waiting(list[i % 32]!)
      printers.print(list[i % 32]!, jobOfBytes(size, clientOf(i % 32))).catch(() => {})
      if (printers.waiting(list[i % 32]!) > before) bytes += size
    }
  }
  return { bytes, printers }
}

t.test(
  'queue: 32 printers that take nothing hold 64 MiB together, those of one client half of it',
  inLongRun,
  async (t) => {
    const ofOne = filled(() => 'a')
    t.equal(ofOne.bytes, 32 << 20)
    const [printer] = ofOne.printers.list
    const failure = await failureOf(ofOne.printers.print(printer!, jobOfBytes(1 << 14, 'a')))
    t.equal(
      failure.message,
      'printer dock-0 has no room for the job: the jobs of this client have 33554432 bytes already, on all printers together; nothing was sent',
    )
    const before = ofOne.printers.waiting(printer!)
    ofOne.printers.print(printer!, jobOfBytes(1 << 20, 'b')).catch(() => {})
    t.equal(ofOne.printers.waiting(printer!), before + 1, 'another client has room')
    await ofOne.printers.close(0)
    const ofMany = filled((i) => `${i}`)
    await ofMany.printers.close(0)
    t.ok(ofMany.bytes > 48 << 20 && ofMany.bytes <= 64 << 20, `${ofMany.bytes} bytes`)
  },
)
