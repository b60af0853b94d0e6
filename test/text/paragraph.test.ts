import fc from 'fast-check'
import t from 'tap'
import { bitmapOf, isCut, type Line, lineHeight, type ParagraphStyle, paragraph } from '../../src/text/index.ts'
import { shapedRuns } from '../../src/text/shape.ts'
import { clean } from '../../src/text/shown-text.ts'
import { cases, inLongRun, long, random, seed } from '../random.ts'
import { harfBuzzMemory } from './installed.ts'
import { forget, hostile } from './slow-texts.ts'

const style: ParagraphStyle = { face: 'sans', size: 40, minSize: 25, width: 400, lines: 2 }
const texts = (text: string, changes: Partial<ParagraphStyle> = {}): string[] =>
  paragraph(text, { ...style, ...changes }).map((line) => line.text)
const sizes = (text: string): number[] => paragraph(text, style).map(({ size }) => size)
const reach = ({ width, ink }: Line): number => Math.max(width, ink.right) - Math.min(0, ink.left)

t.test('captions wrap, shrink, and then end in an ellipsis', (t) => {
  t.same(texts('Hello'), ['Hello'])
  t.same(sizes('Hello'), [40])
  t.same(texts('Hello world this is a caption'), ['Hello world this is a', 'caption'])
  t.ok(sizes('A longer caption that should shrink to fit into two lines').every((size) => size < 40 && size > 25))
  t.same(new Set(sizes('x'.repeat(200))), new Set([25]))
  t.match(texts('x'.repeat(200)).join(' '), /^x+ x+…$/)
  t.match(texts('word '.repeat(100))[1], /wor…$/)
  t.same(texts('12345', { width: 90, size: 60, lines: 3 }), ['12345'], 'rather smaller than broken inside a word')
  t.same(texts('Schraubenzieher 12', { width: 200, lines: 3 }), ['Schraubenzieher', '12'])
  t.same(texts('Schraubenzieher', { width: 120, lines: 3 }).join(''), 'Schraubenzieher', 'broken rather than cut')
  t.same(texts('  spaces   around  '), ['spaces   around'])
  t.same(texts(''), [])
  t.same(texts(' \u0000\n '), [])
  t.end()
})

t.test('several texts: each on lines of its own, one size for all, in a height', (t) => {
  const set = (given: readonly string[], changes: object): string[] =>
    paragraph(given, { ...style, lines: 9, ...changes }).map(({ text }) => text)
  const large = { size: 40, minSize: 40 }
  t.same(set(['aaa', '', 'bbb ccc'], { ...large, width: 400 }), ['aaa', '', 'bbb ccc'], 'an empty line between two')
  t.same(set(['', ' ', 'aaa', ' '], { ...large, width: 400 }), ['aaa'], 'none at the ends')
  t.same(set([], large), [])
  const line = lineHeight('sans', 40)
  t.same(set(['aaa', 'bbb'], { ...large, height: 2 * line }), ['aaa', 'bbb'])
  t.same(set(['aaa', 'bbb'], { ...large, height: 2 * line - 1 }), ['aaa…'], 'the rest is cut')
  t.same(set(['aaa', '', 'bbb'], { ...large, lines: 2 }), ['aaa', '…'])
  t.same(set(['aaa'], { ...large, height: line - 1 }), [])
  const sizes = paragraph(['aaa', 'bbb'], { ...style, size: 40, minSize: 10, lines: 9, height: line })
  t.ok(
    sizes.length === 2 && sizes.every(({ size }) => size < 40 && size === sizes[0]!.size),
    'smaller print before a cut',
  )
  t.same(set(['DD: 2026-12-31'], { ...large, width: 240 }), ['DD:', '2026-12-31'], 'dates stay whole')
  t.same(
    texts('DD: 2026-12-31', { ...large, width: 240 }),
    ['DD: 2026-', '12-31'],
    'the text of a symbol breaks as before',
  )
  t.same(set(['verzinkt/blank'], { ...large, width: 240 }), ['verzinkt/', 'blank'])
  t.end()
})

t.test('a paragraph right to left: each line is ordered by itself, its direction is the paragraph’s', (t) => {
  const [first, second] = paragraph('שלום אבג 12345 דהו 678', { ...style, width: 300, minSize: 40 })
  t.same([first!.text, second!.text], ['שלום אבג 12345', 'דהו 678'])
  const isDigit = (line: Line, at: number): boolean => line.glyphs[at]!.source.id === 0
  t.ok(isDigit(first!, 0) && !isDigit(first!, first!.glyphs.length - 1), 'the number, last, stands at the left')
  t.ok(isDigit(second!, 0) && !isDigit(second!, second!.glyphs.length - 1))
  t.end()
})

t.test('nonsensical numbers are refused', (t) => {
  const wrong = [{ size: 0 }, { minSize: 0 }, { minSize: 41 }, { width: -1 }, { width: Number.NaN }, { lines: -1 }]
  for (const changes of wrong) t.throws(() => paragraph('a', { ...style, ...changes }), RangeError)
  t.same(texts('a', { width: 0 }), [])
  t.same(texts('a', { lines: 0 }), [])
  t.same(texts('wide', { width: 12 }), [])
  t.same(texts('wide', { width: 25 }), ['w', '…'])
  t.same(texts('wide', { width: 25, lines: 1 }), ['…'])
  t.end()
})

const bare = (text: string): string => clean(text).replace(/[\p{White_Space}\u200b]/gu, '')

t.test('for any text, no line is wider than the width, and nothing is lost but to an ellipsis', (t) => {
  const styles = fc.record({
    face: fc.constantFrom('sans' as const, 'ocrb' as const),
    size: fc.integer({ min: 25, max: 60 }),
    minSize: fc.integer({ min: 8, max: 25 }),
    width: fc.integer({ min: 0, max: 900 }),
    lines: fc.integer({ min: 0, max: 4 }),
  })
  const property = fc.property(hostile, styles, (text, style) => {
    const lines = paragraph(text, style)
    const isBounded =
      lines.length <= style.lines &&
      lines.every((line) => reach(line) <= style.width && line.size <= style.size && line.size >= style.minSize) &&
      lines.every(({ ink, ascent, descent }) => -ink.top <= ascent && ink.bottom <= descent)
    const said = lines.map((line) => line.text).join('')
    const isWhole = lines.length === 0 || said.endsWith('…') || bare(said) === bare(text)
    return isBounded && isWhole
  })
  const result = fc.check(property, { numRuns: cases(300), seed })
  t.equal(result.failed, false, `${JSON.stringify(result.counterexample)} ${result.errorInstance}`)
  t.end()
})

t.test('hostile captions of 7089 characters are cut early, and shaping keeps no memory', inLongRun, (t) => {
  const { between, pick } = random('hostile')
  const units = [
    '\u2068',
    '\u2067a',
    '\u0301',
    '\u200d',
    '\u{1f468}\u200d',
    '\ud800',
    '\u200b',
    '\u0915\u094d',
    '\u0f40\u0f90',
    '\u200a',
    '1\u0627',
  ]
  const set = (): number => {
    for (const unit of [...units, ...Array.from({ length: long ? 300 : 30 }, () => pick(units) + pick(units))]) {
      const text = unit.repeat(7089).slice(0, 7089)
      const lines = paragraph(text, { ...style, width: between(300, 1800), lines: between(1, 6) })
      for (const line of lines) bitmapOf(line)
      if (lines.some((line) => line.glyphs.length > 7089)) t.fail(`${JSON.stringify(unit)} grew`)
    }
    return harfBuzzMemory()
  }
  const once = set()
  t.ok(once > 0)
  t.equal(set(), once)
  t.equal(set(), once)
  t.end()
})

t.test('a paragraph does not depend on what was set before', inLongRun, (t) => {
  const glyphs = ({ text, width, glyphs }: Line): unknown => [text, width, glyphs.map(({ glyph, x }) => [glyph, x])]
  const starts = [
    // what decides the direction comes long after what fits
    `${'12 34 - (5) '.repeat(30)}${'אבג'.repeat(20)}`,
    'i\u0301\u0308\u0323 '.repeat(60),
    `il${' '.repeat(30)}`.repeat(8),
    '1\u200b\u200b\u200b'.repeat(80),
    // letters and marks in any order, which no word has
    ...['\u1b00', '\ua980', '\u0f40'].map((first) => {
      const block = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(first.codePointAt(0)! + i)).join('')
      return random(first).text(clean(block), 300)
    }),
  ]
  for (const text of starts) {
    for (let width = 40; width <= 400; width += 20) {
      const narrow = { ...style, size: 30, minSize: 20, width }
      forget()
      const alone = paragraph(text, narrow).map(glyphs)
      forget()
      // more of it is measured
      paragraph(text, { ...narrow, width: 3000, lines: 8 })
      t.same(paragraph(text, narrow).map(glyphs), alone, `${JSON.stringify(text.slice(0, 20))} in ${width} dots`)
      forget()
      // what is measured of both is the same
      const units = 64 + Math.ceil((8 * width) / 20)
      for (let end = units; end < units + 4; end++) paragraph(`${text.slice(0, end)}\u0301${text.slice(end)}`, narrow)
      t.same(paragraph(text, narrow).map(glyphs), alone, `after another with the same start, in ${width} dots`)
    }
  }
  t.end()
})

t.test('a cut text whose ink is higher than its lines is set once, not for every number of lines', (t) => {
  const before = shapedRuns()
  const text = `a${'\u0e4a'.repeat(8)} `.repeat(100)
  const lines = paragraph(text, { ...style, size: 20, minSize: 20, width: 60, lines: 60, height: 1500 })
  t.ok(isCut(text, lines))
  t.ok(lines.length > 4 && lines.length < 40, `${lines.length} lines`)
  t.ok(shapedRuns() - before < 1000, `${shapedRuns() - before} runs`)
  t.end()
})
