import t from 'tap'
import { type BarcodeRequest, composeBarcode, composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import type { Dpi } from '../../src/layout/resolution.ts'
import { NotConforming } from '../../src/plan/warning.ts'
import { type Application, EncodeError, type Symbology } from '../../symbologies/index.ts'
import { cases, inLongRun, random } from '../random.ts'
import { shortText } from '../texts.ts'
import { anyPlan } from './any-plan.ts'

const limits = { maxPixels: 25_000_000 }

/** The codes of the warnings with which a barcode is drawn. */
function warned(type: Symbology, asked: Partial<BarcodeRequest>): string[] {
  // of ASCII, whatever the symbology
  const text = type === 'code128' ? 'QZ-0001' : shortText[type]
  const usual = { text, format: 'png', includetext: false, scale: 3, height: 80, rotate: 'N' } as const
  return composeBarcode({ ...usual, type, ...asked }, limits).warnings.map(({ code }) => code)
}

t.test('X is compared with its limits at three decimals, in the dots that are drawn', async (t) => {
  const traps: [Symbology, Dpi, number, Application | undefined, string[]][] = [
    ['ean13', '203', 2, 'retail', ['x_below_minimum']], // 0.250
    ['ean13', '300', 3, 'retail', ['x_below_minimum']], // 0.254
    ['ean13', '300', 3, undefined, ['x_below_minimum']],
    ['ean13', '203', 3, 'retail', []], // 0.375
    ['ean13', '300', 4, 'retail', []], // 0.339
    ['ean13', '600', 7, 'retail', []], // 0.296
    ['ean13', '300', 8, 'retail', ['x_above_maximum']], // 0.677
    ['datamatrix', '300', 3, 'healthcare', []], // 0.254
    ['datamatrix', '203', 2, 'healthcare', ['x_below_minimum']], // 0.250
    ['datamatrix', '300', 3, 'retail', ['x_below_minimum']],
    ['code128', '203', 4, 'general-distribution', []], // 0.500
    ['code128', '300', 5, 'general-distribution', ['x_below_minimum']], // 0.423
    ['code128', '300', 2, undefined, []], // 0.169
    ['code128', '203', 1, undefined, ['x_below_minimum']], // 0.125, too fine for many
    ['qr', '600', 3, undefined, ['x_below_minimum']], // 0.127
    ['qr', '203', 3, 'retail', []], // 0.375
    ['qr', '203', 3, 'healthcare', ['not_in_application']],
    ['code39', '203', 3, 'retail', ['not_in_application']],
    ['microqr', '203', 3, 'other', ['not_in_application']],
    // without FNC1
    ['qr', '203', 6, 'logistics', ['not_in_application']],
    ['datamatrix', '203', 6, 'logistics', ['not_in_application']],
    ['code128', '203', 4, 'logistics', ['not_in_application']],
    ['qr', '203', 6, 'general-distribution', []],
  ]
  for (const [type, dpi, scale, application, codes] of traps) {
    t.same(
      warned(type, { dpi, scale, application }),
      codes,
      `${type} at ${scale} dots of ${dpi} dpi for ${application}`,
    )
  }
})

t.test('modules and bars: what is suggested for a barcode alone has no such warning', async (t) => {
  const suggestionsOf = (type: Symbology, asked: Partial<BarcodeRequest>) => {
    const usual = {
      text: shortText[type],
      format: 'png',
      includetext: false,
      scale: 3,
      height: 80,
      rotate: 'N',
    } as const
    const { warnings } = composeBarcode({ ...usual, type, ...asked }, limits)
    return warnings.flatMap(({ code, suggestion }) => (/^(x|bars)_/.test(code) ? [[code, suggestion] as const] : []))
  }
  t.same(suggestionsOf('ean13', { dpi: '300', scale: 2 }), [['x_below_minimum', { scale: '4' }]])
  t.same(suggestionsOf('ean13', { dpi: '300', xdim: 0.1 }), [['x_below_minimum', { xdim: '0.339' }]])
  t.same(suggestionsOf('ean13', { dpi: '300', scale: 8 }), [['x_above_maximum', { scale: '7' }]])
  t.same(suggestionsOf('ean13', { dpi: '300', scale: 4, height: 10 }), [['bars_too_low', { height: '23.46' }]])
  for (const [type, application] of [
    ['ean13', 'retail'],
    ['ean8', 'retail'],
    ['upca', 'general-distribution'],
    ['code128', 'logistics'],
    ['datamatrix', 'healthcare'],
  ] as const) {
    for (const dpi of ['203', '300', '600'] as const) {
      for (const scale of [1, 2, 10]) {
        let asked: Partial<BarcodeRequest> = { dpi, scale, height: 3, application }
        // the height that is enough depends on the modules
        for (let i = 0; i < 2; i++) {
          const change = Object.assign({}, ...suggestionsOf(type, asked).map(([, suggestion]) => suggestion ?? {}))
          asked = {
            ...asked,
            ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, Number(value)])),
          }
        }
        const left = suggestionsOf(type, asked).filter(([, suggestion]) => suggestion !== undefined)
        t.same(left, [], `${type} at ${scale} dots of ${dpi} dpi for ${application}`)
      }
    }
  }
})

t.test('other doubts', async (t) => {
  t.same(warned('ean13', { scale: 4, height: 23 }), ['bars_too_low'], '23.45 mm at X 0.339')
  t.same(warned('ean13', { scale: 4, height: 23.5 }), [])
  t.same(warned('code128', { height: 4.9 }), ['bars_too_low'], '5 mm for manual scanning')
  t.same(warned('code128', { height: 15, text: 'A'.repeat(60) }), ['bars_too_low'], '15 % of its width')
  const sscc = { application: 'logistics', gs1: 'true', text: '(00)195012340000000012' } as const
  t.same(warned('code128', { ...sscc, scale: 6, height: 31 }), ['bars_too_low'])
  t.same(warned('itf14', { scale: 6, application: 'general-distribution', height: 31.75 }), [])
  t.same(warned('code128', { scale: 7, application: 'general-distribution', text: 'A'.repeat(24) }), [
    'symbol_too_wide',
  ])
  t.same(warned('microqr', { text: 'é' }), ['latin1_in_microqr'])
  t.same(warned('microqr', { text: '点' }), [], 'kanji')
  t.same(warned('microqr', { text: '点~' }), ['unannounced_charset'])
  t.same(warned('qr', { text: 'é' }), [])
  for (const type of ['qr', 'datamatrix'] as const) {
    for (const eci of ['none', 'utf8']) {
      t.same(warned(type, { text: '21 °C', eci }), ['unannounced_charset'])
      t.same(warned(type, { text: '21 C', eci }), [])
    }
  }
  t.same(warned('qr', { text: 'word '.repeat(100).trim(), includetext: true }), ['caption_cut'])
  t.same(warned('qr', { text: 'word '.repeat(100).trim() }), [])
})

t.test('a strict request with a warning is refused', async (t) => {
  t.throws(() => warned('ean13', { strict: true }), NotConforming)
  t.same(warned('ean13', { scale: 4, strict: true }), [])
  const label = { text: shortText.ean13, type: 'ean13', size: '25x10', orientation: 'landscape', qty: 1 } as const
  t.throws(() => drawLabel({ ...label, showtext: true, format: 'png', strict: true }, limits), NotConforming)
})

t.test('xdim: the nearest whole number of dots; if it does not fit, the largest that does', inLongRun, async (t) => {
  const r = random('xdim')
  for (let i = 0; i < cases(200); i++) {
    const request = { ...anyPlan(r), qty: 1, format: 'png', xdim: r.between(50, 2000) / 1000 } as const
    const dots = ({ dpi = '300', xdim }: LabelRequest): number => Math.max(1, Math.round(xdim! * perMillimetre[dpi]))
    try {
      t.equal(composeLabel(request, limits).scene.module, dots(request))
    } catch (error) {
      if (error instanceof EncodeError) continue
      if (!(error instanceof FitError)) throw error
      const advised = /xdim=([\d.]+) is the largest/.exec(error.message)?.[1]
      if (advised === undefined) continue
      const fitting = { ...request, xdim: Number(advised) }
      t.equal(composeLabel(fitting, limits).scene.module, dots(fitting), 'the advice is taken')
      t.throws(
        () => composeLabel({ ...fitting, xdim: fitting.xdim + 1 / perMillimetre[request.dpi ?? '300'] }, limits),
        FitError,
      )
    }
  }
})

const perMillimetre = { 152: 6, 180: 180 / 25.4, 203: 8, 300: 300 / 25.4, 360: 360 / 25.4, 600: 600 / 25.4 }

t.test('a label in ESC/POS that is wider than the head of its printer', async (t) => {
  const usual = { type: 'qr', text: 'A', qty: 1, showtext: false, orientation: 'landscape', format: 'escpos' } as const
  const saidOf = (size: LabelRequest['size'], dpi: Dpi, model?: string): string | undefined => {
    const handling = model === undefined ? undefined : { handling: { model } }
    const { warnings } = composeLabel({ ...usual, size, dpi, ...handling }, limits)
    return warnings.find(({ code }) => code === 'wider_than_head')?.message
  }
  const rows: readonly (readonly [LabelRequest['size'], Dpi, string | undefined, RegExp | undefined])[] = [
    ['48x40mm', '203', '58mm', undefined],
    ['49x40mm', '203', '58mm', /^the label is 392 dots wide, and the head .* paper of 58 mm has 384: .* cut off$/],
    ['49x40mm', '203', '80mm', undefined],
    ['49x40mm', '203', undefined, undefined],
    ['72x40mm', '203', '80mm', undefined],
    ['73x40mm', '203', '80mm', /584 dots .* 80 mm has 576/],
    ['73x40mm', '203', undefined, /584 dots .* 384 \(paper of 58 mm\) or 576 \(80 mm\)/],
    ['72x40mm', '180', '80mm', undefined],
    ['73x40mm', '180', '80mm', /80 mm has 512/],
    ['52x40mm', '180', '58mm', /58 mm has 360/],
    ['73x40mm', '180', undefined, /360 \(paper of 58 mm\) or 512/],
  ]
  for (const [size, dpi, model, said] of rows) {
    const message = saidOf(size, dpi, model)
    if (said === undefined) t.equal(message, undefined, `${size} at ${dpi}, ${model}`)
    else t.match(message, said, `${size} at ${dpi}, ${model}`)
  }
  t.equal(composeLabel({ ...usual, format: 'zpl', size: '4x6', dpi: '203' }, limits).warnings.length, 0)
})
