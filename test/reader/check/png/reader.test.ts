import { deepEqual } from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import t from 'tap'
import type { Picture } from '../../../../src/reader/check/index.ts'
import { drawn, forAll, type Random } from '../../../random.ts'
import { chunk, filteredRows, noise, type PngPlan, pngOf, signature } from '../png-writer.ts'
import { read } from './read.ts'

/** The picture in a file as pngjs reads it: Rec. 709 luminance, transparent parts on white; its colours if a pixel has one. */
function pngjsPicture(file: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(file)
  const grey = Uint8Array.from({ length: width * height }, (_, i) => {
    const [red, green, blue, alpha] = [0, 1, 2, 3].map((k) => data[4 * i + k]!) as [number, number, number, number]
    const luminance = (13933 * red + 46871 * green + 4732 * blue) >>> 16
    return alpha === 255 ? luminance : Math.round((luminance * alpha + 255 * (255 - alpha)) / 255)
  })
  const channel = (k: number): Uint8Array =>
    Uint8Array.from({ length: width * height }, (_, i) => {
      const [value, alpha] = [data[4 * i + k]!, data[4 * i + 3]!]
      return alpha === 255 ? value : Math.round((value * alpha + 255 * (255 - alpha)) / 255)
    })
  const colours = [channel(0), channel(1), channel(2)] as const
  const [red, green, blue] = colours
  const isGrey = red.every((value, i) => value === green[i] && value === blue[i])
  return { width, height, grey, ...(!isGrey && { colours }) }
}

const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function planAtRandom(r: Random, colourType: number, depth: number): PngPlan {
  const colours = 2 ** Math.min(depth, 8)
  const next = noise(r.between(0, 2 ** 31 - 1))
  const bytes = (count: number): number[] => Array.from({ length: count }, next)
  const transparencies: Readonly<Record<number, () => number[]>> = {
    0: () => [0, r.between(0, depth === 1 ? 1 : 3)],
    2: () => [0, r.between(0, 2), 0, r.between(0, 2), 0, r.between(0, 2)],
    3: () => bytes(r.between(1, colours)),
  }
  const transparency = r.between(0, 1) === 0 ? undefined : transparencies[colourType]?.()
  return {
    width: r.between(1, 21),
    height: r.between(1, 21),
    depth,
    colourType,
    interlaced: r.between(0, 1) === 0,
    parts: r.between(1, 4),
    others:
      r.between(0, 1) === 0 ? [] : [chunk('gAMA', Buffer.from([0, 0, 0x40, 0])), chunk('teXt', Buffer.from('a\0b'))],
    ...(colourType === 3 && { palette: bytes(3 * colours) }),
    ...(transparency && { transparency }),
  }
}

for (const [colourType, all] of Object.entries(depths)) {
  for (const depth of all) {
    t.test(`PNGs of colour type ${colourType} and ${depth} bits are read as by pngjs, to the last grey`, async () => {
      const plans = drawn((r) => planAtRandom(r, Number(colourType), depth))
      // few values, so that the transparent colour comes up
      await forAll([plans, fc.nat(), fc.constantFrom(256, 3)], { count: 40 }, async (plan, start, values) => {
        const next = noise(start)
        const file = pngOf(
          plan,
          filteredRows(plan, (from) => next() % (from === 'filter' ? 5 : values)),
        )
        const picture = await read(file)
        const { width, height, grey, colours } = picture as Picture
        deepEqual(
          typeof picture === 'string' ? picture : { width, height, grey, ...(colours && { colours }) },
          pngjsPicture(file),
        )
      })
    })
  }
}

t.test('what is damaged is refused', async (t) => {
  const plan: PngPlan = { width: 9, height: 7, depth: 8, colourType: 2, parts: 2 }
  const rows = filteredRows(plan, () => 1)
  const sound = pngOf(plan, rows)
  const changed = (at: number, to: number): Buffer => {
    const copy = Buffer.from(sound)
    copy[at] = to
    return copy
  }
  const withRows = (data: Uint8Array): Buffer =>
    Buffer.concat([signature, sound.subarray(8, 33), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
  const small = { width: 9, height: 7, depth: 8, colourType: 3 }
  const files: Record<string, Buffer> = {
    'cut off': sound.subarray(0, sound.length - 20),
    'cut off in the header': sound.subarray(0, 30),
    'something after the end': Buffer.concat([sound, Buffer.from('x')]),
    'a wrong checksum': changed(sound.length - 1, 1),
    'a changed byte among the rows': changed(sound.length - 30, sound[sound.length - 30]! ^ 8),
    'a row too few': withRows(deflateSync(rows.subarray(0, -28))),
    'no zlib stream': withRows(Buffer.from('no zlib stream')),
    'no rows': Buffer.concat([signature, sound.subarray(8, 33), chunk('IEND', Buffer.alloc(0))]),
    'an unknown filter': withRows(deflateSync(Buffer.from(rows).fill(9, 0, 1))),
    'an unknown critical chunk': pngOf({ ...plan, others: [chunk('ABCD', Buffer.alloc(3))] }, rows),
    'an unknown depth': pngOf({ ...plan, depth: 5 }, rows),
    'an unknown colour type': pngOf({ ...plan, colourType: 5 }, rows),
    'an entry that is not in the palette': pngOf(
      { ...small, palette: [1, 2, 3] },
      filteredRows(small, () => 1),
    ),
    'no palette': pngOf(
      small,
      filteredRows(small, () => 0),
    ),
    'more transparency than palette': pngOf(
      { ...small, palette: [1, 2, 3], transparency: [0, 0] },
      filteredRows(small, () => 0),
    ),
    'no width': pngOf({ ...plan, width: 0 }, rows),
  }
  t.type(await read(sound), 'object', 'what they are made of is sound')
  for (const [name, file] of Object.entries(files)) {
    t.equal(await read(file), 'PictureError: a damaged PNG', name)
  }
})
