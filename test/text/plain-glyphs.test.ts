import t from 'tap'
import './installed.ts'
import { fontsCovering } from '../../src/text/fonts.ts'
import { bitmapOf, type Line, typeset } from '../../src/text/index.ts'
import { rowsOf } from '../../symbologies/index.ts'
import { long, random } from '../random.ts'

const sans = (text: string, size = 40): Line => typeset(text, { face: 'sans', size })
const picture = (text: string, size = 40): string => rowsOf(bitmapOf(sans(text, size)).matrix).join('\n')
const codeBoxes = sans('\ud800').glyphs[0]!.source.id

t.test('every assigned character of the Basic Multilingual Plane draws ink or is a space', (t) => {
  const blank: string[] = []
  const undrawn: string[] = []
  let boxed = 0
  const step = long ? 1 : 29
  for (let code = 0x20; code < 0x10000; code += step) {
    const character = String.fromCharCode(code)
    if (!/\p{Assigned}/u.test(character) || /[\p{Cc}\p{Co}\p{Cs}]/u.test(character)) continue
    const line = sans(character, 24)
    const { matrix } = bitmapOf(line)
    const isSpace = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\u2800]/u.test(character)
    if (!isSpace && matrix.words.every((word) => word === 0)) blank.push(code.toString(16))
    for (const { source, glyph } of line.glyphs) {
      if (source.id === codeBoxes) boxed++
      else if (glyph === 0) undrawn.push(code.toString(16))
    }
  }
  t.same(blank, [])
  t.same(undrawn, [], 'no font draws its own mark for a missing glyph')
  t.ok(boxed <= 84, `${boxed} characters are younger than every font here`)
  t.end()
})

t.test('a character in no font is a box with its code, and no two boxes are alike', (t) => {
  const digits = Array.from({ length: 16 }, (_, digit) => 0xe000 + 0x111 * digit)
  const missing = [...digits, 0xd800, 0xdfff, 0xe000, 0xf8ff, 0xfffe, 0xffff, 0x1fffe, 0xf0000, 0x10ffff]
  const { between } = random('missing')
  while (missing.length < 500) {
    const code = between(0xd800, 0x10ffff)
    if (
      fontsCovering(code).length === 0 &&
      !/[\p{Default_Ignorable_Code_Point}\p{M}\uf900-\ufaff]/u.test(String.fromCodePoint(code))
    ) {
      missing.push(code)
    }
  }
  const codes = [...new Set(missing)]
  t.same(
    codes.filter((code) => {
      const { glyphs } = sans(String.fromCodePoint(code))
      return glyphs.length !== 1 || glyphs[0]!.source.id !== codeBoxes || glyphs[0]!.glyph !== code
    }),
    [],
  )
  t.equal(new Set(codes.map((code) => picture(String.fromCodePoint(code), 16))).size, codes.length)
  t.equal(sans('a\ud800b\udc00').glyphs.filter(({ source }) => source.id === codeBoxes).length, 2)
  t.end()
})

t.test('500 characters of different scripts look different', (t) => {
  const { between } = random('scripts')
  const pictures = new Map<string, string>()
  const alike: string[] = []
  // left out: scripts that share letters' shapes, and marks, which may stand on a dotted circle or on nothing
  const letters =
    /^(?![\p{sc=Grek}\p{sc=Cyrl}\p{sc=Copt}\p{sc=Cher}\p{sc=Lisu}\p{sc=Zyyy}\p{sc=Zinh}\p{M}\uf900-\uffff])\p{L}$/u
  while (pictures.size < 500 && alike.length === 0) {
    const character = String.fromCharCode(between(0x41, 0xd7ff))
    if (!letters.test(character) || sans(character).glyphs[0]?.source.id === codeBoxes) continue
    const drawn = picture(character, 32)
    const other = pictures.get(drawn)
    if (other !== undefined && other !== character) alike.push(`${other} ${character}`)
    pictures.set(drawn, character)
  }
  t.same(alike, [])
  t.end()
})

t.test('OCR-B digits all have one width; characters that OCR-B lacks are sans', (t) => {
  const width = (text: string): number => typeset(text, { face: 'ocrb', size: 100 }).width
  t.equal(new Set([...'0123456789<>'].map(width)).size, 1)
  const line = typeset('5901234123457 倉', { face: 'ocrb', size: 40 })
  t.equal(new Set(line.glyphs.slice(0, 13).map(({ source }) => source.id)).size, 1)
  t.not(line.glyphs[0]!.source.id, line.glyphs.at(-1)!.source.id)
  t.not(rowsOf(bitmapOf(typeset('4', { face: 'ocrb', size: 40 })).matrix).join('\n'), picture('4'))
  t.end()
})
