/** Fields of strangers over the API, in every kind of file: what they say stays in the boxes of the design, or is refused by the field's name. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { designOf } from '../../design/drawn.ts'
import { firstPages, pdfPictures, pdfToolsAbsent, qpdfComplaints } from '../../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../../oracle/picture.ts'
import { tsplLabels } from '../../oracle/text-printers.ts'
import { zplLabels } from '../../oracle/zpl.ts'
import type { Picture } from '../../oracle/zxing.ts'
import { inLongRun } from '../../random.ts'
import { ask, errorIn, served } from '../http/wire.ts'

const design = designOf({
  name: 'hostile',
  size: '80x40mm',
  fields: { words: {}, code: { default: 'A' } },
  elements: [
    { kind: 'text', at: [10, 10], size: [30, 12], value: '{words}', lines: 4 },
    { kind: 'symbol', at: [50, 10], size: [25, 25], type: 'qr', value: '{code}' },
  ],
})
const designs = { list: () => [design], find: (name: string) => (name === 'hostile' ? design : undefined) }

const hostile = [
  '</text><script>alert(1)</script>',
  '"/><image href="http://example.com/x"/>',
  '&amp;&#x3c;<!--',
  ']]><![CDATA[',
  '^XZ^XA^FDx^FS~JR',
  '"\r\nPRINT 99\r\nBOX 0,0,640,320,9',
  ') Tj ET endstream endobj %%EOF',
  '{serial:box}{{{words}',
  '\u202eabc\u202c\u2066',
  'مرحبا بالعالم',
  '\0\x1b[2J\x07',
  'a\u0301'.repeat(200),
  'W'.repeat(5000),
]

/** Whether all ink of a label of 640 x 320 dots is in the two boxes, or up to two dots beside them, where renderers smooth. */
function isInBoxes({ width, height, grey }: Picture): boolean {
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      if (grey[row * width + column]! > 127) continue
      const [x, y] = [(column * 640) / width, (row * 320) / height]
      const isWords = x >= 78 && x <= 322 && y >= 78 && y <= 178
      const isSymbol = x >= 398 && x <= 602 && y >= 78 && y <= 282
      if (!isWords && !isSymbol) return false
    }
  }
  return true
}

const isSame = (one: Picture | undefined, other: Picture): boolean =>
  one !== undefined && one.width === other.width && Buffer.compare(one.grey, other.grey) === 0

t.test('hostile fields in every format', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  const service = await served({ designs })
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  t.teardown(async () => {
    rmSync(folder, { recursive: true })
    await service.close()
  })
  const pdfs: Buffer[] = []
  let refused = 0
  for (const field of ['words', 'code']) {
    for (const value of hostile) {
      const shown = `${field}=${JSON.stringify(value.slice(0, 20))}`
      const query = `design=hostile&dpi=203&${field}=${encodeURIComponent(value)}`
      const get = (format: string) => ask(service.port, `GET /api/v1/label?${query}&format=${format}`)
      const png = await get('png')
      if (png.status !== 200) {
        refused++
        const { faults = [] } = errorIn(png)
        t.ok(png.status >= 400 && png.status < 500 && faults.every(({ parameter }) => parameter === field), shown)
        t.equal((await get('zpl')).status, png.status, `${shown}: in every format`)
        continue
      }
      const picture = pngPicture(png.body)
      t.ok(isInBoxes(picture), `${shown}: PNG`)
      t.ok(isSame(zplLabels((await get('zpl')).body)[0], picture), `${shown}: ZPL has its dots`)
      const [printed] = tsplLabels((await get('tspl')).body, 8)
      t.ok(printed !== undefined && isInBoxes(printed), `${shown}: TSPL is one label`)
      const svg = (await get('svg')).body
      t.notMatch(svg.toString(), /<script|<image/, `${shown}: SVG has text alone`)
      t.ok(isInBoxes(svgPicture(svg)), `${shown}: SVG`)
      pdfs.push((await get('pdf')).body)
    }
  }
  t.ok(refused >= 2)
  for (const pdf of pdfs.slice(0, 3)) t.equal(qpdfComplaints(pdf), '')
  const pages = pdfPictures(firstPages(pdfs, folder), 203)
  t.equal(pages.length, pdfs.length)
  for (const [i, page] of pages.entries()) t.ok(isInBoxes(page), `PDF ${i}`)
})
