import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { composeBarcode, composeLabel } from '../../src/draw.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import type { ModulesMark, Scene } from '../../src/layout/scene.ts'
import { blankLabel, orientations } from '../../src/layout/stock.ts'
import { encode } from '../../symbologies/index.ts'
import { cases, forAll, inLongRun, seed } from '../random.ts'
import { briefText } from '../texts.ts'

const limits = { maxPixels: 100_000_000 }

t.test('beside makes the symbol of a small label larger than under a caption', async (t) => {
  const small = {
    text: '4711-ABC',
    size: '25x10',
    orientation: 'landscape',
    qty: 1,
    showtext: true,
    dpi: '203',
  } as const
  for (const type of ['qr', 'datamatrix'] as const) {
    const moduleOf = (layout: 'above' | 'beside' | 'auto') =>
      composeLabel({ ...small, type, layout, caption: 'Hex bolt M8', format: 'png' }, limits).scene.module
    t.ok(moduleOf('beside') > moduleOf('above'), type)
    t.equal(moduleOf('auto'), moduleOf('beside'), type)
  }
})

const tape = { orientation: 'landscape', qty: 1, showtext: true, format: 'png', dpi: '180', layout: 'auto' } as const
const linesOf = ({ marks }: Scene) => marks.flatMap((mark) => (mark.kind === 'text' ? [mark] : []))

t.test(
  'on tape, auto lays words of 6 points or more beside the symbol, and cuts none of a title and a caption',
  async (t) => {
    const words = { title: 'Aisle 7', caption: 'Hex bolt M8' }
    for (const dpi of ['180', '360'] as const) {
      for (const [size, points] of [
        ['6x50mm', 6],
        ['9x50mm', 6],
        ['12x40mm', 12],
      ] as const) {
        const { scene } = composeLabel({ ...tape, ...words, type: 'datamatrix', text: '4711', size, dpi }, limits)
        const lines = linesOf(scene)
        const symbol = scene.marks.find((mark) => mark.kind === 'modules')!
        t.same([scene.cut, lines.map(({ line }) => line.text)], [[], ['Aisle 7', 'Hex bolt M8']], size)
        t.ok(
          lines.every(({ x }) => x > symbol.xs.at(-1)!),
          `${size}: beside`,
        )
        t.ok(
          lines.every(({ line }) => line.size >= Math.round((6 * Number(dpi)) / 72)),
          `${size}: readable`,
        )
        t.ok(lines[0]!.line.size >= Math.round((points * Number(dpi)) / 72), `${size}: the title`)
        const [above, below] = lines.map(({ y, line }) => [y + line.ink.top, y + line.ink.bottom] as const)
        t.ok(above![1] <= below![0] && above![0] >= 0 && below![1] <= scene.height, `${size}: apart`)
      }
      const { scene } = composeLabel(
        { ...tape, layout: 'beside', caption: 'Hex bolt', type: 'qr', text: 'A', size: '12x40mm', dpi },
        limits,
      )
      t.ok(linesOf(scene)[0]!.line.size >= Math.round((12 * Number(dpi)) / 72), 'a caption alone')
    }
  },
)

t.test(
  'auto lays words beside bars that would be too low below them, if modules are hardly narrower for it',
  async (t) => {
    const bars = { ...tape, type: 'code128', text: 'QZ-0001' } as const
    const of = (size: '9x50mm' | '12x40mm', layout: 'above' | 'beside' | 'auto') =>
      composeLabel({ ...bars, size, layout }, limits)
    t.same(
      of('9x50mm', 'above').warnings.map(({ code }) => code),
      ['bars_too_low'],
    )
    t.same(of('9x50mm', 'auto').warnings, [])
    t.same(of('9x50mm', 'auto').scene.marks, of('9x50mm', 'beside').scene.marks)
    // beside, modules would have half the width
    t.same(of('12x40mm', 'auto').scene.marks, of('12x40mm', 'above').scene.marks)
  },
)

t.test('on tape, margins are part of quiet zones, which stay on the label; ink stays within its room', async () => {
  const labels = fc.record({
    type: fc.constantFrom('qr' as const, 'microqr' as const, 'datamatrix' as const),
    size: fc.integer({ min: 40, max: 125 }).map((tenths) => `${tenths / 10}x50mm` as const),
    dpi: fc.constantFrom('180' as const, '300' as const, '360' as const),
    layout: fc.constantFrom('above' as const, 'beside' as const),
    orientation: fc.constantFrom(...orientations),
    showtext: fc.boolean(),
  })
  await forAll([labels], { count: 200 }, (asked) => {
    const request = { ...asked, text: '4711', qty: 1, format: 'png' } as const
    const { room } = blankLabel({ ...asked, resolution: resolutions[asked.dpi], paperSize: 'whole dots' })
    let scene: Scene
    try {
      scene = composeLabel(request, limits).scene
    } catch (error) {
      deepEqual((error as { code?: string }).code, 'does_not_fit')
      return
    }
    const { xs, ys } = scene.marks.find((mark) => mark.kind === 'modules')!
    const zone = encode(asked.type, '4711').quiet.left * scene.module
    const dark = { left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! }
    ok(dark.left >= room.x && dark.right <= room.x + room.width, 'across')
    ok(dark.top >= room.y && dark.bottom <= room.y + room.height, 'down')
    ok(dark.left >= zone && dark.top >= zone, 'the quiet zones on the left and above')
    ok(scene.width - dark.right >= zone && scene.height - dark.bottom >= zone, 'on the right and below')
  })
})

t.test('a QR symbol on tape of 9 mm has two dots a module at 180 dpi', async (t) => {
  const { scene, warnings } = composeLabel({ ...tape, type: 'qr', text: 'QZ-0001', size: '9x50mm' }, limits)
  t.same([scene.module, warnings], [2, []])
})

t.test('words that do not fit above a symbol are proposed beside it', async (t) => {
  const request = { ...tape, type: 'code128', text: 'QZ-0001', size: '4x40mm', layout: 'above' } as const
  t.throws(() => composeLabel(request, limits), { code: 'does_not_fit', suggestion: { layout: 'auto' } })
  t.same(composeLabel({ ...request, layout: 'auto' }, limits).scene.cut, [])
})

t.test('many letters are not larger than can be read, on the largest labels and at the largest symbols', async (t) => {
  const words = 'quiet zone '.repeat(50)
  const largest = { type: 'qr', text: 'QZ', size: '300x300mm', orientation: 'portrait', qty: 1, dpi: '600' } as const
  const sizesOf = ({ marks }: Scene): number[] =>
    marks.flatMap((mark) => (mark.kind === 'text' ? [mark.line.size] : []))
  for (const length of [20, 60, 200, 500]) {
    const caption = words.slice(0, length).trim()
    const most = Math.floor(600 * Math.sqrt(30 / caption.length))
    for (const layout of ['above', 'beside'] as const) {
      const { scene } = composeLabel({ ...largest, layout, caption, showtext: true, format: 'svg' }, limits)
      t.same(scene.cut, [])
      t.ok(Math.max(...sizesOf(scene)) <= most, `${length} letters ${layout}`)
    }
    const barcode = { format: 'svg', includetext: true, scale: 90, height: 20, rotate: 'N', dpi: '600' } as const
    const { scene } = composeBarcode({ ...barcode, type: 'code128', text: 'QZ-0001', caption }, limits)
    t.ok(Math.max(...sizesOf(scene)) <= most, `${length} letters below a barcode`)
  }
})

t.test('turned bars leave a short title the room that it needs', inLongRun, async (t) => {
  const stocks = ['70x50', '62x100', '100x50', '4x2', '2x3', '100x150'] as const
  let turned = 0
  // without m and w, of which a few are wider than what the lowest bars that scan leave
  const titles = fc.stringMatching(/^[A-LN-VX-Z][a-ln-vx-z]{2,3} [a-ln-vx-z]{3,4} [A-LN-VX-Z][0-9]$/)
  fc.assert(
    fc.property(
      fc.constantFrom('code128' as const, 'ean13' as const, 'upca' as const),
      fc.constantFrom(...stocks),
      fc.constantFrom(...orientations),
      fc.constantFrom('203' as const, '300' as const),
      fc.boolean(),
      titles,
      (type, size, orientation, dpi, showtext, title) => {
        const words = { text: briefText[type], title, showtext, layout: 'beside' } as const
        const request = { type, size, orientation, dpi, qty: 1, format: 'png', ...words } as const
        const { scene, warnings } = composeLabel(request, limits)
        const [symbol] = scene.marks.filter((mark): mark is ModulesMark => mark.kind === 'modules')
        if (symbol!.matrix.height <= symbol!.matrix.width) return
        turned++
        t.same(
          warnings.map(({ parameter }) => parameter),
          [],
        )
      },
    ),
    { seed, numRuns: cases(1600) },
  )
  t.ok(turned > 10)
})
