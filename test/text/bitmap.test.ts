import { createHash } from 'node:crypto'
import { Resvg } from '@resvg/resvg-js'
import t from 'tap'
import './installed.ts'
import { cachedBytes, generationBytes } from '../../src/text/bitmap.ts'
import { bitmapOf, type Line, outlineOf, typeset } from '../../src/text/index.ts'
import { isDark, rowsOf } from '../../symbologies/index.ts'
import { cases, inLongRun, random } from '../random.ts'
import { pathPen } from './path-pen.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })
const picture = (text: string, size = 40): string => rowsOf(bitmapOf(sans(text, size)).matrix).join('\n')

const mixed = 'Latin Ελληνικά Русский 倉庫 にほん 한국어 مستودع עברית ไทย हिन्दी বাংলা தமிழ் 😀👩‍🚀 ᚠ'

t.test('dots are dark where the outline covers them, compared with resvg', inLongRun, (t) => {
  const wrong: string[] = []
  for (const [text, size] of [
    [mixed, 64],
    ['Quietzone & Søn 0123456789', 120],
    ['भारत རྒྱ အ', 90],
  ] as const) {
    const line = sans(text, size)
    const { matrix } = bitmapOf(line)
    const pen = pathPen()
    outlineOf(line, pen, -line.ink.left, -line.ink.top)
    const [width, height] = [matrix.width, matrix.height]
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><path d="${pen.text()}"/></svg>`
    const { pixels } = new Resvg(svg, { background: 'white', font: { loadSystemFonts: false } }).render()
    let [differ, dark] = [0, 0]
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const covered = 1 - pixels[4 * (y * width + x)]! / 255
        if (isDark(matrix, x, y)) dark++
        if (isDark(matrix, x, y) ? covered < 0.2 : covered > 0.8) differ++
      }
    }
    if (differ > dark / 1000) wrong.push(`${text}: ${differ} of ${dark} dots`)
  }
  t.same(wrong, [])
  t.end()
})

t.test('ink keeps to its box, and the bitmap is the box', inLongRun, (t) => {
  const wrong: string[] = []
  const { between } = random('boxes')
  // the first has parts that are scaled, and that end beside whole units
  const lines = [26, 52, 78].map((size) => ({ text: '\u1d58', size }))
  for (let i = 0; i < cases(300); i++) {
    const text = Array.from({ length: 4 }, () => String.fromCodePoint(between(0x20, 0x1ffff))).join('')
    lines.push({ text, size: between(1, 100) })
  }
  for (const { text, size } of lines) {
    const line = sans(text, size)
    const { matrix, left, top } = bitmapOf(line)
    const { ink } = line
    const isBox =
      left === ink.left && top === ink.top && matrix.width === ink.right - left && matrix.height === ink.bottom - top
    const pen = pathPen()
    outlineOf(line, pen, 0, 0)
    const extent = pen.extent()
    const slack = line.size < 16 ? 1 : 1e-6
    const isInside =
      line.glyphs.length === 0 ||
      (extent.left > ink.left - slack &&
        extent.right < ink.right + slack &&
        extent.top > ink.top - slack &&
        extent.bottom < ink.bottom + slack)
    if (!isBox || !isInside || -ink.top > line.ascent || ink.bottom > line.descent) wrong.push(JSON.stringify(text))
  }
  t.same(wrong, [])
  t.end()
})

t.test('the same dots on every machine', (t) => {
  const hash = createHash('sha256')
  for (const size of [25, 33, 50]) hash.update(bitmapOf(sans(mixed, size)).matrix.words)
  hash.update(bitmapOf(typeset('0123456789', { face: 'ocrb', size: 37 })).matrix.words)
  t.equal(hash.digest('hex'), 'ce655181d72dab18d710893ea0ec684a33145872f00daac3abdb0609b517add6')
  t.end()
})

t.test('the cache of bitmaps is bounded, and what leaves it is drawn again alike', inLongRun, (t) => {
  const before = picture(mixed)
  for (let size = 60; size < 400; size += 2)
    bitmapOf(sans('The quick brown fox jumps over the lazy dog 0123456789', size))
  t.ok(cachedBytes().young <= generationBytes)
  t.ok(cachedBytes().glyphs * 100 <= 2 * generationBytes)
  t.ok(cachedBytes().glyphs < 170 * 30, 'something has left')
  t.equal(picture(mixed), before)
  t.end()
})
