/** Grades by the light that the values of a file stand for: gAMA, sRGB, ICC profiles, colours. */

import { deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import t from 'tap'
import { type Picture, readPng } from '../../../src/reader/check/index.ts'
import { askedGrade, type GradedSymbol, graded } from '../../../src/reader/grade/index.ts'
import { pictureIn } from '../../../src/reader/picture-file.ts'
import { encode, rowsOf, type Symbology } from '../../../symbologies/index.ts'
import { inLongRun, long, random } from '../../random.ts'
import { barsOf, degraded } from '../check/photo/degraded.ts'
import { chunk, pngOf } from '../check/png-writer.ts'

const r = random('light of grades')
const [paper, ink] = [0.85, 0.06]

/** What a file of an exponent writes for a share of light; undefined: sRGB. */
const written = (light: number, gamma: number | undefined): number =>
  Math.round(
    255 *
      (gamma === undefined
        ? light <= 0.0031308
          ? 12.92 * light
          : 1.055 * light ** (1 / 2.4) - 0.055
        : light ** gamma),
  )

/** A print whose greys are shares of light in 255ths. */
function printOf(type: Symbology, text: string, turn: number): Picture {
  const rows = rowsOf(encode(type, text).matrix)
  return degraded(rows.length === 1 ? barsOf(rows[0]!, 16) : rows, {
    ...{
      module: long ? 9 : 6,
      turn,
      blur: 0.6,
      parts: 2,
      margin: 12,
      dark: Math.round(255 * ink),
      light: Math.round(255 * paper),
    },
  })
}

type Colour = readonly [red: number, green: number, blue: number]

/** A PNG of a print: each channel goes from its share of light in ink to that on paper. */
function fileOf(
  print: Picture,
  { gamma, others = [], dark }: { gamma?: number; others?: Buffer[]; dark?: Colour },
): Buffer {
  const { width, height, grey } = print
  const samples = dark === undefined ? 1 : 3
  const rows = Buffer.alloc((1 + samples * width) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = grey[y * width + x]! / 255
      const share = (paper - light) / (paper - ink)
      for (let i = 0; i < samples; i++) {
        const value = dark === undefined ? light : paper + share * (dark[i]! - paper)
        rows[y * (1 + samples * width) + 1 + samples * x + i] = written(Math.max(0, value), gamma)
      }
    }
  }
  return pngOf({ width, height, depth: 8, colourType: dark === undefined ? 0 : 2, others }, rows)
}

async function gradeOf(file: Buffer, asked?: string): Promise<GradedSymbol> {
  const { symbols } = graded(
    await readPng(new Uint8Array(file)),
    asked === undefined ? {} : { asked: askedGrade(asked)! },
  )
  return symbols[0]!
}

const measured = ({ parameters }: GradedSymbol, name: string): number =>
  parameters.find((each) => each.name === name)!.value!

const gammaChunk = (gamma: number): Buffer => {
  const data = Buffer.alloc(4)
  data.writeUInt32BE(Math.round(100_000 * gamma))
  return chunk('gAMA', data)
}

/** An ICC profile with one curve. */
function profileOf(name: 'kTRC' | 'rTRC', curve: Buffer): Buffer {
  const profile = Buffer.alloc(144)
  profile.writeUInt32BE(1, 128)
  profile.write(name, 132, 'latin1')
  profile.writeUInt32BE(144, 136)
  profile.writeUInt32BE(curve.length, 140)
  return Buffer.concat([profile, curve])
}

const profileChunk = (...profile: Parameters<typeof profileOf>): Buffer =>
  chunk('iCCP', Buffer.concat([Buffer.from('test\0\0', 'latin1'), deflateSync(profileOf(...profile))]))

function sampled(values: readonly number[]): Buffer {
  const data = Buffer.alloc(12 + 2 * values.length)
  data.write('curv', 'latin1')
  data.writeUInt32BE(values.length, 8)
  for (const [i, value] of values.entries()) data.writeUInt16BE(value, 12 + 2 * i)
  return data
}

function parametric(kind: number, values: readonly number[]): Buffer {
  const data = Buffer.alloc(12 + 4 * values.length)
  data.write('para', 'latin1')
  data.writeUInt16BE(kind, 8)
  for (const [i, value] of values.entries()) data.writeInt32BE(Math.round(65536 * value), 12 + 4 * i)
  return data
}

const linearRamp = Array.from({ length: 33 }, (_, i) => Math.round((65535 * i) / 32))

/** Chunks, and the exponent with which values are written. */
const files: readonly (readonly [name: string, gamma: number | undefined, others: Buffer[]])[] = [
  ['nothing', undefined, []],
  ['gAMA 1', 1, [gammaChunk(1)]],
  ['gAMA 1/1.8', 1 / 1.8, [gammaChunk(1 / 1.8)]],
  ['sRGB before gAMA', undefined, [chunk('sRGB', Buffer.from([0])), gammaChunk(1)]],
  ['a linear profile before sRGB', 1, [profileChunk('kTRC', sampled([])), chunk('sRGB', Buffer.from([0]))]],
  ['a profile with an exponent', 1 / 1.8, [profileChunk('rTRC', sampled([Math.round(1.8 * 256)]))]],
  ['a profile with samples', 1, [profileChunk('kTRC', sampled(linearRamp))]],
  ['a parametric profile', 1 / 2.2, [profileChunk('rTRC', parametric(0, [2.2]))]],
  [
    'the parametric profile of sRGB',
    undefined,
    [profileChunk('rTRC', parametric(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]))],
  ],
  ['a damaged profile and gAMA', 1, [chunk('iCCP', Buffer.from('test\0\0damaged', 'latin1')), gammaChunk(1)]],
]

t.test('contrast and Rmin are those of the print, whatever the values of the file stand for', inLongRun, async (t) => {
  let most = 0
  for (const [i, [name, gamma, others]] of files.entries()) {
    for (const type of long ? (['code128', 'qr', 'datamatrix'] as const) : [(['code128', 'qr'] as const)[i % 2]!]) {
      const print = printOf(type, 'QZ-0001', long ? r.between(0, 359) : 17 * i)
      for (const dark of long ? [undefined, [ink, ink, 0.2] as const] : [undefined]) {
        const symbol = await gradeOf(fileOf(print, { ...(gamma && { gamma }), others, ...(dark && { dark }) }))
        const off = [measured(symbol, 'contrast') - (paper - ink)]
        if (type === 'code128') off.push(measured(symbol, 'minimumReflectance') - ink / paper)
        most = Math.max(most, ...off.map(Math.abs))
        t.ok(Math.max(...off.map(Math.abs)) <= 0.02, `${name}, ${type}: ${off.join(', ')}`)
      }
    }
  }
  t.comment(`within ${(100 * most).toFixed(2)} points of 100`)
})

t.test('red light sees red bars as paper; white light sees them', inLongRun, async (t) => {
  const red: Colour = [paper, 0.05, 0.05]
  for (const type of ['code128', 'datamatrix'] as const) {
    const file = fileOf(printOf(type, 'QZ-0001', 8), { dark: red })
    for (const asked of ['1.5/06/660', undefined]) {
      const symbol = await gradeOf(file, asked)
      t.equal(symbol.letter, 'F', `${type}, ${asked}`)
      t.equal(symbol.parameters.find(({ name }) => name === 'decode')!.letter, 'F')
    }
    const white = await gradeOf(file, '1.5/06/W')
    // of what is lost in ink, the luminance of red is 0.2126
    const wanted = (1 - 0.2126) * (paper - 0.05)
    t.ok(Math.abs(measured(white, 'contrast') - wanted) <= 0.02, `${measured(white, 'contrast')}, not ${wanted}`)
    t.equal(white.letter, 'B')
  }
  const blue: Colour = [0.05, 0.05, paper]
  t.equal((await gradeOf(fileOf(printOf('code128', 'QZ-0001', 8), { dark: blue }))).letter, 'A', 'blue bars are dark')
})

t.test('a JPEG is light by its ICC profile', inLongRun, async (t) => {
  const print = printOf('code128', 'QZ-0001', 12)
  const { width, height, grey } = print
  const data = Buffer.alloc(4 * width * height, 255)
  for (const [at, light] of grey.entries()) data.fill(written(light / 255, 1), 4 * at, 4 * at + 3)
  const file = jpeg.encode({ width, height, data }, 98).data
  const profile = profileOf('rTRC', sampled([256]))
  const half = profile.length >> 1
  // in two parts, the second of which comes first
  const parts = [profile.subarray(half), profile.subarray(0, half)].map((part, i) => {
    const segment = Buffer.concat([Buffer.from('ICC_PROFILE\0', 'latin1'), Buffer.from([2 - i, 2]), part])
    return Buffer.concat([Buffer.from([0xff, 0xe2, 0, 0]), segment]).fill(0, 2, 4)
  })
  for (const part of parts) part.writeUInt16BE(part.length - 2, 2)
  const whole = Buffer.concat([file.subarray(0, 2), ...parts, file.subarray(2)])
  const contrastOf = async (bytes: Buffer): Promise<number> =>
    measured(graded(await pictureIn(new Uint8Array(bytes))).symbols[0]!, 'contrast')
  t.ok(Math.abs((await contrastOf(whole)) - (paper - ink)) <= 0.02, 'with a linear profile')
  t.ok((await contrastOf(file)) < paper - ink - 0.05, 'without it the same values are those of sRGB')
  const damaged = Buffer.from(whole)
  damaged.fill(0xff, 2 + 20, 2 + parts[0]!.length)
  t.equal(await contrastOf(damaged), await contrastOf(file), 'a damaged profile is none')
})

t.test('two colours of a palette are seen as colours', async (t) => {
  const rows = rowsOf(encode('datamatrix', 'QZ-0001').matrix)
  const print = degraded(rows, { module: 10, dark: 0, light: 255, margin: 8 })
  const bytes = Math.ceil(print.width / 8)
  const packed = Buffer.alloc((1 + bytes) * print.height)
  for (const [at, grey] of print.grey.entries()) {
    const [x, y] = [at % print.width, Math.floor(at / print.width)]
    if (grey < 128) packed[y * (1 + bytes) + 1 + (x >> 3)]! |= 128 >> (x & 7)
  }
  for (const interlaced of [false]) {
    const plan = {
      width: print.width,
      height: print.height,
      depth: 1,
      colourType: 3,
      palette: [255, 250, 250, 255, 0, 0],
      interlaced,
    }
    const symbol = await gradeOf(pngOf(plan, packed), '1.5/06/660')
    t.match(symbol, { letter: 'F', isMet: null })
  }
})
