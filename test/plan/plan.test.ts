import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import '../text/installed.ts'
import type { PlanRequest } from '../../src/plan/alternatives.ts'
import { plan as planOf, planText } from '../../src/plan/plan.ts'
import { parameters } from '../../src/request/params.ts'
import { root } from '../../src/root.ts'
import { shapedRuns } from '../../src/text/shape.ts'
import { applications, type Symbology, specificationOf } from '../../symbologies/index.ts'
import { inLongRun } from '../random.ts'

const plan = (request: PlanRequest): ReturnType<typeof planOf> => planOf(request, { maxPixels: 25_000_000 })

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

t.test('words that are cut are told, and do not keep a symbol from scanning', async (t) => {
  const request = { type: 'qr', text: 'QZ-0001', size: '2x1', orientation: 'landscape', showtext: true } as const
  const cut = plan({ ...request, title: 'word '.repeat(90) })
  t.match(cut, { scans: 'yes', nearest: null, reasons: [{ code: 'caption_cut' }] })
  t.match(planText(cut), /^scans: yes\n {2}caption_cut; /m)
  t.equal(plan({ ...request, title: 'word '.repeat(90), dpi: '203', text: 'A'.repeat(900) }).scans, 'doubtful')
})

t.test('a link is judged by the elements that stand below it, and not by its address', inLongRun, async (t) => {
  const request = { orientation: 'landscape', showtext: true, dpi: '203', gs1: 'link' } as const
  const text = '(01)09506000134352(17)261231'
  for (const type of ['qr', 'datamatrix'] as const) {
    const { resolutions } = plan({ ...request, type, text, size: '1.75x0.5' })
    t.same(
      resolutions.map(({ dpi }) => dpi),
      [152, 300, 600],
      type,
    )
  }
  const onTape = plan({ ...request, type: 'qr', text, size: '12x50mm', dpi: '180', showtext: false })
  t.same(
    onTape.resolutions.map(({ dpi }) => dpi),
    [152, 203, 300, 360, 600],
    'heads of tape printers beside one of them',
  )
  const { sizes } = plan({ ...request, type: 'datamatrix', text, size: '25x10' })
  t.equal(sizes[0]?.size, '1.75x0.5')
  // an address names each element once; more than can be read is not set on many labels
  const repeated = `(01)09506000134352${'(17)261231'.repeat(50)}`
  const long = plan({ ...request, type: 'qr', text: repeated, size: '4x2', title: 'Pallet', layout: 'auto' })
  t.same([long.sizes, long.resolutions, long.arrangements], [[], [], []])
})

t.test('a plan is asked for by the words that ask for the label', async (t) => {
  const { qty: _qty, zpl: _zpl, verify: _verify, ...label } = parameters.label
  t.strictSame(parameters.plan, label)
})

t.test('a plan for the language of a printer knows its resolutions and what its heads reach', inLongRun, async (t) => {
  const label = { type: 'code128', text: 'QZ-0001', orientation: 'landscape', showtext: true } as const
  const assumed = plan({ ...label, size: '2x1', format: 'epl' })
  t.match(assumed, { scans: 'doubtful', dpi: 300, reasons: [{ code: 'dpi_assumed' }], nearest: { change: 'dpi=300' } })
  const changes = assumed.resolutions.map(({ change }) => change)
  t.same(changes, ['dpi=300', 'dpi=203'], 'the heads that EPL has, the assumed one too')
  const tape = { ...label, format: 'brother', dpi: '300', showtext: true } as const
  t.match(plan({ ...tape, size: '12x40mm' }), { scans: 'no', drawn: null, reasons: [{ message: /would cut it/ }] })
  const wide = plan({ ...tape, size: '55x100mm', dpi: '360' })
  t.match(wide, { scans: 'no', reasons: [{ message: /wider than the 36 mm/ }], nearest: { change: 'dpi=300' } })
  const receipt = { ...label, format: 'escpos', dpi: '203' } as const
  t.match(plan({ ...receipt, size: '4x6' }).reasons, [{ code: 'wider_than_head' }])
  t.match(plan({ ...receipt, size: '50x30' }), { scans: 'yes', reasons: [] })
})

t.test('a plan of a logistic label judges all of its symbols, and offers what such labels may have', async (t) => {
  const text = '(02)09506000134352(37)24(10)AB-12(15)261231(00)195012340000000012'
  const pallet = { type: 'code128', text, gs1: 'true', layout: 'logistics', orientation: 'portrait' } as const
  const planned = plan({ ...pallet, size: '4x6', showtext: true, dpi: '203' })
  t.match(planned, { scans: 'yes', application: 'logistics', drawn: { barHeight: 31.75 }, arrangements: [] })
  t.same([planned.sizes.map(({ size }) => size), planned.symbologies], [['100x150'], []])
  const withoutSscc = { ...pallet, text: '(01)09506000134352', size: '4x6', showtext: true } as const
  t.throws(() => plan(withoutSscc), { code: 'gs1_missing_ai' }, 'as of the label')
})

t.test('a plan on a sheet is about its labels, which have their size and outline', async (t) => {
  const round = 'A4:2x3:60x60mm:20,20mm:80,80mm:round'
  const label = { type: 'qr', text: 'QZ-0001', orientation: 'landscape', size: '4x6', showtext: false } as const
  const [square, circle] = ['A4:2x3:60x60mm:20,20mm:80,80mm', round].map((sheet) => plan({ ...label, sheet }))
  t.match(circle, { scans: 'yes', size: '60x60mm', sizes: [] })
  t.ok(circle!.drawn!.width < square!.drawn!.width, 'a circle has room for less')
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
  const runs = ['\ua850', '\ua851'].map((letter) => {
    const before = shapedRuns()
    const planned = plan({
      ...{ type: 'qr', text: '400381333393', size: '4x6', orientation: 'landscape', showtext: true, dpi: '600' },
      title: letter.repeat(12),
    })
    t.ok(planned.resolutions.length + planned.sizes.length + planned.symbologies.length >= 5, 'it looks at many labels')
    return shapedRuns() - before
  })
  // the lines that are kept are dropped when they are too many, which one of the two may meet
  t.ok(Math.min(...runs) <= 10, `${runs} runs`)
})
