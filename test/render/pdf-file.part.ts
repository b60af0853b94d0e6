import PDFDocument from 'pdfkit'
import t from 'tap'
import { composeLabel } from '../../src/draw.ts'
import { pdfPages } from '../../src/render/pdf.ts'
import { PdfFile } from '../../src/render/pdf-file.ts'
import { pdfPage } from '../../src/render/pdf-page.ts'
import { cases, random } from '../random.ts'
import { randomText } from '../texts.ts'

/** The parts of pdfkit's document that its options do not reach. */
interface Internals {
  readonly _root: { readonly data: Record<string, unknown> }
}

/** The same document without pages as pdfkit writes it. */
async function byPdfkit(title: string): Promise<Buffer> {
  const info = {
    Title: title,
    Subject: 'Barcode',
    Producer: 'quietzone',
    Creator: 'quietzone',
    CreationDate: new Date(0),
  }
  const document = new PDFDocument({ autoFirstPage: false, compress: false, font: '', info })
  const { data } = (document as unknown as Internals)._root
  data.Version = '1.6'
  data.ViewerPreferences = document.ref({ PrintScaling: 'None', DisplayDocTitle: true })
  document.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of document) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

t.test('a document without pages has the bytes that pdfkit writes', async (t) => {
  const r = random('titles of PDF')
  const titles = ['', 'QZ-0001', '(\\)', '\n\r\t\b\f\0', 'é', '\u2828\u5c5c\u0d0a', '倉庫 📦']
  for (let i = 0; i < cases(200); i++) titles.push(randomText.qr(r).slice(0, 50).toWellFormed())
  for (const title of titles) {
    const own = Buffer.from(new PdfFile(title).end()).toString('latin1')
    t.equal(own, (await byPdfkit(title)).toString('latin1'), JSON.stringify(title))
  }
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
  const kids = /\/Kids \[([0-9 R]+)\]/
    .exec(file)![1]!
    .match(/\d+(?= 0 R)/g)!
    .map(Number)
  const numbers = [...file.matchAll(/\n(\d+) 0 obj\n<<\/Type\/Page\//g)].map(([, number]) => Number(number))
  t.strictSame(kids, numbers, 'all pages, in order')
  t.equal(kids.length, count)
})
