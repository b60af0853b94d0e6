import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import t from 'tap'
import './installed.ts'
import './glyphs.part.ts'
import './bidi.part.ts'
import './latin.part.ts'
import './needed-fonts.part.ts'
import './paragraph.part.ts'
import { root } from '../../src/root.ts'
import { fontFacts, fontsCovering } from '../../src/text/fonts.ts'
import { bitmapOf, type Line, typeset } from '../../src/text/index.ts'
import { isDark, type Matrix, rowsOf } from '../../symbologies/index.ts'
import { printed } from '../cli/program.ts'
import { long } from '../random.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })
const picture = (text: string, size = 40): string => rowsOf(bitmapOf(sans(text, size)).matrix).join('\n')
const glyphs = (text: string): number[] => sans(text).glyphs.map(({ glyph }) => glyph)
const fontFile = (id: number): string => join(root, 'fonts', fontFacts()[id]!.file)

/** HarfBuzz's own font out of the same file, through harfbuzzjs's own interface. */
const opened = new Map<number, hb.Font>()
function peer(id: number): hb.Font {
  const font = opened.get(id) ?? new hb.Font(new hb.Face(new hb.Blob(readFileSync(fontFile(id)))))
  opened.set(id, font)
  return font
}

const moduleOf = (name: string): string => JSON.stringify(new URL(`../../src/text/${name}`, import.meta.url).href)

t.test('a text that needs a font says so if there are none, and what to do', async (t) => {
  const script = `
    const { typeset } = await import(${moduleOf('index.js')})
    try { typeset('ไทย', { face: 'sans', size: 40 }) } catch (error) { console.log(error.name, error.message) }`
  t.equal(
    printed(script),
    'FontError in fonts.json fonts.json is needed for a caption, and no fonts were handed over; call provideFonts first\n',
  )
})

t.test('a text beyond Latin letters says so if HarfBuzz has not been loaded', async (t) => {
  const script = `
    const { provideFonts, typeset } = await import(${moduleOf('index.js')})
    const { installedFonts } = await import(${moduleOf('installed-fonts.js')})
    provideFonts(installedFonts)
    try { typeset('ไทย', { face: 'sans', size: 40 }) } catch (error) { console.log(error.name, error.message) }`
  t.equal(printed(script), 'FontError in harfbuzzjs harfbuzzjs is needed for a caption, and has not been loaded\n')
})

t.test('a caption in Latin letters, and the digits of EAN, need no font', (t) => {
  const script = `
    const { bitmapOf, paragraph, typeset } = await import(${moduleOf('index.js')})
    bitmapOf(typeset('Größe 42, 100 %…', { face: 'sans', size: 40 }))
    bitmapOf(typeset('4006381333931', { face: 'ocrb', size: 40 }))
    const lines = paragraph('Größe 42 und mehr '.repeat(9), { face: 'sans', size: 40, minSize: 20, width: 200, lines: 2 })
    console.log(lines.length, lines.at(-1).isCut)`
  t.equal(printed(script), '2 true\n', 'none were handed over')
  t.end()
})

t.test('a caption in Greek letters opens one font', (t) => {
  const script = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const read = fs.readFileSync
    fs.readFileSync = (path, ...rest) => { if (/ttf|br$/.test(String(path))) console.log(path); return read(path, ...rest) }
    syncBuiltinESMExports()
    const { bitmapOf, provideFonts, typeset } = await import(${moduleOf('index.js')})
    const { installedFonts, loadHarfBuzz } = await import(${moduleOf('installed-fonts.js')})
    provideFonts(installedFonts)
    await loadHarfBuzz()
    bitmapOf(typeset('Μέγεθος 42, 100 %', { face: 'sans', size: 40 }))`
  t.same(printed(script).trim().split('\n'), [join(root, 'fonts/noto/NotoSans.ttf')])
  t.end()
})

t.test('the fonts are those of SHA256SUMS, and fonts.json describes them', (t) => {
  const wrong: string[] = []
  for (const line of readFileSync(join(root, 'fonts/SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name] = line.split('  ')
    const found = createHash('sha256')
      .update(readFileSync(join(root, 'fonts', name!)))
      .digest('hex')
    if (found !== sum) wrong.push(name!)
  }
  const characters = fontFacts().map(({ kind, ascent, unitsPerEm }, id) => {
    if (kind === 'bitmap') return undefined
    const { face } = peer(id)
    if (face.upem !== unitsPerEm || peer(id).hExtents().ascender !== ascent) wrong.push(`metrics of ${fontFile(id)}`)
    return new Set(face.collectUnicodes())
  })
  for (let code = 0; code < 0x30000; code++) {
    for (const id of fontsCovering(code)) {
      if (characters[id]?.has(code) === false) wrong.push(`${fontFile(id)} ${code.toString(16)}`)
    }
  }
  t.same(wrong, [])
  t.end()
})

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

const samples: Readonly<Record<string, string>> = {
  NotoSans: 'AVATAR Ti fi Ȧ̱ ầ',
  NotoSansArabic: 'السَّلَامُ عَلَيْكُمْ',
  NotoSansBengali: 'বাংলাদেশের স্ত্রী ক্ষুদ্র',
  NotoSansDevanagari: 'क्षत्रिय हिन्दी र्कि',
  NotoSansKhmer: 'ភាសាខ្មែរ ស្ត្រី',
  NotoSansMalayalam: 'മലയാളം ക്ഷ്ത്ര്യ',
  NotoSansMyanmar: 'မြန်မာဘာသာ ကြွေး',
  NotoSansSinhala: 'ශ්‍රී ලංකාව',
  NotoSansTamil: 'தமிழ் கொண்டு',
  NotoSansThai: 'ที่นี่ น้ำ ปู่',
  NotoSerifTibetan: 'བོད་ཡིག་རྒྱ',
}

t.test('scripts are shaped as HarfBuzz shapes them', (t) => {
  for (const [name, text] of Object.entries(samples)) {
    const id = fontFacts().findIndex(({ file }) => file === `noto/${name}.ttf`)
    const buffer = new hb.Buffer()
    buffer.addText(text.normalize('NFC'))
    buffer.guessSegmentProperties()
    hb.shape(peer(id), buffer)
    const expected: number[][] = []
    let pen = 0
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      const inked = (peer(id).glyphExtents(codepoint)?.width ?? 0) !== 0
      if (inked) expected.push([codepoint, pen + xOffset, 0 - yOffset])
      pen += xAdvance
    }
    // at as many dots an em as the font has units, nothing is rounded
    const line = sans(text, fontFacts()[id]!.unitsPerEm)
    t.ok(
      line.glyphs.every(({ source }) => source.id === id),
      `${name} alone draws its text`,
    )
    t.same(
      line.glyphs.map(({ glyph, x, y }) => [glyph, x, y === 0 ? 0 : y]),
      expected,
      name,
    )
    t.equal(line.width, pen)
  }
  t.end()
})

const hbShape = ((): string | undefined => {
  try {
    return execFileSync('hb-shape', ['--version'], { encoding: 'utf8' })
  } catch {
    return undefined
  }
})()

const noHbShape = hbShape === undefined && 'hb-shape (Debian package libharfbuzz-bin) is not installed'
t.test('and as the hb-shape program does', { skip: noHbShape }, (t) => {
  for (const [name, text] of Object.entries(samples)) {
    const id = fontFacts().findIndex(({ file }) => file === `noto/${name}.ttf`)
    const options = ['--no-glyph-names', '--no-positions', '--no-clusters', `--font-file=${fontFile(id)}`]
    const answer = execFileSync('hb-shape', [...options, `--text=${text.normalize('NFC')}`], { encoding: 'utf8' })
    const all = answer.trim().slice(1, -1).split('|').map(Number)
    t.same(
      glyphs(text),
      all.filter((glyph) => (peer(id).glyphExtents(glyph)?.width ?? 0) !== 0),
      name,
    )
  }
  t.end()
})

/** How many pieces the ink falls into; dots that meet at a corner hang together. */
function pieces(matrix: Matrix): number {
  const { width, height } = matrix
  const seen = new Uint8Array(width * height)
  let count = 0
  for (let start = 0; start < seen.length; start++) {
    const open = [start]
    let isNew = 0
    while (open.length > 0) {
      const at = open.pop()!
      const [x, y] = [at % width, Math.floor(at / width)]
      if (seen[at] === 1 || !isDark(matrix, x, y)) continue
      seen[at] = isNew = 1
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) open.push(at + dy * width + dx)
        }
      }
    }
    count += isNew
  }
  return count
}

t.test('Arabic letters join, and joined letters leave no gap at any size', (t) => {
  const [first, middle, last] = [...glyphs('سسس')]
  t.equal(new Set([first, middle, last, ...glyphs('س')]).size, 4, 'initial, medial, final and isolated forms differ')
  const broken: string[] = []
  for (const text of ['سسسسسسس', 'حسمسحلسهم', 'कककतगलम', 'কককলম', 'ਕਕਕਲਮ', 'ܣܣܡܠܣ', 'ᠮᠣᠩᠮᠣᠯ', 'ߞߏߞߏ']) {
    const joined = pieces(bitmapOf(sans(text, 160)).matrix)
    for (let size = 16; size <= 90; size += long ? 1 : 5) {
      const found = pieces(bitmapOf(sans(text, size)).matrix)
      if (found > joined) broken.push(`${text} at ${size}: ${found} pieces, ${joined} at 160`)
    }
  }
  t.same(broken, [])
  t.end()
})

t.test('right to left: brackets mirror, digits keep their order', (t) => {
  const seen = [...'[ד]ג123(ב)א'].map((character) => character.codePointAt(0)!)
  const { glyphs: placed } = sans('א(ב) 123 ג[ד]')
  t.same(
    placed.map(({ glyph }) => glyph),
    seen.map((code, i) => peer(placed[i]!.source.id).nominalGlyph(code)),
  )
  t.equal(picture('\u{1e921}\u{1e922}'), picture('\u202e\u{1e921}\u{1e922}'), 'Adlam runs right to left')
  t.not(picture('\u{1e921}\u{1e922}'), picture('\u202d\u{1e921}\u{1e922}'))
  t.end()
})

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
