import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type BarcodeRequest, composeBarcode, composeLabel, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { FitError } from '../../src/layout/fit.ts'
import { type Dpi, dpis } from '../../src/layout/resolution.ts'
import { orientations, stockNames } from '../../src/layout/stock.ts'
import type { PlanRequest } from '../../src/plan/outcome.ts'
import { plan, planText } from '../../src/plan/plan.ts'
import { NotConforming } from '../../src/plan/warning.ts'
import { parameters } from '../../src/request/params.ts'
import { root } from '../../src/root.ts'
import { shapedRuns } from '../../src/text/shape.ts'
import {
  type Application,
  applications,
  EncodeError,
  labelSymbologies,
  type Symbology,
  specificationOf,
} from '../../symbologies/index.ts'
import { cases, type Random, random } from '../random.ts'
import { randomText, shortText } from '../texts.ts'

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
    ['code128', '203', 4, 'logistics', []], // 0.500
    ['code128', '300', 5, 'logistics', ['x_below_minimum']], // 0.423
    ['code128', '300', 2, undefined, []], // 0.169
    ['code128', '203', 1, undefined, ['x_below_minimum']], // 0.125, too fine for many
    ['qr', '600', 3, undefined, ['x_below_minimum']], // 0.127
    ['qr', '203', 3, 'retail', []], // 0.375
    ['qr', '203', 3, 'healthcare', ['not_in_application']],
    ['code39', '203', 3, 'retail', ['not_in_application']],
    ['microqr', '203', 3, 'other', ['not_in_application']],
  ]
  for (const [type, dpi, scale, application, codes] of traps) {
    t.same(
      warned(type, { dpi, scale, application }),
      codes,
      `${type} at ${scale} dots of ${dpi} dpi for ${application}`,
    )
  }
})

t.test('other doubts', async (t) => {
  t.same(warned('ean13', { scale: 4, height: 23 }), ['bars_too_low'], '23.45 mm at X 0.339')
  t.same(warned('ean13', { scale: 4, height: 23.5 }), [])
  t.same(warned('code128', { height: 4.9 }), ['bars_too_low'], '5 mm for manual scanning')
  t.same(warned('code128', { height: 15, text: 'A'.repeat(60) }), ['bars_too_low'], '15 % of its width')
  t.same(warned('code128', { scale: 6, application: 'logistics', height: 31 }), ['bars_too_low'])
  t.same(warned('itf14', { scale: 6, application: 'general-distribution', height: 31.75 }), [])
  t.same(warned('code128', { scale: 7, application: 'logistics', text: 'A'.repeat(24) }), ['symbol_too_wide'])
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

t.test('a plan notes what readers that do not know ECI show, and that is no doubt', async (t) => {
  const noted = (type: 'qr' | 'datamatrix', text: string, eci?: string): ReturnType<typeof plan> =>
    plan({ type, text, size: '2x1', orientation: 'landscape', showtext: false, ...(eci !== undefined && { eci }) })
  const wanted = {
    scans: 'yes',
    notes: [/libdmtx, show U\+0003 before the text; eci=utf8 and eci=none leave the ECI out$/],
  }
  t.match(noted('datamatrix', 'Stück'), wanted)
  t.match(noted('datamatrix', 'Łódź').notes, [
    /show U\+001A before the text, and other letters; eci=utf8 leaves the ECI out$/,
  ])
  t.match(planText(noted('datamatrix', 'Stück')), /\n {2}note: readers that do not know ECI, .*\n/)
  t.same(noted('datamatrix', 'Stueck').notes, [])
  t.same(noted('datamatrix', 'Stück', 'none').notes, [])
  t.same(noted('qr', 'Stück').notes, [])
})

t.test('a strict request with a warning is refused', async (t) => {
  t.throws(() => warned('ean13', { strict: true }), NotConforming)
  t.same(warned('ean13', { scale: 4, strict: true }), [])
  const label = { text: shortText.ean13, type: 'ean13', size: '25x10', orientation: 'landscape', qty: 1 } as const
  t.throws(() => drawLabel({ ...label, showtext: true, format: 'png', strict: true }, limits), NotConforming)
})

t.test('xdim: the nearest whole number of dots; if it does not fit, the largest that does', async (t) => {
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

const perMillimetre = { 152: 6, 203: 8, 300: 300 / 25.4, 600: 600 / 25.4 }

function anyPlan(r: Random): PlanRequest {
  const type = r.pick(labelSymbologies)
  return {
    type,
    text: r.between(0, 2) === 0 ? shortText[type] : randomText[type](r),
    size: r.pick(stockNames),
    orientation: r.pick(orientations),
    showtext: r.between(0, 3) > 0,
    ...(r.between(0, 3) > 0 && { dpi: r.pick(dpis) }),
    ...(r.between(0, 1) > 0 && { application: r.pick(applications) }),
  }
}

/** What no other label would mend. */
const aboutTyping: readonly string[] = ['complete_already', 'byte_order_mark', 'invisible_character']

/** Whether the label is drawn, and without a warning other than those of `codes`. */
function isGood(request: PlanRequest, codes: readonly string[] = []): boolean {
  try {
    const { warnings } = composeLabel({ ...request, qty: 1, format: 'png' }, limits)
    return warnings.every(({ code }) => codes.includes(code))
  } catch (error) {
    if (error instanceof FitError) return false
    throw error
  }
}

t.test('what a plan calls good is drawn without a warning, and nothing else is', async (t) => {
  const r = random('plans')
  const wrong: unknown[] = []
  const seen = { yes: 0, doubtful: 0, no: 0, choices: 0 }
  for (let i = 0; i < cases(100); i++) {
    const request = anyPlan(r)
    const found = plan(request)
    seen[found.scans]++
    if ((found.scans === 'yes') !== isGood(request)) wrong.push({ request, scans: found.scans })
    if ((found.scans === 'no') !== (found.drawn === null)) wrong.push({ request, drawn: found.drawn })
    const choices = [...found.arrangements, ...found.sizes, ...found.resolutions, ...found.symbologies]
    const nearest = isGood(request, aboutTyping) ? null : (choices[0] ?? null)
    if (found.nearest !== nearest) wrong.push({ request, nearest: found.nearest })
    for (const { change } of choices) {
      seen.choices++
      const changes = Object.fromEntries(new URLSearchParams(change)) as Partial<PlanRequest>
      if (!isGood({ ...request, ...changes }, aboutTyping)) wrong.push({ request, change })
    }
    // sizes that would do are not left out
    for (const size of found.sizes.length < 5 && request.text.length <= 70 ? stockNames : []) {
      const isListed = size === request.size || found.sizes.some((choice) => choice.size === size)
      if (!isListed && isGood({ ...request, size }, aboutTyping)) wrong.push({ request, missing: size })
    }
  }
  t.same(wrong, [])
  t.ok(seen.yes > 0 && seen.doubtful > 0 && seen.choices > 0, JSON.stringify(seen))
})

t.test('symbols without room for any text above them do not hide what scans', async (t) => {
  for (const [text, size] of [
    ['il.'.repeat(50).slice(0, 130), '4x2'],
    ['il.'.repeat(100), '2x1'],
    ['Warehouse 12, shelf 4 '.repeat(20), '50x25'],
  ] as const) {
    const request = { type: 'code128', text, size, orientation: 'landscape', showtext: true, dpi: '203' } as const
    const { scans, nearest, sizes, symbologies } = plan(request)
    t.equal(scans, 'no')
    const qr = composeLabel({ ...request, type: 'qr', qty: 1, format: 'png' }, limits)
    const isListed = symbologies.some(({ type }) => type === 'qr')
    t.equal(isListed, qr.warnings.length === 0, `${text.slice(0, 10)} on ${size}`)
    t.equal(nearest === null, sizes.length + symbologies.length === 0)
  }
})

t.test('a link is judged by the elements that stand below it, and not by its address', async (t) => {
  const request = { orientation: 'landscape', showtext: true, dpi: '203', gs1: 'link' } as const
  const text = '(01)09506000134352(17)261231'
  for (const type of ['qr', 'datamatrix'] as const) {
    const { resolutions } = plan({ ...request, type, text, size: '1.75x0.5' })
    t.same(
      resolutions.map(({ dpi }) => dpi),
      dpis.filter((dpi) => dpi !== '203').map(Number),
      type,
    )
  }
  const { sizes } = plan({ ...request, type: 'datamatrix', text, size: '25x10' })
  t.equal(sizes[0]?.size, '1.75x0.5')
  // an address names each element once; more than can be read is not set on many labels
  const repeated = `(01)09506000134352${'(17)261231'.repeat(50)}`
  const long = plan({ ...request, type: 'qr', text: repeated, size: '4x2', title: 'Pallet', layout: 'auto' })
  t.same([long.sizes, long.resolutions, long.arrangements], [[], [], []])
})

t.test('the parameters of plan mean what they mean for labels', async (t) => {
  const { label, plan } = parameters
  const { layout, ...others } = plan
  const shared = Object.fromEntries(Object.keys(others).map((name) => [name, label[name as keyof typeof others]]))
  t.strictSame(others, shared)
  // a logistic label has several symbols
  const { only, words, ...same } = label.layout
  t.strictSame(layout, { ...same, words: words.filter((word) => !(word in only)) })
})

const facts = join(root, '../shared/gs1/symbol-specification.md')

t.test(
  'limits are those of the symbol specification tables',
  { skip: !existsSync(facts) && 'no tables here' },
  async (t) => {
    const rows = readFileSync(facts, 'utf8')
      .split('\n')
      .filter((line) => /^\| (EAN|ITF|GS1)/.test(line))
      .map((line) => line.split('|').slice(1, 3) as [string, string])
    const columns: [RegExp, Symbology[]][] = [
      [/^ EAN/, ['ean13', 'upca', 'upce', 'ean8']],
      [/ITF-14/, ['itf14']],
      [/GS1-128/, ['code128']],
      [/DataMatrix/, ['datamatrix']],
    ]
    const itf = rows.find(([name]) => name.includes('ITF'))![1]
    let count = 0
    for (const [name, symbologies] of columns) {
      const cell = rows
        .find(([title]) => name.test(title))![1]
        .replace(/(?:^|· )([\d, ]+) as ITF-14/, (_, numbers: string) => {
          return partsOf(itf)
            .filter(({ number }) => numbers.split(', ').map(Number).includes(number))
            .map(({ text }) => text)
            .join(' · ')
        })
      for (const symbology of symbologies) {
        for (const { number, values, heights } of partsOf(cell)) {
          const application = applications[number - 1]
          if (application === undefined) continue
          const found = specificationOf(symbology, application)
          t.match(
            found,
            { leastModule: values[0], targetModule: values[1], mostModule: values[2] },
            `${symbology} ${application}`,
          )
          t.equal(
            found?.barHeight?.atTarget,
            heights[symbology === 'ean8' ? 1 : 0],
            `${symbology} ${application}: height`,
          )
          count++
        }
      }
    }
    t.equal(count, 49)
  },
)

/** The applications of a cell of the table: `1, 4: .264 / .330 / .660 (22.85; 18.23) · …`. */
function partsOf(cell: string) {
  return cell.split('·').flatMap((part) => {
    const [, numbers = '', limits = '', height = ''] = /([\d, ]+): ([^(]+)(?:\(([^)]+)\))?/.exec(part) ?? []
    const values = limits.split('/').map(Number)
    const heights = height === '' ? [] : height.split(';').map(Number)
    return numbers.split(',').map((number) => {
      return {
        number: Number(number),
        values,
        heights,
        text: `${number}: ${limits}${height === '' ? '' : `(${height})`}`,
      }
    })
  })
}

t.test('a plan shapes a line once for all labels and sizes that have it', async (t) => {
  const before = shapedRuns()
  const planned = plan({
    ...{ type: 'qr', text: '400381333393', size: '4x6', orientation: 'landscape', showtext: true, dpi: '600' },
    title: '\ua850'.repeat(12),
  })
  t.ok(planned.resolutions.length + planned.sizes.length + planned.symbologies.length >= 5, 'it looks at many labels')
  t.ok(shapedRuns() - before <= 10, `${shapedRuns() - before} runs`)
})
