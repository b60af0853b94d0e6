import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { pagesOf, pdfToolsAbsent } from '../oracle/pdf.ts'
import { inLongRun } from '../random.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-sheets-'))
t.teardown(() => rmSync(folder, { recursive: true }))

/** Runs the program, which has to end with `code`; what it printed, or its complaint. */
async function run(t: Test, args: readonly string[], code = 0): Promise<string> {
  const ended = await quietzone(args, { cwd: folder })
  t.equal(ended.code, code, `quietzone ${args.join(' ')}: ${ended.stderr}`)
  return code === 0 ? ended.stdout.toString() : ended.stderr
}

t.test('sheets', async (t) => {
  t.equal(
    await run(t, ['sheets', 'avery', 'l7160']),
    'avery-7160  21  63.9939 x 38.1 mm  A4  addresses; also L7160, J8160\n',
  )
  t.match(await run(t, ['sheets', '63.5x38.1', 'a4', '--limit', '2']), /\nand \d+ more; --limit lists more of them\n$/)
  t.match(JSON.parse(await run(t, ['sheets', '7160', '--json'])), { total: 1, sheets: [{ id: 'avery-7160' }] })
  t.equal((await quietzone(['sheets', 'nothing at all'])).code, 1)
  await run(t, ['sheets', '--align', 'avery-l7160', '-o', 'align.svg'])
  t.match(readFileSync(join(folder, 'align.svg'), 'utf8'), '<title>alignment sheet</title>')
  t.match(await run(t, ['sheets', '--align', '-o', 'align.pdf'], 2), '--align needs the name of one sheet')
  t.match(
    await run(t, ['sheets', '--align', 'avery-x', '-o', 'align.pdf'], 2),
    /invalid_parameter: sheet: "avery-x" is not/,
  )
})

t.test('label and batch fill sheets', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  await run(t, ['label', '-t', 'qr', '--sheet', 'avery-l7160', '--first', '21', '--qty', '2', 'QZ-1', '-o', 'two.pdf'])
  t.same(
    pagesOf(join(folder, 'two.pdf')).map(({ words }) => words.map(({ text }) => text)),
    [['QZ-1'], ['QZ-1']],
  )
  const parts = ['--parts', '3', 'A text that is long enough for three']
  await run(t, ['label', '-t', 'qr', '--sheet', 'avery-l7160', ...parts, '-o', 'parts.pdf'])
  t.equal(pagesOf(join(folder, 'parts.pdf')).length, 1, 'all parts of a text on one sheet')
  writeFileSync(
    join(folder, 'items.csv'),
    `Text,Qty\n${Array.from({ length: 30 }, (_, i) => `A-${i + 1},2`).join('\n')}\n`,
  )
  const batch = ['batch', 'items.csv', '--as', 'label', '--type', 'qr', '--sheet', 'avery-l7160']
  await run(t, [...batch, '--first', '4', '-o', 'all.pdf'])
  const words = pagesOf(join(folder, 'all.pdf')).map((page) => page.words.map(({ text }) => text))
  t.same(
    words.map(({ length }) => length),
    [18, 21, 21],
  )
  t.same(
    words.flat(),
    Array.from({ length: 60 }, (_, i) => `A-${1 + (i >> 1)}`),
  )
  t.match(await run(t, [...batch, '--jobs', '2', '-o', 'all.pdf'], 2), '--jobs works only without --sheet')
  t.match(await run(t, [...batch, '--shard', '1/2', '-o', 'part-%d.pdf'], 2), '--shard works only without --sheet')
  t.match(await run(t, [...batch, '--first', '22', '-o', 'all.pdf'], 2), /first: "22" is not/)
  writeFileSync(join(folder, 'mixed.csv'), 'Text,Sheet\nA-1,avery-l7160\nA-2,herma-4464\n')
  const mixed = ['batch', 'mixed.csv', '--as', 'label', '--type', 'qr', '--sheet', 'avery-l7160', '-o', 'mixed.pdf']
  t.match(await run(t, mixed, 1), /sheet: "herma-4464" is not "avery-l7160"/)
  await run(t, ['batch', 'mixed.csv', '--as', 'label', '--type', 'qr', '-o', 'each'])
  t.equal(pagesOf(join(folder, 'each/000003.pdf')).length, 1, 'a sheet for each row in a folder')
})
