import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type Job, type JobState, JobStore, StateError } from '../../../src/printing/index.ts'
import { damagedReason } from '../../../src/printing/store/job.ts'
import { migrate } from '../../../src/printing/store/migration.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { newJob, storeInMemory, testTime } from './example-store.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quietzone-store-'))
  t.teardown(() => rmSync(made, { recursive: true }))
  return made
}

const kindOf = (work: () => unknown): string => {
  try {
    work()
    return 'done'
  } catch (error) {
    return error instanceof StateError ? error.kind : String(error)
  }
}

t.test('a job is read as it was written, by another start too', async (t) => {
  const file = join(folder(), 'jobs.sqlite')
  const options = { most: 64 << 20, free: () => 1e12, clock: () => testTime }
  const store = new JobStore(file, options)
  const request = { client: '192.0.2.7', key: 'k', fingerprint: 'f' }
  const frame = {
    first: new Uint8Array([1]),
    next: new Uint8Array(),
    between: new Uint8Array([2, 3]),
    last: new Uint8Array([4]),
  }
  const pieces = [
    { ...pieceOf(1), frame },
    { ...pieceOf(2), count: { at: 3, length: 1 } },
  ]
  const job = store.accept(newJob(4, { pieces, request, reason: 'Ausschuß „ß“', reprintOf: 7 }))
  t.match(job, { id: 1, state: 'waiting', labels: 4, sent: 0, confirmed: 0, next: 1, created: testTime, reprintOf: 7 })
  t.same(job.idempotencyKey, 'k')
  const changed = store.change(job.id, { state: 'printing', sent: 2 })
  store.close()
  const again = new JobStore(file, options)
  t.same(again.get(1), changed)
  t.same(
    [0, 1].map((number) => again.piece(1, number)),
    pieces,
  )
  t.match(again.heads(1), [
    { number: 0, labels: 2 },
    { number: 1, labels: 2, count: { at: 3, length: 1 } },
  ])
  t.same(again.known(request), { fingerprint: 'f', job: 1, answer: undefined })
  t.equal(again.counts.get('printing'), 1)
  t.equal(again.changed, 2)
  t.equal(again.accept(newJob(1)).id, 2)
  again.close()
})

t.test('newest first, by printer and state, page by page', async (t) => {
  const store = storeInMemory()
  for (let i = 0; i < 30; i++) {
    const { id } = store.accept(newJob(1, { printer: i % 3 === 0 ? 'a' : 'b' }))
    if (i % 2 === 0) store.finish(id, { state: 'done' }, 'forget')
  }
  const ids = (jobs: readonly Job[]): readonly number[] => jobs.map(({ id }) => id)
  t.same(ids(store.list({ limit: 3 })), [30, 29, 28])
  t.same(ids(store.list({ limit: 3, before: 28 })), [27, 26, 25])
  t.same(ids(store.list({ limit: 100, printer: 'a' })), [28, 25, 22, 19, 16, 13, 10, 7, 4, 1])
  t.same(ids(store.list({ limit: 100, printer: 'a', state: 'done' })), [25, 19, 13, 7, 1])
  t.same(ids(store.inState('waiting')).slice(0, 3), [2, 4, 6])
  t.same(
    [...store.counts].filter(([, count]) => count > 0),
    [
      ['waiting', 15],
      ['done', 15],
    ] satisfies [JobState, number][],
  )
  store.close()
})

t.test('a row that is not as it was written is told, and is not among those that are printed', async (t) => {
  const store = storeInMemory()
  const [first, second] = [store.accept(newJob(2)), store.accept(newJob(2))]
  store.database.run('UPDATE job SET labels = 3 WHERE id = ?', first.id)
  store.database.run("UPDATE piece SET bytes = x'00' WHERE job = ? AND number = 1", second.id)
  t.match(store.get(first.id), { state: 'failed', reason: damagedReason })
  t.same(
    store.inState('waiting').map(({ id }) => id),
    [second.id],
  )
  t.equal(
    kindOf(() => store.change(first.id, { state: 'waiting' })),
    'damaged',
  )
  t.equal(store.piece(second.id, 0).labels, 1)
  t.equal(
    kindOf(() => store.piece(second.id, 1)),
    'damaged',
  )
  t.equal(
    kindOf(() => store.piece(second.id, 2)),
    'damaged',
  )
  store.close()
})

t.test('changes are told once they are written, and can be asked for since any of them', async (t) => {
  const store = storeInMemory()
  const told: string[] = []
  const end = store.onChange(({ id, state }) => told.push(`${id} ${state}`))
  const [first, second] = [store.accept(newJob(1)), store.accept(newJob(1))]
  const before = store.changed
  store.change(first.id, { state: 'printing' })
  store.finish(first.id, { state: 'done' }, 'forget')
  t.throws(() =>
    store.together(() => {
      store.change(second.id, { state: 'printing' })
      throw new Error('on purpose')
    }),
  )
  end()
  store.change(second.id, { state: 'cancelled' })
  t.same(told, ['1 waiting', '2 waiting', '1 printing', '1 done'])
  t.same(
    store.changedSince(before, 10).map(({ job }) => [job.id, job.state]),
    [
      [1, 'done'],
      [2, 'cancelled'],
    ],
  )
  t.same(
    store.changedSince(0, 1).map(({ job }) => job.id),
    [1],
  )
  t.same(store.changedSince(store.changed, 10), [])
  store.close()
})

t.test('a key is known from the order on, until ten minutes after its job', async (t) => {
  let [clock, now] = [testTime, 0]
  const store = storeInMemory({ clock: () => clock, passed: () => now })
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const { id } = store.accept(newJob(1, { request }))
  now += 3_600_000
  t.match(store.known(request), { job: id, answer: undefined })
  t.equal(store.known({ ...request, client: 'b' }), undefined)
  store.finish(id, { state: 'done' }, { text: 'printed' })
  now += 599_000
  for (const set of [120 * 86_400_000, -660_000, 660_000]) {
    clock = testTime + set
    store.lookAtClock()
    store.forget(86_400_000)
    t.equal(store.known(request)?.answer, 'printed', `the clock was set by ${set} ms`)
  }
  now += 2000
  t.equal(store.known(request), undefined)
  const second = store.accept(newJob(1, { request }))
  store.finish(second.id, { state: 'failed' }, 'forget')
  t.equal(store.known(request), undefined, 'nothing was sent: the key is free again')
  store.close()
})

t.test('labels of jobs that have ended make room; where none have, the order is refused', async (t) => {
  const most = 8 << 20
  const store = new JobStore(':memory:', { most, free: () => 1e12, clock: () => testTime })
  let clients = 0
  const large = (): Job => {
    const pieces = [{ ...pieceOf(1), bytes: new Uint8Array(1 << 20) }]
    return store.accept(newJob(1, { client: `192.0.2.${++clients}`, pieces }))
  }
  const ended = [large(), large()]
  for (const { id } of ended) store.finish(id, { state: 'done' }, 'forget')
  const waiting = Array.from({ length: 5 }, large)
  t.same(
    ended.map(({ id }) => store.heads(id).length),
    [0, 1],
    'the oldest labels have gone, and no more than had to',
  )
  t.same(
    ended.map(({ id }) => store.get(id)?.state),
    ['done', 'done'],
    'they have not',
  )
  t.equal(kindOf(large), 'share')
  t.same(store.list({ limit: 9 }).length, 7)
  store.finish(waiting[0]!.id, { state: 'cancelled' }, 'forget')
  t.equal(large().state, 'waiting')
  store.close()
})

t.test('an order is refused before the disk is full', async (t) => {
  let free = 9 << 20
  const store = new JobStore(':memory:', { most: 64 << 20, free: () => free })
  t.equal(store.accept(newJob(1)).id, 1)
  free = 7 << 20
  t.equal(
    kindOf(() => store.accept(newJob(1))),
    'full',
  )
  store.change(1, { state: 'printing' })
  store.close()
})

t.test('old jobs that have ended are forgotten, whatever the clock does', async (t) => {
  let [clock, now] = [testTime, 0]
  const store = storeInMemory({ clock: () => clock, passed: () => now })
  const old = store.accept(newJob(1))
  store.finish(old.id, { state: 'done' }, 'forget')
  store.accept(newJob(1))
  clock -= 86_400_000
  now += 2000
  const earlier = store.accept(newJob(1))
  store.finish(earlier.id, { state: 'failed' }, 'forget')
  t.ok(earlier.id > old.id && earlier.created < old.created, 'a clock that goes back changes no order')
  t.equal(store.forget(3000), false)
  t.same(
    store.list({ limit: 9 }).map(({ id }) => id),
    [3, 2, 1],
  )
  store.forget(1000)
  t.same(
    store.list({ limit: 9 }).map(({ id }) => id),
    [3, 2],
  )
  now += 2000
  store.forget(1000)
  t.same(
    store.list({ limit: 9 }).map(({ id }) => id),
    [2],
  )
  t.equal(store.database.number('SELECT count(*) FROM piece'), 1)
  store.close()
})

t.test('a database of a newer program is not touched', async (t) => {
  const store = storeInMemory()
  store.database.exec('PRAGMA user_version = 99')
  t.throws(() => migrate(store.database), /version 99/)
  store.close()
})

t.test('a step of a migration is done whole or not at all', async (t) => {
  const store = storeInMemory()
  const version = store.database.number('PRAGMA user_version')
  const known = Array.from({ length: version }, () => '')
  const failing = 'CREATE TABLE other (id INTEGER); CREATE TABLE job (id INTEGER)'
  t.throws(() => migrate(store.database, { steps: [...known, failing] }))
  t.equal(store.database.number('PRAGMA user_version'), version)
  migrate(store.database, { steps: [...known, 'CREATE TABLE other (id INTEGER)'] })
  t.equal(store.database.number('PRAGMA user_version'), version + 1)
  store.close()
})
