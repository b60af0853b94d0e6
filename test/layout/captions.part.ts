import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { drawBarcode, drawLabel } from '../../src/draw.ts'
import { layoutBarcode } from '../../src/layout/barcode.ts'
import { FitError } from '../../src/layout/fit.ts'
import { layoutLabel } from '../../src/layout/label.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import type { ModulesMark, Scene, TextMark } from '../../src/layout/scene.ts'
import { turns } from '../../src/layout/scene.ts'
import { orientations, type StockName, stockNames } from '../../src/layout/stock.ts'
import { png } from '../../src/render/deflate.ts'
import { root } from '../../src/root.ts'
import {
  type Barcode,
  EncodeError,
  encode,
  type LabelSymbology,
  labelSymbologies,
  type OptionsOf,
  type Symbology,
} from '../../symbologies/index.ts'
import { paintedModules } from '../oracle/paint.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { type Picture, readAs, reads } from '../oracle/zxing.ts'
import { cases, long, type Random, random } from '../random.ts'
import { anyText, linearOptions, randomText } from '../texts.ts'

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

t.test('golden pictures', async (t) => {
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

t.test('captions stay in the picture, off the bars and their quiet zones', async (t) => {
  const r = random('captions')
  const wrong: unknown[] = []
  for (let i = 0; i < cases(60, 8); i++) {
    const type = r.pick(Object.keys(randomText) as Symbology[])
    const text = randomText[type](r)
    const barcode: Barcode = encode(type, text, linearOptions(r, type) as OptionsOf<Symbology>)
    const said = 'kind' in barcode.captions[0]! && barcode.captions[0].kind === 'line' ? anyText(r, 200) : undefined
    const captions = said === undefined ? barcode.captions : [{ kind: 'line', text: said } as const]
    const resolution = resolutions[r.pick(dpis)]
    const style = {
      resolution,
      module: r.between(1, 8) * (barcode.columnsPerModule ?? 1),
      height: r.between(20, 200),
      captions: true,
      turn: 'N',
    } as const
    const scene = layoutBarcode({ ...barcode, captions }, text, style)
    const ink = textOf(scene)
    if (keptFree(scene, barcode).some((place) => inkIn(ink, place) > 0))
      wrong.push({ type, said, style, fault: 'on the symbol' })
    for (const mark of scene.marks.filter(isText)) {
      const { left, right, top, bottom } = mark.line.ink
      const inside =
        mark.x + left >= 0 && mark.x + right <= scene.width && mark.y + top >= 0 && mark.y + bottom <= scene.height
      if (!inside) wrong.push({ type, said, style, fault: 'out of the picture' })
    }
    const modules = paintedModules(scene).grey
    if (ink.grey.some((grey, dot) => grey === 0 && modules[dot] === 0)) wrong.push({ type, style, fault: 'on a bar' })
    if (said === undefined && inkOfAll(scene) === 0) wrong.push({ type, fault: 'no digits' })
  }
  t.same(wrong, [])
})

/** Any text, any label: what comes out, or undefined for a text that the symbology cannot carry. */
function anyLabel(r: Random) {
  const type = r.pick(labelSymbologies)
  const text = r.between(0, 2) === 0 ? anyText(r, 300) : randomText[type](r).repeat(r.between(1, 4))
  try {
    const barcode: Barcode = encode(type, text, linearOptions(r, type) as OptionsOf<LabelSymbology>)
    return { type, text, barcode, size: r.pick(stockNames), orientation: r.pick(orientations) }
  } catch (error) {
    if (error instanceof EncodeError) return undefined
    throw error
  }
}

t.test(
  'any label is read, with its captions in the margins, or the error names a size that is large enough',
  async (t) => {
    const r = random('labels')
    const wrong: unknown[] = []
    let refused = 0
    for (let i = 0; i < cases(40, 8) || (refused === 0 && i < 1000); i++) {
      const drawn = anyLabel(r)
      if (drawn === undefined) continue
      const { type, text, barcode, size, orientation } = drawn
      const resolution = resolutions[r.pick(dpis)]
      const paperSize = r.pick(['exact', 'whole dots'] as const)
      const style = { resolution, size, orientation, paperSize, showtext: r.between(0, 3) > 0 }
      try {
        const scene = layoutLabel(barcode, text, style)
        const picture = pngPicture(png(scene))
        const ink = textOf(scene)
        const margin = Math.floor(0.7 * resolution.perMillimetre)
        const all = inkIn(ink, [0, 0, scene.width, scene.height])
        const within = inkIn(ink, [margin, margin, scene.width - margin, scene.height - margin])
        if (all !== within) wrong.push({ ...style, type, text, fault: 'text in the margin' })
        if (!style.showtext && all > 0) wrong.push({ ...style, type, text, fault: 'text' })
        const modules = paintedModules(scene).grey
        if (ink.grey.some((grey, dot) => grey === 0 && modules[dot] === 0))
          wrong.push({ type, text, fault: 'on a bar' })
        if (!(await reads(picture, type, readAs(barcode, text))))
          wrong.push({ ...style, type, text, fault: 'not read' })
      } catch (error) {
        if (!(error instanceof FitError)) throw error
        refused++
        const named = /smallest size that does is ([^\s;]+)/.exec(error.message)?.[1] as StockName | undefined
        if (named !== undefined) t.ok(layoutLabel(barcode, text, { ...style, size: named }), `${named} does`)
        else if (!error.message.includes('no size holds it')) wrong.push({ ...style, type, text, fault: error.message })
      }
    }
    t.same(wrong, [])
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
