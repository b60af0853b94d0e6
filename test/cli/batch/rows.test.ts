/** What people type on a command line: repairs, warnings and escapes. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../../src/root.ts'
import { inLongRun } from '../../random.ts'
import { quietzone } from '../quietzone.ts'

t.test('rows: repairs, warnings with their rows, none of which no label is wanted', async (t) => {
  const folder = t.testdir()
  const batch = (input: string | Uint8Array, ...args: string[]) =>
    quietzone(['batch', '-', '-o', join(folder, 'out'), ...args], { input })
  const faulty = await batch('type,text,qty\nean13,4012345123459,1\nqr,a,0\nitf14,4012345123456,2\n')
  t.equal(faulty.code, 1)
  const [refused, warned, summary] = faulty.stderr.split('\n')
  t.match(refused, /^row 2 \(line 2\): bad_check_digit: .*; the right one is 6 \(try text="4012345123456"\)$/)
  t.match(warned, /^row 4 \(line 4\): warning: complete_already; 4012345123456 ends in /)
  t.match(
    summary,
    /^1 of 3 rows drawn to .*; 1 failed: 1 bad_check_digit; 1 skipped: qty 0; warnings: 1 complete_already$/,
  )
  t.same(readdirSync(join(folder, 'out')), ['000004.png'])
  t.equal((await batch('type,text\nitf14,4012345123456\n', '--strict')).code, 1)
  const many = await batch(`text\n${'é\n'.repeat(30)}`, '--type', 'code128')
  const lines = many.stderr.trimEnd().split('\n')
  t.match(lines.slice(9), [
    /^row 11 \(line 11\): warning: latin1_in_code128; /,
    /^further rows with this warning are counted at the end$/,
    /^30 of 30 rows drawn to .*; warnings: 30 latin1_in_code128$/,
  ])
  const bare = await batch('x,SN-04\ny,SN-05\n', '--type', 'code128', '--header', 'false', '--column', 'text=2')
  t.match(bare, { code: 0, stderr: /^2 of 2 rows drawn/ })
  const latin = Buffer.from('text\nSchl\xfcssel rot\n', 'latin1')
  t.match(await batch(latin, '--type', 'qr'), {
    code: 0,
    stderr: /^the table is read as windows-1252; .*Schlüssel; --encoding says another$/m,
  })
  t.match(await batch(latin, '--type', 'qr', '--encoding', 'utf-8'), { code: 1, stderr: /invalid_encoding/ })
  t.match(await batch(Buffer.from('text\nÄ\n', 'utf16le'), '--type', 'qr', '--encoding', 'utf-16le'), { code: 0 })
  t.match(await batch('PK\x03\x04[Content_Types].xml xl/workbook.xml', '--type', 'qr'), {
    code: 2,
    stderr: /CSV UTF-8/,
  })
})

t.test('rows with qty 0 are counted by shards too', async (t) => {
  const folder = t.testdir()
  const file = join(folder, 'in.csv')
  writeFileSync(file, 'text,qty\nA,1\nB,0\nC,2\n')
  const args = ['batch', file, '--type', 'qr', '--shard', '1/1', '-o', join(folder, 'all-%d.pdf')]
  t.match(await quietzone(args), { code: 0, stderr: /^2 of 3 rows drawn to .*; 1 skipped: qty 0\n$/ })
  t.match(await quietzone(args), {
    code: 0,
    stderr: /^finished earlier, and whole: 2 of 3 rows drawn to .*; 1 skipped: qty 0/,
  })
  t.match(readFileSync(join(folder, 'all-1.pdf.manifest.json'), 'utf8'), /"drawn": 2,\n {2}"skipped": 1,/)
})

t.test('a table with more rows than there is room for is told before any is drawn', inLongRun, async (t) => {
  const folder = t.testdir()
  const file = join(folder, 'in.csv')
  const run = (...args: string[]) => quietzone(['batch', file, '--type', 'qr', ...args])
  writeFileSync(file, `text\n${'A\n'.repeat(100_001)}`)
  t.match(await run('-o', join(folder, 'all.pdf')), {
    code: 2,
    stderr: /^quietzone: the table has 100001 rows, and one PDF has at most 100000 pages: .*--shard 1\/N.*ZPL/,
  })
  writeFileSync(file, `text\n${'A\n'.repeat(1_048_576)}`)
  t.match(await run('-o', join(folder, 'out')), {
    code: 2,
    stderr: /^quietzone: the table has 1048576 rows, and one run draws at most 1000000: .*--shard/,
  })
  t.same(readdirSync(folder), ['in.csv'], 'nothing is begun')
  const copies = await quietzone(['batch', '-', '--type', 'qr', '-o', join(folder, 'all.pdf')], {
    input: `text,qty\n${'A,500\n'.repeat(210)}`,
  })
  t.match(copies, {
    code: 2,
    stderr: /^quietzone: row 202 would be page 100001, and one PDF has at most 100000 pages: [^\n]+\n$/,
  })
  t.same(readdirSync(folder), ['in.csv'])
})

t.test('workbooks: whole, through a pipe, and in shards', inLongRun, async (t) => {
  const folder = t.testdir({ piped: {}, joined: {} })
  const files = join(root, 'test/table/files')
  const batch = (file: string, ...args: string[]) =>
    quietzone(['batch', file, '--as', 'label', '--type', 'ean13', '--size', '2x1', ...args], { cwd: folder })
  t.match(await batch(join(files, 'german.xlsx'), '-o', 'all.pdf'), { code: 0, stderr: /5 of 5 rows drawn/ })
  const input = readFileSync(join(files, 'german.xlsx'))
  const piped = ['batch', '-', '--as', 'label', '--type', 'ean13', '--size', '2x1', '-o', 'piped/all.pdf']
  t.match(await quietzone(piped, { cwd: folder, input }), { code: 0 })
  for (const shard of ['1/2', '2/2']) {
    const part = await batch(join(files, 'german.xlsx'), '--shard', shard, '-o', 'part-%d.pdf')
    t.match(part, { code: 0, stderr: /[23] of [23] rows drawn/ })
  }
  t.match(await quietzone(['batch', '--join', 'part-1.pdf', 'part-2.pdf', '-o', 'joined/all.pdf'], { cwd: folder }), {
    code: 0,
  })
  const bytes = (name: string): Buffer => readFileSync(join(folder, name))
  t.ok(bytes('piped/all.pdf').equals(bytes('all.pdf')))
  t.ok(bytes('joined/all.pdf').equals(bytes('all.pdf')))
  t.match(await batch(join(files, 'german.xlsx'), '--worksheet', 'Preise', '-o', 'x.pdf'), {
    code: 2,
    stderr: /no worksheet "Preise"; the workbook has "Alt", "Preisliste", "Notizen"/,
  })
  t.match(await batch(join(files, 'formulas.xlsx'), '-o', 'some.pdf'), {
    code: 1,
    stderr: /^row 3 \(line 3\): invalid_parameter: text: "#DIV\/0!"/m,
  })
})
