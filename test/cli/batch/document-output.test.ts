import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { quietzone } from '../quietzone.ts'

// Each command of the built program in its simplest forms; the long run has all others.
const folder = mkdtempSync(join(tmpdir(), 'quietzone-commands-'))
t.teardown(() => rmSync(folder, { recursive: true }))

t.test('a document on standard output that has no page is empty', async (t) => {
  const args = ['batch', '-', '--as', 'label', '--type', 'ean13', '--size', '2x1', '-o', '-']
  for (const [input, code] of [
    ['text\n', 0],
    ['text\n\n', 0],
    ['text\nx\n', 1],
  ] as const) {
    for (const others of [
      ['--format', 'pdf'],
      ['--format', 'pdf', '--jobs', '2'],
      ['--format', 'zpl'],
    ]) {
      const ended = await quietzone([...args, ...others], { cwd: folder, input })
      t.same([ended.code, ended.stdout.length], [code, 0], `${JSON.stringify(input)} ${others.join(' ')}`)
      t.match(ended.stderr, new RegExp(`^0 of ${code} rows drawn to standard output`, 'm'))
    }
  }
})
