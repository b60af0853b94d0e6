/** What JPEGs cost, as their headers say before anything is decoded. */

import jpeg from 'jpeg-js'
import t from 'tap'
import { jpegOfScans } from '../../../../bench/attacks/jpeg-scans.ts'
import { decodableJpeg, PictureError } from '../../../../src/reader/check/index.ts'
import { inLongRun, random } from '../../../random.ts'

function refusalOf(file: Uint8Array): string | undefined {
  try {
    decodableJpeg(file)
    return undefined
  } catch (error) {
    if (!(error instanceof PictureError)) throw error
    return `${error.code}: ${error.message}`
  }
}

const decoded = (file: Uint8Array) => jpeg.decode(file, { useTArray: true, tolerantDecoding: false })
const photo = (width: number, height: number): Uint8Array =>
  jpeg.encode({ width, height, data: Uint8Array.from({ length: 4 * width * height }, (_, i) => (i * 37) & 255) }, 80)
    .data

/** A marker with its parameters. */
const segment = (marker: number, data: readonly number[]): readonly number[] => [
  ...[0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255],
  ...data,
]

/** A file with a frame and a scan that has no data: nothing that could be decoded. */
function headers(width: number, height: number, components: readonly (readonly [id: number, factors: number])[]) {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const listed = components.flatMap(([id, factors]) => [id, factors, 0])
  const frame = segment(0xc0, [8, ...size, components.length, ...listed])
  const scan = segment(0xda, [components.length, ...components.flatMap(([id]) => [id, 0]), 0, 63, 0])
  return Uint8Array.from([0xff, 0xd8, ...frame, ...scan, 0xff, 0xd9])
}

t.test('scans are bounded together, by the blocks that they visit', async (t) => {
  t.equal(refusalOf(jpegOfScans(5)), undefined)
  t.match(refusalOf(jpegOfScans(350)), /^picture\.limit: \d+ steps of its scans are more than the 160000000/)
  t.equal(refusalOf(jpegOfScans(350, 400)), undefined, 'a small picture may have many')
})

t.test('decoded planes are bounded, by components and their sampling', async (t) => {
  const camera = [
    [1, 0x22],
    [2, 0x11],
    [3, 0x11],
  ] as const
  t.equal(refusalOf(headers(4032, 3024, camera)), undefined, 'a photo of 12 megapixels')
  const full = camera.map(([id]) => [id, 0x11] as const)
  t.match(refusalOf(headers(4032, 3024, full)), /^picture\.limit: \d+ bytes of decoded planes/)
  t.equal(refusalOf(headers(4300, 4300, [[1, 0x11]])), undefined)
  t.match(refusalOf(headers(5000, 5000, [[1, 0x11]])), /decoded planes/)
  t.match(refusalOf(headers(65535, 65535, [[1, 0x11]])), /pixels/)
})

t.test('what is decoded is what was counted', async (t) => {
  const file = photo(40, 24)
  t.same(decoded(decodableJpeg(file)).data, decoded(file).data)
  const small = headers(8, 8, [[1, 0x11]])
  const large = headers(4300, 4300, [[1, 0x11]])
  t.match(refusalOf(Uint8Array.from([...small.slice(0, -2), ...large.slice(2)])), /damaged/, 'two frames')
  const thumbnail = segment(0xe1, [...large])
  const besides = Uint8Array.from([0xff, 0xd8, ...thumbnail, ...segment(0xfe, [1, 2]), 0xff, ...file.slice(2)])
  t.same(decodableJpeg(besides), decodableJpeg(file), 'what is not decoded is left out, and fill bytes are passed')
})

t.test('segments that are not as long as they say are refused', async (t) => {
  const bad: readonly (readonly number[])[] = [
    segment(0xc4, [0, 1, ...new Array<number>(15).fill(0)]),
    segment(0xc4, [0, ...new Array<number>(16).fill(255), ...new Array<number>(16 * 255).fill(0)]),
    segment(0xdb, new Array<number>(64).fill(1)),
    segment(0xdb, [0x20, ...new Array<number>(192).fill(1)]),
    segment(0xdd, [0, 1, 2]),
    [0xff, 0xd8],
    [0xff, 0x00],
    [0xff, 0xe0, 0, 1],
    [0xff, 0xe0, 0xff, 0xff],
    [0x12, 0x34],
  ]
  const whole = headers(8, 8, [[1, 0x11]])
  t.equal(refusalOf(whole), undefined)
  for (const [i, part] of bad.entries()) {
    t.match(refusalOf(Uint8Array.from([0xff, 0xd8, ...part, ...whole.slice(2)])), /damaged/, `${i}`)
  }
  for (const components of [
    [],
    [[1, 0x51]],
    [[1, 0x10]],
    [
      [1, 0x11],
      [1, 0x11],
      [2, 0x11],
    ],
    [
      [1, 0x11],
      [2, 0x11],
    ],
  ]) {
    t.match(refusalOf(headers(8, 8, components as [number, number][])), /damaged/, JSON.stringify(components))
  }
  t.match(refusalOf(whole.slice(0, 15)), /damaged/)
  t.match(refusalOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xd9)), /damaged/)
})

t.test('a broken file is refused or decoded in bounded time, and never otherwise', inLongRun, async (t) => {
  const r = random('broken JPEGs')
  const whole = photo(48, 48)
  for (let i = 0; i < 300; i++) {
    const broken = Uint8Array.from(whole)
    for (let changes = 0; changes < 1 + (i % 4); changes++)
      broken[2 + r.between(0, broken.length - 3)] = r.between(0, 255)
    const refusal = refusalOf(broken)
    if (refusal !== undefined) {
      t.match(refusal, /^picture\.(limit|unreadable): /)
      continue
    }
    const bounded = decodableJpeg(broken)
    t.ok(Buffer.from(bounded).equals(decodableJpeg(bounded)), 'nothing of it is read in another way')
  }
})
