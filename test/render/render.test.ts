import { inflateSync, crc32 as zlibCrc32 } from 'node:zlib'
import PDFDocument from 'pdfkit'
import t from 'tap'
import '../draw.part.ts'
import '../test-page.part.ts'
import './printed.part.ts'
import './pdf-content.part.ts'
import './pdf-file.part.ts'
import './pdf-join.part.ts'
import './zpl.part.ts'
import { drawBarcode } from '../../src/draw.ts'
import { dpis, resolutions } from '../../src/layout/resolution.ts'
import { type ModulesMark, type SymbolScene, turns } from '../../src/layout/scene.ts'
import { ByteWriter, sharedWriter } from '../../src/render/bytes.ts'
import { crc32 } from '../../src/render/crc32.ts'
import { RowDeflater } from '../../src/render/deflate.ts'
import { paintRows } from '../../src/render/dot-rows.ts'
import { DynamicDeflater } from '../../src/render/dynamic-deflate.ts'
import { kerned, winAnsiBytes } from '../../src/render/helvetica.ts'
import { huffmanCode } from '../../src/render/huffman-code.ts'
import { modulesPainter } from '../../src/render/paint-modules.ts'
import { png } from '../../src/render/png.ts'
import { writeRows } from '../../src/render/png-file.ts'
import { svg } from '../../src/render/svg.ts'
import { symbolPng } from '../../src/render/symbol-png.ts'
import { symbolSvg } from '../../src/render/symbol-svg.ts'
import { typeset } from '../../src/text/index.ts'
import { darken, darkenSpan, lightMatrix, strideOf } from '../../symbologies/matrix/index.ts'
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

t.test('rows show every dot of marks at any place, and tell where they differ from those above', async (t) => {
  const r = random('strips')
  const faults: string[] = []
  for (let i = 0; i < cases(200); i++) {
    const scene = scatteredScene(r)
    const inPng = difference(pngPicture(png(scene)), painted(scene))
    if (inPng) faults.push(`${i} png: ${inPng}`)
    let above: Uint32Array = new Uint32Array(0)
    let y = 0
    paintRows({ ...scene, painters: scene.marks.map(modulesPainter) }, (dots, count, from, to) => {
      const row = dots?.slice(0, strideOf(scene.width)) ?? above
      const isElsewhere = (word: number, at: number): boolean => (at < from || at >= to) && word !== above[at]
      if (row.some(isElsewhere)) faults.push(`${i}: row ${y}, beside ${from} to ${to}`)
      above = row
      y += count
    })
    if (y !== scene.height) faults.push(`${i}: ${y} rows of ${scene.height}`)
  }
  t.same(faults, [])
})

t.test('a drawing without words is the same from the renderers that know no text', async (t) => {
  const r = random('symbols')
  for (let i = cases(100); i > 0; i--) {
    const scene = randomScene(r)
    t.same(symbolPng(scene), png(scene))
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

t.test('the checksum of a chunk is that of zlib, wherever it starts and ends', async (t) => {
  const r = random('checksums')
  const bytes = Uint8Array.from({ length: 300 }, () => r.between(0, 255))
  t.equal(crc32(Buffer.from('123456789'), 0, 9), 0xcbf43926, 'the check value of the catalogue of CRC algorithms')
  for (let from = 0; from < 20; from++) {
    const faults = Array.from({ length: 40 }, (_, length) => [from, from + length] as const).filter(
      ([start, end]) => crc32(bytes, start, end) !== zlibCrc32(bytes.subarray(start, end)),
    )
    t.same(faults, [])
  }
  t.equal(crc32(bytes, 0, 300), zlibCrc32(bytes))
})

t.test('rows go to the writer that is given, and to no other', async (t) => {
  const shared = sharedWriter()
  shared.ascii('kept')
  const own = new ByteWriter()
  const paint = (dots: Uint32Array, y: number): number => {
    darkenSpan(dots, y, y + 2)
    return y + 1
  }
  const painter = { box: { left: 0, top: 0, right: 3, bottom: 2 }, paint }
  writeRows(own, { width: 9, height: 2, painters: [painter] })
  t.same([...inflateSync(own.take())], [0, 0x3f, 0xff, 0, 0x9f, 0xff])
  t.equal(Buffer.from(shared.take()).toString(), 'kept')
})

t.test('what a writer has given stays as it is, whatever is written next', async (t) => {
  const r = random('given')
  const file = new ByteWriter()
  const sizes = [...Array.from({ length: cases(12, 4) }, () => r.between(1, 3_000_000)), 3_000_000, 5, 1_100_000, 5, 0]
  // as long as node makes it: 64 bytes more than Buffer.poolSize in node 26
  const pool = Buffer.allocUnsafe(1).buffer.byteLength
  const given = sizes.map((size, i): Uint8Array => {
    for (let left = size; left > 0; left -= 50_000) file.bytes(new Uint8Array(Math.min(left, 50_000)).fill(i + 1))
    return file.take()
  })
  for (const [i, bytes] of given.entries()) {
    t.ok(bytes.length === sizes[i] && bytes.every((byte) => byte === i + 1), `${bytes.length} bytes`)
    t.ok(bytes.buffer.byteLength <= Math.max(pool, 4 * bytes.length), 'and holds little more memory')
  }
})

t.test('deflated rows inflate to what was written', async (t) => {
  const r = random('rows')
  const file = new ByteWriter()
  const deflater = new RowDeflater()
  const faults: number[] = []
  for (let i = 0; i < cases(1000, 20); i++) {
    const rowLength = r.pick([
      1,
      2,
      3,
      r.between(4, 40),
      r.between(41, 600),
      i % 50 === 0 ? r.between(32760, 32780) : 9,
    ])
    deflater.begin(file, rowLength)
    const rows: Buffer[] = []
    for (let n = r.between(1, 8); n > 0; n--) {
      const kinds = r.between(1, 3)
      const row = Uint8Array.from({ length: rowLength }, () => r.pick([0, 255, r.between(0, 255)].slice(0, kinds)))
      const times = r.pick([1, 2, 3, r.between(1, 300), rowLength < 50 ? r.between(1, 90000) : 4])
      deflater.row.bytes.set(row)
      deflater.write(times)
      rows.push(Buffer.alloc(rowLength * times, row))
    }
    deflater.finish()
    if (!inflateSync(file.take()).equals(Buffer.concat(rows))) faults.push(i)
  }
  t.same(faults, [])
})

/** Writes rows, their repetitions with them or apart. */
function writeRepeated(
  deflater: Pick<RowDeflater, 'row' | 'write' | 'repeat'>,
  rows: readonly { readonly bytes: Uint8Array; readonly times: number }[],
  r: Random,
): void {
  for (const { bytes, times } of rows) {
    const atOnce = r.pick([times, r.between(1, times)])
    deflater.row.bytes.set(bytes)
    deflater.write(atOnce)
    if (atOnce < times) deflater.repeat(times - atOnce)
  }
}

/** The rows of a picture, which follows one whose last row was `above`: of each only what differs, and some bytes around it. */
function writtenInParts(
  deflater: DynamicDeflater,
  above: Uint8Array,
  rows: readonly { readonly bytes: Uint8Array; readonly times: number }[],
  file: ByteWriter,
  r: Random,
): Uint8Array {
  deflater.begin(above.length)
  for (const { bytes, times } of rows) {
    const differs = (at: number): boolean => bytes[at] !== above[at]
    const first = bytes.findIndex((_, at) => differs(at))
    const last = bytes.findLastIndex((_, at) => differs(at))
    const place = r.between(0, bytes.length)
    const from = r.between(0, first < 0 ? place : first)
    const to = r.between(last < 0 ? place : last + 1, bytes.length)
    deflater.row.bytes.set(bytes.subarray(from, to), from)
    deflater.write(times, from, to)
    above = bytes
  }
  deflater.finish(file)
  return file.take()
}

t.test('rows deflated with codes of their own inflate to what was written', async (t) => {
  const r = random('dynamic')
  const [file, fixed] = [new ByteWriter(), new ByteWriter()]
  const [deflater, fixedDeflater] = [new DynamicDeflater(), new RowDeflater()]
  const faults: unknown[] = []
  for (let i = 0; i < cases(1000, 20); i++) {
    const rowLength = r.pick([1, 2, 3, r.between(4, 40), r.between(41, 600), i % 50 === 0 ? 32768 : 9])
    const rows: { bytes: Uint8Array; times: number }[] = []
    let noise = 0
    for (let n = r.between(1, 30); n > 0; n--) {
      // skewed, so that the rarest of some bytes would have codes of more than 15 bits
      const byte = r.pick([() => 0, () => 255 >> r.between(0, 7), () => r.between(0, r.between(0, 255))])
      const above = rows.at(-1)?.bytes
      const bytes = Uint8Array.from({ length: rowLength }, (_, x) =>
        above !== undefined && r.between(0, 2) > 0 ? above[x]! : byte(),
      )
      rows.push({ bytes, times: r.pick([1, 1, 2, 3, r.between(1, 300)]) })
      noise += bytes.length
    }
    deflater.begin(rowLength)
    writeRepeated(deflater, rows, r)
    deflater.finish(file)
    const packed = file.take()
    const wanted = Buffer.concat(rows.map(({ bytes, times }) => Buffer.alloc(rowLength * times, bytes)))
    if (!inflateSync(packed).equals(wanted)) faults.push([i, rowLength])
    fixedDeflater.begin(fixed, rowLength)
    writeRepeated(fixedDeflater, rows, r)
    fixedDeflater.finish()
    // the head with the codes takes up to 160 bytes
    if (packed.length > fixed.take().length + 160) faults.push([i, rowLength, noise, packed.length])
    // a picture that goes on with the last row of the one before
    const times = r.between(1, 300)
    deflater.begin(rowLength)
    deflater.repeat(times)
    deflater.finish(file)
    const last = rows.at(-1)!.bytes
    const again = Buffer.alloc(rowLength * times, last)
    if (!inflateSync(file.take()).equals(again)) faults.push([i, rowLength, times])
    const inParts = writtenInParts(deflater, last, rows, file, r)
    deflater.begin(rowLength)
    for (const { bytes, times } of rows) {
      deflater.row.bytes.set(bytes)
      deflater.write(times)
    }
    deflater.finish(file)
    if (!Buffer.from(inParts).equals(file.take())) faults.push([i, rowLength, 'parts'])
  }
  t.same(faults, [])
})

t.test('the part of a row that changed is not taken for a row of the next picture', async (t) => {
  const r = random('parts')
  const file = new ByteWriter()
  const deflater = new DynamicDeflater()
  const anyBytes = (length: number): Uint8Array => Uint8Array.from({ length }, () => r.between(0, 255))
  const [whole, part, next] = [anyBytes(100), anyBytes(60), anyBytes(60)]
  deflater.begin(100)
  deflater.row.bytes.set(whole)
  deflater.write(1)
  deflater.row.bytes.set(part)
  deflater.write(1, 0, 60)
  deflater.finish(file)
  t.same([...inflateSync(file.take())], [...whole, ...part, ...whole.subarray(60)])
  deflater.begin(60)
  deflater.row.bytes.set(next)
  deflater.write(2)
  deflater.finish(file)
  t.same([...inflateSync(file.take())], [...next, ...next])
})

t.test('codes take the fewest bits that their longest allows', async (t) => {
  const r = random('codes')
  const faults: unknown[] = []
  const judged = (counts: Uint32Array, longest: number, least: (counts: number[]) => number): void => {
    const { lengths, codes } = huffmanCode(counts, longest)
    const used = [...counts].filter((count) => count > 0).sort((a, b) => a - b)
    const words = [...codes].flatMap((code, symbol) => {
      const length = lengths[symbol]!
      return length === 0 ? [] : [[...(code + 2 ** length).toString(2).slice(1)].reverse().join('')]
    })
    words.sort()
    const bits = lengths.reduce((sum, length, symbol) => sum + length * counts[symbol]!, 0)
    if (words.length !== used.length || words.some((word) => word.length > longest)) faults.push(['lengths', counts])
    if (words.some((word, at) => words[at + 1]?.startsWith(word))) faults.push(['no prefix code', counts])
    if (bits !== least(used)) faults.push([bits, least(used), counts, longest])
  }
  for (let i = 0; i < cases(500); i++) {
    judged(
      Uint32Array.from({ length: r.between(2, 286) }, () => r.between(0, 9)),
      15,
      unlimitedBits,
    )
    // powers, whose codes would be as long as there are symbols
    const few = Uint32Array.from({ length: r.between(2, 7) }, (_, at) => r.pick([0, 1, r.between(1, 20), 3 ** at]))
    const longest = r.between(3, 5)
    judged(few, longest, (counts) => fewestBits(counts, longest))
  }
  t.same(faults, [])
  t.same([...huffmanCode(Uint32Array.of(0, 7, 0), 15).lengths], [0, 1, 0], 'one symbol alone')
  t.same([...huffmanCode(new Uint32Array(3), 15).lengths], [0, 0, 0], 'none')
})

/** Huffman's algorithm, in which codes may have any length. */
function unlimitedBits(counts: number[]): number {
  let bits = counts.length === 1 ? counts[0]! : 0
  const left = [...counts]
  while (left.length > 1) {
    left.sort((a, b) => a - b)
    const both = left.shift()! + left.shift()!
    bits += both
    left.push(both)
  }
  return bits
}

/** By trying all lengths for which there is a prefix code. @param counts  sorted, the least first */
function fewestBits(counts: readonly number[], longest: number): number {
  let fewest = counts.length === 0 ? 0 : Number.POSITIVE_INFINITY
  const given = (at: number, length: number, room: number, bits: number): void => {
    if (at === counts.length) {
      fewest = Math.min(fewest, bits)
      return
    }
    // a rarer symbol has no shorter code
    for (let each = length; each >= 1; each--) {
      const rest = room - 2 ** (longest - each)
      if (rest >= 0) given(at + 1, each, rest, bits + each * counts[at]!)
    }
  }
  given(0, longest, 2 ** longest, 0)
  return fewest
}

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
  for (const number of numbers) writer.spaced(number)
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
    const { width } = kerned(winAnsiBytes(text)!)
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
