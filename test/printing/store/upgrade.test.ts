/** Upgrades and rollbacks with state on: from each version that there was, and back. */

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { Counters, openState, StateError } from '../../../src/printing/index.ts'
import { migrations } from '../../../src/printing/store/schema.ts'
import { newJob } from './example-store.ts'
import { landedVersions, plantDatabase, plantNewer } from './upgrade.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quietzone-upgrade-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const options = { most: 64 << 20, lost: () => {} }
const newest = migrations.length

async function faultOf(work: Promise<unknown>): Promise<StateError> {
  const error = await work.catch((error: unknown) => error)
  if (error instanceof StateError) return error
  throw new Error(`no fault of the state: ${error}`)
}

t.test('each version that there was has its database here', async (t) => {
  t.same(
    landedVersions,
    Array.from({ length: newest }, (_, i) => i + 1),
  )
})

for (const version of landedVersions) {
  t.test(`version ${version}: it is copied, and all that it has goes on`, async (t) => {
    const path = folder()
    const file = plantDatabase(path, version)
    const before = readFileSync(file)
    const { store, notes, close } = await openState(path, options)
    t.equal(existsSync(`${file}.v${version}`), version < newest)
    if (version < newest) {
      t.ok(readFileSync(`${file}.v${version}`).equals(before), 'the copy is the file as it was')
      t.match(notes, [new RegExp(`older version, of which quietzone\\.sqlite\\.v${version} is a copy`)])
    }
    t.same(
      store.list({ limit: 9 }).map(({ id, state, labels, printer }) => [id, state, labels, printer]),
      [
        [3, 'waiting', 3, 'lab'],
        [2, 'uncertain', 5, 'lab'],
        [1, 'done', 2, 'dock-3'],
      ],
    )
    t.match(store.get(2), {
      sent: 3,
      confirmed: 2,
      next: 3,
      reason: /was stopped/,
      printed: version < 5 ? undefined : 2,
    })
    for (let piece = 0; piece < 5; piece++) t.ok(store.piece(2, piece), `piece ${piece} is whole`)
    t.equal(store.known({ client: '192.0.2.7', key: 'order-4711' })?.job, 1, 'its key is known')
    t.match(store.change(3, { state: 'printing' }), { state: 'printing' })
    const counters = new Counters({ store })
    if (version > 1) t.match(counters.get('pallet'), { next: 3, width: 6, prefix: '0614141' })
    const index = "SELECT count(*) FROM sqlite_schema WHERE name = 'job_printer_state'"
    t.equal(store.database.number(index), 1)
    const { id } = store.accept(newJob(1))
    t.same(store.damage, [])
    close()
    const again = await openState(path, options)
    t.match(again.store.get(id), { state: 'waiting' })
    t.equal(again.hasCrashed, false)
    again.close()
  })
}

t.test('a newer database is named by its version and its copy, never called damaged, and not touched', async (t) => {
  for (const version of [newest + 1, 99, 2 ** 31 - 1]) {
    const path = folder()
    const file = plantDatabase(path, 4)
    const first = await openState(path, options)
    first.close()
    plantNewer(file, version)
    const before = readFileSync(file)
    const known = `version ${version}, which a newer quietzone has written, and this program knows versions up to ${newest}`
    const refused = await faultOf(openState(path, options))
    t.equal(refused.kind, 'newer')
    t.match(refused.message, `${known}: start the newer one again, or go back to quietzone.sqlite.v4, the copy`)
    t.notMatch(refused.message, /damaged|move it away/)
    t.ok(readFileSync(file).equals(before))
    rmSync(`${file}.v4`)
    t.match((await faultOf(openState(path, options))).message, `${known}: start the newer one again; there is no copy`)
  }
})

t.test('a rollback starts from the copy, and knows that it is older', async (t) => {
  const path = folder()
  const file = plantDatabase(path, 3)
  const { store, close } = await openState(path, options)
  const { id } = store.accept(newJob(1))
  close()
  copyFileSync(`${file}.v3`, file)
  for (const kind of ['-wal', '-shm']) rmSync(`${file}${kind}`, { force: true })
  const back = await openState(path, options)
  t.equal(back.store.get(id), undefined)
  t.match(back.store.get(2), { state: 'uncertain' })
  t.ok(back.notes.length > 0, back.notes.join('; '))
  back.close()
})
