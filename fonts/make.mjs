// Makes every file of this folder that the program reads, from the packages in sources.json: see README.md.
//
//     node fonts/make.mjs <folder with the packages as apt-get download and npm pack leave them>

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import { latinModule } from './latin.mjs'
import { subset } from './subset.mjs'
import { unifontPack } from './unifont.mjs'

const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const { packages, joined, fonts: plan, faces: others } = JSON.parse(readFileSync(join(here, 'sources.json'), 'utf8'))
const written = []
const common = new Set()
const unwanted = /[\p{Cc}\p{Co}\p{Cs}\p{Cn}]/u
const neutral = /[\p{Script=Common}\p{Script=Inherited}]/u
const ignorable = /\p{Default_Ignorable_Code_Point}/u
/**
 * What the fonts of other faces have: composed letters of today's languages in Latin, of Greek with one accent, and of Cyrillic up to
 * U+04FF; digits, punctuation, currencies.
 */
const inFaces =
  /[\u0020-\u017f\u018f\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0259\u02c6\u02da\u02dc\u0384-\u03ce\u0400-\u045f\u0490-\u04ff\u1e9e\u1ea0-\u1ef9\u2000-\u200a\u2010-\u2026\u202f\u2030\u2032\u2033\u2039\u203a\u2044\u20a0-\u20bf\u2116\u2122\u2212\u2248\u2260-\u2265]/
const isNeutral = (code) => neutral.test(String.fromCodePoint(code))

const downloads = process.argv[2]
if (downloads === undefined) throw new Error('usage: node fonts/make.mjs <folder with the downloaded packages>')
const unpacked = mkdtempSync(join(tmpdir(), 'fonts-'))
for (const [name, source] of Object.entries(packages)) unpack(name, source)
rmSync(join(here, 'noto'), { recursive: true, force: true })
mkdirSync(join(here, 'noto'))

const faces = makeNoto()
makeUnifont(faces)
const otherFaces = makeOtherFaces()
makeOcrB()
writeModule('latin.ts', latinModule(readFileSync(join(here, 'noto/NotoSans.ttf'))))
write('fonts.json', `${JSON.stringify(tableOf(faces, otherFaces))}\n`)
const sums = written.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ name, sha256 }) => `${sha256}  ${name}\n`)
writeFileSync(join(here, 'SHA256SUMS'), sums.join(''))
pinSums(sums.join(''))
rmSync(unpacked, { recursive: true })
console.log(`${written.length} files, ${written.reduce((sum, { size }) => sum + size, 0)} bytes`)

function unpack(name, { file, sha256 }) {
  const path = join(downloads, file)
  const found = createHash('sha256').update(readFileSync(path)).digest('hex')
  if (found !== sha256) throw new Error(`${file}: SHA-256 is ${found}; sources.json pins ${sha256}`)
  const folder = join(unpacked, name)
  mkdirSync(folder)
  if (file.endsWith('.deb')) execFileSync('dpkg-deb', ['-x', path, folder])
  else execFileSync('tar', ['-xzf', path, '-C', folder])
}

function source(name, file) {
  return readFileSync(join(unpacked, name, packages[name].folder, file))
}

/** The subset of each font: the letters of its own scripts, and the neutral characters used with them. */
function makeNoto() {
  const claimed = new Set()
  const faces = []
  for (const { package: name, kind, files, only, layout = true } of plan) {
    for (const file of files) {
      const bytes = source(name, name === 'noto' ? `${file}-Regular.ttf` : `${file}_400Regular.ttf`)
      const codes = [...new hb.Face(new hb.Blob(bytes)).collectUnicodes()]
        .filter((code) => isWanted(code, only) && (isNeutral(code) || !claimed.has(code)))
        .filter((code) => kind !== 'symbol' || !claimed.has(code) || code === 0x20)
        .sort((a, b) => a - b)
      for (const code of codes) if (!isNeutral(code) || file === 'NotoSans') claimed.add(code)
      const font = subset(bytes, codes, { layout })
      write(`noto/${file}.ttf`, font)
      const covered = codes.filter((code) => !ignorable.test(String.fromCodePoint(code)))
      const phases = joined.includes(file) ? 4 : 1
      faces.push({ file: `noto/${file}.ttf`, kind, phases, codes: covered, ...metrics(font) })
    }
  }
  return faces
}

function isWanted(code, only) {
  const character = String.fromCodePoint(code)
  if (unwanted.test(character)) return false
  if (only === 'Hangul') return /[\p{Script_Extensions=Hangul} ]/u.test(character)
  return only === undefined || code < 0x3400 || code > 0x4dbf || commonIdeographs().has(code)
}

/**
 * The ideographs of CJK Extension A (U+3400 to U+4DBF) in everyday use somewhere: UAX #38, kUnihanCore2020. The other
 * 5,935 of that block would make the font a fifth larger; they are drawn with Unifont's glyphs.
 */
function commonIdeographs() {
  if (common.size > 0) return common
  const packed = source('unicode', 'Unihan_DictionaryLikeData.txt.bz2')
  const lines = execFileSync('bzip2', ['-dc'], { input: packed, maxBuffer: 1e8, encoding: 'utf8' })
  for (const [, code] of lines.matchAll(/^U\+(\w+)\tkUnihanCore2020\t/gm)) common.add(Number.parseInt(code, 16))
  return common
}

function metrics(bytes) {
  const face = new hb.Face(new hb.Blob(bytes))
  const { ascender, descender } = new hb.Font(face).hExtents()
  return { unitsPerEm: face.upem, ascent: ascender, descent: -descender }
}

/** Unifont for every character that no Noto font covers, except those newer than Unifont, which it draws as black boxes. */
function makeUnifont(faces) {
  const known = charactersOf(source('unicode', 'DerivedAge.txt'))
  const covered = new Set(faces.flatMap((face) => face.codes))
  const fonts = ['unifont.otf', 'unifont_upper.otf'].map(
    (file) => new hb.Font(new hb.Face(new hb.Blob(source('unifont', file)))),
  )
  const all = fonts.flatMap((font) => [...font.face.collectUnicodes()])
  const codes = [...new Set(all)]
    .filter((code) => isWanted(code) && known.has(code) && !covered.has(code))
    .filter((code) => !ignorable.test(String.fromCodePoint(code)))
    .sort((a, b) => a - b)
  write('unifont.br', unifontPack(fonts, codes))
  faces.push({ file: 'unifont.br', kind: 'bitmap', phases: 1, codes, unitsPerEm: 16, ascent: 14, descent: 2 })
}

/** Noto Sans in other weights and widths: each has the same characters, and the height of NotoSans.ttf above and below the baseline. */
function makeOtherFaces() {
  const usual = readFileSync(join(here, 'noto/NotoSans.ttf'))
  const codes = [...codesIn(usual)].filter((code) => inFaces.test(String.fromCodePoint(code))).sort((a, b) => a - b)
  const fonts = others.map(({ package: name, face, file }) => {
    const font = subset(source(name, `${file}.ttf`), codes, { layout: 'unasked' })
    const own = codesIn(font)
    if (!codes.every((code) => own.has(code))) throw new Error(`${file}.ttf lacks characters`)
    if (JSON.stringify(metrics(font)) !== JSON.stringify(metrics(usual))) throw new Error(`${file}.ttf is of another height`)
    write(`noto/${file}.ttf`, font)
    return { file: `noto/${file}.ttf`, kind: 'text', face, phases: 1, ...metrics(font) }
  })
  return { fonts, codes: codes.filter((code) => !ignorable.test(String.fromCodePoint(code))) }
}

function codesIn(font) {
  return new Set(new hb.Face(new hb.Blob(font)).collectUnicodes())
}

/** The code points that a file of the Unicode Character Database lists. */
function charactersOf(file) {
  const codes = new Set()
  for (const [, first, last = first] of file.toString().matchAll(/^([0-9A-F]+)(?:\.\.([0-9A-F]+))? *;/gm)) {
    for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++) codes.add(code)
  }
  return codes
}

/** The module of OCR-B's printable ASCII as outlines. */
function makeOcrB() {
  const bytes = source('ocr-b', 'OCRB.otf')
  const font = new hb.Font(new hb.Face(new hb.Blob(bytes)))
  const glyphs = {}
  for (let code = 0x20; code < 0x7f; code++) {
    const glyph = font.nominalGlyph(code)
    if (glyph === undefined) continue
    glyphs[String.fromCodePoint(code)] = { advance: font.glyphHAdvance(glyph), path: font.glyphToPath(glyph) }
  }
  const rows = Object.entries(glyphs).map(([key, { advance, path }]) => {
    return `  ${JSON.stringify(key)}: { advance: ${advance}, path: '${path}' },\n`
  })
  const { unitsPerEm, ascent, descent } = metrics(bytes)
  writeModule(
    'ocr-b.ts',
    `// Made by make.mjs from the package that sources.json names; it is in the public domain: see licences/OCR-B.txt. Lengths are in font units.

export const metrics = { unitsPerEm: ${unitsPerEm}, ascent: ${ascent}, descent: ${descent} } as const

/** By character; the outlines as commands of an SVG path, y up. */
export const glyphs: Readonly<Record<string, { readonly advance: number; readonly path: string }>> = {
${rows.join('')}}
`,
  )
}

/**
 * The content of fonts.json: the fonts in order of preference, and which of them cover each character. `sets` are lists of font
 * indices; `ranges` has three numbers a range: the gap after the previous range, the length, the index in `sets`. Behind these fonts are
 * those of other faces, in no set: `faceRanges` has the gap and the length of each range of what all of them cover.
 */
function tableOf(faces, otherFaces) {
  const lists = new Map()
  faces.forEach((face, index) => {
    for (const code of face.codes) lists.set(code, lists.has(code) ? `${lists.get(code)},${index}` : `${index}`)
  })
  const sets = [...new Set(lists.values())]
  const ranges = []
  let end = 0
  let last = ''
  for (const code of [...lists.keys()].sort((a, b) => a - b)) {
    const set = lists.get(code)
    if (code === end && set === last) ranges[ranges.length - 2]++
    else ranges.push(code - end, 1, sets.indexOf(set))
    end = code + 1
    last = set
  }
  return {
    fonts: [...faces.map(({ codes, ...font }) => font), ...otherFaces.fonts],
    faceRanges: rangesOf(otherFaces.codes),
    sets: sets.map((set) => set.split(',').map(Number)),
    ranges,
  }
}

/** The gap before each range of ascending code points, and its length. */
function rangesOf(codes) {
  const ranges = []
  let end = 0
  for (const code of codes) {
    if (code === end && ranges.length > 0) ranges[ranges.length - 1]++
    else ranges.push(code - end, 1)
    end = code + 1
  }
  return ranges
}

/** Writes the SHA-256 of SHA256SUMS into the program, which then reads no other files than those made here. */
function pinSums(text) {
  const program = join(here, '../src/text/installed-fonts.ts')
  const digest = createHash('sha256').update(text).digest('hex')
  const pinned = readFileSync(program, 'utf8').replace(/(?<=sumsDigest = ')[0-9a-f]{64}/, digest)
  writeFileSync(program, pinned)
}

/** Writes what the compiler reads. It belongs to the program, which verifies data alone. */
function writeModule(name, text) {
  writeFileSync(join(here, name), text)
}

function write(name, content) {
  const bytes = Buffer.from(content)
  writeFileSync(join(here, name), bytes)
  written.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
}
