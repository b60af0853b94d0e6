import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { JobStore } from '../../../src/printing/index.ts'
import { checksumOf } from '../../../src/printing/store/job.ts'
import { migrate } from '../../../src/printing/store/migration.ts'
import { pieceValues } from '../../../src/printing/store/piece.ts'
import { migrations } from '../../../src/printing/store/schema.ts'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { testTime } from './example-store.ts'

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-migration-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  return join(folder, 'quietzone.sqlite')
}

const options = { most: 64 << 20, free: () => 1e12, clock: () => testTime, passed: () => 0 }

/** A database of version 3, with a job that is done and one that waits. */
function ofVersion3(path: string): void {
  const database = new Sqlite(path)
  migrate(database, { steps: migrations.slice(0, 3) })
  const names =
    'id, printer, state, labels, sent, confirmed, next, created, ended, by, client, key, reason, reprint_of, waits, style'
  for (const [id, state, ended] of [
    [1, 'done', testTime - 5000],
    [2, 'waiting', null],
  ] as const) {
    const values = [id, 'dock-3', state, 2, 0, 0, 1, testTime - 9000, ended, 'a', 'a', null, null, null, 1, 'style']
    const marks = '?, '.repeat(values.length)
    database.run(
      `INSERT INTO job (${names}, changed, checksum) VALUES (${marks}?, ?)`,
      ...values,
      id,
      checksumOf(...values),
    )
    database.run(
      'INSERT INTO piece (job, number, head, bytes, checksum) VALUES (?, ?, ?, ?, ?)',
      ...pieceValues(id, 0, pieceOf(1)),
    )
  }
  database.close()
}

t.test('a database of an older version is copied, and its jobs are those that they were', async (t) => {
  const path = file()
  ofVersion3(path)
  const before = readFileSync(path)
  const store = new JobStore(path, options)
  t.equal(store.migratedFrom, `${path}.v3`)
  t.ok(readFileSync(`${path}.v3`).equals(before), 'the copy is the file as it was')
  t.match(store.get(1), { state: 'done', ended: testTime - 5000, bytes: undefined })
  t.same(store.piece(2, 0), pieceOf(1))
  t.match(store.change(2, { state: 'printing' }), { state: 'printing', bytes: Number })
  t.match(store.finish(2, { state: 'done' }, 'forget'), { state: 'done', agesFrom: Number })
  store.forget(1000)
  t.same(
    store.list({ limit: 9 }).map(({ id }) => id),
    [2],
    'one that ended before ages too',
  )
  store.close()
  const again = new JobStore(path, options)
  t.equal(again.migratedFrom, undefined)
  t.match(again.get(2), { state: 'done' })
  again.close()
})

t.test('a newer database is refused in words that name its version and the copy, and is not touched', async (t) => {
  const path = file()
  ofVersion3(path)
  new JobStore(path, options).close()
  const newer = new Sqlite(path)
  newer.exec('PRAGMA user_version = 99')
  newer.close()
  const before = readFileSync(path)
  const message = /version 99.*up to 6.*quietzone\.sqlite\.v3/
  t.throws(() => new JobStore(path, options), { kind: 'newer', message })
  t.ok(readFileSync(path).equals(before))
  rmSync(`${path}.v3`)
  t.throws(() => new JobStore(path, options), { kind: 'newer', message: /there is no copy/ })
})

t.test('without its copy nothing is migrated', async (t) => {
  const path = file()
  ofVersion3(path)
  mkdirSync(`${path}.v3.draft`)
  t.throws(() => new JobStore(path, options), { kind: 'unwritable', message: /the copy before its migration/ })
  rmSync(`${path}.v3.draft`, { recursive: true, force: true })
  t.notOk(existsSync(`${path}.v3`))
  const database = new Sqlite(path)
  t.equal(database.number('PRAGMA user_version'), 3)
  database.close()
})

t.test('a database of another program is refused', async (t) => {
  const path = file()
  const other = new Sqlite(path)
  other.exec('CREATE TABLE place (id INTEGER); PRAGMA user_version = 3')
  other.close()
  t.throws(() => new JobStore(path, options), { kind: 'damaged', message: /another program/ })
})
