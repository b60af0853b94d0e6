import fc from 'fast-check'
import t from 'tap'
import { sourceOf } from '../../src/text/fonts.ts'
import { shaped, shapedRun } from '../../src/text/harfbuzz.ts'
import {
  bitmapOf,
  isCut,
  type Line,
  leastEms,
  lineHeight,
  type ParagraphStyle,
  paragraph,
  shownOf,
} from '../../src/text/index.ts'
import { lineOf } from '../../src/text/line.ts'
import { prepare } from '../../src/text/prepared-text.ts'
import { shapedRuns, shapedText } from '../../src/text/shape.ts'
import { clean } from '../../src/text/shown-text.ts'
import { anyCharacters } from '../characters.ts'
import { cases, long, random, seed } from '../random.ts'
import { harfBuzzMemory } from './installed.ts'

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

t.test('lines break where the rules of each script allow it', (t) => {
  t.same(texts('https://example.com/a/b?c=d', { minSize: 39, size: 39 }), ['https://example.com/', 'a/b?c=d'])
  t.same(texts('AB-1234567-89012345-XY', { minSize: 40 }), ['AB-1234567-', '89012345-XY'])
  t.same(texts('倉庫の中で、言いました「東京大阪」', { width: 200, lines: 9, minSize: 40 }), [
    '倉庫の中',
    'で、言いま',
    'した「東京',
    '大阪」',
  ])
  t.same(texts('ภาษาไทยสวยงาม', { width: 170, lines: 9, minSize: 40 }), ['ภาษาไทย', 'สวยงาม'])
  t.same(texts('aaaa\u00a0bbbb cccc', { width: 200, lines: 9, minSize: 40 }), ['aaaa\u00a0bbbb', 'cccc'])
  const family = '👨‍👩‍👧‍👦'
  t.same(texts(family.repeat(6), { width: 130, lines: 9, minSize: 40 }), [
    family.repeat(2),
    family.repeat(2),
    family.repeat(2),
  ])
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

t.test('texts are cleaned before they are drawn', (t) => {
  t.equal(clean(`a${'\u0301'.repeat(40)}`), `\u00e1${'\u0301'.repeat(30)}`.slice(0, 31))
  t.equal(clean('\u0000\u001f\u007f\u0085\u2028\u2029'), ' '.repeat(6))
  t.equal(clean('\u212b \uf900 \ud800'), '\u00c5 \uf900 \ud800')
  t.equal(clean(`a${'\u2068'.repeat(256)}b`).length, 258)
  t.equal(clean(`a${'\u2068'.repeat(257)}b`), 'ab')
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

/** Any UTF-16 at all, and what is likely to hurt: marks, joiners, bidi controls, surrogates, many scripts. */
const hostile: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      anyCharacters(),
      fc.string(),
      fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
      fc.constantFrom(
        '\u202e',
        '\u2067',
        '\u2069',
        '\u200d',
        '\u0301',
        '\ufe0f',
        '\u{1f468}',
        'مستودع',
        '倉庫',
        'স্ত্রী',
        'ﷺ﷽',
        ' ',
        'W',
        '𒐫',
      ),
      fc.tuple(anyCharacters({ minLength: 1, maxLength: 1 }), fc.nat(60)).map(([c, n]) => c.repeat(n)),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

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

t.test('hostile captions of 7089 characters are cut early, and shaping keeps no memory', (t) => {
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

t.test('shaping takes the same memory for any number of texts', (t) => {
  const source = sourceOf(prepare({ text: 'ब', face: 'sans' }).sources[0]!)
  if (source.kind !== 'shaped') throw new Error('no font shapes Devanagari')
  const shape = (count: number): void => {
    for (let i = 0; i < count; i++) {
      const text = `हिन्दी ${i} क्षत्रिय`
      shaped(source.shaping, text, { start: 0, end: text.length, isRightToLeft: false })
    }
  }
  shape(100)
  const before = harfBuzzMemory()
  shape(long ? 2_000_000 : 20_000)
  t.equal(harfBuzzMemory(), before)
  t.end()
})

/** Forgets the texts that were measured and shaped last. */
const forget = (): void => {
  for (let other = 0; other < 40; other++) texts(`óther ${other}`)
  for (const other of 'ꦄꦆꦈ') texts(other)
}

t.test('a paragraph does not depend on what was set before', (t) => {
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

t.test('a text that takes more ems at the least than there is room for is cut', (t) => {
  const styles = fc.record({ width: fc.integer({ min: 40, max: 900 }), lines: fc.integer({ min: 1, max: 6 }) })
  let cut = 0
  const property = fc.property(fc.tuple(hostile, fc.integer({ min: 1, max: 8 })), styles, ([part, times], changes) => {
    const text = part.repeat(times)
    const { width, lines, minSize } = { ...style, ...changes }
    if (leastEms(text, 'sans') <= (width * lines) / minSize) return true
    cut++
    return isCut(text, paragraph(text, { ...style, ...changes }))
  })
  const result = fc.check(property, { numRuns: cases(400), seed })
  t.equal(result.failed, false, `${JSON.stringify(result.counterexample)} ${result.errorInstance}`)
  t.ok(cut > 20, `${cut} texts`)
  t.equal(leastEms(' \u2003 ', 'sans'), 0)
  t.ok(leastEms('x'.repeat(1000), 'sans') > leastEms('x'.repeat(999), 'sans'))
  t.equal(leastEms('x'.repeat(1001), 'sans'), Number.POSITIVE_INFINITY, 'never shown whole')
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

/** Words of scripts that take long to shape. */
const slowWords = [
  'ꦲꦏ꧀ꦱꦫꦗꦮ ꦥꦱꦂ ꦧꦼꦫꦱ꧀ ꦏꦺꦴꦥꦶ ꦠꦺꦃ ꦒꦸꦭ ꦏꦼꦕꦥ꧀ ꦩꦶꦚꦏ꧀ ꦭꦼꦁꦒꦏꦼꦂꦠ ꦔꦪꦺꦴꦒꦾꦏꦂꦠ ꧇꧑꧒꧓꧇ ꦱꦸꦫꦏꦂꦠ꧈ ꦝꦲꦂ꧉',
  'ᬩᬮᬶ ᬅᬓ᭄ᬱᬭ ᬢᬾᬂ ᬓᭀᬧᬶ ᬩᭂᬭᬲ᭄ ᬤᬾᬦ᭄ᬧᬲᬃ ᬉᬩᬸᬤ᭄ ᬲᬶᬗ᭄ᬕᬭᬚ ᬆᬲ᭄ᬢ᭞ ᬇᬤ ᬆᬓ ᬆᬭ ᭑᭒᭓',
  'မြန်မာဘာသာ လက်ဖက်ရည် ဆန်အိတ် ၁၂၃ ရန်ကုန်မြို့ ဦးဘ ဦကက ကော်ဖီ ဟင်းသီးဟင်းရွက် ကျောက်စိမ်း ဥက္ကဋ္ဌ သြဂုတ်လ၊ ။',
  'བོད་སྐད་ ཇ་སྐོར་ འབྲས་ ལྷ་ས་ གོང་ཚད། ༡༢༣ རྒྱ་མཚོ་ བསྒྲུབས་ ཀྲུང་གོ་ ཨོཾ་ མཎི་ པདྨེ་ ཧཱུྃ།',
  'ᨲᩫ᩠ᩅᨾᩮᩬᩥᨦ ᩃ᩶ᩣᨶᨶᩣ ᨩ᩠ᨿᨦᩉ᩠ᨾᩲ᩵ ᪑᪒ ᨣᩤᩴᨾᩮᩬᩨᨦ',
  '𑒧𑒻𑒟𑒱𑒪𑒲 𑒞𑒱𑒩𑒯𑒳𑒞𑒰 𑒦𑒰𑒭𑒰 𑒠𑒩𑒦𑒓𑓂𑒑𑒰',
  '𑩪𑩖𑩻𑩖 𑪁𑩖𑩲 𑩪𑩖𑩻𑩖 𑩴𑩷𑩾𑩻',
].map((words) => words.split(' '))

t.test('lines that are cut from a shaped text are those that are shaped alone', (t) => {
  const r = random('cut lines')
  const shown = ({ text, width, ink, glyphs }: Line): string =>
    JSON.stringify([text, width, ink, glyphs.map(({ source, glyph, x, y }) => [source.id, glyph, x, y])])
  const faults: string[] = []
  for (let i = 0; i < cases(800, 2); i++) {
    const words = r.pick(slowWords)
    const others = r.pick([
      words,
      words,
      ['Tee', '250', 'g', '(A)', 'é', 'אבג', '📓', '\u1b06\u1b13'],
      r.pick(slowWords),
    ])
    const all = Array.from({ length: r.between(2, 40) }, () => r.pick(r.between(0, 3) > 0 ? words : others))
    const text = clean(all.join(r.pick([' ', '', '\u200b'])))
    const [alone, whole] = [prepare({ text, face: 'sans' }), prepare({ text, face: 'sans' })]
    const from = shapedText(whole)
    for (let n = 0; n < 30; n++) {
      const [start, end] = [r.pick(whole.graphemes), r.pick(whole.graphemes)].sort((a, b) => a - b) as [number, number]
      const range = { start, end, face: 'sans', size: r.between(12, 60) } as const
      const line = lineOf(whole, { ...range, from })
      if (shown(line) !== shown(lineOf(alone, range))) faults.push(line.text)
    }
  }
  t.same(faults, [])
  t.end()
})

t.test('runs that were shaped before have the glyphs that HarfBuzz gives them now', (t) => {
  const r = random('runs')
  const scripts = ['بتجاء\u064e ', 'ܐܒܓ\u0730 ', 'ߊߓߕ\u07ec ', 'ᠠᠨᠢ\u180b ', 'क्षिर ', 'fi\u0301l ']
  const faults: string[] = []
  let again = 0
  for (const script of scripts) {
    const source = sourceOf(prepare({ text: script, face: 'sans' }).sources[0]!)
    if (source.kind !== 'shaped') throw new Error(`no font shapes ${script}`)
    const seen = new Set<string>()
    for (let i = 0; i < cases(1500); i++) {
      const line = r.text(`${script}a\u200d`, r.between(1, 30))
      const [start, end] = [r.between(0, line.length), r.between(0, line.length)].sort((a, b) => a - b)
      for (const isRightToLeft of [false, true]) {
        const run = { start: start!, end: end!, isRightToLeft }
        const expected = shaped(source.shaping, line, run)
        if (JSON.stringify(shapedRun(source.shaping, line, run)) !== JSON.stringify(expected)) {
          faults.push(`${start} to ${end} of ${JSON.stringify(line)}`)
        }
      }
      const letters = line.slice(start, end)
      if (seen.has(letters)) again++
      seen.add(letters)
    }
  }
  t.same(faults.slice(0, 5), [])
  t.ok(again > cases(1500), `${again} runs with the letters of one before`)
  t.end()
})

t.test('a text of a script that takes long to shape is shaped once for all widths', (t) => {
  for (const words of slowWords) {
    const text = Array.from({ length: 8 }, () => words.join(' ')).join(' ')
    forget()
    const before = shapedRuns()
    let lines = 0
    for (let width = 300; width <= 600; width += 15) {
      lines += paragraph(text, { ...style, size: 20, minSize: 20, width, lines: 60 }).length
    }
    t.ok(shapedRuns() - before < lines / 2, `${shapedRuns() - before} runs for ${lines} lines of ${words[0]}`)
  }
  t.end()
})
