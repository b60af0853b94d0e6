import fc from 'fast-check'
import t from 'tap'
import { placedSymbol } from '../../src/design/symbol-element.ts'
import { sizeOfBlock } from '../../src/layout/barcode.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import '../../src/draw.ts'
import { encode } from '../../symbologies/index.ts'
import { forAll } from '../random.ts'

const samples = {
  qr: 'QZ-0001',
  datamatrix: 'QZ-0001',
  code128: 'QZ-0001',
  ean13: '590123412345',
  itf14: '1540014128876',
  code39: 'QZ-1',
} as const
const types = Object.keys(samples) as (keyof typeof samples)[]

t.test('a symbol has the largest module with which it fits in its box with its quiet zones', async (t) => {
  let fitted = 0
  const side = fc.integer({ min: 20, max: 400 })
  await forAll([fc.constantFrom(...types), side, side, fc.boolean()], { count: 600 }, (type, width, height, text) => {
    const barcode = encode(type, samples[type])
    const resolution = resolutions[300]
    const style = {
      resolution,
      text,
      align: 'right',
      valign: 'bottom',
      xdim: undefined,
      application: undefined,
      hasEvenModules: false,
    } as const
    const found = placedSymbol(barcode, style, { width, height })
    const sizeWith = (module: number, bars: number): [number, number] =>
      sizeOfBlock(barcode, { x: 0, y: 0, module, height: bars, resolution }, text ? 'all' : 'none')
    const lowest = barcode.matrix.height === 1 ? 12 : 0
    const fits = (module: number): boolean => {
      const [wide, high] = sizeWith(module, lowest)
      return wide <= width && high <= height
    }
    if (found === undefined) return !fits(1)
    fitted++
    const { module, whole, zone, barHeight } = found
    const isInside = whole.left >= 0 && whole.top >= 0 && whole.right === width && whole.bottom === height
    const isQuiet =
      zone.left >= whole.left && zone.right <= whole.right && zone.top >= whole.top && zone.bottom <= whole.bottom
    // a wider module may leave bars lower than they should be
    const isLargest = barcode.matrix.height > 1 ? !fits(module + 1) : barHeight >= lowest
    return isInside && isQuiet && isLargest
  })
  t.ok(fitted > 50)
})

t.test('a module width that is wanted is drawn if it fits, and missed otherwise', async (t) => {
  const barcode = encode('qr', 'QZ-0001')
  const style = {
    resolution: resolutions[203],
    text: false,
    align: 'left',
    valign: 'top',
    application: undefined,
    hasEvenModules: false,
  } as const
  const large = placedSymbol(barcode, { ...style, xdim: 0.5 }, { width: 400, height: 400 })
  t.match(large, { module: 4, missed: undefined, zone: { left: 0, top: 0, right: 29 * 4 } })
  const small = placedSymbol(barcode, { ...style, xdim: 0.5 }, { width: 100, height: 100 })
  t.match(small, { module: 3, missed: 0.5 })
})

t.test('modules of whole pins: columns have an even number of dots, as many as fit', async (t) => {
  const resolution = resolutions[600]
  const style = {
    resolution,
    text: true,
    align: 'left',
    valign: 'top',
    xdim: undefined,
    application: undefined,
  } as const
  const box = { width: 700, height: 600 }
  for (const type of types) {
    const barcode = encode(type, samples[type])
    const { columnsPerModule = 1 } = barcode
    const [any, even] = [false, true].map((hasEvenModules) => placedSymbol(barcode, { ...style, hasEvenModules }, box)!)
    t.equal((even!.module / columnsPerModule) % 2, 0, type)
    t.ok(any!.module - even!.module < 2 * columnsPerModule && even!.module <= any!.module, type)
  }
})
