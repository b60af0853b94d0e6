import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import t from 'tap'
import { composeLabel, drawBarcode } from '../../src/draw.ts'
import { turns } from '../../src/layout/scene.ts'
import { helvetica } from '../../src/reader/verify/pdf/helvetica.ts'
import { PdfDocument } from '../../src/render/pdf.ts'
import {
  darkRectangles,
  helveticaContent,
  kerningOf,
  type Rectangle,
  winAnsiBytes,
} from '../../src/render/pdf-content.ts'
import { typeset } from '../../src/text/index.ts'
import { darken, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { cases, inLongRun, random, seed } from '../random.ts'
import { pdfContents } from './pdf-contents.ts'

t.test('a linear symbol has a rectangle for each bar in a PDF, in any turn', async (t) => {
  const request = {
    type: 'code128',
    text: 'QUIETZONE',
    format: 'pdf',
    includetext: false,
    scale: 2,
    height: 15,
  } as const
  for (const rotate of turns) {
    const [content] = pdfContents(drawBarcode({ ...request, rotate }, { maxPixels: 1e6 }).bytes)
    // start, nine characters and check, and stop, which has a fourth bar
    t.equal(content!.match(/ re$/gm)?.length, 3 * 11 + 4, rotate)
  }
})

t.test('Helvetica is as wide and as kerned as pdfkit says, and spelled as iconv does', async (t) => {
  const r = random('helvetica')
  const document = new PDFDocument({ font: 'Helvetica' }).fontSize(1000)
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
  const latin = Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join('')
  const faults: string[] = []
  for (let i = 0; i < cases(500); i++) {
    const text = r.text(`${ascii}${latin}AVTWYoyAVTWYoy€‚„…‰ŠŒŽ‘’“”•–—™šœžŸ`, r.between(1, 30))
    const { width } = kerningOf(text)
    if (Math.abs(width - document.widthOfString(text)) > 0.01) faults.push(text)
  }
  t.same(faults, [])
  // printf '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ' | iconv -f UTF-8 -t WINDOWS-1252 | xxd -p
  const upper = '8082838485868788898a8b8c8e9192939495969798999a9b9c9e9f'
  t.equal(Buffer.from(winAnsiBytes('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')!).toString('hex'), upper)
  t.same(winAnsiBytes(ascii), Buffer.from(ascii, 'latin1'))
  t.same(winAnsiBytes(latin), Buffer.from(latin, 'latin1'))
  for (const text of ['\u0000', '\u007f', '\u0081', '\u009f', 'Ł', '倉', '\ud83d\ude00'])
    t.equal(winAnsiBytes(text), undefined)
})

t.test('ink in Helvetica stays where the line has its own', async (t) => {
  const r = random('helvetica ink')
  const characters = [...helvetica.keys()].map((byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)))
  let moved = 0
  for (let i = 0; i < cases(400); i++) {
    const text = Array.from({ length: r.between(1, 3) }, () => r.pick(characters)).join('')
    const bytes = winAnsiBytes(text)
    const line = typeset(text, { face: 'sans', size: r.between(8, 120) })
    if (bytes === undefined || line.ink.top === line.ink.bottom) continue
    const content = helveticaContent({ kind: 'text', line, x: 100, y: 100, turn: 'N' })
    const [, rise, baseline] = /^BT \S+ \S+ \S+ (\S+) \S+ (\S+) Tm/.exec(content)!.map(Number) as [
      number,
      number,
      number,
    ]
    if (rise !== -1 || baseline !== 100) moved++
    const boxes = [...bytes].map((byte) => helvetica.get(byte)!).filter(({ top, bottom }) => top > bottom)
    const top = Math.max(...boxes.map((box) => box.top))
    const bottom = Math.min(...boxes.map((box) => box.bottom))
    const dots = (units: number): number => baseline - 100 + (units * rise * line.size) / 1000
    // numbers in a PDF have two and four decimals
    if (dots(top) < line.ink.top - 0.02 || dots(bottom) > line.ink.bottom + 0.02) t.fail(JSON.stringify(text))
  }
  t.ok(moved > 20, `${moved} moved`)
})

/** Small or large, light or dark, with rows that repeat. */
const matrices = fc
  .record({
    width: fc.integer({ min: 1, max: 40 }),
    darkness: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
    rows: fc.array(fc.option(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 })), {
      minLength: 1,
      maxLength: 20,
    }),
  })
  .map(({ width, darkness, rows }) => {
    const matrix = lightMatrix(width, rows.length)
    for (const [y, row] of rows.entries()) {
      for (let x = 0; x < width; x++) {
        if (row === null ? y > 0 && isDark(matrix, x, y - 1) : row[x]! < darkness) darken(matrix, x, y)
      }
    }
    return matrix
  })

/** Cells a side of a module; shapes end a cell inside of their modules. */
const cells = 4

/** The cells of rectangles of modules, each drawn a cell smaller on all sides. */
function inside(rectangles: readonly Rectangle[], { width }: Matrix): Set<number> {
  const found = new Set<number>()
  for (const { left, right, top, bottom } of rectangles) {
    for (let y = cells * top + 1; y < cells * bottom - 1; y++) {
      for (let x = cells * left + 1; x < cells * right - 1; x++) found.add(y * cells * width + x)
    }
  }
  return found
}

/** All rectangles of dark modules. */
function darkIn(matrix: Matrix): Rectangle[] {
  const { width, height } = matrix
  const found: Rectangle[] = []
  for (let top = 0; top < height; top++) {
    for (let left = 0; left < width; left++) {
      // how far to the right all rows down to this one are dark
      let right = width
      for (let bottom = top; bottom < height && isDark(matrix, left, bottom); bottom++) {
        let end = left
        while (end < right && isDark(matrix, end, bottom)) end++
        right = end
        found.push({ left, right, top, bottom: bottom + 1 })
      }
    }
  }
  return found
}

t.test('the rectangles of a symbol, drawn smaller, are as good as all that there are', inLongRun, async () => {
  fc.assert(
    fc.property(matrices, (matrix) => {
      const read = darkRectangles(matrix)
      const edges = read.map(({ left, right, top, bottom }) => [left, right, top, bottom].join())
      const [actual, wanted] = [inside(read, matrix), inside(darkIn(matrix), matrix)]
      return (
        new Set(edges).size === read.length &&
        actual.size === wanted.size &&
        [...wanted].every((cell) => actual.has(cell))
      )
    }),
    { seed, numRuns: cases(200) },
  )
})

t.test('pages of the first size inherit it, and their font', (t) => {
  const pages = new PdfDocument('x')
  const style = { type: 'qr', orientation: 'landscape', qty: 1, showtext: true, format: 'pdf' } as const
  for (const size of ['2x1', '4x6', '2x1'] as const) {
    for (const copies of [1, 2])
      pages.add(composeLabel({ ...style, size, text: size }, { maxPixels: 25e6 }).scene, copies)
  }
  const bytes = pages.end()
  const text = Buffer.from(bytes).toString('latin1')
  const [small, large] = ['/MediaBox [0 0 144 72]', '/MediaBox [0 0 432 288]']
  t.same(text.match(/\/MediaBox \[[^\]]*\]/g), [large, large, large, small])
  t.equal(text.match(/\/BaseFont/g)?.length, 1)
  t.equal(text.match(/\/Resources/g)?.length, 1)
  t.match(text, /\/Count 9\n/)
  if (!pdfToolsAbsent) t.equal(qpdfComplaints(bytes), '')
  t.end()
})
