import PDFDocument from 'pdfkit'
import t from 'tap'
import { PdfFile } from '../../src/render/pdf-file.ts'
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
