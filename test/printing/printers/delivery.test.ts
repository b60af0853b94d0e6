import t from 'tap'
import { type DeliveryPiece, deliveryInWords, nothing, PrintError } from '../../../src/printing/index.ts'
import { DeliveryProgress } from '../../../src/printing/printers/delivery.ts'
import { amountOf, pieceOf } from './example-jobs.ts'

/** Begins and finishes a piece. */
function sent(progress: DeliveryProgress, piece: DeliveryPiece): void {
  progress.begin(piece)
  progress.handOver(piece.bytes.length * piece.times)
  progress.finish()
}

t.test('progress: where a job goes on', async (t) => {
  const progress = new DeliveryProgress()
  t.equal(progress.delivery().from, 1, 'nothing is known of it yet')
  for (const row of [3, 5, 9]) sent(progress, pieceOf(row))
  t.same(progress.delivery(), { sent: amountOf(3), confirmed: nothing, from: 3 })
  progress.confirm(1)
  t.same(progress.delivery(), { sent: amountOf(3), confirmed: amountOf(1), from: 5 })
  progress.begin(pieceOf(12))
  progress.handOver(10)
  t.equal(progress.unconfirmed, 2)
  progress.confirm()
  t.same(progress.delivery(), { sent: { ...amountOf(3), bytes: 130 }, confirmed: amountOf(3), from: 12 })
  progress.handOver(30)
  progress.finish()
  progress.confirm()
  t.equal(progress.delivery().from, 13, 'the next row, as long as another piece may come')
  progress.end()
  t.same(progress.delivery(), { sent: amountOf(4), confirmed: amountOf(4), from: undefined })
})

t.test('progress: a row of several pieces goes on with itself until the last is confirmed', async (t) => {
  const progress = new DeliveryProgress()
  const part = { ...pieceOf(7), rows: { first: 7, last: 7, count: 0 } }
  sent(progress, part)
  progress.confirm()
  t.same(progress.delivery(), { sent: { ...amountOf(1), rows: 0 }, confirmed: { ...amountOf(1), rows: 0 }, from: 7 })
  sent(progress, pieceOf(7))
  progress.confirm()
  t.match(progress.delivery(), { confirmed: { rows: 1, labels: 4 }, from: 8 })
})

t.test('progress: the bytes of a piece are not kept until it is confirmed', async (t) => {
  const progress = new DeliveryProgress()
  const piece = { ...pieceOf(1) }
  sent(progress, piece)
  piece.bytes = new Uint8Array(0)
  progress.confirm()
  t.same(progress.delivery().confirmed, amountOf(1))
})

t.test('progress: in words', async (t) => {
  t.equal(deliveryInWords({ sent: nothing, confirmed: nothing, from: 1 }), 'nothing was sent')
  const one = { rows: 1, labels: 1, bytes: 1 }
  t.equal(
    deliveryInWords({ sent: amountOf(3), confirmed: one, from: 173 }),
    '6 labels (3 rows, 120 bytes) sent, 1 label (1 row, 1 byte) received',
  )
  const progress = new DeliveryProgress()
  progress.begin(pieceOf(7))
  const message = (): string => new PrintError('printer_timeout', 'it is silent', progress.delivery()).message
  t.equal(message(), 'it is silent; nothing was sent')
  progress.handOver(1)
  // a job that failed goes on; one that only was not confirmed would be printed twice
  t.match(message(), /^it is silent; .* received: go on from row 7$/)
})
