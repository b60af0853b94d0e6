import t from 'tap'
import './installed.ts'
import { type Face, fontFacts } from '../../src/text/fonts.ts'
import { type Line, lineHeight, typeset } from '../../src/text/index.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })

/** The fonts of the glyphs of a line, by the names of their files. */
const filesOf = ({ glyphs }: Line): readonly string[] =>
  glyphs.map(({ source }) => fontFacts()[source.id]!.file.slice(5, -4))

t.test('one font a grapheme; neutral characters stay with the text around them', (t) => {
  const fonts = (text: string): readonly string[] => filesOf(sans(text))
  t.same(new Set(fonts('倉庫12。（3）')), new Set(['NotoSansSC']))
  t.same(fonts('a1倉2'), ['NotoSans', 'NotoSans', 'NotoSansSC', 'NotoSansSC'])
  t.same(fonts('(1) 倉'), ['NotoSansSC', 'NotoSansSC', 'NotoSansSC', 'NotoSansSC'])
  t.same(new Set(fonts('한글')), new Set(['NotoSansKR']))
  t.same(fonts('👨‍👩‍👧‍👦'), ['NotoEmoji'], 'a family of four is one glyph')
  t.same(
    [fonts('☎\ufe0f'), fonts('☎\ufe0e'), fonts('1\ufe0f\u20e3')],
    [['NotoEmoji'], ['NotoSansSymbols2'], ['NotoEmoji']],
  )
  t.same(fonts('😀 12'), ['NotoEmoji', 'NotoSans', 'NotoSans'])
  t.end()
})

t.test('Latin letters alone are drawn as they are next to Greek', (t) => {
  const first = (text: string): unknown[] => sans(text).glyphs.map(({ source, glyph }) => [source.id, glyph])[0] ?? []
  for (let code = 0x20; code < 0x180; code++) {
    const character = String.fromCharCode(code)
    if (sans(character).glyphs.length > 0) t.same(first(character), first(`${character}\u03a9`), code.toString(16))
  }
  t.end()
})

/** What is drawn: the width, and the glyphs in their places. */
const facts = ({ glyphs, width }: Line): unknown => [
  width,
  glyphs.map(({ source, glyph, x, y }) => [source.id, glyph, x, y]),
]

const faces = {
  'sans-bold': 'NotoSans-Bold',
  condensed: 'NotoSans-Condensed',
  'condensed-bold': 'NotoSans-CondensedBold',
}

t.test('a face of Noto Sans draws Latin, Greek and Cyrillic letters, and others are drawn as without it', (t) => {
  for (const [face, file] of Object.entries(faces) as [Face, string][]) {
    const set = (text: string): Line => typeset(text, { face, size: 40 })
    for (const text of ['Größe 12 %…', 'Μέγεθος', 'Размер', 'ffi ầ – ẞ', 'Қазақ'])
      t.same(new Set(filesOf(set(text))), new Set([file]), `${face} ${text}`)
    for (const text of ['倉庫', 'مستودع', '한글', '☎\ufe0f', 'ที่นี่ คลัง', 'Ȧ̱ɐ→', 'ὁ'])
      t.same(facts(set(text)), facts(sans(text)), `${face} ${text}`)
    t.same(filesOf(set('aȦb')), [file, 'NotoSans', file])
    t.same(filesOf(set('a1倉2 (3)')), [file, file, 'NotoSansSC', file, file, file, file], 'digits are in the face')
    t.equal(lineHeight(face, 40), lineHeight('sans', 40))
    t.equal(set('Ab').ascent, sans('Ab').ascent)
  }
  t.end()
})

t.test('bold letters are wider than regular ones, condensed letters narrower', (t) => {
  const width = (face: Face): number => typeset('Bolt M8 x 20, Ωμέγα, Болт', { face, size: 400 }).width
  t.ok(width('sans-bold') > width('sans'))
  t.ok(width('condensed') < 0.9 * width('sans'))
  t.ok(width('condensed-bold') > width('condensed'))
  t.ok(width('condensed-bold') < width('sans'))
  t.end()
})
