import t from 'tap'
import { accepted } from '../../src/cli/endpoints.ts'
import {
  type BarcodeRequest,
  composeBarcode,
  composeLabel,
  drawBarcode,
  drawLabel,
  type Limits,
} from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { turns } from '../../src/layout/scene.ts'
import { stockNames } from '../../src/layout/stock.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { shapedRuns } from '../../src/text/shape.ts'
import { encode, type Symbology } from '../../symbologies/index.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { readAs, reads } from '../oracle/zxing.ts'
import { cases, inLongRun, random } from '../random.ts'
import { anyText, randomText } from '../texts.ts'

const limits = { maxPixels: 25_000_000 }

t.test('drawn symbols are read back from PNG and SVG at any scale, height and rotation', inLongRun, async (t) => {
  for (const type of Object.keys(randomText) as Symbology[]) {
    const r = random(`draw ${type}`)
    const wrong: unknown[] = []
    for (let i = 0; i < cases(40); i++) {
      const drawn: BarcodeRequest = {
        text: randomText[type](r),
        type,
        format: i % 4 === 0 ? 'svg' : 'png',
        includetext: r.between(0, 1) === 1,
        scale: i % 10 === 0 ? r.between(4, 10) : r.between(1, 3),
        height: r.between(5, i % 10 === 0 ? 100 : 12),
        rotate: r.pick(turns),
      }
      const { bytes } = drawBarcode(drawn, limits)
      const picture = drawn.format === 'svg' ? svgPicture(bytes) : pngPicture(bytes)
      if (!(await reads(picture, type, readAs(encode(type, drawn.text), drawn.text)))) wrong.push(drawn)
    }
    t.same(wrong, [], type)
  }
})

const long = {
  type: 'code128',
  text: 'ì'.repeat(7089),
  format: 'png',
  rotate: 'N',
  height: 1,
  includetext: true,
} as const

/** The error message of a refused request; undefined if it is drawn. */
function advice(request: BarcodeRequest, within: Limits): string | undefined {
  try {
    drawBarcode(request, within)
    return undefined
  } catch (error) {
    if (error instanceof FitError) return error.message
    throw error
  }
}

t.test('a refusal names the largest smaller scale that can be drawn', inLongRun, async (t) => {
  const r = random('advice')
  const wrong: unknown[] = []
  let named = 0
  for (let i = 0; i < cases(150); i++) {
    const within = { maxPixels: r.between(1_000, 300_000) }
    const type = r.pick(['code128', 'qr', 'itf14', 'ean13'] as const)
    const text = type === 'qr' ? anyText(r, 60) : randomText[type](r)
    const common = { type, text, format: 'png', rotate: 'N', includetext: r.between(0, 3) > 0 } as const
    const request: BarcodeRequest = { ...common, scale: r.between(2, 10), height: r.between(1, 30) }
    const scale = Number(/; scale=(\d+) fits$/.exec(advice(request, within) ?? '; scale=0 fits')?.[1] ?? 0)
    if (scale === 0) continue
    named++
    const fitting = Array.from({ length: request.scale - 1 }, (_, below) => below + 1).filter(
      (each) => advice({ ...request, scale: each }, within) === undefined,
    )
    if (fitting.at(-1) !== scale) wrong.push({ ...request, within, scale, fitting })
  }
  t.same(wrong, [])
  t.ok(named > cases(20), `${named} scales named`)
})

t.test('what a refusal suggests fits in place of what was given', inLongRun, async (t) => {
  const r = random('suggestions')
  const readLabel = symbolReader(parameters.label)
  const readBarcode = symbolReader(parameters.barcode)
  const text = '(00)395011015300000011(02)09501101530010(37)24'
  const sized = { text, size: '4x6', orientation: 'portrait' }
  const logistic = { type: 'code128', gs1: 'true', layout: 'logistics', ...sized }
  const label = (): Record<string, string> => {
    const common = { format: r.pick(['png', 'zpl']), dpi: '203' }
    if (r.between(0, 3) === 0) return { ...common, ...logistic, xdim: `${r.between(5, 30) / 10}` }
    return {
      ...common,
      type: r.pick(['code128', 'qr', 'datamatrix']),
      text: r.text('ABC0189-', r.between(1, r.pick([30, 400]))),
      size: r.pick(stockNames),
      layout: r.pick(['above', 'beside']),
      ...(r.between(0, 1) && { title: 'Hex bolt M8', caption: 'Hex\nbolt\nM8' }),
      ...(r.between(0, 1) && { xdim: `${r.between(2, 30) / 10}` }),
    }
  }
  const barcode = (): Record<string, string> => ({
    type: r.pick(['code128', 'qr', 'ean13']),
    text: '4006381333931',
    height: `${r.between(1, 60)}`,
    ...(r.between(0, 1) ? { xdim: `${r.between(2, 30) / 10}` } : { scale: `${r.between(2, 10)}` }),
  })
  const refusalOf = (given: Record<string, string>, kind: string, maxPixels: number): FitError | undefined => {
    try {
      if (kind === 'label') composeLabel(accepted(readLabel(given)), { maxPixels })
      else composeBarcode(accepted(readBarcode(given)), { maxPixels })
      return undefined
    } catch (error) {
      if (error instanceof FitError) return error
      throw error
    }
  }
  const wrong: unknown[] = []
  const seen = new Set<string>()
  for (let i = 0; i < cases(1800); i++) {
    const kind = r.pick(['label', 'barcode'])
    const given = kind === 'label' ? label() : barcode()
    const maxPixels = r.pick([300, 100_000, 25_000_000])
    const refusal = refusalOf(given, kind, maxPixels)
    if (refusal?.suggestion === undefined) continue
    const { message, suggestion } = refusal
    for (const name of Object.keys(suggestion)) seen.add(`${kind} ${name}`)
    const again = refusalOf({ ...given, ...suggestion }, kind, maxPixels)
    // which may be too large for one bitmap, as it is told then
    if (again !== undefined && (again.suggestion?.format === undefined || suggestion.format !== undefined)) {
      wrong.push([given, message, suggestion, again.message])
    }
  }
  t.same(wrong, [])
  const barcodes = ['barcode format', 'barcode scale', 'barcode xdim']
  const names = [...barcodes, 'label format', 'label layout', 'label size', 'label xdim']
  // few logistic labels fit without their text alone
  seen.delete('label showtext')
  t.same([...seen].sort(), names)
})

t.test('a refusal typesets its caption a few times, not once for every scale or stock', (t) => {
  const runs = (work: () => unknown): number => {
    const before = shapedRuns()
    t.throws(work, FitError)
    return shapedRuns() - before
  }
  const lines = 3
  // the text as a whole, its lines, the last line again with its ellipsis, the ellipsis alone
  const once = 1 + lines + 2 + 1
  const hyphens = { ...long, type: 'code39', text: '-'.repeat(7089), scale: 10 } as const
  t.ok(runs(() => drawBarcode({ ...long, scale: 10 }, limits)) <= 3 * once)
  t.ok(runs(() => drawBarcode(hyphens, limits)) <= 3 * once)
  for (const size of stockNames) {
    const label = { text: long.text, type: 'code128', orientation: 'landscape', qty: 1, format: 'pdf' } as const
    t.equal(
      runs(() => drawLabel({ ...label, size, showtext: true }, limits)),
      0,
      'no text is set above a symbol that is too large for every stock',
    )
  }
  t.end()
})
