import t from 'tap'
import { layoutBarcode, sizeOfBarcode } from '../../src/layout/barcode.ts'
import { moduleForSize, paddingForSize, paddingSides } from '../../src/layout/picture-size.ts'
import { resolutions } from '../../src/layout/resolution.ts'
import { encode, type Symbology } from '../../symbologies/index.ts'
import { drawn, forAll } from '../random.ts'

const texts: { readonly [type: string]: string } = {
  qr: 'QZ-0001',
  datamatrix: 'QZ-0001',
  code128: 'QZ-0001',
  ean13: '400638133393',
}

const style = (module: number) => ({
  resolution: resolutions[300],
  module,
  height: 90,
  captions: false,
  turn: 'N' as const,
})

t.test('the largest module with which the picture, or the symbol, is within the width', async () => {
  await forAll(
    [
      drawn(({ between, pick }) => ({
        type: pick(Object.keys(texts)) as Symbology,
        width: between(1, 700),
        dots: between(0, 60),
        modules: between(0, 12),
        below: between(0, 60),
      })),
    ],
    { count: 400 },
    ({ type, width, dots, modules, below }) => {
      const barcode = encode(type, texts[type]!)
      const padding = { dots: { left: dots, right: dots, top: dots, bottom: below }, modules }
      const sized = (module: number) => ({ ...style(module), padding: paddingSides(padding, module) })
      const widthAt = (module: number): number => layoutBarcode(barcode, '', sized(module)).width
      const module = moduleForSize(barcode, { of: 'picture', width }, padding)
      if (module > 1 && widthAt(module) > width) throw new Error(`${module} dots are too many`)
      if (widthAt(module + 1) <= width) throw new Error(`${module + 1} dots fit too`)
      const filled = paddingForSize(
        barcode,
        { of: 'picture', width },
        { ...sized(module), ...sizeOfBarcode(barcode, sized(module)) },
      )
      const wide = layoutBarcode(barcode, '', { ...sized(module), padding: filled }).width
      if (wide !== Math.max(width, widthAt(module))) throw new Error(`${wide} wide, not ${width}`)

      const scene = layoutBarcode(barcode, '', sized(module))
      const { width: across, height, paper } = sizeOfBarcode(barcode, sized(module))
      const light = (side: 'left' | 'right' | 'top' | 'bottom'): number =>
        Math.max(barcode.quiet[side] * module, sized(module).padding[side])
      if (across !== light('left') + barcode.matrix.width * module + light('right')) throw new Error(`${across} wide`)
      if (scene.width !== across || scene.height !== height || scene.paper.width !== paper.width)
        throw new Error('sizes')
      const [mark] = scene.marks
      if (mark?.kind !== 'modules' || mark.ys[0] !== light('top'))
        throw new Error('the symbol is not below its padding')
      if (height - mark.ys.at(-1)! !== light('bottom')) throw new Error('no padding below')

      const fitting = moduleForSize(barcode, { of: 'symbol', width }, padding)
      const symbol = (module: number): number => barcode.matrix.width * module
      return (symbol(fitting) <= width || fitting === 1) && symbol(fitting + 1) > width
    },
  )
})

t.test('the height counts for a matrix', async (t) => {
  const matrix = encode('datamatrix', 'QZ-0001', { shape: 'rectangle' })
  t.equal(matrix.matrix.height, 8)
  t.equal(moduleForSize(matrix, { of: 'symbol', height: 40 }, undefined), 5)
  t.equal(moduleForSize(matrix, { of: 'symbol', width: 2 * matrix.matrix.width, height: 40 }, undefined), 2)
  t.equal(moduleForSize(encode('code128', 'A'), { of: 'symbol', width: 200, height: 1 }, undefined), 4)
})

t.test('the height of a picture counts for a matrix', async (t) => {
  const matrix = encode('qr', 'QZ-0001')
  t.equal(moduleForSize(matrix, { of: 'picture', width: 290, height: 100 }, undefined), 3)
  t.equal(moduleForSize(matrix, { of: 'picture', width: 290, height: 290 }, undefined), 10)
})
