import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import t from 'tap'
import './installed.ts'
import { root } from '../../src/root.ts'
import { fontFacts } from '../../src/text/fonts.ts'
import { bitmapOf, type Line, typeset } from '../../src/text/index.ts'
import { isDark, type Matrix, rowsOf } from '../../symbologies/index.ts'
import { inLongRun, long } from '../random.ts'

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

const samples: Readonly<Record<string, string>> = {
  NotoSans: 'AVATAR Ti fi Ȧ̱ ầ',
  'NotoSans-Bold': 'AVATAR Ti fi ầ 1⁄2',
  'NotoSans-Condensed': 'AVATAR Ti fi ầ Ўў',
  'NotoSans-CondensedBold': 'AVATAR Ti fi ầ Άά',
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
    const { unitsPerEm: size, face = 'sans' } = fontFacts()[id]!
    const line = typeset(text, { face, size })
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
t.test('and as the hb-shape program does', { skip: noHbShape || inLongRun.skip }, (t) => {
  for (const [name, text] of Object.entries(samples)) {
    const id = fontFacts().findIndex(({ file }) => file === `noto/${name}.ttf`)
    const options = ['--no-glyph-names', '--no-positions', '--no-clusters', `--font-file=${fontFile(id)}`]
    const answer = execFileSync('hb-shape', [...options, `--text=${text.normalize('NFC')}`], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    const all = answer.trim().slice(1, -1).split('|').map(Number)
    t.same(
      typeset(text, { face: fontFacts()[id]!.face ?? 'sans', size: 40 }).glyphs.map(({ glyph }) => glyph),
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

t.test('Arabic letters join, and joined letters leave no gap at any size', inLongRun, (t) => {
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
