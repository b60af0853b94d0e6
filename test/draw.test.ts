import t from 'tap'
import { type BarcodeRequest, drawBarcode } from '../src/draw.ts'
import { turns } from '../src/layout/scene.ts'
import { encode, type Symbology } from '../symbologies/index.ts'
import { pngPicture, svgPicture } from './oracle/picture.ts'
import { readAs, reads } from './oracle/zxing.ts'
import { cases, random } from './random.ts'
import { randomText } from './texts.ts'

const limits = { maxPixels: 25_000_000 }
t.test('what is drawn is read back, from PNG and SVG, at any scale, height and rotation', async (t) => {
  for (const type of Object.keys(randomText) as Symbology[]) {
    const r = random(`draw ${type}`)
    const wrong: unknown[] = []
    for (let i = 0; i < cases(120, 5); i++) {
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
