import t from 'tap'
import { type ImageStyle, itf14, qr, toPdf, toPng, toSvg } from '../../src/lib/index.ts'
import { parameters } from '../../src/request/params.ts'
import { requestReader } from '../../src/request/reader.ts'
import { refused } from './refused.ts'

t.test('values and defaults of the style are those of the API', async (t) => {
  const { scale, height, rotate, dpi, xdim } = parameters.barcode
  const read = requestReader({ scale, height, rotate, dpi, xdim: { ...xdim, insteadOf: 'scale' } })
  const values: Record<string, readonly unknown[]> = {
    scale: [0, 1, 1.5, 10, 11, Number.NaN],
    height: [0.9, 1, 33.3, 100, 100.1, Number.POSITIVE_INFINITY],
    rotate: ['N', 'R', 'I', 'L', 'n', ''],
    dpi: [152, 180, 203, 300, 360, 600, 301],
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
      'Scale: "Scale" is not an option here; accepted: scale, height, rotate, dpi, xdim, maxPixels; did you mean scale?; rotate: "X" is not one of N, R, I, L; dpi: "300" is not one of 152, 180, 203, 300, 360, 600; height: "0" is not a number from 1 to 100; maxPixels: "0.5" is not a whole number from 1 to 1000000000',
  })
  const misspelt = { scael: 2 } as ImageStyle
  for (const draw of [() => toSvg(qr('a'), misspelt), () => toPng(qr('a'), misspelt), () => toPdf(qr('a'), misspelt)]) {
    t.match((await refused(draw)).message, /^scael: "scael" is not an option here; accepted: .*; did you mean scale\?$/)
  }
  t.match((await refused(() => toSvg(qr('a'), { scale: 3, xdim: 0.3 }))).faults, [{ parameter: 'scale' }])
  const half = itf14('1540014128876', { ratio: 2.5 })
  t.match((await refused(() => toSvg(half))).message, /^scale: 3 dots a module, and this symbol needs a multiple of 2$/)
  t.match((await refused(() => toSvg(half, { xdim: 0.25 }))).faults, [{ parameter: 'xdim' }])
  t.doesNotThrow(() => toSvg(half, { scale: 4 }))
})
