import t from 'tap'
import { isCut, type ParagraphStyle, paragraph, shownOf } from '../../src/text/index.ts'
import { clean, firstUnits } from '../../src/text/shown-text.ts'
import './installed.ts'

const style: ParagraphStyle = { face: 'sans', size: 40, minSize: 25, width: 400, lines: 2 }
const texts = (text: string, changes: Partial<ParagraphStyle> = {}): string[] =>
  paragraph(text, { ...style, ...changes }).map((line) => line.text)

t.test('texts are cleaned before they are drawn', (t) => {
  t.equal(clean(`a${'\u0301'.repeat(40)}`), `\u00e1${'\u0301'.repeat(30)}`.slice(0, 31))
  t.equal(clean('\u0000\u001f\u007f\u0085\u2028\u2029'), ' '.repeat(6))
  t.equal(clean('\u212b \uf900 \ud800'), '\u00c5 \uf900 \ud800')
  t.equal(clean(`a${'\u2068'.repeat(256)}b`).length, 258)
  t.equal(clean(`a${'\u2068'.repeat(257)}b`), 'ab')
  t.end()
})

t.test('at most 1,000 characters of a text are shown, wherever there is room for all', (t) => {
  const wide = { size: 30, minSize: 30, width: 2000, lines: 60 }
  const set = (text: string, width = wide.width): { shown: string; isCut: boolean } => {
    const lines = paragraph(text, { ...style, ...wide, width })
    return { shown: lines.map((line) => line.text).join(''), isCut: isCut(text, lines) }
  }
  const start = (text: string): { shown: string; isCut: boolean } => ({ shown: `${text}…`, isCut: true })
  t.same(set('x'.repeat(1000)), { shown: 'x'.repeat(1000), isCut: false })
  t.same(set('x'.repeat(1001)), start('x'.repeat(999)))
  t.same(set('x'.repeat(7089)), start('x'.repeat(999)))
  t.same(set(` ${'x'.repeat(1000)}\t`), { shown: 'x'.repeat(1000), isCut: false }, 'spaces at its ends do not count')
  t.same(set(`${'x'.repeat(998)} ${'y'.repeat(9)}`), start('x'.repeat(998)), 'no space before the ellipsis')
  const [family, flag] = ['👨‍👩‍👧‍👦', '🇹🇷']
  t.same(set(`${'x'.repeat(989)}${family}${'x'.repeat(9)}`), start('x'.repeat(989)), 'graphemes are not split')
  t.same(set(`${'x'.repeat(988)}${family}${'x'.repeat(9)}`), start(`${'x'.repeat(988)}${family}`))
  t.same(set(flag.repeat(300)), start(flag.repeat(249)))
  t.same(set(`xxx${flag.repeat(300)}`), start(`xxx${flag.repeat(249)}`))
  t.same(set(`${'x'.repeat(998)}e\u0328\u0301\u0308yyy`), start('x'.repeat(998)))
  t.same(set(`${'x'.repeat(998)}\u{1f4e6}x`), start('x'.repeat(998)), 'nor are surrogate pairs')
  const endless = '\u0600'.repeat(2000)
  t.same(set(endless, 60_000), start(endless.slice(0, 999)), 'a grapheme longer than that is')
  t.ok(paragraph('x'.repeat(1001), { ...style, ...wide, size: 90 })[0]!.size > 30, 'as large as there is room for')
  t.same(texts('ab'.repeat(600), { starts: [0, 400, 1100], lines: 9, width: 9000, minSize: 25 }), [
    'ab'.repeat(200),
    `${'ab'.repeat(299)}a…`,
  ])
  for (const text of ['x'.repeat(1001), flag.repeat(300), endless, 'short']) {
    const { text: shown } = shownOf(text)
    t.same(shownOf(shown), { text: shown, isCut: false }, 'what is shown is not cut again')
  }
  t.end()
})

t.test('no surrogate pair is split, whichever it is', (t) => {
  for (const point of [0x10000, 0x103ff, 0x1d11e, 0x4ffff, 0x50000, 0x10ffff]) {
    const text = `A${String.fromCodePoint(point)}B`
    t.equal(firstUnits(text, 2), 'A', point.toString(16))
    t.equal(firstUnits(text, 3), text.slice(0, 3))
  }
  t.equal(firstUnits('A\udc00B', 2), 'A\udc00', 'a lone one is kept')
  t.end()
})
