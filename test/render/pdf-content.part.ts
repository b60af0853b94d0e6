import { inflateSync } from 'node:zlib'
import t from 'tap'
import { composeLabel } from '../../src/draw.ts'
import { ByteWriter } from '../../src/render/bytes.ts'
import { DarkRectangles } from '../../src/render/dark-rectangles.ts'
import { pdfPages } from '../../src/render/pdf.ts'
import { pdfStream } from '../../src/render/pdf-stream.ts'
import { darken, isDark, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { pdfToolsAbsent, qpdfComplaints } from '../oracle/pdf.ts'
import { cases, type Random, random } from '../random.ts'

/** Small or large, light or dark, with rows that repeat. */
function randomMatrix(r: Random): Matrix {
  const matrix = lightMatrix(r.between(1, 40), r.between(1, 20))
  const dark = r.between(1, 9)
  for (let y = 0; y < matrix.height; y++) {
    const isRepeated = y > 0 && r.between(0, 3) === 0
    for (let x = 0; x < matrix.width; x++) {
      if (isRepeated ? isDark(matrix, x, y - 1) : r.between(0, 9) < dark) darken(matrix, x, y)
    }
  }
  return matrix
}

/** Cells a side of a module; shapes end a cell inside of their modules. */
const cells = 4

type Rectangle = readonly [left: number, right: number, top: number, bottom: number]

/** The cells of rectangles of modules, each drawn a cell smaller on all sides. */
function inside(rectangles: readonly Rectangle[], { width }: Matrix): Set<number> {
  const found = new Set<number>()
  for (const [left, right, top, bottom] of rectangles) {
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
        found.push([left, right, top, bottom + 1])
      }
    }
  }
  return found
}

t.test('the rectangles of a symbol, drawn smaller, are as good as all that there are', (t) => {
  const r = random('dark rectangles')
  const rectangles = new DarkRectangles()
  for (let i = cases(200); i > 0; i--) {
    const matrix = randomMatrix(r)
    rectangles.read(matrix)
    const { count, left, right, top, bottom } = rectangles
    const read = Array.from({ length: count }, (_, i): Rectangle => [left[i]!, right[i]!, top[i]!, bottom[i]!])
    t.equal(new Set(read.map((each) => each.join())).size, count, 'none twice')
    const [actual, wanted] = [inside(read, matrix), inside(darkIn(matrix), matrix)]
    if (actual.size !== wanted.size || [...wanted].some((cell) => !actual.has(cell)))
      t.fail(`${matrix.width} x ${matrix.height}`)
  }
  t.end()
})

t.test('a stream is compressed where that makes it shorter', (t) => {
  const content = new ByteWriter()
  const text = '0 0 1 1 re\n'.repeat(100)
  content.ascii(text)
  const { dictionary, bytes } = pdfStream(content)
  t.same(dictionary, { Filter: 'FlateDecode' })
  t.equal(inflateSync(bytes).toString(), text)
  content.ascii('0 0 1 1 re\n')
  t.same(pdfStream(content), { dictionary: {}, bytes: Buffer.from('0 0 1 1 re\n') })
  t.equal(content.end, 0)
  t.end()
})

t.test('pages of the first size inherit it, and their font', (t) => {
  const pages = pdfPages('x')
  const style = { type: 'qr', orientation: 'landscape', qty: 1, showtext: true, format: 'pdf' } as const
  for (const size of ['2x1', '4x6', '2x1'] as const) {
    for (const copies of [1, 2])
      pages.add(composeLabel({ ...style, size, text: size }, { maxPixels: 25e6 }).scene, copies)
  }
  const bytes = pages.end()
  const text = Buffer.from(bytes).toString('latin1')
  t.same(text.match(/\/MediaBox\[[^\]]*\]/g), [
    '/MediaBox[0 0 432 288]',
    '/MediaBox[0 0 432 288]',
    '/MediaBox[0 0 144 72]',
  ])
  t.equal(text.match(/\/Resources/g)?.length, 1)
  t.match(text, /\/Count 9\//)
  if (!pdfToolsAbsent) t.equal(qpdfComplaints(bytes), '')
  t.end()
})
