import t from 'tap'
import './installed.ts'
import { bitmapOf, type Line, typeset } from '../../src/text/index.ts'
import { outlinesOf } from '../../src/text/line.ts'
import { rowsOf } from '../../symbologies/index.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })
const picture = (text: string, size = 40): string => rowsOf(bitmapOf(sans(text, size)).matrix).join('\n')

t.test('sizes are whole dots from 1 to 4095', (t) => {
  for (const size of [0, -1, 4096, 2.5, Number.NaN]) t.throws(() => sans('a', size), RangeError)
  for (const size of [1, 7, 4095]) t.ok(sans('A', size).ink.right > 0)
  t.end()
})

t.test('control characters are spaces, normal forms are one, a text without ink is empty', (t) => {
  t.equal(picture('a\u0000b\tc\nd\u0085e\u2028f'), picture('a b c d e f'))
  t.equal(picture('e\u0301 a\u030a'), picture('\u00e9 \u00e5'))
  t.not(picture('\uf900'), picture('\u{2f800}'))
  for (const text of ['', ' ', '\u200b\u200d\u202e', '\u00a0']) {
    const { ink } = sans(text)
    t.same([ink, bitmapOf(sans(text)).matrix.words.length], [{ left: 0, top: 0, right: 0, bottom: 0 }, 0])
  }
  t.equal(sans('').width, 0)
  t.ok(sans(' ').width > 0)
  t.end()
})

t.test('outlines of more than 20,000 points are not drawn as such, each counted once', (t) => {
  const { glyphs, ...line } = sans('A')
  const withPoints = (...points: readonly number[]): Line => ({
    ...line,
    glyphs: points.map((count, glyph) => ({
      ...glyphs[0]!,
      glyph,
      source: { ...glyphs[0]!.source, points: () => count },
    })),
  })
  t.same(outlinesOf([withPoints(12_000, 8000)])?.shared, [])
  t.equal(outlinesOf([withPoints(12_000, 8001)]), undefined)
  t.equal(outlinesOf([withPoints(20_000), withPoints(20_000)])?.shared.length, 1)
  t.end()
})
