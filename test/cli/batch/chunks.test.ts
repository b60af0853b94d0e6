import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inLongRun } from '../../random.ts'
import { quietzone } from '../quietzone.ts'

const label = ['--as', 'label', '--size', '2x1']

const output = { file: 'x.pdf', bytes: 1, sha256: 'b'.repeat(64) }

t.test('a chunk with its SHA-256 that the program has not written is drawn again', inLongRun, async (t) => {
  const cwd = t.testdir({ 'items.csv': 'text\nA\nB\n', 'p-1.pdf.progress': {} })
  const args = ['batch', 'items.csv', ...label, '--type', 'qr', '--shard', '1/1', '-o', 'p-%d.pdf']
  const sealed = (value: unknown): string => {
    const text = JSON.stringify(value)
    return `${text}\n${createHash('sha256').update(text).digest('hex')}\n`
  }
  const record = { first: 1, last: 2, drawn: 2, skipped: 0, bad: [], warnings: {}, lineFeeds: 0, names: [] }
  for (const [run, chunk] of [
    [{ origin: null }, record],
    [null, null],
    [{ origin: { input: {}, shard: {}, options: {} } }, []],
    [[], { ...record, files: [{ ...output, file: '../items.csv' }] }],
  ]) {
    writeFileSync(join(cwd, 'p-1.pdf.progress/run.json'), sealed(run))
    writeFileSync(join(cwd, 'p-1.pdf.progress/chunk-000001.json'), sealed(chunk))
    t.match(await quietzone(args, { cwd }), { code: 0, stderr: /2 of 2 rows drawn/ }, JSON.stringify([run, chunk]))
    rmSync(join(cwd, 'p-1.pdf.manifest.json'))
    mkdirSync(join(cwd, 'p-1.pdf.progress'))
  }
})
