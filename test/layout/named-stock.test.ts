import { deepEqual, ok } from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { labelsFor } from '../../src/design/printer-labels.ts'
import { composeLabel } from '../../src/draw.ts'
import { type NamedSize, namedStocks, stockNamed, stockOf } from '../../src/layout/named-stock.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { fed, type Scene } from '../../src/layout/scene.ts'
import {
  blankLabel,
  isSameLabel,
  isSameProduct,
  type LabelSize,
  labelSize,
  orientations,
} from '../../src/layout/stock.ts'
import { paint } from '../../src/render/paint.ts'
import { parameters } from '../../src/request/params.ts'
import { symbolReader } from '../../src/request/reader.ts'
import { isDark } from '../../symbologies/matrix/index.ts'
import { playedSettings } from '../printing/channels/loopback-languages.ts'
import { forAll, inLongRun } from '../random.ts'

const limits = { maxPixels: 100_000_000 }
const names = namedStocks.map(({ name }) => name)

/** The dots of a drawing, and those among which all of its ink is. */
function inkOf(scene: Scene): Record<'width' | 'height' | 'left' | 'top' | 'right' | 'bottom', number> {
  const matrix = paint(scene)
  const { width, height } = matrix
  const dark: [number, number][] = []
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) if (isDark(matrix, x, y)) dark.push([x, y])
  const [xs, ys] = [0, 1].map((i) => dark.map((dot) => dot[i]!)) as [number[], number[]]
  const least = (all: number[]): number => all.reduce((a, b) => Math.min(a, b))
  const most = (all: number[]): number => all.reduce((a, b) => Math.max(a, b)) + 1
  return { width, height, left: least(xs), top: least(ys), right: most(xs), bottom: most(ys) }
}

/** A label of it: of tape one of 60 mm. */
const sizeOf = ({ name, along }: (typeof namedStocks)[number]): NamedSize => (along === undefined ? `${name}x60` : name)

t.test('what people type is a size; tape wants a length; others are not known', async (t) => {
  const spellings: Record<string, string[]> = {
    'dk-11201': [
      'dk-11201',
      'DK-11201',
      'dk11201',
      'DK 11201',
      '11201',
      'DK-1201',
      'Brother DK-11201',
      'brother_dk_11201',
    ],
    'dk-22205x100': ['dk-22205x100', 'DK-22205x100', 'dk22205 x 100 mm', 'DK-2205x100', '22205x100'],
    'dk-n55224x50.5': ['DK-N55224x50.5'],
    'tze-12x40': [
      'tze-12x40',
      'TZe-12x40',
      'TZe 12 mm x 40 mm',
      'TZe-231x40',
      'TZ-231x40',
      'TZe-S131x40',
      'Brother TZe-12x40',
    ],
    'tze-3.5x40': ['tze-3.5x40', 'TZe-N201x40'],
    'dymo-99012': ['dymo-99012', 'DYMO 99012', '99012', 'Dymo99012'],
    'dymo-s0722400': ['S0722400'],
    'dymo-30252': ['30252'],
    'zebra-800262-125': ['800262-125', 'Zebra 800262-125'],
    '4x6': ['zebra-4x6', 'Z-Select 4x6', 'Z-Perform 1000D 4x6'],
    '57x32mm': ['zebra 57x32mm'],
  }
  for (const [size, all] of Object.entries(spellings)) {
    for (const given of all) t.equal(labelSize(given), size, given)
  }
  const none = [
    'dk-22205',
    'tze-12',
    'dk-11201x100',
    'dk-22205x3',
    'dk-22205x301',
    'dk-22205x',
    'dk-',
    'dk',
    '',
    'x',
    '11200',
    'dk-11201.',
    'dymo',
    'dymo-11201',
    '1x',
    'tze-231',
    'tze-271x40',
  ]
  t.same(
    none.filter((given) => labelSize(given) !== undefined),
    [],
  )
})

t.test('errors name the repair', async (t) => {
  const read = symbolReader(parameters.label)
  const faultOf = (size: string) => read({ type: 'qr', text: 'a', size }).faults[0]!
  t.match(faultOf('DK-22205'), {
    message: /; dk-22205 is tape of 62 mm: say the length of a label too, from 4 to 300 mm, such as dk-22205x100$/,
    suggestion: { size: 'dk-22205x100' },
  })
  t.match(faultOf('dimo-99012'), { suggestion: { size: 'dymo-99012' } })
  t.match(faultOf('zebra 102x152'), { suggestion: { size: '102x152mm' } })
  t.match(faultOf('dk-11299'), { message: /; known of them: dk-11201, / })
  for (const size of ['dk-22205x100', 'dymo-99012', '102x152mm']) {
    t.same(read({ type: 'qr', text: 'a', size }).faults, [])
  }
  t.equal(read({ type: 'qr', text: 'a', size: 'DK 1201' }).request?.size, 'dk-11201')
})

t.test('no name is taken for another', async () => {
  const spelled = fc.constantFrom(...namedStocks).chain((stock) =>
    fc
      .tuple(fc.array(fc.constantFrom('', '-', ' ', '_'), { minLength: 30, maxLength: 30 }), fc.boolean())
      .map(([between, isUpper]) => {
        const letters = [...sizeOf(stock).replaceAll('-', '')].map((letter, i) => letter + between[i]!).join('')
        return { stock, given: isUpper ? letters.toUpperCase() : letters }
      }),
  )
  await forAll([spelled], { count: 400 }, ({ stock, given }) => {
    if (given.length > 40) return
    deepEqual(stockNamed(given)?.stock, stock)
    deepEqual(stockOf(labelSize(given)!)?.stock, stock)
  })
})

t.test('the room of a label is what its printers print, or less', async (t) => {
  const roomOf = (size: LabelSize, dpi: keyof typeof resolutions) => {
    const blank = blankLabel({ size, orientation: 'landscape', resolution: resolutions[dpi], paperSize: 'whole dots' })
    return [blank.width, blank.height, blank.room.x, blank.room.y, blank.room.width, blank.room.height]
  }
  // Brother QL-820NWB, Raster Command Reference: 62 x 29 mm has 696 x 271 dots, 29 x 90 mm 306 x 991
  t.same(roomOf('dk-11209', 300), [732, 343, 18, 36, 696, 271])
  t.same(roomOf('dk-11201', 300), [1063, 343, 36, 19, 991, 306])
  // PT-E550W: 12 mm tape has 70 of 84 dots
  t.same(roomOf('tze-12x40', 180), [283, 85, 7, 8, 269, 70])
  // DYMO's PPD for 30252: 69 dots before, 18 on the left; the label is fed turned
  t.same(roomOf('dymo-30252', 300), [1051, 331, 69, 14, 963, 299])
})

t.test('nothing is drawn where printers of a stock do not print', inLongRun, async () => {
  const labels = fc.record({
    stock: fc.constantFrom(...namedStocks),
    orientation: fc.constantFrom(...orientations),
    layout: fc.constantFrom('above' as const, 'below' as const, 'auto' as const),
    type: fc.constantFrom('code128' as const, 'datamatrix' as const),
    title: fc.constantFrom(undefined, 'Aisle 7'),
  })
  await forAll([labels], { count: 150 }, ({ stock, ...asked }) => {
    const size = sizeOf(stock)
    const dpi = stock.area?.perInch === 180 ? '180' : stock.area?.perInch === 360 ? '360' : '300'
    const request = { ...asked, text: 'A1', size, dpi, qty: 1, showtext: true, format: 'png' } as const
    let scene: ReturnType<typeof composeLabel>['scene']
    try {
      scene = composeLabel(request, limits).scene
    } catch (error) {
      deepEqual((error as { code?: string }).code, 'does_not_fit')
      return
    }
    const { width, height, left, top, right, bottom } = inkOf(fed(scene, size))
    const { area, isRound } = stock
    if (isRound) {
      const corners = [left, right].flatMap((x) => [top, bottom].map((y) => Math.hypot(x - width / 2, y - height / 2)))
      ok(Math.max(...corners) <= width / 2, `${size}: outside of the circle`)
    }
    if (area === undefined) return
    const spans = [
      [left, right, width, area.across, area.origin?.[0]],
      [top, bottom, height, area.along, area.origin?.[1]],
    ] as const
    for (const [first, last, whole, dots, start] of spans) {
      if (dots === undefined) continue
      const begin = start ?? (whole - dots) >> 1
      ok(first >= begin && last <= begin + dots, `${size}: ${first} to ${last} of ${begin} to ${begin + dots}`)
    }
  })
})

t.test('a size is the same under another name', async (t) => {
  const pairs = [
    ['dk-11201', '29x90mm'],
    ['4x6', '4x6in'],
    ['dk-22205x100', '62x100'],
    ['2.25x1.25', '57x32mm'],
    ['4x6', '102x153mm'],
    ['4x6', 'dk-11241'],
    ['zebra-800262-125', 'dymo-11354'],
  ] as const
  for (const [one, other] of pairs) t.ok(isSameProduct(one, other) && isSameProduct(other, one), `${one}, ${other}`)
  t.notOk(isSameProduct('dk-11209', '29x62mm'))
  t.ok(isSameLabel('dk-11209', '29x62mm'))
  t.ok(isSameLabel('dymo-99010', '3.5x1.125'), 'DYMO calls its 1 1/8 x 3 1/2 in labels 28 x 89 mm')
})

t.test('sizes of different products are not the same', async (t) => {
  const pairs = [
    ['2x1', '50x25'],
    ['4x2', '100x50'],
    ['4x6', '100x150'],
    ['dk-11201', 'dymo-99010'],
    ['dk-11218', 'dk-11221'],
    ['50x30', '50x25'],
  ] as const
  for (const [one, other] of pairs) t.notOk(isSameLabel(one, other) || isSameLabel(other, one), `${one}, ${other}`)
})

t.test('a print job may call the stock of its printer by another name', async (t) => {
  const printer = playedSettings('zpl', { port: 9100 })
  const faultsIn = (stock: LabelSize, size: string) => labelsFor({ ...printer, stock }).faultsIn({ size })
  for (const size of ['dk-11201', 'DK-11201', '29x90mm', '29.4x90mm']) t.same(faultsIn('dk-11201', size), [], size)
  for (const size of ['dk-11209', '90x29mm', 'x']) t.match(faultsIn('dk-11201', size), [{ parameter: 'size' }], size)
})

t.test('the documents have all names, with their sizes and dots', async (t) => {
  const text = readFileSync('docs/labels-and-captions.md', 'utf8')
  const rows = text.split('\n').filter((line) => /^\| `(dk|tze|dymo|zebra)-/.test(line))
  const found = new Map(
    rows.flatMap((row) => {
      const [, listed = '', sides, dots] = row.split('|').map((cell) => cell.trim())
      return [...listed.matchAll(/`([^`]+)`/g)].map(([, name]) => [name!, [sides, dots]] as const)
    }),
  )
  t.same([...found.keys()].toSorted(), names.toSorted())
  for (const { name, across, along, area, isRound } of namedStocks) {
    const sides =
      along === undefined ? `${across} mm, any length` : isRound ? `${across} mm, round` : `${across} x ${along} mm`
    const at = area === undefined || area.perInch === 300 ? '' : ` at ${area.perInch} dpi`
    const dots = area === undefined ? '' : [area.across, area.along].filter((n) => n !== undefined).join(' x ') + at
    t.same(found.get(name), [sides, dots], name)
  }
})
