import t from 'tap'
import { checkImage, type Picture, readPng } from '../../src/check/index.ts'
import { encode, rowsOf, type Symbology } from '../../symbologies/index.ts'
import { rowsPicture } from './paint.ts'
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

t.test('bars and modules that are not dark in red light are a fault', async (t) => {
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
