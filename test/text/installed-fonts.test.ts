import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as hb from 'harfbuzzjs'
import t from 'tap'
import './installed.ts'
import { root } from '../../src/root.ts'
import { facesHave, fontFacts, fontsCovering } from '../../src/text/fonts.ts'
import { printed } from '../cli/program.ts'

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

/** Never drawn, so that fonts.json does not list it. */
const softHyphen = 0xad

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
  const [{ ascent, descent, unitsPerEm }, ...others] = [fontFacts()[0]!, ...fontFacts()]
  const extents = { ascent, descent, unitsPerEm }
  const faces = [...others.entries()].filter(([, { face }]) => face !== undefined)
  t.equal(faces.length, 3)
  for (const [id, { face: _, file: __, kind: ___, phases: ____, ...own }] of faces) {
    t.same(own, extents, fontFile(id))
    t.same(
      [...characters[id]!].filter((code) => code !== softHyphen && !facesHave(code)),
      [],
      `${fontFile(id)} has no others`,
    )
    t.same(
      [...characters[0]!].filter((code) => facesHave(code) && !characters[id]!.has(code)),
      [],
      'and lacks none',
    )
    t.equal(characters[id]!.size, [...characters[0]!].filter(facesHave).length + 1)
  }
  for (let code = 0; code < 0x30000; code++) {
    for (const id of fontsCovering(code)) {
      if (characters[id]?.has(code) === false) wrong.push(`${fontFile(id)} ${code.toString(16)}`)
    }
  }
  t.same(wrong, [])
  t.end()
})
