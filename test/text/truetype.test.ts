import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import t from 'tap'
import './installed.ts'
import { root } from '../../src/root.ts'
import { fontFacts, sourceOf } from '../../src/text/fonts.ts'
import type { InkBox } from '../../src/text/index.ts'
import { openTrueType, outlineSource } from '../../src/text/truetype.ts'
import { cases, inLongRun, random } from '../random.ts'
import { pathPen } from './path-pen.ts'

t.test('outlines are those that HarfBuzz reads from the same font files', inLongRun, (t) => {
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

/** A font file with tables of these bytes. ISO/IEC 14496-22:2019, 4 */
function fontOf(tables: Readonly<Record<string, readonly number[]>>): Uint8Array {
  const head = [0, 1, 0, 0, 0, Object.keys(tables).length, 0, 0, 0, 0, 0, 0]
  const content: number[] = []
  const start = head.length + 16 * Object.keys(tables).length
  for (const [tag, bytes] of Object.entries(tables)) {
    head.push(...Buffer.from(tag), 0, 0, 0, 0, 0, 0, 0, start + content.length, 0, 0, 0, bytes.length)
    content.push(...bytes)
  }
  return Uint8Array.from([...head, ...content])
}

t.test('a glyph that is a component of itself has no outline', (t) => {
  const font = openTrueType(
    fontOf({
      head: new Array<number>(54).fill(0),
      maxp: [0, 1, 0, 0, 0, 1],
      // 5.3.3: no contours of its own, in a box; one component, glyph 0, moved by bytes
      glyf: [0xff, 0xff, 0, 0, 0, 0, 0, 9, 0, 9, 0, 2, 0, 0, 0, 0],
      loca: [0, 0, 0, 8],
    }),
  )
  const source = outlineSource(font, 1000)
  const pen = pathPen()
  source.draw(0, 1000, 0, 0, pen)
  t.equal(pen.text(), '')
  t.equal(source.points(0), 0)
  t.end()
})

/**
 * The whole units around both, from the left and the top: HarfBuzz tells what the font states, which is rounded where parts of
 * a glyph are scaled.
 */
function boxAround(
  stated: { xBearing: number; yBearing: number; width: number; height: number },
  points: InkBox,
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
