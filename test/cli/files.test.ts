/** What a killed batch leaves, and what the next one does about it. */

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isTemporary, temporaryName, writerOf } from '../../src/cli/files.ts'
import { inLongRun } from '../random.ts'
import { ended, started } from './program.ts'
import { quietzone } from './quietzone.ts'

const labels = ['batch', '-', '--as', 'label', '-t', 'qr', '-s', '2x1']
const partsIn = (folder: string): string[] => readdirSync(folder).filter(isTemporary)

/** A batch whose input has not ended, when it has begun to write in `cwd`. */
async function writing(cwd: string, output: string): Promise<ChildProcess> {
  const before = partsIn(cwd).length
  const watcher = watch(cwd)
  const child = started([...labels, '-o', output], {}, cwd)
  child.stdin!.write('text\nA\n')
  while (partsIn(cwd).length === before) await once(watcher, 'change')
  watcher.close()
  return child
}

t.test('the next batch removes what a killed one has left, and nothing of one that runs', inLongRun, async (t) => {
  const cwd = t.testdir()
  const running = await writing(cwd, 'other.pdf')
  const [kept] = partsIn(cwd)
  const killed = await writing(cwd, 'all.pdf')
  const [left] = partsIn(cwd).filter((name) => name !== kept)
  killed.kill('SIGKILL')
  await once(killed, 'close')
  t.same(partsIn(cwd).length, 2)

  const next = await quietzone([...labels, '-o', 'all.pdf'], { cwd, input: 'text\nB\n' })
  t.equal(next.code, 0)
  t.match(next.stderr, `.: removed 1 file that a killed run had left: ${left}\n`)
  t.same(partsIn(cwd), [kept])
  const quiet = await quietzone([...labels, '-o', '.'], { cwd, input: 'text\nB\n' })
  t.notMatch(quiet.stderr, 'quietzone-', 'nothing to tell of one that runs')
  const end = ended(running)
  running.stdin!.end()
  t.equal((await end).code, 0)
  t.same(readdirSync(cwd).toSorted(), ['000002.pdf', 'all.pdf', 'other.pdf'])
})

t.test('a file of which it is not known who writes it is named, and stays', async (t) => {
  const old = '.quietzone-5e0f1ad4-3f5b-4b55-8c3f-0123456789ab.part'
  const elsewhere = temporaryName().replace(/^(\.quietzone-)[\da-f]{8}/, '$100000000')
  const cwd = t.testdir()
  for (const name of [old, elsewhere]) writeFileSync(join(cwd, name), 'half')
  const { code, stderr } = await quietzone([...labels, '-o', 'all.pdf'], { cwd, input: 'text\nB\n' })
  t.equal(code, 0)
  t.match(
    stderr,
    /^\.: 2 files that a killed run may have left: \.quietzone-.*, \.quietzone-.*; remove them if no run/m,
  )
  t.same(partsIn(cwd).toSorted(), [old, elsewhere].toSorted())
})

t.test('the name says the process: its number alone is not enough', (t) => {
  const name = temporaryName()
  t.ok(isTemporary(name))
  t.equal(writerOf(name), 'running')
  const [, world, since] = /^\.quietzone-([\da-f]{32}-\d+)-\d+-(\d+)-/.exec(name)!
  const named = (owner: string): string => `.quietzone-${owner}-x.part`
  t.equal(writerOf(named(`${world}-${process.pid}-${since}`)), 'running')
  t.equal(writerOf(named(`${world}-${process.pid}-${Number(since) + 1}`)), 'gone', 'another process had that number')
  t.equal(writerOf(named(`${world}-999999999-${since}`)), 'gone')
  t.equal(writerOf(named(`${world!.replace(/^.{8}/, '00000000')}-${process.pid}-${since}`)), 'unknown')
  t.equal(writerOf('.quietzone-x.part'), 'unknown')
  t.end()
})
