import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import t from 'tap'
import { type BarcodeRequest, drawBarcode, drawLabel } from '../../src/draw.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { type ModulesMark, type SymbolScene, turns } from '../../src/layout/scene.ts'
import { png } from '../../src/render/deflate.ts'
import { crc32 } from '../../src/render/png.ts'
import { typeset } from '../../src/text/index.ts'
import { painted } from '../oracle/paint.ts'
import { pngPicture } from '../oracle/picture.ts'
import { cases, inLongRun, type Random, random } from '../random.ts'
import { difference, randomScene } from './random-scene.ts'
import { labels } from './sample-labels.ts'

/** The grids of a few scenes, each at any place: one may be beside another, above it and over it. */
function scatteredScene(r: Random): SymbolScene {
  const scene = randomScene(r)
  const marks = Array.from({ length: r.between(1, 3) }, () => {
    const [x, y] = [r.between(0, 500), r.between(0, 60)]
    const moved = (mark: ModulesMark): ModulesMark => ({
      ...mark,
      xs: mark.xs.map((edge) => edge + x),
      ys: mark.ys.map((edge) => edge + y),
    })
    return randomScene(r).marks.map(moved)
  }).flat()
  const width = Math.max(...marks.map(({ xs }) => xs.at(-1)!)) + r.between(0, 40)
  const height = Math.max(...marks.map(({ ys }) => ys.at(-1)!)) + r.between(0, 5)
  return { ...scene, width, height, turn: 'N', marks }
}

t.test('a PNG shows every dot of marks at any place', inLongRun, async (t) => {
  const r = random('strips')
  const faults: string[] = []
  for (let i = 0; i < cases(200); i++) {
    const scene = scatteredScene(r)
    const inPng = difference(pngPicture(png(scene)), painted(scene))
    if (inPng) faults.push(`${i} png: ${inPng}`)
  }
  t.same(faults, [])
})

t.test('a PNG shows every dot of a text, however the text and the scene are turned', async (t) => {
  const r = random('texts')
  const faults: string[] = []
  for (const textTurn of turns) {
    for (const turn of turns) {
      const [width, height] = [r.between(300, 400), r.between(300, 400)]
      const text = r.text('abcdefgjpqyÄ0123456789 /', 8)
      const at = { line: typeset(text, { face: 'sans', size: r.between(10, 30) }), turn: textTurn }
      const marks = [0, 1].map(() => ({ kind: 'text', ...at, x: r.between(140, 160), y: r.between(140, 160) }) as const)
      const scene = { ...randomScene(r), width, height, turn, marks }
      const fault = difference(pngPicture(png(scene)), painted(scene))
      if (fault) faults.push(`${textTurn} in ${turn}: ${fault}`)
    }
  }
  t.same(faults, [])
})

t.test('a PNG is 1-bit greyscale, says its resolution, and is the same at every run', async (t) => {
  const perMetre = { 152: 6000, 180: 7087, 203: 8000, 300: 11811, 360: 14173, 600: 23622 }
  for (const dpi of dpis) {
    const scene = { ...randomScene(random('one')), resolution: resolutions[dpi] }
    const bytes = Buffer.from(png(scene))
    t.equal(bytes.toString('latin1', 12, 16), 'IHDR')
    t.same([...bytes.subarray(24, 29)], [1, 0, 0, 0, 0])
    const physical = bytes.indexOf('pHYs')
    t.equal(bytes.readUInt32BE(physical + 4), perMetre[dpi])
    t.equal(bytes.readUInt32BE(physical + 8), perMetre[dpi])
    t.equal(bytes[physical + 12], 1)
    t.same(bytes, Buffer.from(png(scene)))
  }
})

t.test('a PNG with a byte for each dot shows the same', inLongRun, async (t) => {
  for (let i = 0; i < 20; i++) {
    const scene = randomScene(random(`bytes ${i}`))
    const bytes = Buffer.from(png(scene, 8))
    t.same([...bytes.subarray(24, 29)], [8, 0, 0, 0, 0])
    t.same(pngPicture(bytes), pngPicture(png(scene)))
  }
})

t.test('the checksum of a chunk is that of zlib', async (t) => {
  const r = random('checksums')
  const bytes = Uint8Array.from({ length: 300 }, () => r.between(0, 255))
  t.equal(crc32(Buffer.from('123456789')), 0xcbf43926, 'the check value of the catalogue of CRC algorithms')
  const faults = Array.from(bytes.keys(), (length) => bytes.subarray(0, length)).filter(
    (part) => crc32(part) !== zlibCrc32(part),
  )
  t.same(faults, [])
})

const limits = { maxPixels: 25_000_000 }
const address = 'https://example.org/p/0123456789abcdef'
/** Text without repetitions, which fills a large symbol. */
const long = Array.from({ length: 1500 }, (_, i) => String.fromCharCode(33 + ((i * i * 31 + i * 7) % 89))).join('')

const barcodes: Readonly<Record<string, Pick<BarcodeRequest, 'type' | 'text'> & Partial<BarcodeRequest>>> = {
  'EAN-13': { type: 'ean13', text: '5901234123457', includetext: true },
  'Code 39': { type: 'code39', text: 'QZ-0001' },
  'Code 128': { type: 'code128', text: '01234567890123456789' },
  'Code 128, turned': { type: 'code128', text: '01234567890123456789', rotate: 'R', includetext: true },
  'QR v1, a dot a module': { type: 'qr', text: 'QZ-0001', scale: 1 },
  'QR v3': { type: 'qr', text: address },
  'QR v3, large': { type: 'qr', text: address, scale: 10 },
  'QR v40': { type: 'qr', text: long, version: 40 },
  'QR v40, a dot a module': { type: 'qr', text: long, version: 40, scale: 1 },
  'QR v40, large': { type: 'qr', text: long, version: 40, scale: 10 },
  'Data Matrix': { type: 'datamatrix', text: '01234567890123456789' },
  'Data Matrix, large': { type: 'datamatrix', text: long },
}

const sheet = { size: '4x6', orientation: 'landscape', qty: 1, showtext: true } as const

/** How many bytes zlib's level 6 makes of the rows with the better of the filters None and Up (ISO/IEC 15948:2004, 9.2). */
function fewestBytes(png: Uint8Array): number {
  const { width, height, grey } = pngPicture(png)
  const length = 1 + Math.ceil(width / 8)
  const none = new Uint8Array(length * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) none[length * y + 1 + (x >> 3)]! |= grey[width * y + x]! && 0x80 >> (x & 7)
  }
  const up = none.map((byte, at) => (at % length === 0 ? 2 : byte - (none[at - length] ?? 0)))
  return Math.min(...[none, up].map((rows) => deflateSync(rows, { level: 6 }).length))
}

/** The bytes of PNG besides its deflated data: signature, IHDR, pHYs, and what is around the data and of IEND. */
const framing = 8 + 25 + 21 + 12 + 12

t.test('a PNG has at most a tenth more than zlib makes of its rows, whatever it shows', inLongRun, async (t) => {
  const pictures = [
    ...Object.entries(barcodes).map(([name, asked]) => {
      const request = { format: 'png', includetext: false, scale: 3, height: 15, rotate: 'N', ...asked } as const
      return [name, drawBarcode(request, limits).bytes] as const
    }),
    ...(['203', '300', '600'] as const).flatMap((dpi) =>
      Object.entries(labels).map(([name, asked]) => {
        const { bytes } = drawLabel({ ...sheet, ...asked, dpi, format: 'png' }, limits)
        return [`${name}, ${dpi} dpi`, bytes] as const
      }),
    ),
  ]
  for (const [name, bytes] of pictures) {
    const [actual, least] = [bytes.length - framing, fewestBytes(bytes)]
    t.ok(actual <= 1.1 * least, `${name}: ${actual} bytes, zlib ${least}`)
  }
})
