import { createHash } from 'node:crypto'
import t from 'tap'
import { type BarcodeRequest, drawBarcode } from '../../src/draw.ts'
import { fontFacts } from '../../src/text/fonts.ts'
import { neededFonts } from '../../src/text/index.ts'
import { isLatin } from '../../src/text/latin.ts'
import { needsFonts } from '../../src/text/needed-fonts.ts'
import { continued, prepare } from '../../src/text/prepared-text.ts'
import { shownOf } from '../../src/text/shown-text.ts'
import { printed } from '../cli/program.ts'
import { cases, inLongRun, random } from '../random.ts'
import { anyText } from '../texts.ts'

/** Neutral characters that are in few fonts, and letters between them. */
const symbols = '→№℃☎✓①½12 …♫𝄞🀄📦ⵣกक倉א'

t.test('Latin letters of Europe need nothing', async (t) => {
  t.same(neededFonts(['Größe 42, 100 %…', '', 'Łódź\n„1 €“']), { files: [], harfBuzz: false, bidi: false })
})

t.test('other texts need the table of fonts, those of their letters, and what shapes and turns them', async (t) => {
  const latin = ['fonts.json', 'noto/NotoSans.ttf']
  t.same(neededFonts(['Größe', 'Ωμέγα']), { files: latin, harfBuzz: true, bidi: false })
  t.same(neededFonts(['倉庫 12']), { files: [...latin, 'noto/NotoSansSC.ttf'], harfBuzz: true, bidi: false })
  t.same(neededFonts(['מחסן']), { files: [...latin, 'noto/NotoSansHebrew.ttf'], harfBuzz: true, bidi: true })
  t.same(neededFonts(['\ud7ff']), { files: latin, harfBuzz: true, bidi: false }, 'a box with a code')
  t.ok(neededFonts(['㐂㐄']).files.includes('unifont.br'))
})

t.test('letters of another face need its font in place of the first', async (t) => {
  const bold = ['fonts.json', 'noto/NotoSans-Bold.ttf']
  t.same(neededFonts(['Größe 42'], 'sans-bold'), { files: bold, harfBuzz: true, bidi: false })
  t.same(neededFonts(['Größe 42'], 'ocrb'), { files: [], harfBuzz: false, bidi: false })
  t.ok(needsFonts(['Größe 42'], 'condensed') && !needsFonts(['Größe 42']))
  t.same(neededFonts(['倉庫 12'], 'condensed').files, [
    'fonts.json',
    'noto/NotoSansSC.ttf',
    'noto/NotoSans-Condensed.ttf',
  ])
})

t.test(
  'every start of a text, with an ellipsis or without, is drawn with the fonts that it is said to need',
  async (t) => {
    const r = random('needed fonts')
    const wrong: string[] = []
    let fonts = 0
    for (let i = cases(1000); i > 0; i--) {
      const { text } = shownOf(r.pick([anyText(r, 30), r.text(symbols, r.between(1, 12))]))
      const face = r.pick(['sans', 'sans', 'condensed'] as const)
      if (face === 'sans' && isLatin(text)) continue
      const { files } = neededFonts([text], face)
      fonts += files.length
      const whole = prepare({ text, face })
      const prepared = [whole]
      for (const end of whole.graphemes) for (const more of ['', '…']) prepared.push(continued(whole, end, more, face))
      for (const { text: start, sources } of prepared) {
        const used = [...sources].flatMap((id) => fontFacts()[id]?.file ?? [])
        if (!used.every((file) => files.includes(file)))
          wrong.push(`${JSON.stringify(start)} of ${JSON.stringify(text)}`)
      }
    }
    t.same(wrong, [])
    t.ok(fonts > 100)
  },
)

const barcode = { type: 'qr', text: 'QZ', format: 'svg', includetext: true, scale: 4, height: 10, rotate: 'N' } as const
const captions = ['Größe 42', 'Ωμέγα', 'مستودع 12 (倉庫)', 'מחסן\nคลัง 3…', '→ ♫ 㐂', '倉'.repeat(200)]
const requests: readonly BarcodeRequest[] = captions.map((caption) => ({ ...barcode, caption }))
const limits = { maxPixels: 25_000_000 }

t.test(
  'a program without files draws the same with what it has loaded, and says what is missing',
  inLongRun,
  async (t) => {
    const at = (path: string): string => JSON.stringify(new URL(`../../${path}`, import.meta.url).href)
    const script = `
    import { createHash } from 'node:crypto'
    import { readFileSync } from 'node:fs'
    import { brotliDecompressSync } from 'node:zlib'
    import bidiFactory from 'bidi-js/dist/bidi.mjs'
    import { composeBarcode } from ${at('src/draw/drawing.js')}
    import { svg } from ${at('src/render/svg.js')}
    import { fontsLoadedBy } from ${at('src/text/needed-fonts.js')}
    import { root } from ${at('src/root.js')}
    const asked = []
    let isBroken = true
    const load = fontsLoadedBy({
      async file(name) {
        asked.push(name)
        if (isBroken) throw new Error('no network')
        const bytes = readFileSync(root + '/fonts/' + name)
        return new Uint8Array(name.endsWith('.br') ? brotliDecompressSync(bytes) : bytes)
      },
      async harfBuzz() {
        asked.push('harfbuzz')
        return await import('harfbuzzjs')
      },
      async bidi() {
        asked.push('bidi')
        return bidiFactory()
      },
    })
    const faults = []
    const digests = []
    const draw = (request) => createHash('sha256').update(svg(composeBarcode(request, ${JSON.stringify(limits)}).scene)).digest('hex')
    const requests = ${JSON.stringify(requests)}
    const fault = async (work) => { try { await work() } catch (error) { faults.push(error.name + ': ' + error.message) } }
    await fault(() => draw(requests[1]))
    await fault(() => load([requests[1].caption]))
    isBroken = false
    for (const request of requests) {
      await Promise.all([load([request.caption]), load([request.caption])])
      digests.push(draw(request))
    }
    await fault(() => draw({ ...requests[1], caption: 'ꦲꦏꦱ' }))
    console.log(JSON.stringify({ faults, digests, asked }))`
    const { faults, digests, asked } = JSON.parse(printed(script).trim().split('\n').at(-1)!)
    const expected = requests.map((request) =>
      createHash('sha256').update(drawBarcode(request, limits).bytes).digest('hex'),
    )
    t.same(digests, expected)
    t.same(faults, [
      'FontError in fonts.json: fonts.json is needed for a caption, and no fonts were handed over; call provideFonts first',
      'Error: no network',
      'FontError in noto/NotoSansJavanese.ttf: noto/NotoSansJavanese.ttf is needed for a caption, and has not been loaded; load what its text needs first',
    ])
    t.same(asked.slice(0, 2), ['fonts.json', 'fonts.json'], 'what failed is tried again')
    const once = asked.slice(1)
    t.same(once, [...new Set(once)], 'and nothing is loaded twice')
    t.ok(['harfbuzz', 'bidi', 'unifont.br'].every((name) => once.includes(name)))
  },
)
