import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import t from 'tap'
import { composeLabel, drawLabel } from '../../src/draw.ts'
import { pdfPages } from '../../src/render/pdf.ts'
import { PdfFile } from '../../src/render/pdf-file.ts'
import { pdfPage } from '../../src/render/pdf-page.ts'
import { pdfToolsAbsent } from '../oracle/pdf.ts'
import { cases, random } from '../random.ts'
import { randomText } from '../texts.ts'

/** The string by which pdfkit says this title, a character for each byte. */
async function byPdfkit(title: string): Promise<string> {
  const document = new PDFDocument({ autoFirstPage: false, compress: false, font: '', info: { Title: title } })
  document.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of document) chunks.push(chunk as Uint8Array)
  const file = Buffer.concat(chunks).toString('latin1')
  const [, object] = /\n\/Title (\d+) 0 R\n/.exec(file)!
  return new RegExp(`\n${object} 0 obj\n(.*?)\nendobj\n`, 's').exec(file)![1]!
}

t.test('the title of a document has the bytes that pdfkit writes', async (t) => {
  const r = random('titles of PDF')
  const titles = ['', 'QZ-0001', '(\\)', '\n\r\t\b\f\0', 'é', '\u2828\u5c5c\u0d0a', '倉庫 📦']
  for (let i = 0; i < cases(200); i++) titles.push(randomText.qr(r).slice(0, 50).toWellFormed())
  for (const title of titles) {
    const own = Buffer.from(new PdfFile(title).end()).toString('latin1')
    t.ok(own.includes(`/Title${await byPdfkit(title)}>>\nendobj\n`), JSON.stringify(title))
  }
})

t.test('what others read of a document', { skip: pdfToolsAbsent }, (t) => {
  const request = { type: 'qr', text: 'QZ-1', size: '2x1', orientation: 'landscape', qty: 2, showtext: true } as const
  const file = join(t.testdir(), 'x.pdf')
  writeFileSync(file, drawLabel({ ...request, text: 'Größe (7)', format: 'pdf' }, { maxPixels: 25e6 }).bytes)
  const said = execFileSync('pdfinfo', ['-rawdates', file], { encoding: 'utf8' })
  const entries = Object.fromEntries(said.split('\n').map((line) => line.split(/: +/)))
  t.match(entries, {
    Title: 'Größe (7)',
    Subject: 'Barcode',
    Creator: 'quietzone',
    Producer: 'quietzone',
    CreationDate: 'D:19700101000000Z',
    Pages: '2',
    'Page size': '144 x 72 pts',
    'PDF version': '1.6',
  })
  const { qpdf } = JSON.parse(execFileSync('qpdf', ['--json=2', file], { encoding: 'utf8' }))
  const objects: Record<string, { value: Record<string, unknown> }> = qpdf[1]
  const catalogue = objects[`obj:${objects.trailer!.value['/Root']}`]!.value
  t.same(catalogue['/ViewerPreferences'], { '/PrintScaling': '/None', '/DisplayDocTitle': true })
  t.end()
})

t.test('a document of very many pages ends in pieces, whose table has every object', async (t) => {
  const request = { type: 'qr', text: 'QZ-1', size: '2x1', orientation: 'landscape', qty: 1, showtext: true } as const
  const { page, form } = pdfPage(composeLabel({ ...request, format: 'pdf' }, { maxPixels: 25e6 }).scene)
  const count = 10_000
  const documents = [0, 1].map(() => {
    const pages = pdfPages('many')
    for (let i = 0; i < count; i++) pages.addPage(page, 1, form)
    return { pages, start: pages.take() }
  })
  const pieces = [...documents[0]!.pages.pieces()]
  t.ok(pieces.length > 4, `${pieces.length} pieces`)
  t.ok(Math.max(...pieces.map((piece) => piece.length)) < 1 << 18, 'none is long')
  const bytes = Buffer.concat([documents[0]!.start, ...pieces])
  t.ok(bytes.equals(Buffer.concat([documents[1]!.start, documents[1]!.pages.end()])), 'the bytes of end()')
  const file = bytes.toString('latin1')
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1])
  const [, size] = /^xref\n0 (\d+)\n0000000000 65535 f \n/.exec(file.slice(table, table + 100))!
  t.equal(Number(size), (file.match(/ 0 obj\n/g) ?? []).length + 1, 'every object')
  const entries = file.slice(file.indexOf(' f \n', table) + 4, file.indexOf('trailer', table)).match(/.{20}/gs)!
  const wrong = entries.findIndex((entry, i) => !file.startsWith(`${i + 1} 0 obj\n`, Number(entry.slice(0, 10))))
  t.equal(wrong, -1, 'each where the table says')
  const kids = /\/Kids\[([0-9 R]+)\]/
    .exec(file)![1]!
    .match(/\d+(?= 0 R)/g)!
    .map(Number)
  const numbers = [...file.matchAll(/\n(\d+) 0 obj\n<<\/Type\/Page\//g)].map(([, number]) => Number(number))
  t.strictSame(kids, numbers, 'all pages, in order')
  t.equal(kids.length, count)
})
