import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type DeliveryPiece, JobStore, Jobs, type KeptPiece, StateError } from '../../../src/printing/index.ts'
import { styleOf } from '../../../src/printing/store/job.ts'
import { all, inLongRun, random } from '../../random.ts'
import { dock, pieceOf } from '../printers/example-jobs.ts'
import { newJob, printersThatWait } from './example-store.ts'

const { between } = random('room')
const mega = 1 << 20
const kept = (piece: DeliveryPiece): KeptPiece => ({ ...piece, kept: 0, piece: () => piece })
const large = (bytes: number): DeliveryPiece => ({
  ...pieceOf(1),
  labels: 1,
  bytes: new Uint8Array(bytes).fill(between(1, 255)),
})

/** Jobs in a file, of a printer that takes none. */
function shop(most: number) {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-room-'))
  const file = join(folder, 'jobs.sqlite')
  const open = (): JobStore => new JobStore(file, { most, free: () => 1e12 })
  const store = open()
  const jobs = new Jobs({
    store,
    printers: printersThatWait([dock]),
    answerTo: () => undefined,
    record: () => {},
    log: () => {},
  })
  const order = (client: string, bytes: number) =>
    jobs.order({ printer: dock, client, by: client, pieces: [kept(large(bytes))] })
  t.teardown(async () => {
    await jobs.close(0)
    store.close()
    rmSync(folder, { recursive: true })
  })
  return { store, jobs, order, open }
}

const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof StateError ? error.kind : String(error)),
  )

/** Orders of a client until one is refused. @returns why */
async function filled(order: () => Promise<unknown>): Promise<string> {
  for (;;) {
    const kind = await kindOf(order())
    if (kind !== 'accepted') return kind
  }
}

t.test('a client that fills the state has half of it at most, and another prints', inLongRun, async (t) => {
  const most = (all ? 1024 : 48) * mega
  const { store, order } = shop(most)
  t.equal(await filled(() => order('greedy', between(1, 3) * mega)), 'share')
  t.ok(store.bytes < 0.56 * most && store.bytes > 0.35 * most, `${store.bytes} of ${most} bytes`)
  for (let i = 0; i < 4; i++) t.equal(await kindOf(order('other', mega)), 'accepted', `job ${i} of another client`)
  t.equal(await kindOf(order('greedy', 3 * mega)), 'share', 'nor is there more for the first')
  t.equal(await filled(() => order('other', mega)), 'share')
  t.equal(await kindOf(order('third', mega)), 'accepted')
})

t.test('what ends is given back, and what goes on again is counted', inLongRun, async (t) => {
  const { jobs, order } = shop(32 * mega)
  const first = await order('a', 8 * mega)
  t.equal(await kindOf(order('a', 8 * mega)), 'share')
  jobs.cancel(first.id)
  const second = await order('a', 8 * mega)
  await t.rejects(jobs.resume(first.id), { name: 'StateError', kind: 'share' })
  jobs.cancel(second.id)
  t.match(await jobs.resume(first.id), { state: 'waiting' })
  t.equal(await kindOf(order('a', 8 * mega)), 'share')
})

t.test('a start counts what is there', inLongRun, async (t) => {
  const { store, order, open } = shop(32 * mega)
  await order('a', 8 * mega)
  store.database.close()
  const next = open()
  t.throws(() => next.accept(newJob(1, { client: 'a', pieces: [large(8 * mega)] })), {
    name: 'StateError',
    kind: 'share',
  })
  t.equal(next.accept(newJob(1, { client: 'b', pieces: [large(8 * mega)] })).state, 'waiting')
  next.close()
})

t.test('a reprint refers to what it repeats, and keeps it', inLongRun, async (t) => {
  const { store, jobs } = shop(48 * mega)
  const pieces = Array.from({ length: 8 }, (_, i) => ({
    ...large(mega),
    rows: { first: i + 1, last: i + 1, count: 1 },
  }))
  const original = store.accept(newJob(8, { style: styleOf(dock), client: 'a', pieces }))
  store.finish(original.id, { state: 'done' }, 'forget')
  const before = store.bytes
  const by = { by: 'a', client: 'a' }
  const again = await jobs.reprint(original.id, by)
  const part = await jobs.reprint(again.id, { ...by, from: 3, to: 5 })
  t.ok(store.bytes < before + mega / 4, `${store.bytes - before} bytes more`)
  t.equal(Buffer.compare(store.piece(again.id, 7).bytes, pieces[7]!.bytes), 0)
  t.equal(Buffer.compare(store.piece(part.id, 0).bytes, pieces[2]!.bytes), 0)
  t.match(part, { labels: 3, reprintOf: again.id })
  await t.rejects(
    jobs.reprint(again.id, { by: 'a', client: 'a' }).then(() => jobs.reprint(again.id, by)),
    {
      name: 'StateError',
      kind: 'share',
    },
  )
  while (store.forget(-1));
  t.match(store.get(original.id), { state: 'done' }, 'what a job repeats is not forgotten')
  // others need the room: what a job that has not ended repeats stays
  for (let i = 0; i < 40; i++) {
    const { id } = store.accept(newJob(1, { client: 'b', pieces: [large(mega)] }))
    store.finish(id, { state: 'done' }, 'forget')
  }
  t.equal(Buffer.compare(store.piece(again.id, 7).bytes, pieces[7]!.bytes), 0)
  for (const { id } of store.list({ limit: 99 })) {
    if (store.get(id)!.state === 'waiting') jobs.cancel(id)
  }
  for (let i = 0; i < 60; i++) {
    const { id } = store.accept(newJob(1, { client: 'b', pieces: [large(mega)] }))
    store.finish(id, { state: 'done' }, 'forget')
  }
  t.same([store.heads(original.id), store.heads(again.id), store.heads(part.id)], [[], [], []])
  await t.rejects(jobs.reprint(again.id, by), { code: 'job_state', message: /not kept any more/ })
  while (store.forget(-1));
  t.same(store.list({ limit: 99 }), [])
})

t.test('a piece that a reprint refers to, and that is not as it was written, is not printed', async (t) => {
  const { store, jobs } = shop(32 * mega)
  const original = store.accept(newJob(1, { style: styleOf(dock), pieces: [large(mega)] }))
  store.finish(original.id, { state: 'done' }, 'forget')
  const again = await jobs.reprint(original.id, { by: 'a', client: 'a' })
  t.equal(store.piece(again.id, 0).bytes.length, mega)
  store.database.run('UPDATE piece_part SET bytes = zeroblob(length(bytes)) WHERE part = 2')
  t.throws(() => store.piece(again.id, 0), { name: 'StateError', kind: 'damaged' })
  store.database.run('UPDATE piece SET of_number = 1 WHERE job = ?', again.id)
  t.throws(() => store.piece(again.id, 0), { name: 'StateError', kind: 'damaged' })
})
