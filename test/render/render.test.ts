import { crc32 as zlibCrc32 } from 'node:zlib'
import PDFDocument from 'pdfkit'
import t from 'tap'
import '../draw.part.ts'
import '../test-page.part.ts'
import './printed.part.ts'
import './file-sizes.part.ts'
import './pdf-content.part.ts'
import './pdf-file.part.ts'
import './pdf-join.part.ts'
import './zpl.part.ts'
import { drawBarcode } from '../../src/draw.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { type ModulesMark, type SymbolScene, turns } from '../../src/layout/scene.ts'
import { png } from '../../src/render/deflate.ts'
import { paint } from '../../src/render/paint.ts'
import { paintSymbol } from '../../src/render/paint-modules.ts'
import { kerningOf, winAnsiBytes } from '../../src/render/pdf-content.ts'
import { crc32 } from '../../src/render/png.ts'
import { svg } from '../../src/render/svg.ts'
import { ByteWriter, symbolSvg } from '../../src/render/symbol-svg.ts'
import { typeset } from '../../src/text/index.ts'
import { darken, lightMatrix } from '../../symbologies/matrix/index.ts'
import { painted } from '../oracle/paint.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import type { Picture } from '../oracle/zxing.ts'
import { cases, type Random, random } from '../random.ts'
import { pdfContents } from './pdf-contents.ts'

/** A few grids of random modules with rows and columns of different sizes, not overlapping. */
function randomScene(r: Random): SymbolScene {
  const marks = []
  let top = r.between(0, 9)
  let width = 0
  for (let i = r.between(1, 3); i > 0; i--) {
    const matrix = lightMatrix(r.between(1, 100), r.between(1, 12))
    const darkness = r.between(0, 4)
    for (let y = 0; y < matrix.height; y++) {
      for (let x = 0; x < matrix.width; x++) if (r.between(1, 4) <= darkness) darken(matrix, x, y)
    }
    const xs = risingFrom(r.between(0, 50), matrix.width, r)
    const ys = risingFrom(top, matrix.height, r)
    top = ys.at(-1)! + r.between(0, 5)
    width = Math.max(width, xs.at(-1)! + r.between(0, 40))
    marks.push({ kind: 'modules', matrix, xs, ys } as const)
  }
  const resolution = resolutions[r.pick(dpis)]
  const points = 72 / resolution.perInch
  const paper = { width: width * points, height: top * points }
  const turn = r.pick(turns)
  return {
    width,
    height: top,
    resolution,
    paper,
    turn,
    marks,
    title: 'x',
    module: 1,
    barHeight: 0,
    cut: [],
  }
}

function risingFrom(start: number, steps: number, r: Random): number[] {
  const result = [start, ...Array<number>(steps).fill(0)]
  for (let i = 1; i <= steps; i++) result[i] = result[i - 1]! + r.between(1, 6)
  return result
}

function difference(actual: Picture, wanted: Picture): string | undefined {
  if (actual.width !== wanted.width || actual.height !== wanted.height) return 'size'
  const at = wanted.grey.findIndex((grey, i) => actual.grey[i] !== grey)
  return at < 0 ? undefined : `pixel ${at % wanted.width}, ${Math.floor(at / wanted.width)}`
}

t.test('PNG and SVG show every dot of the scene, in any turn', async (t) => {
  const r = random('scenes')
  const faults: string[] = []
  for (let i = 0; i < cases(400); i++) {
    const scene = randomScene(r)
    const wanted = painted(scene)
    const inPng = difference(pngPicture(png(scene)), wanted)
    const inSvg = difference(svgPicture(svg(scene)), wanted)
    if (inPng) faults.push(`${i} png ${scene.turn}: ${inPng}`)
    if (inSvg) faults.push(`${i} svg ${scene.turn}: ${inSvg}`)
  }
  t.same(faults, [])
})

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

t.test('a PNG shows every dot of marks at any place', async (t) => {
  const r = random('strips')
  const faults: string[] = []
  for (let i = 0; i < cases(200); i++) {
    const scene = scatteredScene(r)
    const inPng = difference(pngPicture(png(scene)), painted(scene))
    if (inPng) faults.push(`${i} png: ${inPng}`)
  }
  t.same(faults, [])
})

t.test('a drawing without words is the same from the renderers that know no text', async (t) => {
  const r = random('symbols')
  for (let i = cases(100); i > 0; i--) {
    const scene = randomScene(r)
    t.same(paintSymbol(scene), paint(scene))
    for (const isSized of [false, true]) t.same(symbolSvg(scene, isSized), svg(scene, isSized))
  }
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
  const perMetre = { 152: 6000, 203: 8000, 300: 11811, 600: 23622 }
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

t.test('the checksum of a chunk is that of zlib', async (t) => {
  const r = random('checksums')
  const bytes = Uint8Array.from({ length: 300 }, () => r.between(0, 255))
  t.equal(crc32(Buffer.from('123456789')), 0xcbf43926, 'the check value of the catalogue of CRC algorithms')
  const faults = Array.from(bytes.keys(), (length) => bytes.subarray(0, length)).filter(
    (part) => crc32(part) !== zlibCrc32(part),
  )
  t.same(faults, [])
})

t.test('what a writer has given stays as it is, whatever is written next', async (t) => {
  const r = random('given')
  const file = new ByteWriter()
  const sizes = [...Array.from({ length: cases(12, 4) }, () => r.between(1, 3_000_000)), 3_000_000, 5, 1_100_000, 5, 0]
  const given = sizes.map((size, i): Uint8Array => {
    for (let left = size; left > 0; left -= 50_000) file.bytes(new Uint8Array(Math.min(left, 50_000)).fill(i + 1))
    return file.take()
  })
  for (const [i, bytes] of given.entries()) {
    t.ok(bytes.length === sizes[i] && bytes.every((byte) => byte === i + 1), `${bytes.length} bytes`)
    t.ok(bytes.buffer.byteLength <= 4 * bytes.length, 'and holds little more memory')
  }
})

t.test('a linear symbol has a rectangle for each bar in a PDF, in any turn', async (t) => {
  const request = {
    type: 'code128',
    text: 'QUIETZONE',
    format: 'pdf',
    includetext: false,
    scale: 2,
    height: 15,
  } as const
  for (const rotate of turns) {
    const [content] = pdfContents(drawBarcode({ ...request, rotate }, { maxPixels: 1e6 }).bytes)
    // start, nine characters and check, and stop, which has a fourth bar
    t.equal(content!.match(/ re$/gm)?.length, 3 * 11 + 4, rotate)
  }
})

t.test('whole numbers are written as String writes them', async (t) => {
  const r = random('numbers')
  const writer = new ByteWriter()
  const numbers = [
    0,
    -0,
    9,
    10,
    99,
    100,
    2 ** 31 - 1,
    1 - 2 ** 31,
    ...Array.from({ length: 500 }, (_, i) => r.between(-(2 ** (i % 31)), 2 ** (i % 31) - 1)),
  ]
  for (const number of numbers) {
    writer.integer(number)
    writer.ascii(' ')
  }
  t.equal(Buffer.from(writer.take()).toString(), `${numbers.join(' ')} `)
})

t.test('Helvetica is as wide and as kerned as pdfkit says, and spelled as iconv does', async (t) => {
  const r = random('helvetica')
  const document = new PDFDocument({ font: 'Helvetica' }).fontSize(1000)
  const ascii = Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('')
  const latin = Array.from({ length: 96 }, (_, i) => String.fromCharCode(0xa0 + i)).join('')
  const faults: string[] = []
  for (let i = 0; i < cases(500); i++) {
    const text = r.text(`${ascii}${latin}AVTWYoyAVTWYoy€‚„…‰ŠŒŽ‘’“”•–—™šœžŸ`, r.between(1, 30))
    const { width } = kerningOf(text)
    if (Math.abs(width - document.widthOfString(text)) > 0.01) faults.push(text)
  }
  t.same(faults, [])
  // printf '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ' | iconv -f UTF-8 -t WINDOWS-1252 | xxd -p
  const upper = '8082838485868788898a8b8c8e9192939495969798999a9b9c9e9f'
  t.equal(Buffer.from(winAnsiBytes('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ')!).toString('hex'), upper)
  t.same(winAnsiBytes(ascii), Buffer.from(ascii, 'latin1'))
  t.same(winAnsiBytes(latin), Buffer.from(latin, 'latin1'))
  for (const text of ['\u0000', '\u007f', '\u0081', '\u009f', 'Ł', '倉', '\ud83d\ude00'])
    t.equal(winAnsiBytes(text), undefined)
})

t.test('a title holds any text, escaped', async (t) => {
  const scene = { ...randomScene(random('title')), title: '<&>"\u0000\u001f\u007f\ud800\uffff 倉庫' }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(svg(scene))
  t.match(text, '<title>&lt;&amp;&gt;"   \ufffd\ufffd 倉庫</title>')
})
