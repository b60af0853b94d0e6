import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type DeliveryPiece, type Job, JobStore } from '../../../src/printing/index.ts'
import { inLongRun, random } from '../../random.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { newJob, storeInMemory } from './example-store.ts'

const { between } = random('drafts')
const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, () => between(0, 255))
const piece = (row: number, bytes: Uint8Array): DeliveryPiece => ({ ...pieceOf(row), labels: 1, bytes })

/** Whether pieces are the same, without a look at each of a million bytes. */
function isSame({ bytes, ...about }: DeliveryPiece, { bytes: other, ...wanted }: DeliveryPiece): boolean {
  return Buffer.compare(bytes, other) === 0 && JSON.stringify(about) === JSON.stringify(wanted)
}

/** Accepts a job as it is accepted when it is ordered. */
async function ordered(store: JobStore, pieces: readonly DeliveryPiece[]): Promise<Job> {
  const job = newJob(pieces.length, { pieces: [] })
  return store.accept({ ...job, pieces: await store.draft(job, pieces) })
}

/** Counts the turns that others have while `work` goes on, and the most bytes that are written from one to the next. */
async function turnsDuring(store: JobStore, work: Promise<unknown>): Promise<{ turns: number; most: number }> {
  let [turns, most, before, isOver] = [0, 0, store.bytes, false]
  const others = async (): Promise<void> => {
    while (!isOver) {
      await new Promise(setImmediate)
      turns++
      most = Math.max(most, store.bytes - before)
      before = store.bytes
    }
  }
  const end = work.finally(() => {
    isOver = true
  })
  await Promise.all([end, others()])
  return { turns, most }
}

t.test('a job of 16 MB is written in turns, as many pieces or as one, and is what it was', inLongRun, async (t) => {
  const one = [piece(1, bytesOf(16 << 20))]
  const many = Array.from({ length: 8000 }, (_, i) => piece(i + 1, bytesOf(2000)))
  for (const pieces of [one, many]) {
    const store = new JobStore(':memory:', { most: 256 << 20, free: () => 1e12 })
    let job: Job | undefined
    const work = ordered(store, pieces).then((made) => {
      job = made
    })
    const { turns, most } = await turnsDuring(store, work)
    t.ok(turns > 30, `${turns} turns`)
    t.ok(most < 2 << 20, `${most} bytes at most from turn to turn`)
    t.match(job, { id: 1, state: 'waiting', labels: pieces.length })
    for (const number of new Set([0, pieces.length >> 1, pieces.length - 1]))
      t.ok(isSame(store.piece(1, number), pieces[number]!), `piece ${number}`)
    store.close()
  }
})

t.test('of many jobs that are written at once, one has a step in a turn', inLongRun, async (t) => {
  const store = new JobStore(':memory:', { most: 256 << 20, free: () => 1e12 })
  const pieces = Array.from({ length: 200 }, (_, i) => piece(i + 1, bytesOf(20_000)))
  const begun: Promise<Job>[] = []
  for (let i = 0; i < 8; i++) {
    begun.push(ordered(store, pieces))
    await new Promise(setImmediate)
  }
  const { most } = await turnsDuring(store, Promise.all(begun))
  t.ok(most < 1 << 20, `${most} bytes at most from turn to turn`)
  t.same(
    (await Promise.all(begun)).map(({ id }) => id).toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8],
  )
  store.close()
})

t.test('nobody sees a job that is not accepted, and it leaves nothing', inLongRun, async (t) => {
  const store = storeInMemory()
  const before = store.bytes
  const told: number[] = []
  store.onChange(({ id }) => told.push(id))
  const job = newJob(1, { pieces: [] })
  const draft = await store.draft(job, [piece(1, bytesOf(3 << 20))])
  t.ok(store.bytes > before + (3 << 20))
  t.same([store.get(1), store.list({ limit: 9 }), store.changedSince(0, 9), told], [undefined, [], [], []])
  t.equal(store.counts.get('waiting'), 0)
  store.discard(draft)
  t.ok(store.bytes < before + 20_000, `${store.bytes - before} bytes are left`)
  const failing = function* (): Generator<DeliveryPiece> {
    for (let row = 1; row < 9; row++) yield piece(row, bytesOf(1 << 20))
    throw new Error('on purpose')
  }
  await t.rejects(store.draft(job, failing()), { message: 'on purpose' })
  t.ok(store.bytes < before + 20_000, `${store.bytes - before} bytes are left of what could not be made`)
  const accepted = store.accept(newJob(1))
  t.same(
    [store.list({ limit: 9 }).map(({ id }) => id), told],
    [[accepted.id], [accepted.id]],
    'the numbers of drafts are not used again',
  )
  t.ok(accepted.id > 2)
  store.close()
})

t.test('what was half accepted when the service was killed is never printed', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-drafts-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const open = (): JobStore => new JobStore(join(folder, 'jobs.sqlite'), { most: 256 << 20, free: () => 1e12 })
  const killed = open()
  const before = killed.bytes
  let written = 0
  const pieces = function* (): Generator<DeliveryPiece> {
    for (; written < 9; written++) yield piece(written + 1, bytesOf(1 << 20))
    // the process ends here, as far as the database is concerned
    killed.database.close()
  }
  await t.rejects(killed.draft(newJob(9, { pieces: [] }), pieces()), { name: 'StateError' })
  const next = open()
  t.same(next.list({ limit: 9 }), [])
  t.same(next.inState('waiting'), [])
  t.equal(next.database.number('SELECT count(*) FROM piece'), 0)
  t.equal(next.database.number('SELECT count(*) FROM piece_part'), 0)
  t.ok(next.bytes < before + 20_000)
  next.close()
})

t.test('two requests of one key: the second is not accepted, whichever was written first', async (t) => {
  const store = storeInMemory()
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const job = newJob(1, { pieces: [] })
  const drafts = await Promise.all([1, 2].map((row) => store.draft(job, [piece(row, bytesOf(1 << 20))])))
  const first = store.accept({ ...job, pieces: drafts[1]!, request })
  t.throws(() => store.accept({ ...job, pieces: drafts[0]!, request }), {
    message: `job ${first.id} was accepted for the request's key`,
  })
  store.discard(drafts[0]!)
  t.same(
    store.list({ limit: 9 }).map(({ id }) => id),
    [first.id],
  )
  store.close()
})
