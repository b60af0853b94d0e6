import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import type { Scene } from '../../src/layout/scene.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import { pdfPages } from '../../src/reader/verify/pdf/pages.ts'
import { paint } from '../../src/render/paint.ts'
import { PdfDocument, pdf, pdfPage } from '../../src/render/pdf.ts'
import { type Line, typeset } from '../../src/text/index.ts'
import { isDark, labelSymbologies } from '../../symbologies/index.ts'
import { pagesOf, pdfPictures, pdfToolsAbsent } from '../oracle/pdf.ts'
import { pdfRenderersAbsent } from '../oracle/pdf-renderers.ts'
import { cases, inLongRun, random, seed } from '../random.ts'
import { briefText } from '../texts.ts'
import { renderedFaults } from './printed.ts'

/** The title of a document that has no page (ISO 32000-1:2008, 7.3.4.2 and 7.9.2.2). */
function titleIn(file: Uint8Array): string {
  const text = Buffer.from(file).toString('latin1')
  const [, object] = /\n\/Title (\d+) 0 R\n/.exec(text)!
  const [, escaped] = new RegExp(`\n${object} 0 obj\n\\((.*?)\\)\nendobj\n`, 's').exec(text)!
  const plain = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = escaped!.replace(/\\(.)/gs, (_, character: keyof typeof plain) => plain[character] ?? character)
  const isUtf16 = bytes.startsWith('\xfe\xff')
  return isUtf16 ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le') : bytes
}

t.test('the title of a document is any text', async (t) => {
  const titleOf = (title: string): string => titleIn(new PdfDocument(title).end())
  for (const title of ['', 'QZ-0001', '(\\)', '\n\r\t\b\f\0', 'é', '\u2828\u5c5c\u0d0a', '倉庫 📦'])
    t.equal(titleOf(title), title)
  t.equal(titleOf('\ud800'), '\ufffd')
  const texts = fc.oneof(fc.string(), fc.string({ unit: 'binary' }))
  fc.assert(
    fc.property(texts, (title) => titleOf(title) === title.toWellFormed()),
    { seed, numRuns: cases(200) },
  )
})

t.test('the same title gives the same bytes, another one another id', async (t) => {
  const [first, same, other] = ['a', 'a', 'b'].map((title) => Buffer.from(new PdfDocument(title).end()))
  t.ok(first!.equals(same!))
  const idOf = (file: Buffer): string | undefined => /\/ID \[<([0-9a-f]{32})> <\1>\]/.exec(file.toString('latin1'))?.[1]
  t.ok(idOf(first!))
  t.not(idOf(first!), idOf(other!))
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
  t.same(objects[`obj:${catalogue['/ViewerPreferences']}`]!.value, {
    '/PrintScaling': '/None',
    '/DisplayDocTitle': true,
  })
  t.end()
})

t.test('the table of very many pages has every object', inLongRun, async (t) => {
  const request = { type: 'qr', text: 'QZ-1', size: '2x1', orientation: 'landscape', qty: 1, showtext: true } as const
  const page = pdfPage(composeLabel({ ...request, format: 'pdf' }, { maxPixels: 25e6 }).scene)
  const count = 10_000
  const document = new PdfDocument('many')
  const pieces: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    document.addPage(page, 1)
    if (i % 100 === 0) pieces.push(document.take())
  }
  t.ok(document.waiting > 0)
  const bytes = Buffer.concat([...pieces, document.end()])
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
  const numbers = [...file.matchAll(/\n(\d+) 0 obj\n<<\n\/Type \/Page\n/g)].map(([, number]) => Number(number))
  t.strictSame(kids, numbers, 'all pages, in order')
  t.equal(kids.length, count)
})

/** A line of text alone on a page at 300 dpi, in the middle of it. */
function sceneOf(line: Line): Scene {
  const [width, height] = [line.ink.right + 40, line.ascent + line.descent + 40]
  const paper = { width: (width * 72) / 300, height: (height * 72) / 300 }
  const mark = { kind: 'text', line, x: 20, y: 20 + line.ascent, turn: 'N' } as const
  return {
    width,
    height,
    resolution: resolutions['300'],
    paper,
    turn: 'N',
    marks: [mark],
    title: 'x',
    module: 0,
    barHeight: 0,
    cut: [],
  }
}

t.test(
  'bold and condensed letters have their own outlines, and are selected',
  { skip: pdfToolsAbsent || inLongRun.skip },
  (t) => {
    const folder = t.testdir()
    for (const face of ['sans-bold', 'condensed', 'condensed-bold'] as const) {
      const scene = sceneOf(typeset('Größe 12, M8', { face, size: 80 }))
      const file = join(folder, `${face}.pdf`)
      writeFileSync(file, pdf(scene))
      t.same(
        pagesOf(file)[0]!.words.map(({ text }) => text),
        ['Größe', '12,', 'M8'],
      )
      const drawn = pdfPictures(file, 300)[0]!
      const painted = paint(scene)
      let [others, all] = [0, 0]
      for (let y = 0; y < painted.height; y++) {
        for (let x = 0; x < painted.width; x++) {
          const isDrawn = drawn.grey[y * drawn.width + x]! < 128
          all += Number(isDark(painted, x, y))
          others += Number(isDark(painted, x, y) !== isDrawn)
        }
      }
      t.ok(others < 0.03 * all, `of ${all} dots ${others} differ, at edges`)
      const [page] = pdfPages(pdf(scene), resolutions['300'])
      t.equal(page!.words.length, 16, 'the contours of the letters alone are ink')
    }
    t.end()
  },
)

/** Small stock, which is drawn fast; the long run has all. */
const small = stockNames.filter((name) => !/^(4x6|4x4|100x150|62x100|4x3)$/.test(name))

t.test('PDFs have the dots of the PNG in every renderer', { skip: pdfRenderersAbsent || inLongRun.skip }, async (t) => {
  const r = random('printed')
  // two of the print heads; the long run has all
  for (const dpi of r.pick([dpis.slice(0, 2), dpis.slice(2, 4), dpis.slice(4)])) {
    const labels = [0, 1].map((): LabelRequest => {
      const type = r.pick(labelSymbologies)
      const [size, orientation] = [r.pick(small), r.pick(orientations)]
      return { text: briefText[type], type, size, orientation, qty: 1, showtext: false, format: 'pdf' }
    })
    const times = r.between(1, 2)
    t.same(await renderedFaults(labels, dpi, [times]), [], `${dpi} dpi, ${times}x`)
  }
})
