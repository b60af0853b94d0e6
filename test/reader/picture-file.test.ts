/** Files of pictures: the same symbol as PNG and as JPEG of other people's encoders, and what is none. */

import jpeg from 'jpeg-js'
import { PNG } from 'pngjs'
import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { jpegSize } from '../../src/reader/check/index.ts'
import { reportOnFile } from '../../src/reader/picture-file.ts'
import { catalogue, type Symbology, symbologies } from '../../symbologies/index.ts'
import { inLongRun, long } from '../random.ts'

const options = { thisYear: 2026 }
const drawn = (type: Symbology, text = catalogue[type].sample, scale = 4): Uint8Array<ArrayBuffer> =>
  drawBarcode({ type, text, format: 'png', includetext: false, scale, height: 10, rotate: 'N' }, { maxPixels: 1e7 })
    .bytes
const asJpeg = (png: Uint8Array, quality: number): Uint8Array<ArrayBuffer> => {
  const { width, height, data } = PNG.sync.read(Buffer.from(png))
  return Uint8Array.from(jpeg.encode({ width, height, data }, quality).data)
}

t.test('a symbol of each symbology as JPEG has the verdict of its PNG', inLongRun, async (t) => {
  for (const type of long ? symbologies : (['code128', 'qr', 'datamatrix'] as const)) {
    const png = drawn(type)
    const { verdict, text } = await reportOnFile(png, options)
    for (const quality of long ? [95, 75, 50] : [75]) {
      const report = await reportOnFile(asJpeg(png, quality), options)
      t.same([report.symbology, report.verdict, report.text], [type, verdict, text], `${type} at ${quality}`)
    }
  }
})

t.test('the resolution: of the PNG, of none, and as it is given', inLongRun, async (t) => {
  const png = drawn('qr')
  t.equal((await reportOnFile(png, options)).x?.perMetre, 11811)
  t.equal((await reportOnFile(asJpeg(png, 90), options)).x, undefined)
  for (const [dpi, perMetre] of [
    [203, 8000],
    [152, 6000],
    [600, 23622],
    [96, 3780],
  ] as const) {
    t.equal((await reportOnFile(png, options, { dpi })).x?.perMetre, perMetre)
    t.equal((await reportOnFile(asJpeg(png, 90), options, { dpi })).x?.perMetre, perMetre)
  }
})

t.test('files that are damaged, too large or no pictures', inLongRun, async (t) => {
  const whole = asJpeg(drawn('qr'), 90)
  const damaged = { verdict: 'unreadable', findings: [{ clause: 'ISO/IEC 10918-1:1994', message: 'a damaged JPEG' }] }
  t.match(await reportOnFile(whole.slice(0, 40), options), damaged)
  t.match(await reportOnFile(whole.slice(0, 700), options), damaged)
  for (let at = 2; at < 600; at += long ? 7 : 29) {
    const broken = Uint8Array.from(whole)
    broken[at] = broken[at]! ^ 0xff
    t.match(await reportOnFile(broken, options), { verdict: /^(conforming|faults|unreadable)$/ }, `byte ${at}`)
  }
  const size = jpegSize(whole)!
  const frame = whole.findIndex((byte, i) => byte === 0xff && (whole[i + 1] === 0xc0 || whole[i + 1] === 0xc2))
  const huge = Uint8Array.from(whole)
  huge.set([0xff, 0xff, 0xff, 0xff], frame + 5)
  t.same(jpegSize(huge), { width: 65535, height: 65535 })
  t.match(await reportOnFile(huge, options), { findings: [{ code: 'picture.limit' }] }, 'before it is unpacked')
  t.same(size, { width: PNG.sync.read(Buffer.from(drawn('qr'))).width, height: size.height })
  t.equal(jpegSize(whole.subarray(0, 10)), undefined)
  t.match(await reportOnFile(new TextEncoder().encode('no picture'), options), {
    findings: [{ code: 'picture.unreadable', message: /not a PNG/ }],
  })
})
