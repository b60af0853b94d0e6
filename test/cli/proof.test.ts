/** Drawings that are read back by command line. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { documentOutput } from '../../src/cli/batch/document-output.ts'
import { Failure } from '../../src/cli/command.ts'
import { rowEndpoints, sound } from '../../src/cli/endpoints.ts'
import { loadProducts } from '../../src/layout/sheets/products.ts'
import { VerificationFailure } from '../../src/reader/verify/index.ts'
import { inLongRun } from '../random.ts'
import { piped, quietzone } from './quietzone.ts'

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

t.test('sheets of labels', inLongRun, async (t) => {
  writeFileSync(join(folder, 'sheets.csv'), 'text,qty,verify\nQZ-1,30,\nQZ-2,1,true\nQZ-3,45,\n')
  const onSheets = ['--sheet', 'avery-l7160', '--first', '5', '--outline']
  const batch = ['batch', 'sheets.csv', '--as', 'label', '-t', 'qr', ...onSheets]
  for (const [name, given] of [
    ['sheets.pdf', []],
    ['read-sheets.pdf', ['--verify']],
  ] as const) {
    const { code, stderr } = await quietzone([...batch, ...given, '-o', name], { cwd: folder })
    t.equal(code, 0, stderr)
  }
  const parts = ['label', '-t', 'qr', 'A text in parts', '--parts', '3', '--qty', '9', ...onSheets]
  const { code, stderr } = await quietzone([...parts, '--verify', '-o', 'sheet-parts.pdf'], { cwd: folder })
  t.equal(code, 0, stderr)
})

t.test('a sheet of a table that is not what was asked for is not written', inLongRun, async (t) => {
  await loadProducts()
  const { compose } = rowEndpoints.label
  const given = { text: 'QZ-1', type: 'qr', sheet: 'avery-l7160' }
  const limits = { maxPixels: 25_000_000 }
  const sound = { ...compose(given, limits), copies: 1, isVerified: true }
  const other = { ...sound, scene: compose({ ...given, text: 'QZ-2' }, limits).scene }
  const form = { format: 'pdf', zpl: 'z64', onSheets: { sheet: given.sheet } } as const
  const written = async (name: string, labels: readonly (typeof sound)[]): Promise<void> => {
    const output = await documentOutput(piped().shell, join(folder, name), form)
    try {
      for (const [i, label] of labels.entries()) await output.put(i + 1, { composed: [label], warnings: [] } as never)
      await output.finish()
    } catch (error) {
      await output.abandon()
      throw error
    }
  }
  await written('sound.pdf', [sound, sound])
  await t.rejects(written('other.pdf', [sound, other]), { exit: 4, message: /\(text, qr\.text\)/ } as never)
  await t.rejects(written('other.pdf', [{ ...other, copies: 50 }]), { exit: 4 } as never)
  await t.rejects(written('other.pdf', [{ ...other, isVerified: false }, sound]), { exit: 4 } as never)
  await t.resolves(written('unread.pdf', [{ ...other, isVerified: false }]))
  // a full sheet of what is read back, then one of what is not
  await t.resolves(
    written('later.pdf', [
      { ...sound, copies: 21 },
      { ...other, isVerified: false },
    ]),
  )
  t.same(
    readdirSync(folder).filter((name) => name.startsWith('other')),
    [],
  )
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
