import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { composeBarcode, composeLabel, type ImageFormat } from '../../src/draw.ts'
import type { Scene, Turn } from '../../src/layout/scene.ts'
import { png } from '../../src/render/deflate.ts'
import { PdfDocument, pdf } from '../../src/render/pdf.ts'
import { svg } from '../../src/render/svg.ts'
import { typeset } from '../../src/text/index.ts'
import { pdfPictures, pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'

const limits = { maxPixels: 25_000_000 }

const notebooks = '\u{1f4d3}'.repeat(735)
/** Different Han characters. */
const different = Array.from({ length: 900 }, (_, i) => String.fromCharCode(0x9000 + i)).join('')

const outlined: Readonly<Record<string, string>> = {
  'one pictograph many times': notebooks,
  'every character twice': '倉庫の番号 倉庫の番号 01',
  'Arabic letters that join': 'مستودع مستودع',
  'marks stacked on a letter': `i${'\u08da'.repeat(30)}`.repeat(20),
  'a character that no font has, and one of Unifont': '\u{10ffff}\u{10ffff}\u{1d800}\u{1d800}',
}

function barcode(text: string, format: ImageFormat, rotate: Turn = 'N'): Scene {
  const scale = text === different ? 10 : 4
  return composeBarcode({ text, type: 'qr', includetext: true, scale, height: 15, rotate, format }, limits).scene
}

/** Upright and turned: render.test.ts has the others. */
const turns: readonly Turn[] = ['N', 'L']

const label = { type: 'qr', size: '4x6', orientation: 'landscape', qty: 1, showtext: true, format: 'pdf' } as const

const count = (bytes: Uint8Array, what: RegExp): number =>
  Buffer.from(bytes).toString('latin1').match(what)?.length ?? 0

/**
 * How many dots two pictures differ in by more than `tolerance` grey levels, in thousandths of the dark dots of the first. The
 * other may have a column and a row more: pdftoppm rounds up.
 */
function difference(dots: Picture, other: Picture, tolerance: number): number {
  if (other.width - dots.width > 1 || other.height - dots.height > 1) return Number.POSITIVE_INFINITY
  let [dark, off] = [0, 0]
  for (let y = 0; y < dots.height; y++) {
    for (let x = 0; x < dots.width; x++) {
      const grey = dots.grey[y * dots.width + x]!
      if (grey === 0) dark++
      if (Math.abs(grey - other.grey[y * other.width + x]!) > tolerance) off++
    }
  }
  return (1000 * off) / dark
}

t.test('each outline is written once, however often it is drawn', (t) => {
  const inSvg = svg(barcode(notebooks, 'svg'))
  t.equal(count(inSvg, /<path id=/g), 1)
  t.ok(count(inSvg, /<use /g) > 50)
  t.ok(inSvg.length < 200_000, `${inSvg.length} bytes`)
  for (const scene of [barcode(notebooks, 'pdf'), composeLabel({ ...label, text: notebooks }, limits).scene]) {
    const inPdf = pdf(scene)
    t.equal(count(inPdf, /\/Subtype \/Form/g), 1)
    t.ok(inPdf.length < 100_000, `${inPdf.length} bytes`)
  }
  t.equal(count(svg(barcode('倉庫', 'svg')), /<defs|<use|xlink/g), 0, 'what is drawn once is not shared')
  t.end()
})

t.test('too many points are drawn as dots', (t) => {
  const [inSvg, inPdf] = [svg(barcode(different, 'svg')), pdf(barcode(different, 'pdf'))]
  t.equal(count(inSvg, /[QC]\d/g), 0, 'no curve')
  t.equal(count(inPdf, /\/ImageMask true/g), 3, 'an image a line')
  t.ok(inSvg.length < 300_000, `${inSvg.length} bytes`)
  t.ok(inPdf.length < 80_000, `${inPdf.length} bytes`)
  t.equal(count(svg(barcode(different.slice(0, 100), 'svg')), /stroke/g), 0, 'a hundred characters are outlines')
  t.end()
})

t.test('the points of an outline are known before it is drawn', (t) => {
  const wrong: string[] = []
  for (const text of [...Object.values(outlined), different, 'Größe ì ǻ Ἆ ﷺ กำ']) {
    for (const { source, glyph } of typeset(text, { face: 'sans', size: 40 }).glyphs) {
      let drawn = 0
      const put = (): void => void drawn++
      // a contour ends where it has begun
      const close = (): void => void drawn--
      source.draw(glyph, 40, 0, 0, { move: put, line: put, quadratic: put, cubic: put, close })
      const counted = source.points(glyph)
      // rows of pixels that are drawn as one count each
      if (drawn > counted || counted > 16 * drawn) wrong.push(`${source.id} ${glyph}: ${counted} for ${drawn}`)
    }
  }
  t.same(wrong, [])
  t.end()
})

t.test('each outline has its own name, the same in every drawing', (t) => {
  const outlines = new Map<string, string>()
  const wrong: string[] = []
  for (const text of Object.values(outlined)) {
    for (const scale of [2, 3, 4, 6]) {
      const { scene } = composeBarcode(
        { text, type: 'qr', includetext: true, scale, height: 15, rotate: 'N', format: 'svg' },
        limits,
      )
      for (const [, id, path] of new TextDecoder().decode(svg(scene)).matchAll(/<path id="([^"]+)" d="([^"]+)"/g)) {
        if ((outlines.get(id!) ?? path) !== path) wrong.push(id!)
        outlines.set(id!, path!)
      }
    }
  }
  t.same(wrong, [])
  t.ok(outlines.size > 20, `${outlines.size} outlines`)
  t.equal(new Set(outlines.values()).size, outlines.size)
  t.end()
})

t.test('PNG and SVG show the same dots', (t) => {
  for (const turn of turns) {
    for (const [name, text] of Object.entries(outlined)) {
      const off = difference(
        pngPicture(png(barcode(text, 'png', turn))),
        svgPicture(svg(barcode(text, 'svg', turn))),
        200,
      )
      t.ok(off < 5, `${name}, ${turn}: ${off}`)
    }
    const dots = pngPicture(png(barcode(different, 'png', turn)))
    t.equal(difference(dots, svgPicture(svg(barcode(different, 'svg', turn))), 0), 0, `dots, ${turn}`)
  }
  t.end()
})

t.test('SVG and PDF show the same dots, on one page or on several', { skip: pdfToolsAbsent }, (t) => {
  const texts = [...Object.values(outlined), different]
  const scenes = texts.flatMap((text) => turns.map((turn) => barcode(text, 'pdf', turn)))
  const pages = new PdfDocument('outlines')
  for (const scene of scenes) pages.add(scene, 2)
  const bytes = pages.end()
  t.equal(qpdfComplaints(bytes), '')
  const name = join(t.testdir(), 'x.pdf')
  writeFileSync(name, bytes)
  const pictures = pdfPictures(name, 300)
  t.equal(pictures.length, 2 * scenes.length)
  scenes.forEach((scene, i) => {
    const dots = svgPicture(svg(scene))
    for (const picture of pictures.slice(2 * i, 2 * i + 2)) {
      // the two have different ideas of how grey an edge is, none of a dot's
      t.equal(difference(dots, picture, scene.title === different ? 128 : 200), 0, `${texts[i >> 1]}, ${scene.turn}`)
    }
  })
  t.end()
})

t.test('a form belongs to the document: pages that draw the same outlines share them', (t) => {
  const scene = composeLabel({ ...label, text: outlined['every character twice']! }, limits).scene
  const [one, many] = [pdf(scene), new PdfDocument('x')]
  for (let i = 0; i < 20; i++) many.add(scene, 1)
  const forms = count(one, /\/Subtype \/Form/g)
  t.ok(forms >= 5)
  t.equal(count(many.end(), /\/Subtype \/Form/g), forms)
  t.end()
})
