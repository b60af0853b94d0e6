/** Documents over HTTP: files, reports and jobs, what is refused, and documents that are made to harm. */

import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import t from 'tap'
import { encode, rowsOf } from '../../../symbologies/index.ts'
import { documentOf, pdfOf } from '../../heal/documents.ts'
import { pngPicture } from '../../oracle/picture.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import { loopbackPrinter } from '../../printing/channels/loopback-printer.ts'
import { printerAt } from '../../printing/printers/example-jobs.ts'
import { inLongRun, long } from '../../random.ts'
import { shortText } from '../../texts.ts'
import { conversation, errorIn, type Reply, repliesIn, type Served, served } from '../http/wire.ts'
import { got, printService } from './print-service.ts'

const barcode = encode('code128', shortText.code39)
const rows = rowsOf(barcode.matrix)

/** A label of 50 x 30 mm with one symbol of 0.33 mm. */
const document = pdfOf({
  width: 50,
  height: 30,
  symbols: [
    { type: 'code128', barcode, rows, module: 0.33, turn: 'N', x: 5, y: 8, width: 0.33 * rows[0]!.length, height: 12 },
  ],
  words: [{ text: 'QZ-0001', size: 8, x: 5, y: 25 }],
})

async function post(
  { port }: Pick<Served, 'port'>,
  query: string,
  body: Uint8Array,
  headers: readonly string[] = [],
): Promise<Reply> {
  const head = [
    `POST /api/v1/heal${query} HTTP/1.1`,
    ...['Host: test', 'Connection: close', 'Content-Type: application/pdf', `Content-Length: ${body.length}`],
    ...headers,
  ]
  const sent = Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body])
  return repliesIn(await conversation(port, sent))[0]!
}

t.test('a document is answered as picture, page, job and report', inLongRun, async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const png = await post(service, '?size=50x30', document)
  t.same([png.status, png.headers.get('content-type')], [200, 'image/png'])
  t.match(pngPicture(png.body), { width: 400, height: 240 })
  t.equal(png.headers.get('quietzone-warning'), undefined)
  const zpl = await post(service, '?format=zpl', document)
  t.equal(zplLabels(zpl.body).length, 1)
  const pdf = await post(service, '?format=pdf&split=1x2&fit=actual', document)
  t.same([pdf.status, pdf.body.subarray(0, 5).toString()], [200, '%PDF-'])
  const report = await post(service, '?format=json', document)
  t.match(JSON.parse(report.body.toString()), {
    pages: [
      {
        ...{ page: 1, width: 50, height: 30, scale: 1, notes: [] },
        symbols: [
          {
            type: 'code128',
            text: shortText.code39,
            state: 'healed',
            x: { before: 0.33, after: 0.375 },
            grade: { after: 'A' },
          },
        ],
      },
    ],
  })
  const pictured = await post(service, '?format=json&pictures=true&split=1x2&fit=actual', document)
  const { pages } = JSON.parse(pictured.body.toString())
  t.match(pages, [{ part: 1 }, { part: 2 }])
  const [before, after] = ['before', 'after'].map((name) => Buffer.from(pages[0].pictures[name], 'base64'))
  t.match(pngPicture(before!), { width: 400, height: 120 })
  const first = await post(service, '?split=1x2&fit=actual', document)
  t.ok(after!.equals(first.body), 'the picture that the label has')
  t.notOk(before!.equals(after!))
  t.equal(errorIn(await post(service, '?pictures=true', document)).code, 'invalid_parameter')
  const scaled = await post(service, '?size=25x10', document)
  t.match(scaled.headers.get('quietzone-warning'), /cropped; page 1: /)
})

t.test('a document is printed on a printer of the service, by who may', inLongRun, async (t) => {
  const paper = await loopbackPrinter()
  const service = await printService([printerAt(paper, { stock: '50x30' })])
  t.teardown(() => Promise.all([service.close(), paper.close()]))
  const refusal = await post(service, '?printer=dock-3', document)
  t.equal(errorIn(refusal).code, 'print_not_allowed')
  const may = ['Quietzone-Print: yes']
  t.equal(errorIn(await post(service, '?printer=other', document, may)).code, 'printer_unknown')
  t.equal(errorIn(await post(service, '?printer=dock-3&size=4x6', document, may)).code, 'invalid_parameter')
  const reply = await post(service, '?printer=dock-3&name=label.pdf', document, may)
  t.match([reply.status, reply.body.toString()], [200, /"printer":"dock-3","sent":\{"rows":1,"labels":1/])
  t.match(reply.headers.get('quietzone-verified'), /labels=1/)
  const same = await post(service, '?size=50x30&dpi=203&format=zpl', document)
  const dotsOf = (zpl: Buffer): Buffer => Buffer.concat(zplLabels(zpl).map(({ grey }) => grey))
  t.ok(dotsOf(Buffer.from(paper.printed.join(''), 'latin1')).equals(dotsOf(same.body)), 'the same dots')
})

const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')
const pageOf = (content: string, box = '0 0 144 72', more = ''): Uint8Array =>
  documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R >>`,
    `<< /Length ${content.length} ${more}>>\nstream\n${content}\nendstream`,
  ])

t.test('what is not a document, or made to harm, is refused, and the service answers on', inLongRun, async (t) => {
  const service = await served({})
  t.teardown(() => service.close())
  const many = documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${'3 0 R '.repeat(10_000)}] /Count 10000 >>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] >>',
  ])
  const bomb = (): Uint8Array => {
    const content = deflateSync(Buffer.alloc(60 << 20, '0 0 9 9 re f\n')).toString('latin1')
    return pageOf(content, undefined, '/Filter /FlateDecode ')
  }
  const encrypted = new PDFDocument({ userPassword: 'secret' }).text('hello')
  encrypted.end()
  /** Pages that are nothing but each other. */
  const circle = documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>',
  ])
  const form =
    '<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Resources << /XObject << /F 5 0 R >> >> /Length 11 >>\nstream\n/F Do /F Do\nendstream'
  const itself = documentOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 144 72] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    '<< /Length 5 >>\nstream\n/F Do\nendstream',
    form,
  ])
  const nested = pageOf(`${'['.repeat(500_000)}${']'.repeat(500_000)} TJ`)
  const harmful = [
    ['pages that are each other', circle, '', ['invalid_document']],
    ['a form that draws itself', itself, '?size=50x30', [undefined, 'invalid_document', 'overloaded']],
    ['arrays 500,000 deep', nested, '?size=50x30', [undefined, 'invalid_document']],
    ['a page of 5 m on a label', pageOf('0 0 9 9 re f', '0 0 14400 14400'), '?size=4x6', [undefined]],
    ['a bomb', bomb(), '?size=50x30', [undefined, 'invalid_document', 'overloaded']],
  ] as const
  for (const [name, body, query, codes] of [
    ['text', text('hello'), '', ['invalid_document']],
    ['a broken PDF', document.subarray(0, 400), '', ['invalid_document']],
    ['a PDF with a password', await buffer(encrypted), '', ['invalid_document']],
    ['a broken PNG', text('\x89PNG\r\n\x1a\n'), '', ['invalid_document']],
    ['10,000 pages', many, '?format=pdf', ['invalid_document']],
    ['a page of 5 km', pageOf('', '0 0 14400000 14400000'), '', ['does_not_fit', 'invalid_document']],
    ['a page beyond', document, '?index=3', ['invalid_document']],
    ...(long ? harmful : []),
  ] as const) {
    const [reply, health] = await Promise.all([post(service, query, body), got(service, '/healthz')])
    t.equal(health.status, 200, name)
    const code = reply.status === 200 ? undefined : errorIn(reply).code
    t.ok((codes as readonly (string | undefined)[]).includes(code), `${name}: ${code}`)
  }
})
