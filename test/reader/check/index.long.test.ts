import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import t from 'tap'
import { drawBarcode } from '../../../src/draw.ts'
import { checked, Effort } from '../../../src/reader/check/index.ts'
import { root } from '../../../src/root.ts'
import { encode, rowsOf } from '../../../symbologies/index.ts'
import { random } from '../../random.ts'
import { assertNoExcess, most, mostStepsFor, reportOn } from './excesses.ts'
import { hostileKinds, hostilePng } from './hostile-pngs.ts'
import { barsPicture, rowsPicture } from './paint.ts'
import { offGrid } from './photo/field.ts'
import { chunk, pngOf, signature } from './png-writer.ts'

t.test('hostile PNGs: a verdict on each, for a bounded amount of work', () =>
  assertNoExcess(hostileKinds.slice(0, hostileKinds.length / 2)),
)

t.test('what is too much of a PNG is refused, with what is accepted and what to do', async (t) => {
  const plan = { width: 4, height: 4, depth: 1, colourType: 0 }
  const rows = Buffer.alloc(2 * 4)
  const empty = (count: number): Buffer => Buffer.concat(new Array<Buffer>(count).fill(chunk('IDAT', Buffer.alloc(0))))
  const symbol = pngOf(plan, rows)
  const zeros = (width: number, height: number, depth: number, colourType: number): Buffer =>
    pngOf({ width, height, depth, colourType }, Buffer.alloc(1))
  const files: Record<string, Buffer> = {
    '50001 chunks are more than the 50000 that are read; save the picture again with another program': Buffer.concat([
      symbol.subarray(0, 33),
      empty(50_000),
      symbol.subarray(33),
    ]),
    '25010000 pixels are more than the 25000000 that are read; crop the picture to the symbol': zeros(5002, 5000, 1, 0),
    '2300001 pixels in a line are more than the 2300000 that are read; crop the picture to the symbol': zeros(
      1,
      2_300_001,
      1,
      0,
    ),
    '40011000 bytes of unpacked rows are more than the 40000000 that are read; save the picture in shades of grey':
      zeros(1667, 3000, 16, 6),
  }
  for (const [message, file] of Object.entries(files)) {
    t.match((await reportOn(file)).report, { verdict: 'unreadable', findings: [{ code: 'picture.limit', message }] })
  }
  const palette = { ...plan, depth: 8, colourType: 3, palette: new Array<number>(3 * 257).fill(0) }
  t.match((await reportOn(pngOf(palette, Buffer.alloc(20)))).report.findings, [{ message: 'a damaged PNG' }])
  t.equal((await reportOn(Buffer.concat([symbol.subarray(0, 33), empty(40_000), symbol.subarray(33)]))).pixels, 16)
})

t.test('a decompression bomb is unpacked no further than its header requires', async (t) => {
  const header = pngOf({ width: 50, height: 50, depth: 8, colourType: 0 }, Buffer.alloc(1)).subarray(8, 33)
  const bomb = deflateSync(Buffer.alloc(2 ** 28))
  const file = Buffer.concat([signature, header, chunk('IDAT', bomb), chunk('IEND', Buffer.alloc(0))])
  const before = process.memoryUsage().rss
  t.match((await reportOn(file)).report.findings, [{ message: 'the picture is of one colour' }])
  t.ok(process.memoryUsage().rss - before < 200e6, 'what nobody asked for is not held')
})

t.test('stripes of a drawing: each line costs as much as its pixels', async (t) => {
  // 1.2 million edges a line, in a file of some hundred bytes; a line with a bar too many is tried with many lengths
  for (const edges of [2_300_000, 140_001, 141_004, 20_007]) {
    const picture = barsPicture(new Array<number>(edges - 1).fill(1), { left: 0, right: 0, height: 2 })
    const effort = new Effort()
    const { report } = checked(picture, { isDrawn: true }, effort)
    t.equal(report.verdict, 'unreadable')
    t.ok(effort.steps <= 10 * picture.grey.length, `${effort.steps} steps for ${picture.grey.length} pixels`)
  }
})

t.test('parts that were left out are told of', async (t) => {
  // squares with ever wider gaps join to thousands of parts
  const marks = new Set(
    Array.from({ length: 60 }, (_, i) => 10 * i + (i * (i - 1)) / 2).flatMap((at) => [...range(at, 10)]),
  )
  const side = 2400
  const grey = Uint8Array.from({ length: side * side }, (_, i) =>
    marks.has(i % side) && marks.has(Math.floor(i / side)) ? 0 : 255,
  )
  const effort = new Effort()
  const { report } = checked({ width: side, height: side, grey }, {}, effort)
  t.match(report.findings, [{ code: 'picture.limit', message: /no symbol .* was found; .* crop it to the symbol/ }])
  t.ok(effort.skipped > 0)
  t.ok(effort.steps <= mostStepsFor(side * side))
})

t.test('grids of squares, finder patterns and bars: the bars of some rows are read', async (t) => {
  const side = 4900
  const inSquare = (x: number, y: number): boolean => x % 10 < 7 && y % 10 < 7
  const ring = (x: number, y: number): number => Math.max(Math.abs((x % 10) - 3), Math.abs((y % 10) - 3))
  const repeated = (row: string) => (x: number, y: number) => y % 40 < 30 && row[x % row.length] === '1'
  const ean = rowsOf(encode('ean13', '590123412345').matrix)[0]!
  const grids: Record<string, (x: number, y: number) => boolean> = {
    squares: (x, y) => inSquare(x, y) && ring(x, y) === 3,
    finders: (x, y) => inSquare(x, y) && ring(x, y) !== 2,
    guards: repeated('1010000000'),
    symbols: repeated(`${ean}${'0'.repeat(12)}`),
    'add-ons': repeated('10110001101010010010000000'),
  }
  for (const [name, isDark] of Object.entries(grids)) {
    const grey = new Uint8Array(side * side)
    for (let y = 0; y < side; y++) for (let x = 0; x < side; x++) grey[y * side + x] = isDark(x, y) ? 0 : 255
    const effort = new Effort()
    const { report } = checked({ width: side, height: side, grey }, {}, effort)
    // as in a photo, some of the symbols are read, and nothing else
    if (name === 'symbols') {
      t.ok(report.symbols.length > 8, name)
      for (const { symbology, text } of report.symbols) t.equal(`${symbology} ${text}`, 'ean13 5901234123457', name)
      t.same(offGrid(report, 1), [], 'each has the corners of one symbol')
    }
    if (name !== 'symbols')
      t.match(report.findings, [{ code: 'picture.limit', message: /crop it to the symbol$/ }], name)
    t.ok(effort.steps <= mostStepsFor(side * side), `${name}: ${effort.steps} steps`)
    t.ok(effort.tried <= 10e6, `${name}: ${effort.tried} comparisons`)
  }
})

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i)

t.test('findings of one rule, and the words of one message, are bounded', (t) => {
  const r = random('many faults')
  const rows = rowsOf(encode('qr', 'A', { version: 40, level: 'H' }).matrix)
  const noisy = rows.map((row, y) =>
    Array.from(row, (module, x) => (x > 9 && y > 9 && r.between(0, 49) === 0 ? 1 - Number(module) : module)).join(''),
  )
  const { findings } = checked(rowsPicture(noisy, { dots: 1 })).report
  const wrong = findings.filter(({ code }) => code === 'qr.errorcorrection')
  t.equal(wrong.length, 250)
  t.match(wrong[249]!.message, /^\d+ more of this kind$/)

  const carried = `${'a'.repeat(500)}b`
  const other = checked(rowsPicture(rowsOf(encode('qr', carried).matrix)), {
    text: `${'a'.repeat(500)}c${'d'.repeat(1e6)}`,
  })
  const [text] = other.report.findings.filter(({ code }) => code === 'qr.text')
  t.equal(
    text!.message,
    `the symbol carries "${'a'.repeat(80)}…", not "${'a'.repeat(80)}…"; they differ from character 501 on`,
  )
  t.end()
})

t.test('the largest symbols that the service draws are read', async (t) => {
  const mixed = random('largest').text('ABCabc12\x01\x02', 7089)
  for (const [type, text, scale, height] of [
    ['qr', '7'.repeat(7089), 10, 15],
    ['datamatrix', '7'.repeat(3116), 10, 15],
    ['code128', mixed, 10, 1],
    ['code128', mixed, 1, 15],
    ['code39', 'A-1'.repeat(2363), 10, 1],
    ['code39', 'A-1'.repeat(2363), 1, 15],
  ] as const) {
    const drawing = { format: 'png', includetext: false, scale, height, rotate: scale === 1 ? 'R' : 'N' } as const
    const { bytes } = drawBarcode({ type, text, ...drawing }, { maxPixels: 25e6 })
    const { report, effort } = await reportOn(bytes)
    t.match(report, { symbology: type, text, verdict: 'conforming' }, `${type}, scale ${scale}`)
    t.ok(effort.steps <= mostStepsFor(25e6))
  }
})

t.test('by the command line: hostile files, and one without an end', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hostile-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const run = (path: string): { status: number | null; stdout: string; stderr: string } =>
    spawnSync(process.execPath, [join(root, 'build/program/cli.js'), 'check', path, '--json'], {
      encoding: 'utf8',
      timeout: 60_000,
      maxBuffer: 1e8,
    })
  const r = random('hostile files')
  for (let i = 0; i < hostileKinds.length; i++) {
    const { kind, file } = hostilePng(i, r, most)
    const path = join(folder, `${kind}.png`)
    writeFileSync(path, file)
    const { status, stdout, stderr } = run(path)
    t.equal(stderr, '', kind)
    t.ok([0, 1, 2].includes(status ?? -1), `${kind}: ends by itself`)
    t.same(JSON.parse(stdout), { file: path, ...JSON.parse(JSON.stringify((await reportOn(file)).report)) }, kind)
  }
  const { status, stdout } = run('/dev/zero')
  t.equal(status, 2)
  t.match(JSON.parse(stdout).findings, [{ code: 'picture.limit', message: /bytes are more than the 25000000/ }])
})
