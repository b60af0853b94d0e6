import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { encode, rowsOf } from '../../symbologies/index.ts'
import { pdfOf } from '../heal/documents.ts'
import { zplLabels } from '../oracle/zpl.ts'
import { inLongRun } from '../random.ts'
import { env, printer, folder as printing } from './printing.ts'
import { quietzone } from './quietzone.ts'

const folder = mkdtempSync(join(tmpdir(), 'quietzone-heal-'))
t.teardown(() => rmSync(folder, { recursive: true }))

const barcode = encode('qr', 'QZ-0001')
const rows = rowsOf(barcode.matrix)
const side = 0.4 * rows.length
const document = pdfOf({
  width: 50,
  height: 30,
  symbols: [{ type: 'qr', barcode, rows, module: 0.4, turn: 'R', x: 20, y: 10, width: side, height: side }],
  words: [],
})
for (const each of [folder, printing]) writeFileSync(join(each, 'label.pdf'), document)
writeFileSync(join(folder, 'none.pdf'), '%PDF-1.4')

const run = (...args: string[]) => quietzone(['heal', ...args], { cwd: folder })

t.test('a document is written in the format of the file, and reported', inLongRun, async (t) => {
  const { code, stderr } = await run('label.pdf', '-o', 'label.zpl')
  t.same([code, stderr], [0, ''])
  t.equal(zplLabels(readFileSync(join(folder, 'label.zpl'))).length, 1)
  const report = await run('label.pdf', '--json', '--size', '50x30')
  t.match(JSON.parse(report.stdout.toString()), { pages: [{ symbols: [{ type: 'qr', state: 'healed' }] }] })
  const small = await run('label.pdf', '--size', '25x10', '-o', 'small.png')
  t.match([small.code, small.stderr], [0, /quietzone: cropped: page 1: /])
})

t.test('it is printed without a service', inLongRun, async (t) => {
  const paper = await printer(t)
  const done = await quietzone(['heal', 'label.pdf', '--printer', 'dock-3'], { cwd: printing, env })
  t.match([done.code, done.stdout.toString()], [0, /dock-3: 1 label .*sent/])
  t.equal(zplLabels(Buffer.from(paper.printed.join(''), 'latin1')).length, 1)
})

t.test('what is wrong is said', inLongRun, async (t) => {
  t.match(await run('none.pdf', '-o', 'x.png'), { code: 1, stderr: /invalid_document: a damaged PDF/ })
  t.match(await run('absent.pdf', '-o', 'x.png'), { code: 3 })
  t.match(await run(), { code: 2, stderr: /name one file/ })
  t.match(await run('label.pdf', '--printer', 'dock-3', '-o', 'x.png'), { code: 2, stderr: /leave -o/ })
  t.match(await run('label.pdf', '--split', '0x1', '-o', 'x.png'), {
    code: 2,
    stderr: /split: "0x1" is not columns x rows/,
  })
})
