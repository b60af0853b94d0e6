import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { turns } from '../../src/layout/scene.ts'
import { encode, type ImageStyle, itf14, qr, symbologies, toPdf, toPng, toSvg } from '../../src/lib/index.ts'
import { forAll, inLongRun } from '../random.ts'
import { textsFor } from '../texts.ts'
import { refused } from './refused.ts'

const limits = { maxPixels: 25_000_000 }

const styles: fc.Arbitrary<ImageStyle> = fc
  .tuple(
    fc.oneof(
      fc.constant({}),
      fc.record({ scale: fc.integer({ min: 1, max: 10 }) }),
      fc.record({ xdim: fc.constantFrom(0.05, 0.25, 0.33, 0.5) }),
    ),
    fc.record(
      {
        height: fc.constantFrom(1, 7.5, 20),
        dpi: fc.constantFrom(152 as const, 180 as const, 203 as const, 300 as const, 360 as const, 600 as const),
        rotate: fc.constantFrom(...turns),
      },
      { requiredKeys: ['rotate'] },
    ),
  )
  .map(([sized, others]) => ({ ...sized, ...others }))

t.test('the bytes are those of the service', inLongRun, async () => {
  const without = (svg: string): string => svg.replace(/<title>.*?<\/title>/s, '')
  // the title of the service's PDF is the text as it was given
  const pageIn = (bytes: Uint8Array): string[] => [
    ...(Buffer.from(bytes)
      .toString('latin1')
      .match(/\/MediaBox \[[^\]]+\]|stream\r?\n.*?endstream/gs) ?? []),
  ]
  for (const type of symbologies) {
    await forAll(
      [textsFor[type], styles, fc.constantFrom('png', 'svg', 'pdf')],
      { count: 40 },
      async (text, style, format) => {
        const { scale = 3, height = 15, rotate = 'N', dpi, xdim } = style
        const inDots = { scale, height, rotate, xdim, dpi: dpi && (`${dpi}` as const) }
        const { bytes } = drawBarcode({ type, text, format, includetext: false, ...inDots }, limits)
        const barcode = encode(type, text)
        if (format === 'png') ok(Buffer.from(bytes).equals(await toPng(barcode, style)))
        else if (format === 'pdf') deepEqual(pageIn(await toPdf(barcode, style)), pageIn(bytes))
        else deepEqual(without(toSvg(barcode, style)), without(new TextDecoder().decode(bytes)))
      },
    )
  }
})

t.test('the title is what people read', async (t) => {
  const titleOf = (svg: string): string | undefined => /<title>(.*?)<\/title>/.exec(svg)?.[1]
  const titles = [
    toSvg(qr('<a & b>')),
    toSvg(encode('ean13', '590123412345', { addon: '12' })),
    toSvg(encode('upca', '03600029145')),
    toSvg(encode('upce', '425261')),
    toSvg(encode('ean8', '9638507')),
    toSvg(itf14('1540014128876')),
    toSvg(encode('code39', 'QZ-0001')),
  ]
  t.same(titles.map(titleOf), [
    '&lt;a &amp; b&gt;',
    '5901234123457 12',
    '036000291452',
    '04252614',
    '96385074',
    '15400141288763',
    'QZ-0001',
  ])
})

t.test('a picture that is too large is refused with what fits', async (t) => {
  const long = encode('code128', 'a'.repeat(5000))
  const error = await refused(() => toPng(long, { scale: 10 }))
  t.match(error, { code: 'does_not_fit', faults: [{ parameter: 'scale', message: /; scale: 2 fits$/ }] })
  await t.resolves(toPng(long, { scale: 2 }))
  t.match((await refused(() => toPng(long, { scale: 3 }))).code, 'does_not_fit')
  t.match((await refused(() => toPng(long, { xdim: 1 }))).faults, [{ parameter: 'xdim' }])
  t.doesNotThrow(() => toSvg(long, { scale: 10 }))
  const page = await refused(() => toPdf(encode('code128', 'a'.repeat(800)), { scale: 10, dpi: 152 }))
  t.match(
    page.message,
    /^scale: a page of [\d.]+ x [\d.]+ points is longer than the 14400 that PDF allows; scale: 3 fits$/,
  )
  t.match(
    (await refused(() => toPng(qr('a'), { maxPixels: 100 }))).message,
    /more than the 100 .* a smaller height or toSvg would do$/,
  )
})
