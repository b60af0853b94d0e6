import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import {
  Counters,
  type DeliveryPiece,
  type JobStore,
  jobStates,
  openState,
  StateError,
  type StateFolder,
  verification,
} from '../../../src/printing/index.ts'
import { Sqlite } from '../../../src/printing/store/sqlite.ts'
import { inLongRun, long, random } from '../../random.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { newJob, testTime } from './example-store.ts'

const { between } = random('damage')
const options = { most: 64 << 20, lost: () => {}, clock: () => testTime, passed: () => 0 }
const names = ['quietzone.sqlite', 'owner.1'] as const

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quietzone-damage-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** All that a service would find in a store, through each of its indexes. */
function contentOf(store: JobStore): string {
  const jobs = store.list({ limit: 1000 })
  const pieces = jobs.map(({ id }) =>
    store.heads(id).map(({ number }) => Buffer.from(store.piece(id, number).bytes).toString('base64')),
  )
  const known = jobs.map(({ idempotencyKey }) => store.known({ client: 'a', key: idempotencyKey ?? '' }))
  const inState = jobStates.map((state) => store.inState(state))
  const ofPrinter = ['dock-3', 'lab'].map((printer) => store.list({ limit: 1000, printer }))
  const counters = new Counters({ store }).list()
  const changes = store.changedSince(0, 1000)
  return JSON.stringify({ jobs, pieces, known, inState, ofPrinter, counters, changes, counts: [...store.counts] })
}

/** A folder whose last service has ended in order, and what was in it. */
async function filled(): Promise<{ readonly path: string; readonly content: string }> {
  const path = folder()
  const { store, close } = await openState(path, options)
  new Counters({ store }).set('pallet', { start: 7 })
  for (let i = 0; i < 60; i++) {
    const pieces = Array.from({ length: between(1, 4) }, (_, row): DeliveryPiece => {
      const bytes = Uint8Array.from({ length: between(10, i === 7 ? 400_000 : 6000) }, () => between(0, 255))
      return { ...pieceOf(row + 1), labels: 1, bytes }
    })
    const request = { client: 'a', key: `key-${i}`, fingerprint: 'f' }
    const { id } = store.accept(newJob(pieces.length, { pieces, request, printer: i % 2 === 0 ? 'lab' : 'dock-3' }))
    if (i % 3 > 0) store.finish(id, { state: i % 3 === 1 ? 'done' : 'failed' }, { text: 'an answer' })
  }
  const content = contentOf(store)
  close()
  return { path, content }
}

/** Opens the folder and looks at all of it. @returns how the damage was told; `silent` if it was not, `none` if there is none */
async function toldBy(path: string, content: string): Promise<string> {
  let state: StateFolder
  try {
    state = await openState(path, options)
  } catch (error) {
    return error instanceof StateError ? error.kind : `thrown: ${error}`
  }
  const { store, notes, close } = state
  try {
    for (const _ of verification(store));
    if (store.damage.length > 0) return 'found'
    if (notes.length > 0) return 'noted'
    return contentOf(store) === content ? 'none' : 'silent'
  } catch (error) {
    return error instanceof StateError && error.kind === 'damaged' ? 'found' : `thrown: ${error}`
  } finally {
    close()
  }
}

/** Files that are no database of this program. */
function foreign(path: string): Buffer {
  const other = join(path, 'other.sqlite')
  switch (between(0, 3)) {
    case 0:
      return Buffer.alloc(0)
    case 1:
      return Buffer.from(Array.from({ length: between(1, 20_000) }, () => between(0, 255)))
    case 2:
      return Buffer.alloc(between(1, 20_000))
    default: {
      const database = new Sqlite(other)
      database.exec(`CREATE TABLE place (name TEXT); PRAGMA user_version = ${between(0, 5)}`)
      if (between(0, 1) === 0) database.exec('PRAGMA journal_mode = delete')
      database.close()
      const bytes = readFileSync(other)
      rmSync(other)
      return bytes
    }
  }
}

t.test('a file that is cut, zeroed or foreign is told, at whatever place', inLongRun, async (t) => {
  const { path, content } = await filled()
  const whole = readFileSync(join(path, names[0]))
  const kinds = {
    cut: () => whole.subarray(0, between(0, whole.length - 1)),
    zeroed: () => {
      const length = between(0, 1) === 0 ? between(512, 20_000) : 4096 * between(1, 3)
      const last = whole.length - length
      const at = between(0, 1) === 0 ? between(0, last) : 4096 * between(0, Math.floor(last / 4096))
      return Buffer.from(whole).fill(0, at, at + length)
    },
    foreign: () => foreign(path),
  }
  for (const [kind, damaged] of Object.entries(kinds)) {
    const counts: Record<string, number> = {}
    for (let i = 0; i < (long ? 200 : 24); i++) {
      const copy = folder()
      for (const name of names) copyFileSync(join(path, name), join(copy, name))
      const bytes = damaged()
      writeFileSync(join(copy, names[0]), bytes)
      const told = await toldBy(copy, content)
      counts[told] = (counts[told] ?? 0) + 1
      if (told === 'silent' || told.startsWith('thrown')) t.fail(`${kind} ${i}: ${told}`)
      if (told === 'damaged')
        t.ok(readFileSync(join(copy, names[0])).equals(bytes), `${kind} ${i}: what is refused is not touched`)
      rmSync(copy, { recursive: true })
    }
    t.comment(`${kind}: ${JSON.stringify(counts)}`)
    t.ok((counts.damaged ?? 0) > 0)
  }
})
