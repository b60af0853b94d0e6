import t from 'tap'
import './installed.ts'
import { fontFacts } from '../../src/text/fonts.ts'
import { type Line, typeset } from '../../src/text/index.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })

t.test('one font a grapheme; neutral characters stay with the text around them', (t) => {
  const fonts = (text: string): string[] =>
    sans(text).glyphs.map(({ source }) => fontFacts()[source.id]!.file.slice(5, -4))
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
