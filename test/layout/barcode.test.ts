/** Human-readable text of GS1 messages: below the symbol, with lines that end between elements alone. */

import { deepEqual, ok } from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { composeBarcode, composeLabel, drawBarcode, drawLabel } from '../../src/draw.ts'
import { layoutBarcode } from '../../src/layout/barcode.ts'
import { FitError } from '../../src/layout/fit.ts'
import { layoutLabel } from '../../src/layout/label.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { type ModulesMark, type Scene, type TextMark, turns } from '../../src/layout/scene.ts'
import { orientations, type StockName, stockNames } from '../../src/layout/stock.ts'
import { png } from '../../src/render/deflate.ts'
import { root } from '../../src/root.ts'
import { bracketedText, humanReadable } from '../../symbologies/gs1/index.ts'
import {
  type Barcode,
  EncodeError,
  encode,
  type LabelSymbology,
  labelSymbologies,
  type OptionsOf,
  type Symbology,
  symbologies,
} from '../../symbologies/index.ts'
import { paintedModules } from '../oracle/paint.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { drawn, forAll, inLongRun, long } from '../random.ts'
import { type Pair, soundPairs } from '../symbologies/gs1/messages.ts'
import { anyTexts, linearOptionsOf, textsFor } from '../texts.ts'

const limits = { maxPixels: 25_000_000 }
const goldens = join(root, 'test', 'goldens')

/** Every script of the line at once, and what a label may hold of each. */
const mixed = 'Aé Ωλ Жя 倉庫 かな 창고 مستودع 12 מחסן คลัง गोदाम গুদাম கிடங்கு 📦😀 ᚠ'

const pictured: readonly (readonly [Symbology, string])[] = [
  ['ean13', '590123412345'],
  ['upca', '03600029145'],
  ['upce', '01234565'],
  ['itf14', '1540014128876'],
  ['code128', 'QZ-0001 Zürich'],
  ['qr', 'https://example.com/quietzone'],
]

/** With options, by the name of their pictures. */
const optional: readonly (readonly [string, Symbology, string, object, number])[] = [
  ['ean13-addon', 'ean13', '9781234567897', { addon: '51999' }, 3],
  ['upca-addon', 'upca', '03600029145', { addon: '24' }, 2],
  ['upce-addon', 'upce', '01234565', { addon: '51999' }, 2],
  ['itf14-frame', 'itf14', '1540014128876', { bearer: 'frame', ratio: 2.5 }, 4],
  ['code39-ratio', 'code39', 'QZ-0001', { ratio: 2.5, checkdigit: true }, 2],
]

function golden(t: Test, name: string, bytes: Uint8Array): void {
  const file = join(goldens, `${name}.png`)
  if (process.env.WRITE_GOLDENS === '1') {
    mkdirSync(goldens, { recursive: true })
    writeFileSync(file, bytes)
  }
  t.ok(existsSync(file), `${name} has a golden picture (WRITE_GOLDENS=1 writes it, to be looked at)`)
  const before = readFileSync(file)
  // equal files need not be decoded
  if (before.equals(bytes)) return
  const [is, was] = [pngPicture(bytes), pngPicture(before)]
  t.same([is.width, is.height], [was.width, was.height], name)
  t.ok(Buffer.from(is.grey).equals(Buffer.from(was.grey)), `${name} is the golden picture`)
}

t.test('golden pictures', inLongRun, async (t) => {
  for (const [type, text] of pictured) {
    for (const scale of [2, 3, 6]) {
      for (const rotate of turns) {
        if (!long && scale === 6 && rotate !== 'N') continue
        const request = { text, type, format: 'png', includetext: true, scale, height: 12, rotate } as const
        golden(t, `${type}-${scale}${rotate}`, drawBarcode(request, limits).bytes)
      }
    }
  }
  for (const [name, type, text, options, module] of optional) {
    for (const turn of turns) {
      const style = { resolution: resolutions[300], module, height: 40 * module, captions: true, turn }
      const scene = layoutBarcode(encode(type, text, options as OptionsOf<Symbology>), text, style)
      golden(t, `${name}-${module}${turn}`, png(scene))
    }
  }
  const label = { text: mixed, type: 'qr', size: '4x2', orientation: 'landscape', qty: 1, showtext: true } as const
  golden(t, 'label-every-script', drawLabel({ ...label, format: 'png' }, limits).bytes)
})

/** The picture of the texts of a scene alone. */
function textOf(scene: Scene): Picture {
  return pngPicture(png({ ...scene, marks: scene.marks.filter((mark) => mark.kind === 'text') }))
}

const isText = (mark: { kind: string }): mark is TextMark => mark.kind === 'text'
const modulesOf = (scene: Scene): ModulesMark => scene.marks.find((mark) => mark.kind === 'modules') as ModulesMark

/** Dots where text has ink within the rectangle. */
function inkIn(
  { width, grey }: Picture,
  [left, top, right, bottom]: readonly [number, number, number, number],
): number {
  let count = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if (grey[y * width + x] === 0) count++
  }
  return count
}

function inkOfAll(scene: Scene): number {
  let count = 0
  for (const mark of scene.marks) {
    if (!isText(mark)) continue
    const { left, right, top, bottom } = mark.line.ink
    count += (right - left) * (bottom - top)
  }
  return count
}

/** What no caption may touch: the bars between top and bottom with their quiet zones. */
function keptFree(
  scene: Scene,
  { quiet, guards, addon, matrix }: Barcode,
): (readonly [number, number, number, number])[] {
  const { xs, ys } = modulesOf(scene)
  const dot = scene.module
  if (matrix.height > 1) {
    const [left, right] = [xs[0]! - quiet.left * dot, xs.at(-1)! + quiet.right * dot]
    return [[left, ys[0]! - quiet.top * dot, right, ys.at(-1)! + quiet.bottom * dot]]
  }
  if (addon === undefined) return [[0, ys[0]!, scene.width, guards ? ys[1]! : ys.at(-1)!]]
  // the add-on begins lower, if there is room for its digits, and ends with the guards
  const [left, right] = [xs[addon.from]!, xs[addon.to]! + quiet.right * dot]
  return [
    [0, ys[0]!, left, ys.at(-2)!],
    [left - dot, ys.at(-3) ?? ys[0]!, right, ys.at(-1)!],
  ]
}

/** Symbols of each symbology in turn, of such texts and with such options as it has. */
const symbolsOf = <S extends Symbology>(types: readonly S[], textsOf: (type: S) => fc.Arbitrary<string>) =>
  fc.oneof(
    ...types.map((type) => fc.record({ type: fc.constant(type), text: textsOf(type), options: linearOptionsOf(type) })),
  )

t.test('captions stay in the picture, off the bars and their quiet zones', inLongRun, async () => {
  const drawings = fc.record({
    symbol: symbolsOf(symbologies, (type) => textsFor[type]),
    said: anyTexts(200),
    dpi: fc.constantFrom(...dpis),
    dots: fc.integer({ min: 1, max: 8 }),
    height: fc.integer({ min: 20, max: 200 }),
  })
  await forAll([drawings], { count: 60, times: 8 }, ({ symbol: { type, text, options }, said, dpi, dots, height }) => {
    const barcode: Barcode = encode(type, text, options as OptionsOf<Symbology>)
    const [first] = barcode.captions
    const isSaid = 'kind' in first! && first.kind === 'line'
    const captions = isSaid ? [{ kind: 'line', text: said } as const] : barcode.captions
    const module = dots * (barcode.columnsPerModule ?? 1)
    const style = { resolution: resolutions[dpi], module, height, captions: true, turn: 'N' } as const
    const scene = layoutBarcode({ ...barcode, captions }, text, style)
    const ink = textOf(scene)
    ok(!keptFree(scene, barcode).some((place) => inkIn(ink, place) > 0), 'on the symbol')
    for (const mark of scene.marks.filter(isText)) {
      const { left, right, top, bottom } = mark.line.ink
      ok(mark.x + left >= 0 && mark.x + right <= scene.width, 'out of the picture')
      ok(mark.y + top >= 0 && mark.y + bottom <= scene.height, 'out of the picture')
    }
    const modules = paintedModules(scene).grey
    ok(!ink.grey.some((grey, dot) => grey === 0 && modules[dot] === 0), 'on a bar')
    ok(isSaid || inkOfAll(scene) > 0, 'no digits')
  })
})

t.test(
  'any label is read, with its captions in the margins, or the error names a size that is large enough',
  inLongRun,
  async (t) => {
    const labels = fc.record({
      symbol: symbolsOf(labelSymbologies, (type) =>
        fc.oneof(
          {
            weight: 2,
            arbitrary: fc
              .tuple(textsFor[type], fc.integer({ min: 1, max: 4 }))
              .map(([text, times]) => text.repeat(times)),
          },
          anyTexts(300),
        ),
      ),
      dpi: fc.constantFrom(...dpis),
      style: fc.record({
        size: fc.constantFrom(...stockNames),
        orientation: fc.constantFrom(...orientations),
        paperSize: fc.constantFrom('exact' as const, 'whole dots' as const),
        showtext: fc.integer({ min: 0, max: 3 }).map((n) => n < 3),
      }),
    })
    type Label = typeof labels extends fc.Arbitrary<infer L> ? L : never
    let refused = 0
    const judge = async ({ symbol, dpi, style: own }: Label): Promise<void> => {
      const { type, text, options } = symbol
      const resolution = resolutions[dpi]
      const style = { ...own, resolution }
      let barcode: Barcode | undefined
      try {
        barcode = encode(type, text, options as OptionsOf<LabelSymbology>)
        const scene = layoutLabel(barcode, text, style)
        const picture = pngPicture(png(scene))
        const ink = textOf(scene)
        const margin = Math.floor(0.7 * resolution.perMillimetre)
        const all = inkIn(ink, [0, 0, scene.width, scene.height])
        const within = inkIn(ink, [margin, margin, scene.width - margin, scene.height - margin])
        deepEqual(all, within, 'text in the margin')
        ok(style.showtext || all === 0, 'text')
        const modules = paintedModules(scene).grey
        ok(!ink.grey.some((grey, dot) => grey === 0 && modules[dot] === 0), 'on a bar')
        ok(await reads(picture, type, readAs(barcode, text)), 'not read')
      } catch (error) {
        if (error instanceof EncodeError) return
        if (!(error instanceof FitError)) throw error
        refused++
        const named = /smallest size that does is ([^\s;]+)/.exec(error.message)?.[1] as StockName | undefined
        if (named === undefined) ok(error.message.includes('no size holds it'), error.message)
        else layoutLabel(barcode!, text, { ...style, size: named })
      }
    }
    await forAll([labels], { count: 40, times: 8 }, judge)
    const tooLong = { type: 'qr', text: 'A'.repeat(4000), options: {} } as const
    const small = { size: '50x30', orientation: 'landscape', paperSize: 'exact', showtext: true } as const
    await judge({ symbol: tooLong, dpi: '152', style: small })
    t.ok(refused > 0, `${refused} refused`)
  },
)

t.test('a caption is the same in PNG and SVG, up to the rounding of curves', async (t) => {
  for (const turn of turns) {
    const request = { text: 'QZ-0001', type: 'code128', includetext: true, scale: 4, height: 10, rotate: turn } as const
    const [dots, curves] = [
      pngPicture(drawBarcode({ ...request, format: 'png' }, limits).bytes),
      svgPicture(drawBarcode({ ...request, format: 'svg' }, limits).bytes),
    ]
    t.same([dots.width, dots.height], [curves.width, curves.height])
    const off = dots.grey.reduce((sum, grey, i) => sum + Number(Math.abs(grey - curves.grey[i]!) > 200), 0)
    t.equal(off, 0, turn)
  }
})

const types = ['code128', 'datamatrix', 'qr'] as const
const linesOf = ({ marks }: Scene): TextMark[] => marks.filter((mark) => mark.kind === 'text')
const symbolOf = ({ marks }: Scene): ModulesMark => marks.find((mark) => mark.kind === 'modules')!

/** What is wrong with the text of a drawing. */
function faultsOf(scene: Scene, pairs: readonly Pair[]): string[] {
  const lines = linesOf(scene)
  const { xs, ys } = symbolOf(scene)
  const faults: string[] = []
  const starts = new Set([0])
  humanReadable(pairs).reduce((at, { length }) => starts.add(at + length) && at + length, 0)
  let at = 0
  for (const { x, y, line } of lines) {
    if (!starts.has(at)) faults.push(`a line starts at ${at}`)
    at += line.text.length
    if (x + line.ink.left < 0 || x + line.ink.right > scene.width) faults.push('text beyond the side')
    if (y + line.ink.top < ys.at(-1)!) faults.push('text beside or above the symbol')
    if (y + line.ink.bottom > scene.height) faults.push('text below the drawing')
  }
  const shown = lines.map(({ line }) => line.text).join('')
  if (scene.cut.length === 0 && shown !== humanReadable(pairs).join('')) faults.push(`shows ${shown}`)
  const middle = lines.map(({ x, line }) => x + (line.ink.left + line.ink.right) / 2)
  if (middle.some((each) => Math.abs(each - scene.width / 2) > 1.5)) faults.push('not in the middle')
  if (Math.abs(xs[0]! + xs.at(-1)! - scene.width) > 2) faults.push('a symbol that is not in the middle')
  return faults
}

const messages = (most: number): fc.Arbitrary<Pair[]> => drawn((r) => soundPairs(r, most))

t.test('on a barcode every element is whole, and none is left out', async () => {
  const drawings = fc.record({
    type: fc.constantFrom(...types),
    dpi: fc.constantFrom(...dpis),
    scale: fc.integer({ min: 1, max: 10 }),
  })
  await forAll([messages(5), drawings], { count: 200 }, (pairs, drawing) => {
    const own = { gs1: 'true', format: 'svg', includetext: true, height: 15, rotate: 'N' } as const
    const { scene } = composeBarcode({ ...drawing, ...own, text: bracketedText(pairs) }, limits)
    deepEqual(scene.cut, [])
    deepEqual(faultsOf(scene, pairs), [])
  })
})

t.test('on a label it is below the symbol, and nothing is above', async (t) => {
  let cut = 0
  let drawn = 0
  const labels = fc.record({
    type: fc.constantFrom(...types),
    dpi: fc.constantFrom(...dpis),
    size: fc.constantFrom(...stockNames),
    orientation: fc.constantFrom(...orientations),
  })
  await forAll([messages(4), labels], { count: 200 }, (pairs, label) => {
    const own = { gs1: 'true', format: 'pdf', qty: 1, showtext: true } as const
    const request = { ...label, ...own, text: bracketedText(pairs) }
    try {
      const { scene, warnings } = composeLabel(request, limits)
      drawn++
      if (scene.cut.length > 0) cut++
      const isTold = warnings.some(({ code }) => code === 'caption_cut')
      deepEqual(isTold, scene.cut.length > 0, 'what is cut is told')
      // a linear symbol that is turned has its bars beside the middle by no more than the text allows
      deepEqual(faultsOf(scene, pairs), [])
      const bare = composeLabel({ ...request, showtext: false }, limits).scene
      deepEqual(bare.marks.length, 1, 'no text without showtext')
    } catch (error) {
      if (!(error instanceof FitError)) throw error
    }
  })
  t.ok(drawn > cut && drawn > 20, `${drawn} drawn, ${cut} with cut text`)
})
