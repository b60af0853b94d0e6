import { deepEqual } from 'node:assert/strict'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import t from 'tap'
import { type Picture, readPng } from '../../src/check/index.ts'
import { drawn, forAll, type Random } from '../random.ts'
import { chunk, filteredRows, noise, type PngPlan, physical, pngOf, signature } from './png-writer.ts'

/** The picture in a file as pngjs reads it: Rec. 709 luminance, transparent parts on white. */
function pngjsPicture(file: Buffer): Picture {
  const { width, height, data } = PNG.sync.read(file)
  const grey = Uint8Array.from({ length: width * height }, (_, i) => {
    const [red, green, blue, alpha] = [0, 1, 2, 3].map((k) => data[4 * i + k]!) as [number, number, number, number]
    const luminance = (13933 * red + 46871 * green + 4732 * blue) >>> 16
    return alpha === 255 ? luminance : Math.round((luminance * alpha + 255 * (255 - alpha)) / 255)
  })
  return { width, height, grey }
}

/** The picture in a file, or why there is none. */
async function read(file: Buffer): Promise<Picture | string> {
  try {
    return await readPng(new Uint8Array(file))
  } catch (error) {
    return String(error)
  }
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
        deepEqual(await read(file), pngjsPicture(file))
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

t.test('a file that is not a PNG or is too large is refused before it is unpacked', async (t) => {
  const huge = pngOf({ width: 100_000, height: 100_000, depth: 1, colourType: 0 }, Buffer.alloc(1))
  for (const [file, words] of [
    [Buffer.alloc(0), 'not a PNG file; PNG is read: save the picture as PNG'],
    [
      Buffer.from('GIF89a, and more than a header of bytes'),
      'not a PNG file but GIF; PNG is read: save the picture as PNG',
    ],
    [
      Buffer.from('RIFF\0\0\0\0WEBPVP8 '),
      'not a PNG file but WebP; PNG is read: save the picture as PNG, or open it on the page /check',
    ],
    [huge, '10000000000 pixels are more than the 25000000 that are read; crop the picture to the symbol'],
  ] as const) {
    t.equal(await read(file), `PictureError: ${words}`)
  }
})

/** The resolution of a PNG with these chunks before its rows and those after them; the picture is read whatever they are. */
async function resolutionWith(before: readonly Buffer[], after: readonly Buffer[] = []): Promise<unknown> {
  const plan: PngPlan = { width: 3, height: 2, depth: 8, colourType: 0 }
  const file = pngOf({ ...plan, others: before }, Buffer.alloc(2 * (1 + plan.width)))
  const end = file.length - 12
  const { resolution, ...picture } = await readPng(
    new Uint8Array(Buffer.concat([file.subarray(0, end), ...after, file.subarray(end)])),
  )
  t.same(picture, { width: 3, height: 2, grey: new Uint8Array(6) })
  return resolution && `${resolution.across} ${resolution.down}`
}

t.test('the resolution: pixels a metre, across and down', async (t) => {
  for (const perMetre of [6000, 8000, 11811, 23622, 100, 1e6]) {
    t.equal(await resolutionWith([physical(perMetre)]), `${perMetre} ${perMetre}`)
  }
  t.equal(await resolutionWith([physical(8000, 7717)]), '8000 7717')
  t.equal(await resolutionWith([]), undefined)
})

t.test('a resolution that the standard does not allow, or that makes no sense, is none', async (t) => {
  const damaged = Buffer.from(physical(8000))
  damaged[damaged.length - 1]! ^= 1
  const ofLength = (length: number): Buffer =>
    chunk('pHYs', Buffer.concat([physical(8000).subarray(8, 17), Buffer.alloc(64)]).subarray(0, length))
  const none: Record<string, Buffer> = {
    'an unknown unit': physical(8000, 8000, 0),
    'a unit that does not exist': physical(8000, 8000, 2),
    'nothing across': physical(0, 8000),
    'nothing down': physical(8000, 0),
    'pixels of more than 10 mm': physical(99),
    'pixels of less than 1 µm': physical(1_000_001),
    'more than four bytes may say (7.1)': physical(2 ** 31),
    'the most of four bytes': physical(2 ** 32 - 1, 8000),
    'a byte too few': ofLength(8),
    'a byte too many': ofLength(10),
    empty: ofLength(0),
    'a wrong checksum': damaged,
  }
  for (const [name, one] of Object.entries(none)) t.equal(await resolutionWith([one]), undefined, name)
  t.equal(await resolutionWith([], [physical(8000)]), undefined, 'after the rows')
  t.equal(await resolutionWith([chunk('IDAT', Buffer.alloc(0)), physical(8000)]), undefined, 'after empty rows')
})

t.test('of several resolutions the first that is well-formed counts', async (t) => {
  t.equal(await resolutionWith([physical(8000), physical(11811)]), '8000 8000')
  t.equal(await resolutionWith([physical(8000)], [physical(11811)]), '8000 8000')
  t.equal(await resolutionWith([chunk('pHYs', Buffer.alloc(8)), physical(11811)]), '11811 11811')
  t.equal(await resolutionWith([physical(8000, 8000, 0), physical(11811)]), undefined)
  t.equal(await resolutionWith([...new Array<Buffer>(40_000).fill(physical(6000)), physical(8000)]), '6000 6000')
})

t.test('random numbers in place of a resolution', async () => {
  const numbers = fc.oneof(...[200, 2e4, 2e6].map((most) => fc.nat(most)))
  const across = fc.oneof({ weight: 3, arbitrary: numbers }, fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  const units = fc.constantFrom(1, 1, 1, 0, 2, 255)
  await forAll([across, numbers, units], { count: 200 }, async (across, down, unit) => {
    const isUsable = unit === 1 && [across, down].every((each) => each >= 100 && each <= 1e6)
    deepEqual(await resolutionWith([physical(across, down, unit)]), isUsable ? `${across} ${down}` : undefined)
  })
})
