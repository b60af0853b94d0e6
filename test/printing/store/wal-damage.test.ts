/**
 * The WAL of a service that was killed, cut or overwritten at random places: what was in the database's file is there, or a person is told;
 * nothing is begun anew.
 */

import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { type JobStore, openState, StateError, type StateFolder, verification } from '../../../src/printing/index.ts'
import { databaseName } from '../../../src/printing/store/state.ts'
import { inLongRun, long, random } from '../../random.ts'
import { newJob, testTime } from './example-store.ts'

const { between } = random('wal')
const options = { most: 64 << 20, lost: () => {}, clock: () => testTime, passed: () => 0 }
const [file, wal] = [databaseName, `${databaseName}-wal`]

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quietzone-wal-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** All jobs up to a number, with what is printed of them. */
function jobsTo(store: JobStore, last: number): string {
  const jobs = store.list({ limit: 1000 }).filter(({ id }) => id <= last)
  const pieces = jobs.map(({ id }) =>
    store.heads(id).map(({ number }) => Buffer.from(store.piece(id, number).bytes).toString('base64')),
  )
  return JSON.stringify([jobs, pieces])
}

/** The files of a service that is killed, as they are on the disk at that moment. */
interface Killed {
  readonly path: string
  /** The last job that was answered before the last checkpoint; and the last of all. */
  readonly checkpointed: number
  readonly answered: number
  readonly content: string
}

/** A service that takes jobs, and is killed some of them after a checkpoint: a commit is on the disk when it returns. */
async function killed(): Promise<Killed> {
  const running = folder()
  const { store, close } = await openState(running, options)
  store.database.exec('PRAGMA wal_autocheckpoint = 0')
  const take = (count: number): number => {
    let last = 0
    for (let i = 0; i < count; i++) {
      const { id } = store.accept(newJob(between(1, 4)))
      if (between(0, 2) === 0) store.finish(id, { state: 'done', sent: 1, confirmed: 1, printed: 1 }, 'forget')
      last = id
    }
    return last
  }
  const checkpointed = take(between(5, 30))
  store.database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const content = jobsTo(store, checkpointed)
  // what comes after leaves these jobs as they are
  const answered = take(between(5, 60))
  const path = folder()
  for (const name of readdirSync(running).filter((each) => !each.endsWith('.lock')))
    copyFileSync(join(running, name), join(path, name))
  const [owner] = readdirSync(path).filter((name) => name.startsWith('owner.'))
  const written = JSON.parse(readFileSync(join(path, owner!), 'utf8'))
  writeFileSync(join(path, owner!), JSON.stringify({ ...written, pid: 2 ** 22 + 1 }))
  close()
  return { path, checkpointed, answered, content }
}

/** Cuts or overwrites the WAL. @returns how */
function damagedWal(path: string): string {
  const place = join(path, wal)
  const bytes = readFileSync(place)
  const at = between(0, bytes.length - 1)
  switch (between(0, 3)) {
    case 0:
      truncateSync(place, at)
      return `cut at ${at} of ${bytes.length}`
    case 1:
      rmSync(place)
      return 'removed'
    case 2: {
      const length = Math.min(between(1, 9000), bytes.length - at)
      writeFileSync(place, Buffer.from(bytes).fill(0, at, at + length))
      return `zeroed from ${at}, ${length} bytes of ${bytes.length}`
    }
    default:
      writeFileSync(place, Buffer.from(bytes).fill(between(1, 255), at, Math.min(bytes.length, at + between(1, 64))))
      return `overwritten at ${at} of ${bytes.length}`
  }
}

/** What is found in the folder, as the next start has it. */
async function found(path: string, killed: Killed): Promise<string> {
  let state: StateFolder
  try {
    state = await openState(path, options)
  } catch (error) {
    return error instanceof StateError ? `refused: ${error.kind}` : `thrown: ${error}`
  }
  const { store, close, hasCrashed, notes } = state
  const isNoted = notes.some((note) => note.includes('changes are missing'))
  try {
    for (const _ of verification(store));
    if (store.damage.length > 0) return 'told'
    if (!hasCrashed) return 'taken for one that was left in order'
    if (jobsTo(store, killed.checkpointed) !== killed.content) return 'lost silently'
    const jobs = store.list({ limit: 1000 }).length
    if (jobs === killed.answered) return 'whole'
    return jobs > killed.answered ? `${jobs} jobs` : isNoted ? 'the last are missing, and told' : 'the last are missing'
  } finally {
    close()
  }
}

t.test(
  'a WAL that was cut or overwritten: nothing from before the checkpoint is lost silently',
  inLongRun,
  async (t) => {
    const counts: Record<string, number> = {}
    for (let i = 0; i < (long ? 20 : 2); i++) {
      const service = await killed()
      for (let j = 0; j < (long ? 10 : 6); j++) {
        const copy = folder()
        for (const name of readdirSync(service.path)) copyFileSync(join(service.path, name), join(copy, name))
        // the first as it is
        const how = j === 0 ? 'as it was' : damagedWal(copy)
        const told = await found(copy, service)
        counts[told] = (counts[told] ?? 0) + 1
        if (j === 0) t.equal(told, 'whole', how)
        if (!/^(whole|the last are missing(, and told)?|told|refused: damaged)$/.test(told))
          t.fail(`${i}, ${how}: ${told}`)
        rmSync(copy, { recursive: true })
      }
      rmSync(service.path, { recursive: true })
    }
    t.comment(JSON.stringify(counts))
    const missing = Object.keys(counts).filter((told) => told.startsWith('the last are missing'))
    t.ok(missing.length > 0, 'cuts were felt')
  },
)

t.test('a WAL without its database, and a database that is empty beside its WAL, are refused', async (t) => {
  const service = await killed()
  for (const how of ['empty', 'zeroed'] as const) {
    const copy = folder()
    for (const name of readdirSync(service.path)) copyFileSync(join(service.path, name), join(copy, name))
    const { length } = readFileSync(join(copy, file))
    writeFileSync(join(copy, file), how === 'empty' ? '' : Buffer.alloc(length))
    t.equal(await found(copy, service), 'refused: damaged', how)
    t.ok(readdirSync(copy).includes(wal), `${how}: nothing is touched`)
  }
})
