import jpeg from 'jpeg-js'
import t from 'tap'
import { checkImage, cleanedPicture, findingsIn, type Picture, readPng } from '../../../src/reader/check/index.ts'
import { encode, rowsOf, type Symbology, symbologies } from '../../../symbologies/index.ts'
import { all, inLongRun, long, type Random, random } from '../../random.ts'
import { rowsPicture } from './paint.ts'
import { barsOf, degraded } from './photo/degraded.ts'
import { normalBy } from './photo/samples.ts'
import { pngOf } from './png-writer.ts'
import { sampleTexts } from './sample-texts.ts'

type Rgb = readonly [number, number, number]

/** Rows without filters. */
const rowsOfBytes = (bytes: Buffer, stride: number): Buffer =>
  Buffer.concat(
    Array.from({ length: bytes.length / stride }, (_, y) => [
      Buffer.of(0),
      bytes.subarray(y * stride, (y + 1) * stride),
    ]).flat(),
  )

/** A symbol in two colours, as a PNG of three bytes a pixel or of a palette. */
async function coloured(type: Symbology, dark: Rgb, light: Rgb, kind: 'colour' | 'palette'): Promise<Picture> {
  const matrix = rowsOf(encode(type, sampleTexts[type]).matrix)
  const rows = matrix.length === 1 ? new Array<string>(30).fill(matrix[0]!) : matrix
  const { width, height, grey } = rowsPicture(rows, { dots: 3, margins: [12, 12, 12, 12] })
  if (kind === 'colour') {
    const samples = Buffer.from(Array.from(grey).flatMap((value) => [...(value === 0 ? dark : light)]))
    return await readPng(
      new Uint8Array(pngOf({ width, height, depth: 8, colourType: 2 }, rowsOfBytes(samples, 3 * width))),
    )
  }
  const stride = Math.ceil(width / 8)
  const bits = Buffer.alloc(stride * height)
  for (const [i, value] of grey.entries()) {
    const [x, y] = [i % width, Math.floor(i / width)]
    if (value !== 0) bits[y * stride + (x >> 3)]! |= 0x80 >> (x & 7)
  }
  const plan = { width, height, depth: 1, colourType: 3, palette: [...dark, ...light] }
  return await readPng(new Uint8Array(pngOf(plan, rowsOfBytes(bits, stride))))
}

t.test('bars and modules that are not dark in red light are a fault', inLongRun, async (t) => {
  const [white, black] = [
    [255, 255, 255],
    [0, 0, 0],
  ] as const
  for (const [name, dark, light, kind] of [
    ['red on white', [220, 0, 0], white, 'fault'],
    ['orange on white', [255, 100, 0], white, 'fault'],
    ['black on red', black, [220, 0, 0], 'pass'],
    ['dark blue on white', [0, 0, 120], white, 'pass'],
    ['green on white', [0, 110, 40], white, 'pass'],
    ['blue on dark cyan', [0, 0, 120], [0, 160, 160], 'fault'],
    ['black on white', black, white, undefined],
  ] as const) {
    for (const type of ['ean13', 'qr', 'datamatrix'] as const) {
      for (const form of ['colour', 'palette'] as const) {
        const report = checkImage(await coloured(type, dark, light, form))
        const found = report.findings.find(({ code }) => code === `${type}.light`)
        t.equal(found?.kind, kind, `${type}, ${name}, ${form}`)
        if (kind === 'fault')
          t.match([report.verdict, found?.message], ['faults', /reflects \d+ % and what is light \d+ %/])
      }
    }
  }
})

/** A scan in colour, turned, blurred and with noise, as a PNG or a JPEG gives it back. */
async function scanned(type: Symbology, dark: Rgb, light: Rgb, r: Random): Promise<Picture> {
  const matrix = rowsOf(encode(type, sampleTexts[type]).matrix)
  const module = r.between(30, 80) / 10
  const how = {
    module,
    turn: r.between(0, 359),
    blur: (module * r.between(0, 35)) / 100,
    margin: 12,
    dark: 0,
    light: 255,
  }
  const { width, height, grey } = degraded(matrix.length === 1 ? barsOf(matrix[0]!, 30) : matrix, how)
  const normal = normalBy(r)
  const noise = r.between(0, 6)
  const [bytes, rgba] = [Buffer.alloc(3 * grey.length), Buffer.alloc(4 * grey.length, 255)]
  for (const [i, value] of grey.entries()) {
    for (const c of [0, 1, 2] as const) {
      const mixed = dark[c] + (value / 255) * (light[c] - dark[c]) + noise * normal()
      bytes[3 * i + c] = rgba[4 * i + c] = Math.min(255, Math.max(0, Math.round(mixed)))
    }
  }
  if (r.between(0, 1) === 0) {
    const plan = { width, height, depth: 8, colourType: 2 }
    return await readPng(new Uint8Array(pngOf(plan, rowsOfBytes(bytes, 3 * width))))
  }
  const file = jpeg.encode({ width, height, data: rgba }, r.between(60, 95)).data
  return cleanedPicture({ width, height }, jpeg.decode(file, { useTArray: true, formatAsRGBA: false }).data, 3)
}

t.test('scans in colour: red inks are told, black ones never', inLongRun, async (t) => {
  const r = random('inks in scans')
  const near = (colour: Rgb, by: number): Rgb =>
    colour.map((value) => Math.min(255, Math.max(0, value + r.between(-by, by)))) as unknown as Rgb
  const wrong: string[] = []
  const counts = { black: 0, red: 0 }
  const count = all ? 400 : long ? 60 : 6
  for (let i = 0; i < count; i++) {
    const ink = i % 2 === 0 ? 'black' : 'red'
    const paper = near([238, 234, 222], 14)
    // of toner, ink and thermal paper; of red ribbons, stamps and pens
    const black = near(
      r.pick([
        [40, 38, 40],
        [62, 58, 66],
        [70, 74, 70],
        [52, 44, 40],
      ] as const),
      12,
    )
    const red = near(
      r.pick([
        [214, 40, 36],
        [200, 30, 60],
        [232, 96, 40],
        [224, 60, 110],
      ] as const),
      10,
    )
    const type = symbologies[(i >> 1) % symbologies.length]!
    const picture = await scanned(type, ink === 'black' ? black : red, paper, r)
    const report = checkImage(picture)
    if (!report.symbols.some(({ text }) => text !== undefined)) continue
    counts[ink]++
    const found = findingsIn(report).find(({ code }) => code.endsWith('.light'))
    if (found?.kind !== (ink === 'black' ? 'pass' : 'fault')) wrong.push(`${i}: ${type} in ${ink}: ${found?.message}`)
  }
  t.comment(`read: ${counts.black} black, ${counts.red} red; ${wrong.length} wrong`)
  t.same(wrong, [])
  t.ok(counts.black >= 0.45 * count, `${counts.black} black ones were read`)
  t.ok(counts.red >= 0.45 * count, `${counts.red} red ones were read`)
})
