import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import * as hb from 'harfbuzzjs'
import t from 'tap'
import './installed.ts'
import { root } from '../../src/root.ts'
import { cachedBytes, generationBytes } from '../../src/text/bitmap.ts'
import { fontFacts, fontsCovering, sourceOf } from '../../src/text/fonts.ts'
import { type Box, bitmapOf, type Line, outlineOf, type Pen, typeset } from '../../src/text/index.ts'
import { isDark, rowsOf } from '../../symbologies/index.ts'
import { cases, long, random } from '../random.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })
const picture = (text: string, size = 40): string => rowsOf(bitmapOf(sans(text, size)).matrix).join('\n')
const codeBoxes = sans('\ud800').glyphs[0]!.source.id
const mixed = 'Latin Ελληνικά Русский 倉庫 にほん 한국어 مستودع עברית ไทย हिन्दी বাংলা தமிழ் 😀👩‍🚀 ᚠ'

/** A pen that writes an SVG path and keeps the extent of all points. */
function pathPen(): Pen & { text: () => string; extent: () => Box } {
  let text = ''
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const put = (name: string, ...values: number[]): void => {
    text += name + values.join(' ')
    for (let i = 0; i < values.length; i += 2) {
      ;[left, right] = [Math.min(left, values[i]!), Math.max(right, values[i]!)]
      ;[top, bottom] = [Math.min(top, values[i + 1]!), Math.max(bottom, values[i + 1]!)]
    }
  }
  return {
    move: (x, y) => put('M', x, y),
    line: (x, y) => put('L', x, y),
    quadratic: (cx, cy, x, y) => put('Q', cx, cy, x, y),
    cubic: (ax, ay, bx, by, x, y) => put('C', ax, ay, bx, by, x, y),
    close: () => put('Z'),
    text: () => text,
    extent: () => ({ left, top, right, bottom }),
  }
}

t.test('every assigned character of the Basic Multilingual Plane draws ink or is a space', (t) => {
  const blank: string[] = []
  const undrawn: string[] = []
  let boxed = 0
  const step = long ? 1 : 29
  for (let code = 0x20; code < 0x10000; code += step) {
    const character = String.fromCharCode(code)
    if (!/\p{Assigned}/u.test(character) || /[\p{Cc}\p{Co}\p{Cs}]/u.test(character)) continue
    const line = sans(character, 24)
    const { matrix } = bitmapOf(line)
    const isSpace = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
    if (!isSpace && matrix.words.every((word) => word === 0)) blank.push(code.toString(16))
    for (const { source, glyph } of line.glyphs) {
      if (source.id === codeBoxes) boxed++
      else if (glyph === 0) undrawn.push(code.toString(16))
    }
  }
  t.same(blank, [])
  t.same(undrawn, [], 'no font draws its own mark for a missing glyph')
  t.ok(boxed <= 84, `${boxed} characters are younger than every font here`)
  t.end()
})

t.test('a character in no font is a box with its code, and no two boxes are alike', (t) => {
  const digits = Array.from({ length: 16 }, (_, digit) => 0xe000 + 0x111 * digit)
  const missing = [...digits, 0xd800, 0xdfff, 0xe000, 0xf8ff, 0xfffe, 0xffff, 0x1fffe, 0xf0000, 0x10ffff]
  const { between } = random('missing')
  while (missing.length < 500) {
    const code = between(0xd800, 0x10ffff)
    if (
      fontsCovering(code).length === 0 &&
      !/[\p{Default_Ignorable_Code_Point}\p{M}\uf900-\ufaff]/u.test(String.fromCodePoint(code))
    ) {
      missing.push(code)
    }
  }
  const codes = [...new Set(missing)]
  t.same(
    codes.filter((code) => {
      const { glyphs } = sans(String.fromCodePoint(code))
      return glyphs.length !== 1 || glyphs[0]!.source.id !== codeBoxes || glyphs[0]!.glyph !== code
    }),
    [],
  )
  t.equal(new Set(codes.map((code) => picture(String.fromCodePoint(code), 16))).size, codes.length)
  t.equal(sans('a\ud800b\udc00').glyphs.filter(({ source }) => source.id === codeBoxes).length, 2)
  t.end()
})

t.test('500 characters of different scripts look different', (t) => {
  const { between } = random('scripts')
  const pictures = new Map<string, string>()
  const alike: string[] = []
  // left out: scripts that share letters' shapes, and marks, which may stand on a dotted circle or on nothing
  const letters =
    /^(?![\p{sc=Grek}\p{sc=Cyrl}\p{sc=Copt}\p{sc=Cher}\p{sc=Lisu}\p{sc=Zyyy}\p{sc=Zinh}\p{M}\uf900-\uffff])\p{L}$/u
  while (pictures.size < 500 && alike.length === 0) {
    const character = String.fromCharCode(between(0x41, 0xd7ff))
    if (!letters.test(character) || sans(character).glyphs[0]?.source.id === codeBoxes) continue
    const drawn = picture(character, 32)
    const other = pictures.get(drawn)
    if (other !== undefined && other !== character) alike.push(`${other} ${character}`)
    pictures.set(drawn, character)
  }
  t.same(alike, [])
  t.end()
})

t.test('outlines are those that HarfBuzz reads from the same font files', (t) => {
  const wrong: string[] = []
  const { between } = random('outlines')
  fontFacts().forEach(({ file, kind, unitsPerEm }, id) => {
    if (kind === 'bitmap') return
    const face = new hb.Face(new hb.Blob(readFileSync(join(root, 'fonts', file))))
    const font = new hb.Font(face)
    const count = (face.referenceTable('maxp')![4]! << 8) | face.referenceTable('maxp')![5]!
    for (let i = 0; i < cases(40, 25); i++) {
      const glyph = i < 4 ? i : between(0, count - 1)
      const size = unitsPerEm
      const pen = pathPen()
      sourceOf(id).draw(glyph, size, 0, 0, pen)
      const extent = font.glyphExtents(glyph)
      const box = sourceOf(id).box(glyph, size, 0)
      const inkless = pen.text() === ''
      if (inkless !== (font.glyphToPath(glyph) === '')) wrong.push(`${file} ${glyph}: ink`)
      if (inkless) continue
      if (!isSame(pen.text(), font.glyphToPath(glyph))) wrong.push(`${file} ${glyph}: outline`)
      const ours = [box!.left, box!.top, box!.right - box!.left, box!.bottom - box!.top]
      const theirs = boxAround(extent!, pen.extent())
      if (ours.some((value, j) => value !== theirs[j])) wrong.push(`${file} ${glyph}: box ${ours} ${theirs}`)
    }
  })
  t.same(wrong.slice(0, 10), [])
  t.end()
})

/**
 * The whole units around both, from the left and the top: HarfBuzz tells what the font states, which is rounded where parts of
 * a glyph are scaled.
 */
function boxAround(
  stated: { xBearing: number; yBearing: number; width: number; height: number },
  points: Box,
): number[] {
  const left = Math.min(stated.xBearing, Math.floor(points.left))
  const top = Math.min(-stated.yBearing, Math.floor(points.top))
  const right = Math.max(stated.xBearing + stated.width, Math.ceil(points.right))
  const bottom = Math.max(-stated.yBearing - stated.height, Math.ceil(points.bottom))
  return [left, top, right - left, bottom - top]
}

/** Whether two outlines cover the same ground, as far as the area and centre of their polygons of points tell. */
function isSame(ours: string, theirs: string): boolean {
  const [a, b] = [moments(ours, -1), moments(theirs, 1)]
  return a.every((value, i) => Math.abs(value - b[i]!) <= 1e-3 * (1 + Math.abs(b[i]!)))
}

/** Area and first moments of the polygon through the points where curves begin and end, and through their control points. */
function moments(path: string, sign: number): number[] {
  let [area, mx, my] = [0, 0, 0]
  for (const contour of path.split('M').slice(1)) {
    const numbers = contour.match(/-?[\d.]+(e-?\d+)?/g)!.map(Number)
    for (let i = 0; i < numbers.length; i += 2) {
      const j = (i + 2) % numbers.length
      const [x, y, u, v] = [numbers[i]!, sign * numbers[i + 1]!, numbers[j]!, sign * numbers[j + 1]!]
      const cross = x * v - u * y
      area += cross
      mx += cross * (x + u)
      my += cross * (y + v)
    }
  }
  return [area, mx / 1000, my / 1000]
}

t.test('dots are dark where the outline covers them, compared with resvg', (t) => {
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

t.test('ink keeps to its box, and the bitmap is the box', (t) => {
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

t.test('OCR-B digits all have one width; characters that OCR-B lacks are sans', (t) => {
  const width = (text: string): number => typeset(text, { face: 'ocrb', size: 100 }).width
  t.equal(new Set([...'0123456789<>'].map(width)).size, 1)
  const line = typeset('5901234123457 倉', { face: 'ocrb', size: 40 })
  t.equal(new Set(line.glyphs.slice(0, 13).map(({ source }) => source.id)).size, 1)
  t.not(line.glyphs[0]!.source.id, line.glyphs.at(-1)!.source.id)
  t.not(rowsOf(bitmapOf(typeset('4', { face: 'ocrb', size: 40 })).matrix).join('\n'), picture('4'))
  t.end()
})

t.test('the same dots on every machine', (t) => {
  const hash = createHash('sha256')
  for (const size of [25, 33, 50]) hash.update(bitmapOf(sans(mixed, size)).matrix.words)
  hash.update(bitmapOf(typeset('0123456789', { face: 'ocrb', size: 37 })).matrix.words)
  t.equal(hash.digest('hex'), 'ce655181d72dab18d710893ea0ec684a33145872f00daac3abdb0609b517add6')
  t.end()
})

t.test('the cache of bitmaps is bounded, and what leaves it is drawn again alike', (t) => {
  const before = picture(mixed)
  for (let size = 60; size < 400; size += 2)
    bitmapOf(sans('The quick brown fox jumps over the lazy dog 0123456789', size))
  t.ok(cachedBytes().young <= generationBytes)
  t.ok(cachedBytes().glyphs * 100 <= 2 * generationBytes)
  t.ok(cachedBytes().glyphs < 170 * 30, 'something has left')
  t.equal(picture(mixed), before)
  t.end()
})
