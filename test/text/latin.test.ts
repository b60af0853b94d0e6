import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import './installed.ts'
import { root } from '../../src/root.ts'
import { fontFacts, sourceOf } from '../../src/text/fonts.ts'
import { openFont, shaped } from '../../src/text/harfbuzz.ts'
import { lineHeight, outlineOf, type Pen, typeset } from '../../src/text/index.ts'
import { isLatin, latinExtents, shapedLatin } from '../../src/text/latin.ts'
import { lineOf } from '../../src/text/line.ts'
import { type PreparedText, prepare } from '../../src/text/prepared-text.ts'
import { cases, inLongRun, random } from '../random.ts'

const file = readFileSync(join(root, 'fonts/noto/NotoSans.ttf'))
const font = openFont(0, file)
const em = 1000

/** Every character that is shaped without HarfBuzz. */
const characters = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(isLatin)

/** What HarfBuzz gives: glyph, index, whether it may be cut there, advance and offsets in ems. */
function expected(text: string): unknown[] {
  const run = { start: 0, end: text.length, isRightToLeft: false }
  return shaped(font, text, run).map(({ glyph, index, mayCut, advance, dx, dy }) => {
    return [0, 1, glyph, index, mayCut, advance / em, dx / em, dy / em]
  })
}

const found = (text: string): unknown[] =>
  shapedLatin(text, 0).map(({ source: { id, phases }, glyph, index, mayCut, advance, dx, dy }) => {
    return [id, phases, glyph, index, mayCut, advance, dx, dy]
  })

const differs = (text: string): boolean => JSON.stringify(found(text)) !== JSON.stringify(expected(text))

t.test('all characters and all pairs of them have the glyphs, places and cuts of HarfBuzz', inLongRun, async (t) => {
  t.equal(characters.length, 95 + 95 + 128 + 4 + 20, 'ASCII, ISO 8859-1, Latin Extended-A, Romanian, windows-1252')
  t.ok(isLatin('Łódź, Győr, Œuvre, Timișoara: „1 €“ – “2” …'))
  t.notOk(isLatin('\u00ad') || isLatin('Ω') || isLatin('e\u0301'))
  t.same(characters.filter(differs), [])
  t.same(characters.flatMap((first) => characters.map((second) => first + second)).filter(differs), [])
  t.not(found('AV')[0], found('A')[0], 'pairs are kerned')
})

t.test('any text has the glyphs of HarfBuzz, ligatures at its ends and within', async (t) => {
  const r = random('latin')
  const alphabets = [characters.join(''), 'fil', 'fil AVTo.1', 'fiľŤď’“–A']
  const wrong: string[] = []
  for (let i = cases(20_000); i > 0; i--) {
    const text = r.text(r.pick(alphabets), r.between(0, 30))
    if (differs(text)) wrong.push(text)
  }
  t.same(wrong, [])
  t.equal(found('ffi').length, 1)
})

t.test('a line cut from a text has the glyphs of that line alone, at their indices', async (t) => {
  const r = random('latin lines')
  const wrong: string[] = []
  for (let i = cases(2000); i > 0; i--) {
    const text = r.text('fil AVTo.1', r.between(1, 30))
    const start = r.between(0, text.length)
    const end = r.between(start, text.length)
    const style = { face: 'sans', size: 40 } as const
    const line = lineOf(prepare({ text, face: 'sans' }), { ...style, start, end })
    const { isLatin: _, ...withFont }: PreparedText = prepare({ text: text.slice(start, end), face: 'sans' })
    const alone = lineOf(withFont, { ...style, start: 0, end: end - start })
    const facts = ({ glyphs, ...rest }: typeof line): string =>
      JSON.stringify([rest, glyphs.map(({ source: { id }, glyph, x, y }) => [id, glyph, x, y])])
    if (facts(line) !== facts(alone)) wrong.push(`${text} ${start} ${end}`)
  }
  t.same(wrong, [])
})

/** The commands of a pen, as text. */
function drawn(draw: (pen: Pen) => void): string {
  const commands: unknown[] = []
  const add =
    (name: string) =>
    (...values: number[]): void =>
      void commands.push(name, ...values)
  draw({ move: add('M'), line: add('L'), quadratic: add('Q'), cubic: add('C'), close: add('Z') })
  return JSON.stringify(commands)
}

t.test('outlines, boxes and points are those of the font, at any size', async (t) => {
  const inFont = sourceOf(0)
  const wrong: string[] = []
  for (const text of [...characters, 'ff', 'fi', 'fl', 'ffi', 'ffl']) {
    const { glyph, source } = shapedLatin(text, 0)[0]!
    for (const size of [1, 12, 25, 42, 333, 4095]) {
      const same =
        drawn((pen) => source.draw(glyph, size, 3, -7, pen)) === drawn((pen) => inFont.draw(glyph, size, 3, -7, pen)) &&
        JSON.stringify(source.box(glyph, size, 0)) === JSON.stringify(inFont.box(glyph, size, 0)) &&
        source.points(glyph) === inFont.points(glyph)
      if (!same) wrong.push(`${text} at ${size}`)
    }
  }
  t.same(wrong, [])
  t.ok(drawn((pen) => outlineOf(typeset('Ä', { face: 'sans', size: 40 }), pen)).length > 100, 'this can fail')
})

t.test('the extents are those of the first font of fonts.json', async (t) => {
  const { file, ascent, descent, unitsPerEm, phases } = fontFacts()[0]!
  t.same([file, unitsPerEm, phases], ['noto/NotoSans.ttf', em, 1])
  t.same(latinExtents, { ascent: ascent / unitsPerEm, descent: descent / unitsPerEm })
  t.equal(lineHeight('sans', 100), 137)
})

t.test('fonts/latin.ts is what fonts/make.mjs makes of the font', inLongRun, async (t) => {
  const { latinModule } = await import(new URL(`file://${join(root, 'fonts/latin.mjs')}`).href)
  t.ok(latinModule(file) === readFileSync(join(root, 'fonts/latin.ts'), 'utf8'))
})
