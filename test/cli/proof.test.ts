/** Drawings that are read back by command line. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { Failure } from '../../src/cli/command.ts'
import { sound } from '../../src/cli/endpoints.ts'
import { VerificationFailure } from '../../src/verify/index.ts'
import { quietzone } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-proof-'))
t.teardown(() => rmSync(folder, { recursive: true }))
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name))

t.test('what is read back has the same bytes', async (t) => {
  const label = ['label', '-t', 'code128', 'QZ-0001', '--dpi', '203', '--qty', '2']
  for (const [name, args] of [
    ['label.pdf', label],
    ['label.escpos', [...label, '--size', '50x30', '--format', 'escpos']],
    ['parts.pdf', ['label', '-t', 'qr', 'A text in parts', '--parts', '3']],
  ] as const) {
    t.equal((await quietzone([...args, '-o', name], { cwd: folder })).code, 0)
    t.equal((await quietzone([...args, '--verify', '-o', `read-${name}`], { cwd: folder })).code, 0, name)
    // a PDF of several parts is titled after its file
    if (name !== 'parts.pdf') t.equal(Buffer.compare(bytesOf(name), bytesOf(`read-${name}`)), 0, name)
  }
})

t.test('a table', async (t) => {
  writeFileSync(join(folder, 'rows.csv'), 'type,text,verify\nqr,QZ-1,true\nean13,5901234123457,\ncode128,ABC,false\n')
  const batch = ['batch', 'rows.csv', '--as', 'label', '--dpi', '203']
  const env = { QZ_VERIFY: 'all' }
  for (const output of ['rows.pdf', 'rows.zpl', 'rows']) {
    const { code, stderr } = await quietzone([...batch, '-o', output], { cwd: folder, env })
    t.equal(code, 0, stderr)
    t.match(stderr, '3 of 3 rows')
  }
  t.equal(readdirSync(join(folder, 'rows')).length, 3)
})

t.test('what is not what was asked for ends the command', async (t) => {
  t.equal(
    sound(() => 7),
    7,
  )
  const failure = new VerificationFailure('symbol', 'a text that nobody may see', 'qr.errorcorrection')
  const wrong = (): never => {
    throw failure
  }
  try {
    sound(wrong)
    t.fail('it is refused')
  } catch (error) {
    t.ok(error instanceof Failure)
    t.match(error, { exit: 4, message: /^verification_failed: .*\(symbol, qr.errorcorrection\); nothing left$/ })
  }
  const { code, stderr } = await quietzone(['label', '-t', 'qr', 'a'], { cwd: folder, env: { QZ_VERIFY: 'some' } })
  t.equal(code, 2)
  t.match(stderr, 'QZ_VERIFY: "some" is not one of off, print, all')
})
