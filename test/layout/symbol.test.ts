/** Drawings of add-ons, of bearer bars and frames, and of modules of two columns. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { fittingModule } from '../../src/draw/drawing.ts'
import { type BarcodeStyle, layoutBarcode, sizeOfBarcode } from '../../src/layout/barcode.ts'
import { layoutLabel } from '../../src/layout/label.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { type ModulesMark, type Scene, type TextMark, turns } from '../../src/layout/scene.ts'
import { warningsOf } from '../../src/plan/warnings.ts'
import { png } from '../../src/render/deflate.ts'
import { pdf } from '../../src/render/pdf.ts'
import { svg } from '../../src/render/svg.ts'
import { type Barcode, encode, isDark, type OptionsOf, type Symbology } from '../../symbologies/index.ts'
import { modulesOf } from '../oracle/linear.ts'
import { painted, paintedModules } from '../oracle/paint.ts'
import { pdfRenderers } from '../oracle/pdf-renderers.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { type Picture, readAs, zxingReads } from '../oracle/zxing.ts'
import { inLongRun } from '../random.ts'

const resolution = resolutions[300]
const style = (module: number, height: number): BarcodeStyle => ({
  resolution,
  module,
  height,
  captions: true,
  turn: 'N',
})

const drawn = (symbology: Symbology, text: string, options: object, at: BarcodeStyle): [Barcode, Scene] => {
  const barcode: Barcode = encode(symbology, text, options as OptionsOf<Symbology>)
  return [barcode, layoutBarcode(barcode, text, at)]
}

const barsOf = ({ marks }: Scene): ModulesMark => marks.find((mark): mark is ModulesMark => mark.kind === 'modules')!
const textsOf = ({ marks }: Scene): TextMark[] => marks.filter((mark): mark is TextMark => mark.kind === 'text')

/** The last digit of UPC is the one that would touch the add-on first. */
const withAddon = [
  ['ean13', '9781234567897'],
  ['upca', '036000291407'],
  ['upce', '01234657'],
] as const

/** Whether one of the eight neighbours of a dot of these texts is dark in the modules. */
function touches(scene: Scene, texts: readonly TextMark[]): boolean {
  const bars = paintedModules(scene).grey
  const ink = painted({ ...scene, marks: texts })
  const { width, height, grey } = ink
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (grey[y * width + x] !== 0) continue
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          if (bars[v * width + u] === 0) return true
        }
      }
    }
  }
  return false
}

t.test('the digits of an add-on are above its bars, and touch none, at any size', inLongRun, async (t) => {
  const wrong: string[] = []
  for (const [symbology, text] of withAddon) {
    for (const addon of ['05', '51999']) {
      for (const module of [1, 2, 3, 4, 5, 6, 8, 12, 16]) {
        const [, scene] = drawn(symbology, text, { addon }, style(module, 40 * module))
        const mark = textsOf(scene).find(({ line }) => line.text === addon)
        const { xs, ys, matrix } = barsOf(scene)
        const from = xs[matrix.width - (addon.length === 2 ? 20 : 47)]!
        const fault = (what: string): number => wrong.push(`${symbology} ${addon} at ${module}: ${what}`)
        if (mark === undefined) {
          fault('no digits')
          continue
        }
        const { left, right, top, bottom } = mark.line.ink
        if (mark.y + top < ys[0]! || mark.y + bottom >= ys[1]!) fault('not between the tops of the bars')
        if (module > 1 && ys[1]! - mark.y - bottom < module / 2) fault('too near to the bars')
        if (mark.x + left < from || mark.x + right > xs.at(-1)!) fault('beside the bars')
        // between the groups of digits and the guards beside them there may be no dot if a module has one or two
        const beside = textsOf(scene).filter(({ line }) => line.text === addon || line.text.length === 1)
        if (touches(scene, beside)) fault('touches')
      }
    }
  }
  t.same(wrong, [])
})

t.test('the bars of an add-on begin lower and end with the guards; low ones have no digits', async (t) => {
  const wrong: string[] = []
  for (const [symbology, text] of withAddon) {
    for (const [module, height] of [
      [3, 90],
      [3, 41],
      [3, 40],
      [1, 15],
      [1, 14],
    ] as const) {
      const [barcode, scene] = drawn(symbology, text, { addon: '51999' }, style(module, height))
      const room = Math.max(9 * module, 10)
      const top = height < 1.5 * room ? 0 : room
      const { grey, width } = paintedModules(scene)
      const { from } = barcode.addon!
      for (let column = 0; column < barcode.matrix.width; column++) {
        const x = (barcode.quiet.left + column) * module
        const dark = Array.from({ length: scene.height }, (_, y) => y).filter((y) => grey[y * width + x] === 0)
        const isGuard = barcode.guards!.some((guard) => column >= guard.from && column < guard.to)
        const [first, last] = column < from ? [0, height + (isGuard ? 5 * module : 0)] : [top, height + 5 * module]
        const wanted = isDark(barcode.matrix, column, 0) ? [first, last - 1] : [undefined, undefined]
        if (dark[0] !== wanted[0] || dark.at(-1) !== wanted[1]) wrong.push(`${symbology} ${height} column ${column}`)
      }
      const hasDigits = textsOf(scene).some(({ line }) => line.text === '51999')
      if (hasDigits !== top > 0) wrong.push(`${symbology} ${height}: digits`)
      const [bare] = [layoutBarcode(barcode, text, { ...style(module, height), captions: false })]
      if (JSON.stringify(barsOf(bare)) !== JSON.stringify(barsOf(scene))) wrong.push('bars depend on the text')
      const { width: w, height: h } = sizeOfBarcode(barcode, style(module, height))
      if (w !== scene.width || h !== scene.height) wrong.push('size')
    }
  }
  t.same(wrong, [])
})

/** What zxing-cpp reads, with the add-on. */
async function readWithAddon(picture: Picture, symbology: Symbology): Promise<string[]> {
  return (await zxingReads(picture, symbology, { eanAddOnSymbol: 'Require' })).map(({ text }) => text)
}

t.test('add-ons are read from PNG, SVG and PDF, in any turn, and from labels', inLongRun, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-addons-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const pdfium = pdfRenderers.find(({ name }) => name === 'PDFium')!
  for (const [symbology, text] of withAddon) {
    for (const [i, turn] of turns.entries()) {
      const addon = ['24', '51999', '00', '99999'][i]!
      const barcode = encode(symbology, text, { addon })
      const wanted = [readAs(barcode, text) + addon]
      const scene = layoutBarcode(barcode, text, { ...style(4, 120), turn })
      const picture = pngPicture(png(scene))
      t.same(Buffer.from(picture.grey).equals(Buffer.from(painted(scene).grey)), true)
      t.same(await readWithAddon(picture, symbology), wanted, `${symbology} ${turn} png`)
      t.same(await readWithAddon(svgPicture(svg(scene, false)), symbology), wanted, `${symbology} ${turn} svg`)
      const file = join(folder, 'symbol.pdf')
      writeFileSync(file, pdf(scene, 1))
      const [page] = await pdfium.draw(file, folder, 300, [{ width: picture.width, height: picture.height }])
      t.same(await readWithAddon(page!, symbology), wanted, `${symbology} ${turn} pdf`)
    }
  }
  for (const [symbology, text] of withAddon.slice(0, 2)) {
    for (const size of ['4x6', '50x25'] as const) {
      const barcode = encode(symbology, text, { addon: '51999' })
      const label = { resolution, size, orientation: 'landscape', paperSize: 'exact', showtext: true } as const
      const scene = layoutLabel(barcode, text, label)
      t.same(await readWithAddon(pngPicture(png(scene)), symbology), [`${readAs(barcode, text)}51999`], size)
      t.ok(textsOf(scene).some(({ line }) => line.text === `${barcode.trace.digits} 51999`))
    }
  }
})

t.test('a frame encloses the symbol with its quiet zones, as thick at the sides as above and below', async (t) => {
  for (const ratio of [2.5, 3] as const) {
    const [barcode, scene] = drawn('itf14', '1540014128876', { bearer: 'frame', ratio }, style(4, 80))
    const [, open] = drawn('itf14', '1540014128876', { ratio }, style(4, 80))
    const { xs, ys, matrix } = barsOf(scene)
    const [thick, quiet] = [8, 40]
    t.same([xs[0], xs.at(-1)], [0, scene.width])
    t.equal(scene.width, open.width + 2 * thick)
    t.same(ys, [0, thick, 80 + thick, 80 + 2 * thick])
    const row = modulesOf({ ...barcode, matrix: { ...matrix, height: 1, words: matrix.words.subarray(matrix.stride) } })
    const dots = row.replace(/./g, (module) => module.repeat(xs[1]! - xs[0]!))
    const [side, light] = ['1'.repeat(thick), '0'.repeat(quiet)]
    t.ok(dots.startsWith(`${side}${light}1`) && dots.endsWith(`1${light}${side}`), `${ratio}`)
    const found = await zxingReads(pngPicture(png(scene)), 'itf14')
    t.same(
      found.map(({ text }) => text),
      [readAs(barcode, '')],
    )
    const none = layoutBarcode(encode('itf14', '1540014128876', { bearer: 'none', ratio }), '', style(4, 80))
    t.same(barsOf(none).ys, [0, 80])
  }
})

t.test('a module of two columns has the same dots as one of one column', async (t) => {
  const resolution = resolutions[203]
  for (const [symbology, text, modules] of [
    ['code39', 'QZ-0001', 9 * 13.5 + 8],
    ['itf14', '1540014128876', 4 + 7 * 16 + 4.5],
  ] as const) {
    const at = { ...style(4, 200), resolution }
    const [barcode, scene] = drawn(symbology, text, { ratio: 2.5 }, at)
    const [, plain] = drawn(symbology, text, {}, at)
    t.equal(scene.width, (modules + 20) * 4, 'quiet zones of ten modules')
    t.equal(scene.module, 4)
    t.equal(scene.height, plain.height, 'captions and bearer bars')
    t.same(
      textsOf(scene).map(({ line, y }) => [line.size, y]),
      textsOf(plain).map(({ line, y }) => [line.size, y]),
    )
    for (const module of [1, 3]) {
      const message = `${symbology}: ${module} dots a module; accepted: multiples of 2`
      t.throws(() => layoutBarcode(barcode, text, { ...at, module }), { message })
      t.throws(() => sizeOfBarcode(barcode, { ...at, module }), RangeError)
    }
    const warnings = (scene: Scene, barcode: Barcode): string[] =>
      warningsOf({
        barcode,
        scene,
        application: undefined,
        product: 'barcode',
        hasWantedModule: false,
        doubts: [],
        isOfGs1: false,
      }).map(({ message }) => message)
    t.same(warnings(scene, barcode), [], 'bars of 25 mm are high enough')
    const low = layoutBarcode(barcode, text, { ...at, module: 2, height: 30 })
    t.match(warnings(low, barcode), [/^bars of 3.75 mm are lower than 5 mm/])
    const most = fittingModule(barcode, { ...at, module: 9 }, ({ width }) => width <= 7 * (modules + 20))
    t.equal(most, 6, 'a whole number of dots for each column')
    // 2 mm high and as wide as the room: only multiples of two fit
    const label = { resolution, size: '4x6', orientation: 'landscape', paperSize: 'exact', showtext: false } as const
    const fitted = layoutLabel(barcode, text, label)
    t.equal(fitted.module % 2, 0)
    t.ok((modules + 20) * (fitted.module + 2) > fitted.width - 48, 'the largest')
    t.throws(() => layoutLabel(barcode, text, { ...label, module: 3 }), { code: 'does_not_fit' })
  }
})
