import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { quietzone } from './quietzone.ts'

// Each command of the built program in its simplest forms; the long run has all others.
const folder = mkdtempSync(join(tmpdir(), 'quietzone-commands-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** Runs the program, which has to end with `code`; what it printed, or its complaint. */
async function run(t: Test, args: readonly string[], code = 0): Promise<string> {
  const ended = await quietzone(args, { cwd: folder })
  t.equal(ended.code, code, `quietzone ${args.join(' ')}: ${ended.stderr}`)
  return code === 0 ? ended.stdout.toString() : ended.stderr
}

t.test('JSON: what a terminal obeys is escaped, and means the same', async (t) => {
  const hostile = 'a\x1b[2K\x9b31m\x7f\u0085\u200e\u200f\u202e\u2066\u2069\u2028\ufeff\u{e0041}b\r\nc'
  await run(t, ['barcode', '-t', 'qr', '--text', hostile, '--exact', '-o', 'hostile.png'])
  writeFileSync(join(folder, 'hostile.txt'), `(10)${hostile.replace(/[\r\n]/g, '')}\n`)
  const text = ['--text', hostile, '--exact', '--json']
  for (const [args, code, holds] of [
    [['explain', '-t', 'datamatrix', ...text], 0, false],
    [['matrix', '-t', 'datamatrix', ...text], 0, true],
    [['plan', '-t', 'qr', '-s', '4x4', ...text], 0, false],
    [['check', 'hostile.png', '--json'], 0, true],
    [['gs1', ...text], 1, false],
    [['gs1', '--file', 'hostile.txt', '--json'], 1, false],
  ] as const) {
    const ended = await quietzone(args, { cwd: folder })
    const json = ended.stdout.toString()
    t.equal(ended.code, code, `${args[0]}: ${ended.stderr}`)
    t.equal(json.slice(0, -1).search(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u), -1, args[0])
    if (holds) t.ok(JSON.stringify(JSON.parse(json)).includes(JSON.stringify(hostile)), args[0])
  }
})
