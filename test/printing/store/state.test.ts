import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { backup, JobStore, openState, StateError } from '../../../src/printing/index.ts'
import { owned } from '../../../src/printing/store/owner.ts'
import { inLongRun } from '../../random.ts'
import { pieceOf } from '../printers/example-jobs.ts'
import { newJob, testTime } from './example-store.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'quietzone-state-'))
  t.teardown(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const most = 64 << 20
const options = { most, lost: () => {} }

async function faultOf(work: Promise<unknown>): Promise<StateError> {
  const error = await work.catch((error: unknown) => error)
  if (error instanceof StateError) return error
  throw new Error(`no fault of the state: ${error}`)
}

/** The file of the owner. */
const ownerIn = (path: string): string => join(path, readdirSync(path).find((name) => name.startsWith('owner.'))!)

t.test('a folder has one owner, and is free when that has left', async (t) => {
  const path = folder()
  const first = await openState(path, options)
  t.match(await faultOf(openState(path, options)), { kind: 'owned', message: new RegExp(`process ${process.pid} on `) })
  first.store.accept(newJob(1))
  first.close()
  const second = await openState(path, options)
  t.equal(second.hasCrashed, false)
  t.equal(second.store.get(1)?.state, 'waiting')
  second.close()
  t.equal(readdirSync(path).filter((name) => name.startsWith('owner.')).length, 1, 'older files are removed')
})

t.test('a process that was killed blocks nobody, whoever has its number since', async (t) => {
  const path = folder()
  const first = await openState(path, options)
  first.store.accept(newJob(1))
  const owner = JSON.parse(readFileSync(ownerIn(path), 'utf8'))
  first.close()
  const write = (change: object): void => writeFileSync(ownerIn(path), JSON.stringify({ ...owner, ...change }))
  for (const change of [{ pid: 2 ** 22 + 1 }, { began: '1' }]) {
    write(change)
    const next = await openState(path, options)
    t.equal(next.hasCrashed, true, JSON.stringify(change))
    next.close()
  }
  writeFileSync(ownerIn(path), '')
  const next = await openState(path, options)
  t.equal(next.hasCrashed, true, 'a file that was never written')
  next.close()
})

t.test('an owner on another machine is watched: it is there while it touches its file', async (t) => {
  const path = folder()
  const silence = 400
  const first = await owned(path, { lost: () => {}, silence })
  const owner = JSON.parse(readFileSync(ownerIn(path), 'utf8'))
  writeFileSync(ownerIn(path), JSON.stringify({ ...owner, machine: 'another', host: 'another' }))
  t.match(await faultOf(owned(path, { lost: () => {}, silence })), { message: /on another/ })
  first.leave(true)
  writeFileSync(ownerIn(path), JSON.stringify({ ...owner, machine: 'another', host: 'another' }))
  const second = await owned(path, { lost: () => {}, silence })
  t.equal(second.isOrderly, false)
  second.leave(true)
})

t.test('an owner that another process has followed is told', async (t) => {
  const path = folder()
  const silence = 200
  let lose = (): void => {}
  const lost = new Promise<void>((resolve) => {
    lose = resolve
  })
  await owned(path, { lost: lose, silence })
  const owner = JSON.parse(readFileSync(ownerIn(path), 'utf8'))
  writeFileSync(ownerIn(path), JSON.stringify({ ...owner, began: 'before' }))
  const keep = setInterval(() => {}, 50)
  const second = await owned(path, { lost: () => {}, silence })
  await lost
  clearInterval(keep)
  second.leave(true)
  t.pass('it has ended')
})

t.test('what cannot be a state folder is said at once, and nothing is made', async (t) => {
  const parent = folder()
  const inside = (name: string): string => join(parent, name)
  writeFileSync(inside('file'), '')
  symlinkSync('nowhere', inside('link'))
  symlinkSync('circle', inside('circle'))
  mkdirSync(inside('real'))
  symlinkSync('real', inside('good'))
  for (const [path, message] of [
    [inside('file'), /^is not a folder$/],
    ['/dev/null', /^is not a folder$/],
    [inside('file/state'), /^cannot be made: \S+\/file is not a folder$/],
    ['/dev/null/state', /^cannot be made: \/dev\/null is not a folder$/],
    [inside('missing/state'), /^cannot be made: there is no folder \S+\/missing; make that one first$/],
    [inside('link'), /^is a link to something that is not there$/],
    [inside('link/state'), /^cannot be made: there is no folder \S+\/link/],
    [inside('circle'), /^cannot be made: too many symbolic links/],
    [inside('n'.repeat(300)), /^cannot be made: name too long/],
    ['/proc/quietzone', /^cannot be made: no such file/],
  ] as const) {
    t.match(await faultOf(openState(path, options)), { kind: 'unwritable', message }, path.slice(0, 80))
  }
  t.same(readdirSync(parent).sort(), ['circle', 'file', 'good', 'link', 'real'])
  t.same(readdirSync(inside('real')), [])
  const behind = await openState(inside('good'), options)
  behind.close()
  t.ok(readdirSync(inside('real')).includes('quietzone.sqlite'))
  const path = folder()
  writeFileSync(join(path, 'quietzone.sqlite'), 'not a database, but long enough to be looked into'.repeat(100))
  t.match(await faultOf(openState(path, options)), { kind: 'damaged', message: /put a backup in its place/ })
  t.equal(readFileSync(join(path, 'quietzone.sqlite'), 'latin1').length, 4900, 'it is not touched')
})

t.test('a damaged file is found at the start after a crash', inLongRun, async (t) => {
  const path = folder()
  const first = await openState(path, options)
  for (let i = 0; i < 200; i++) first.store.accept(newJob(1))
  first.close()
  const owner = JSON.parse(readFileSync(ownerIn(path), 'utf8'))
  const crashed = (): void =>
    writeFileSync(ownerIn(path), JSON.stringify({ ...owner, began: 'before', hasLeft: false, isOrderly: false }))
  crashed()
  const whole = await openState(path, options)
  whole.close()
  const fd = openSync(join(path, 'quietzone.sqlite'), 'r+')
  writeSync(fd, Buffer.alloc(3000, 0xff), 0, 3000, 4096 * 5 + 8)
  crashed()
  t.match(await faultOf(openState(path, options)), { kind: 'damaged' })
  t.match(
    await faultOf(openState(path, options)),
    { kind: 'damaged' },
    'a start that has failed does not make it whole',
  )
})

t.test('a bound of the disk: what is accepted stays, and the end of it is written', inLongRun, async (t) => {
  const path = folder()
  const store = new JobStore(join(path, 'small.sqlite'), { most: 2 << 20, free: () => 1e12 })
  const accepted: number[] = []
  for (;;) {
    try {
      accepted.push(store.accept(newJob(20, { client: `192.0.2.${accepted.length}` })).id)
    } catch (error) {
      t.match(error, { message: /QZ_STATE_MB/ })
      break
    }
  }
  t.ok(accepted.length > 20)
  for (const id of accepted) store.change(id, { state: 'printing' })
  for (const id of accepted) store.finish(id, { state: 'done' }, 'keep')
  t.equal(store.counts.get('done'), accepted.length)
  t.ok(store.accept(newJob(20)).id > 0, 'there is room again')
  store.close()
})

t.test('a backup is of one moment, whatever is written meanwhile', inLongRun, async (t) => {
  const path = folder()
  const { store, close } = await openState(path, options)
  const pieces = [{ ...pieceOf(1), bytes: new Uint8Array(4000) }, pieceOf(2)]
  for (let i = 0; i < 300; i++) store.accept(newJob(4, { pieces }))
  const copy = backup(store)
  const parts: Uint8Array[] = []
  for (let part = copy.next(); part !== undefined; part = copy.next()) {
    parts.push(part)
    store.finish(parts.length, { state: 'done' }, 'keep')
    for (let i = 0; i < 20; i++) store.accept(newJob(2))
  }
  copy.close()
  t.equal(
    parts.reduce((sum, { length }) => sum + length, 0),
    copy.length,
  )
  t.ok(parts.length > 1)
  const restored = join(folder(), 'copy.sqlite')
  for (const part of parts) appendFileSync(restored, part)
  const other = new JobStore(restored, { most, free: () => 1e12 })
  t.same(other.database.all('PRAGMA integrity_check'), [{ integrity_check: 'ok' }])
  t.same(
    [...other.counts].filter(([, count]) => count > 0),
    [['waiting', 300]],
  )
  t.equal(other.piece(300, 1).labels, 2)
  other.close()
  close()
})

const isRoot = process.getuid?.() === 0

t.test('a folder that cannot be written is said', { skip: isRoot && 'root may write everywhere' }, async (t) => {
  const path = folder()
  spawnSync('chmod', ['500', path])
  t.match(await faultOf(openState(path, options)), { kind: 'unwritable' })
  spawnSync('chmod', ['700', path])
})

t.test('a backup in its place is noted and begins another epoch; so does a new one where it has gone', async (t) => {
  const path = folder()
  const file = join(path, 'quietzone.sqlite')
  const first = await openState(path, options)
  const { epoch } = first.store
  t.same(first.notes, [])
  first.store.accept(newJob(1))
  first.close()
  const copy = readFileSync(file)
  const second = await openState(path, options)
  t.same([second.store.epoch, second.notes], [epoch, []], 'a restart is no other history')
  second.store.accept(newJob(1))
  second.close()
  writeFileSync(file, copy)
  const restored = await openState(path, options)
  t.match(restored.notes, [/is older than the last service has left it.*: 1 changes are missing/])
  const { epoch: ofBackup } = restored.store
  t.not(ofBackup, epoch)
  restored.close()
  writeFileSync(join(path, 'copy'), readFileSync(file))
  rmSync(file)
  renameSync(join(path, 'copy'), file)
  const moved = await openState(path, options)
  t.same(moved.notes, [], 'all changes are there')
  t.not(moved.store.epoch, ofBackup, 'what goes on from a copy may go on elsewhere too')
  moved.close()
  rmSync(file)
  const again = await openState(path, options)
  t.match(again.notes, [/has gone, which had \d+ bytes: a new one is begun/])
  again.close()
})

t.test('what is refused is refused by each start until a person has looked', async (t) => {
  const path = folder()
  const file = join(path, 'quietzone.sqlite')
  const first = await openState(path, options)
  first.store.accept(newJob(1))
  first.close()
  const whole = readFileSync(file)
  writeFileSync(file, '')
  for (let start = 0; start < 3; start++)
    t.match(await faultOf(openState(path, options)), { kind: 'damaged', message: /it is empty, and had \d+ bytes/ })
  writeFileSync(file, whole)
  const next = await openState(path, options)
  t.same([next.notes, next.store.get(1)?.state], [[], 'waiting'])
  next.close()
})

t.test('a clock that was set between two starts is said, and removes nothing', async (t) => {
  const path = folder()
  let clock = testTime
  const start = () => openState(path, { ...options, clock: () => clock, passed: () => 0 })
  const request = { client: 'a', key: 'k', fingerprint: 'f' }
  const first = await start()
  first.store.finish(first.store.accept(newJob(1, { request })).id, { state: 'done' }, { text: 'printed' })
  first.close()
  const day = 86_400_000
  for (const [set, said] of [
    [120 * day, 1],
    [-660_000, 1],
    [660_000, 0],
  ] as const) {
    clock += set
    const next = await start()
    t.equal(next.notes.length, said, `${set} ms`)
    while (next.store.forget(90 * day));
    t.equal(next.store.get(1)?.state, 'done')
    t.equal(next.store.known(request)?.answer, 'printed')
    next.close()
  }
})
