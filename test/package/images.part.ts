import { deepEqual, ok } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import { drawBarcode } from '../../src/draw.ts'
import { turns } from '../../src/layout/scene.ts'
import { encode, type ImageStyle, itf14, qr, RequestError, symbologies, toPng, toSvg } from '../../src/lib/index.ts'
import { parameters } from '../../src/request/params.ts'
import { requestReader } from '../../src/request/reader.ts'
import { forAll } from '../random.ts'
import { textsFor } from '../texts.ts'

const limits = { maxPixels: 25_000_000 }

/** The error that is thrown. */
async function refused(draw: () => unknown): Promise<RequestError> {
  try {
    await draw()
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

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
        dpi: fc.constantFrom(152 as const, 203 as const, 300 as const, 600 as const),
        rotate: fc.constantFrom(...turns),
      },
      { requiredKeys: ['rotate'] },
    ),
  )
  .map(([sized, others]) => ({ ...sized, ...others }))

t.test('the bytes are those of the service', async () => {
  const without = (svg: string): string => svg.replace(/<title>.*?<\/title>/s, '')
  for (const type of symbologies) {
    await forAll(
      [textsFor[type], styles, fc.constantFrom('png', 'svg')],
      { count: 40 },
      async (text, style, format) => {
        const { scale = 3, height = 15, rotate = 'N', dpi, xdim } = style
        const inDots = { scale, height, rotate, xdim, dpi: dpi && (`${dpi}` as const) }
        const { bytes } = drawBarcode({ type, text, format, includetext: false, ...inDots }, limits)
        const barcode = encode(type, text)
        if (format === 'png') ok(Buffer.from(bytes).equals(await toPng(barcode, style)))
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

t.test('values and defaults of the style are those of the API', async (t) => {
  const { scale, height, rotate, dpi, xdim } = parameters.barcode
  const read = requestReader({ scale, height, rotate, dpi, xdim: { ...xdim, insteadOf: 'scale' } })
  const values: Record<string, readonly unknown[]> = {
    scale: [0, 1, 1.5, 10, 11, Number.NaN],
    height: [0.9, 1, 33.3, 100, 100.1, Number.POSITIVE_INFINITY],
    rotate: ['N', 'R', 'I', 'L', 'n', ''],
    dpi: [152, 203, 300, 600, 301],
    xdim: [0.049, 0.05, 0.33, 5, 5.001],
  }
  for (const [name, all] of Object.entries(values)) {
    for (const value of all) {
      const isAccepted = read({ [name]: String(value) }).request !== undefined
      const draw = (): string => toSvg(qr('a'), { [name]: value })
      if (isAccepted) t.doesNotThrow(draw, `${name}: ${value}`)
      else
        t.match(await refused(draw), { code: 'invalid_parameter', faults: [{ parameter: name }] }, `${name}: ${value}`)
    }
  }
  t.equal(toSvg(qr('a')), toSvg(qr('a'), { scale: scale.default, height: height.default, rotate: rotate.default }))
})

t.test('what is wrong with a style is told at once, each fault with its parameter', async (t) => {
  const style = { Scale: 2, rotate: 'X', dpi: '300', height: 0, maxPixels: 0.5 } as unknown as ImageStyle
  t.match(await refused(() => toSvg(qr('a'), style)), {
    name: 'RequestError',
    code: 'invalid_parameter',
    faults: ['Scale', 'rotate', 'dpi', 'height', 'maxPixels'].map((parameter) => ({ parameter })),
    message:
      'Scale: "Scale" is not known here; accepted: scale, height, rotate, dpi, xdim, maxPixels; rotate: "X" is not one of N, R, I, L; dpi: "300" is not one of 152, 203, 300, 600; height: "0" is not a number from 1 to 100; maxPixels: "0.5" is not a whole number from 1 to 1000000000',
  })
  t.match((await refused(() => toSvg(qr('a'), { scale: 3, xdim: 0.3 }))).faults, [{ parameter: 'scale' }])
  const half = itf14('1540014128876', { ratio: 2.5 })
  t.match((await refused(() => toSvg(half))).message, /^scale: 3 dots a module, and this symbol needs a multiple of 2$/)
  t.match((await refused(() => toSvg(half, { xdim: 0.25 }))).faults, [{ parameter: 'xdim' }])
  t.doesNotThrow(() => toSvg(half, { scale: 4 }))
})

t.test('a picture that is too large is refused with what fits', async (t) => {
  const long = encode('code128', 'a'.repeat(5000))
  const error = await refused(() => toPng(long, { scale: 10 }))
  t.match(error, { code: 'does_not_fit', faults: [{ parameter: 'scale', message: /; scale: 2 fits$/ }] })
  await t.resolves(toPng(long, { scale: 2 }))
  t.match((await refused(() => toPng(long, { scale: 3 }))).code, 'does_not_fit')
  t.match((await refused(() => toPng(long, { xdim: 1 }))).faults, [{ parameter: 'xdim' }])
  t.doesNotThrow(() => toSvg(long, { scale: 10 }))
  t.match(
    (await refused(() => toPng(qr('a'), { maxPixels: 100 }))).message,
    /more than the 100 .* a smaller height or toSvg would do$/,
  )
})
