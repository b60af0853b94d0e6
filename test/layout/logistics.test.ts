/** GS1 logistic labels: what is where on them, by their pixels and by readers that are not ours. */

import t from 'tap'
import { type LogisticLabel, type LogisticRequest, logisticLabel } from '../../src/draw/logistics.ts'
import { dpis, millimetres, resolutions, tapeDpis } from '../../src/layout/resolution.ts'
import type { Scene, TextMark } from '../../src/layout/scene.ts'
import { png } from '../../src/render/deflate.ts'
import { pdf } from '../../src/render/pdf.ts'
import { Gs1Error, gs1Message } from '../../symbologies/gs1/index.ts'
import { writtenValue } from '../../symbologies/gs1/logistics.ts'
import { firstPages, pdfPictures, pdfToolsAbsent } from '../oracle/pdf.ts'
import { pngPicture } from '../oracle/picture.ts'
import { type Picture, zxingTexts } from '../oracle/zxing.ts'
import { inLongRun, long, random } from '../random.ts'
import { on4x6, refusal } from './logistic-labels.ts'

const usual = '(00)395011015300000011(02)09501101530010(15)261231(10)AB-12(37)50'
const short = '(00)395011015300000011'

const stocks = ['4x6', '100x150'] as const
/** Not those of tape printers, on which modules of 0.495 mm or more are 0.564 mm: too wide for the symbols of the usual label. */
const heads = dpis.filter((dpi) => !tapeDpis.includes(dpi))
const every = stocks.flatMap((size) => heads.map((dpi) => ({ ...on4x6, size, resolution: resolutions[dpi] })))
const named = ({ size, resolution }: LogisticRequest): string => `${size} at ${Math.round(resolution.perInch)} dpi`

const captionsOf = ({ symbols }: LogisticLabel): string[] =>
  symbols.map(({ captions }) => captions.map(({ text }) => text).join(''))

/** A row of bars in a picture: a twentieth of its rows of pixels or more, all equal, with many edges. */
interface Bars {
  readonly top: number
  readonly height: number
  /** The first and the last dark pixel. */
  readonly left: number
  readonly right: number
  /** The narrowest bar or space. */
  readonly narrowest: number
}

function barsIn({ width, height, grey }: Picture): Bars[] {
  const rowAt = (y: number): Uint8Array => grey.subarray(y * width, (y + 1) * width)
  const edgesOf = (row: Uint8Array): number[] =>
    [...row.keys()].slice(1).filter((x) => row[x]! < 128 !== row[x - 1]! < 128)
  const found: Bars[] = []
  for (let y = 0; y < height; ) {
    const row = rowAt(y)
    let end = y + 1
    while (end < height && Buffer.compare(row, rowAt(end)) === 0) end++
    const edges = end - y > height / 20 ? edgesOf(row) : []
    if (edges.length > 60) {
      const narrowest = Math.min(...edges.slice(1).map((x, i) => x - edges[i]!))
      found.push({ top: y, height: end - y, left: edges[0]!, right: edges.at(-1)! - 1, narrowest })
    }
    y = end
  }
  return found
}

/** What a reader sees of rows of a picture, and how it names the symbology. */
const readIn = ({ width, grey }: Picture, from: number, to: number): Promise<string[]> =>
  zxingTexts({ width, height: to - from, grey: grey.slice(from * width, to * width) }, 'code128')

const dataOf = (caption: string): string => caption.replace(/[()]/g, '')

t.test('the usual label on both stocks for every print head, by its pixels', inLongRun, async (t) => {
  // pictures of 600 dpi take seconds each: npm test has one
  const left = long ? -1 : random('logistic pictures').pick([3, 7])
  for (const request of every.filter((_, i) => i !== left)) {
    const label = logisticLabel(usual, request)
    const picture = pngPicture(png(label.scene))
    const { perMillimetre } = request.resolution
    const all = barsIn(picture)
    t.equal(all.length, 3, named(request))
    for (const { height, left, right, narrowest, top } of all) {
      t.ok(Math.abs(height / perMillimetre - 31.75) <= 0.5 / perMillimetre + 1e-9, `${height} dots high`)
      const x = millimetres(narrowest, request.resolution)
      t.ok(x >= 0.495 && x <= 0.94, `X of ${x}`)
      t.equal(narrowest, label.scene.module)
      t.ok(left >= 10 * narrowest && picture.width - 1 - right >= 10 * narrowest, 'quiet zones')
      t.ok(top >= 0)
    }
    const captions = captionsOf(label)
    t.same(captions, ['(02)09501101530010(37)50', '(15)261231(10)AB-12', '(00)395011015300000011'])
    // each symbol by itself, in its place, and all of them on the whole label
    for (const [i, { top, height }] of all.entries()) {
      t.same(
        await readIn(picture, top, top + Math.min(height, 60)),
        [dataOf(captions[i]!)],
        `${named(request)}, symbol ${i + 1}`,
      )
    }
    if (picture.width > 1500 && !long) continue // this takes seconds too
    t.same((await zxingTexts(picture, 'code128')).toSorted(), captions.map(dataOf).toSorted(), named(request))
  }
})

t.test('the PDF has the dots of the PNG', { skip: pdfToolsAbsent || inLongRun.skip }, async (t) => {
  // a large picture takes seconds
  for (const dpi of long ? heads : [random('logistic pdf').pick(heads.slice(0, 3))]) {
    const scenes = stocks.map((size) => logisticLabel(usual, { ...on4x6, size, resolution: resolutions[dpi] }).scene)
    const pages = pdfPictures(
      firstPages(
        scenes.map((scene) => pdf(scene, 1)),
        t.testdir(),
      ),
      resolutions[dpi].perInch,
    )
    for (const [i, scene] of scenes.entries()) {
      const wanted = pngPicture(png(scene))
      const drawn = pages[i]!
      t.same([drawn.width, drawn.height], [wanted.width, wanted.height], `${stocks[i]} at ${dpi} dpi`)
      for (const { top, height } of barsIn(wanted)) {
        const dark = ({ grey, width }: Picture): Uint8Array =>
          grey.slice(top * width, (top + height) * width).map((each) => (each < 128 ? 1 : 0))
        t.ok(Buffer.compare(dark(drawn), dark(wanted)) === 0, `${stocks[i]} at ${dpi} dpi, bars at ${top}`)
      }
    }
  }
})

const textsOf = ({ marks }: Scene): TextMark[] => marks.filter((mark) => mark.kind === 'text')

t.test('data titles with values above the symbols, in the order of the guideline', async (t) => {
  const shownOf = (text: string): string[] => textsOf(logisticLabel(text, on4x6).scene).map(({ line }) => line.text)
  t.same(
    shownOf(usual).slice(0, -3),
    [
      ...['SSCC', '395011015300000011', 'CONTENT', '09501101530010', 'COUNT', '50'],
      ...['BEST BEFORE or BEST BY', '2026-12-31', 'BATCH/LOT', 'AB-12'],
    ].flat() as string[],
  )
  const carrier = '(00)395011015300000011(410)9501101020917(403)12'
  t.same(shownOf(carrier).slice(0, 6), ['ROUTE', '12', 'SHIP TO LOC', '9501101020917', 'SSCC', '395011015300000011'])
  t.same(captionsOf(logisticLabel(carrier, on4x6)), ['(410)9501101020917(403)12', '(00)395011015300000011'])
  const without = logisticLabel(usual, { ...on4x6, showtext: false }).scene
  t.same(
    textsOf(without).map(({ line }) => line.text),
    ['(02)09501101530010(37)50', '(15)261231(10)AB-12', '(00)395011015300000011'],
  )
})

t.test('a title stands above all, in as many lines as leave the rest its room', async (t) => {
  const parties = ['From: Example Ltd, 12 Long Road, London', 'To: Muster GmbH, Hauptstr. 1, 10115 Berlin']
  const roomy = `${short}(02)09501101530010(37)50`
  const titled = logisticLabel(roomy, { ...on4x6, title: parties }).scene
  const lines = textsOf(titled).map(({ line }) => line.text)
  t.same(lines.slice(0, 3), [...parties, 'SSCC'])
  t.same(titled.cut, [])
  const barsOf = (scene: Scene): Bars[] => barsIn(pngPicture(png(scene)))
  t.same(barsOf(titled), barsOf(logisticLabel(roomy, on4x6).scene), 'the symbols stay where they are')
  const many = Array.from({ length: 30 }, (_, i) => `line ${i}`)
  // three symbols and their data leave no room for it
  for (const [text, fewest] of [
    [short, 1],
    [roomy, 1],
    [usual, 0],
  ] as const) {
    const { scene } = logisticLabel(text, { ...on4x6, title: many })
    const shown = textsOf(scene).filter(({ line }) => line.text.startsWith('line')).length
    t.ok(shown >= fewest && shown <= 10, `${shown} lines`)
    t.same(scene.cut, ['title'])
    const [top] = barsOf(scene)
    t.ok(
      textsOf(scene).every(({ y, line }) => y + line.ink.bottom < top!.top || y > top!.top),
      'nothing runs into the bars',
    )
  }
})

t.test('characters are 3 mm high or more, and larger where there is room', async (t) => {
  const heights = (text: string, request: LogisticRequest): number[] =>
    textsOf(logisticLabel(text, request).scene)
      .filter(({ line }) => !/[jpqy,;|/]/.test(line.text))
      .map(({ line }) => -line.ink.top / request.resolution.perMillimetre)
  for (const request of every) {
    t.ok(Math.min(...heights(usual, request)) >= 3, named(request))
    t.ok(Math.max(...heights(usual, request)) >= 3.5, named(request))
    t.ok(Math.max(...heights(short, request)) >= 5.5, named(request))
  }
})

t.test('a value as people write it, the same on any day', async (t) => {
  const written = (text: string): string => writtenValue(gs1Message(text).elements.at(-1)!)
  t.equal(written('(15)261231'), '2026-12-31')
  t.equal(written('(15)261200'), '2026-12')
  t.equal(written('(15)000229'), '2000-02-29')
  t.equal(written('(15)761231'), '2076-12-31')
  // of 1977 until 2026, of 2077 from 2027
  t.equal(written('(15)771231'), '771231')
  t.equal(written('(11)991231'), '991231')
  t.equal(written('(7003)2612311830'), '2026-12-31 18:30')
  t.equal(written('(3103)001234'), '1.234 kg')
  t.equal(written('(37)050'), '050')
  t.equal(written('(00)395011015300000011'), '395011015300000011')
  t.equal(written('(4300)ACME%20Corp.+%26+Co'), 'ACME Corp. & Co')
})

t.test('the SSCC', async (t) => {
  t.throws(
    () => logisticLabel('(02)09501101530010(37)50', on4x6),
    new Gs1Error([
      {
        ...{ code: 'gs1_missing_ai', ai: '00', rule: 'req', from: 1, to: 24 },
        message: 'a logistic label needs an SSCC, AI (00), such as (00)195012340000000012',
      },
    ]),
  )
  t.same(gs1Message('(00)195012340000000012').faults, [])
  const { scene, symbols } = logisticLabel(short, on4x6)
  t.equal(symbols.length, 1)
  t.equal(barsIn(pngPicture(png(scene)))[0]!.narrowest, 4)
  // at 600 dpi a wider module fits
  t.equal(logisticLabel(short, { ...on4x6, resolution: resolutions[600] }).scene.module, 13)
  // the same value twice is one element
  t.same(captionsOf(logisticLabel(short + short, on4x6)), [short])
})

t.test('too much for the label: what to leave out', async (t) => {
  const weight = '(00)395011015300000011(02)09501101530010(3102)001234(10)LOT4711(37)50(15)261231'
  t.match(refusal(weight, on4x6), {
    parameter: 'text',
    message:
      'a logistic label of 4x6: 6 elements are too many for its symbols and the text above them; leave out (3102)',
  })
  t.match(refusal(`${short}(02)09501101530010(37)50(10)ABCDEFGHIJKLMNOPQRST`, on4x6), {
    parameter: 'text',
    message:
      'a logistic label of 4x6: a symbol of (10) alone is 154.0 mm wide with X of 0.500 mm; 101.6 mm is the most; leave out (10)',
  })
  // what cannot stand without it is left out with it
  t.match(refusal(`${short}(4302)${'A'.repeat(70)}(4303)B`, on4x6), {
    message: 'a logistic label of 4x6: (4302) has 74 characters; GS1-128 has 48 at most; leave out all but (00)',
  })
  t.match(refusal(short, { ...on4x6, module: 8 }), {
    parameter: 'xdim',
    message: 'a logistic label of 4x6: (00) does not fit at 8 dots a module; xdim=0.5 is the largest that fits',
  })
  // 100 mm have fewer whole modules of 300 dpi
  t.match(refusal(`${short}(10)ABCDEFGHIJ`, { ...on4x6, size: '100x150', resolution: resolutions[300] }), {
    message:
      'a logistic label of 100x150: a symbol of (10) alone is 100.6 mm wide with X of 0.508 mm; 100.0 mm is the most; leave out (10), or size=4x6 holds all',
  })
  // the symbols have room, but not the text
  t.match(refusal('(00)395011015300000011(02)09501101530010(37)50(11)251231(15)261231(10)12(20)01', on4x6), {
    message:
      'a logistic label of 4x6: 7 elements are too many for its symbols and the text above them; leave out (20), or showtext=false makes all fit',
  })
})

t.test('an element whose text is wider than the label is to be left out', async (t) => {
  const text = `(00)000000000000000000(4300)A${'%00'.repeat(10)}`
  const request = { ...on4x6, resolution: resolutions[152], module: 1 }
  t.throws(() => logisticLabel(text, request), /leave out \(4300\)$/)
  t.equal(logisticLabel(text.replaceAll('%00', ''), request).symbols.length, 2)
})
