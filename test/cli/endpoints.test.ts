/** The parts of a structured append by command line: files, one PDF, and rows of a batch. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { pngPicture } from '../oracle/picture.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { zxingReads } from '../oracle/zxing.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-parts-'))
t.teardown(() => rmSync(folder, { recursive: true }))
const text = 'A text in four parts, each of which is a symbol.'
const request = ['--type', 'qr', '--text', text, '--parts', '4']

/** Runs the program, which has to end with `code`; what it complained of. */
async function run(t: Test, args: readonly string[], code = 0): Promise<string> {
  const { code: ended, stderr } = await quietzone(args, { cwd: folder })
  t.equal(ended, code, `quietzone ${args.join(' ')}: ${stderr}`)
  return stderr
}

/** How many pages a PDF of this program has. */
function pagesIn(name: string): number {
  const pdf = readFileSync(join(folder, name)).toString('latin1')
  // the root of the page tree counts all pages below it
  return Math.max(...Array.from(pdf.matchAll(/\/Count ([0-9]+)/g), ([, count]) => Number(count)))
}

t.test('each part in a file of its own', async (t) => {
  await run(t, ['barcode', ...request, '-o', 'part-%d.png'])
  const names = ['part-1.png', 'part-2.png', 'part-3.png', 'part-4.png']
  t.same(readdirSync(folder).toSorted(), names)
  const read = await Promise.all(
    names.map(async (name) => (await zxingReads(pngPicture(readFileSync(join(folder, name))), 'qr'))[0]),
  )
  t.equal(read.map((each) => each?.text).join(''), text)
  t.same(
    read.map((each) => [each?.sequence.index, each?.sequence.size]),
    [0, 1, 2, 3].map((index) => [index, 4]),
  )
  t.equal(new Set(read.map((each) => each?.sequence.id)).size, 1)
  await run(t, ['barcode', ...request, '--part', '2', '-o', 'one-%d.svg'])
  t.ok(readdirSync(folder).includes('one-2.svg'), 'one of them by its number too')
})

t.test('all parts in one PDF, labels with their copies', async (t) => {
  await run(t, ['barcode', ...request, '-o', 'all.pdf'])
  t.equal(pagesIn('all.pdf'), 4)
  await run(t, ['label', ...request, '--qty', '3', '-o', 'labels.pdf'])
  t.equal(pagesIn('labels.pdf'), 12)
  await run(t, ['label', ...request, '--qty', '3', '--dpi', '203', '-o', 'labels.zpl'])
  t.same(
    zplLabels(readFileSync(join(folder, 'labels.zpl'))).map(({ copies }) => copies),
    [3, 3, 3, 3],
  )
})

t.test('what cannot be is said before anything is written', async (t) => {
  const before = readdirSync(folder)
  t.match(
    await run(t, ['barcode', ...request, '-o', 'a.png'], 2),
    /4 parts need 4 files or one PDF; give -o part-%d\.png/,
  )
  const parts = (type: string, count: string) => ['barcode', '--type', type, '--text', 'abc', '--parts', count]
  t.match(await run(t, [...parts('qr', '99'), '-o', 'a.png'], 2), /parts: "99" is not a whole number from 2 to 16/)
  t.match(await run(t, [...parts('code128', '2'), '-o', 'a.png'], 2), /parts: does not apply to type=code128/)
  t.match(await run(t, [...parts('qr', '4'), '-o', 'a-%d.png'], 1), /parts is 4, and the text has 3 characters/)
  t.same(readdirSync(folder), before)
})

t.test('a row of a batch is all of its parts', async (t) => {
  const rows = [
    'type,text,parts,file',
    `qr,${text.replaceAll(',', '')},2,a.png`,
    'datamatrix,ABCDEF,3,b',
    'code39,X,,c.svg',
  ]
  writeFileSync(join(folder, 'rows.csv'), `${rows.join('\n')}\n`)
  await run(t, ['batch', 'rows.csv', '-o', 'rows'])
  t.same(readdirSync(join(folder, 'rows')).toSorted(), ['a-1.png', 'a-2.png', 'b-1.png', 'b-2.png', 'b-3.png', 'c.svg'])
  await run(t, ['batch', 'rows.csv', '-o', 'rows.pdf'])
  t.equal(pagesIn('rows.pdf'), 6)
  mkdirSync(join(folder, 'taken'))
  writeFileSync(join(folder, 'taken', 'b-2.png'), 'not ours')
  t.match(await run(t, ['batch', 'rows.csv', '-o', 'taken'], 1), /row 3 .*"b-2\.png" already exists/)
  t.same(readdirSync(join(folder, 'taken')).toSorted(), ['a-1.png', 'a-2.png', 'b-2.png', 'c.svg'], 'no part alone')
})
