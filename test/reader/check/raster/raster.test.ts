import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { PNG } from 'pngjs'
import t from 'tap'
import { isRaster, type Picture, PictureError, rasterPages } from '../../../../src/reader/check/index.ts'
import { forAll, inLongRun } from '../../../random.ts'

interface Page {
  readonly width: number
  readonly height: number
  /** PWG 5102.4, table 6. */
  readonly space: number
  readonly bits: 1 | 8 | 24
  readonly dpi?: number
  /** The bytes of each line. */
  readonly lines: readonly Uint8Array[]
}

/** The header of a page, by the offsets of PWG 5102.4-2012, table 4. */
function pwgHeader({ width, height, space, bits, dpi = 203, lines }: Page): Buffer {
  const bytes = Buffer.alloc(1796)
  bytes.write('PwgRaster')
  const numbers = {
    276: dpi,
    280: dpi,
    372: width,
    376: height,
    384: bits === 1 ? 1 : 8,
    388: bits,
    392: lines[0]!.length,
  }
  for (const [at, value] of Object.entries({ ...numbers, 400: space, 420: bits === 24 ? 3 : 1 }))
    bytes.writeUInt32BE(value, Number(at))
  return bytes
}

/** The lines of a page, packed as simply as 4.4 allows: lines that are equal together, pixels that are equal together. */
function packed({ lines, bits }: Page): Buffer {
  const size = bits === 24 ? 3 : 1
  const parts: Buffer[] = []
  for (let y = 0; y < lines.length; ) {
    const line = Buffer.from(lines[y]!)
    let repeats = 1
    while (repeats < 256 && y + repeats < lines.length && line.equals(lines[y + repeats]!)) repeats++
    parts.push(Buffer.of(repeats - 1))
    const pixels = Array.from({ length: line.length / size }, (_, i) => line.subarray(i * size, (i + 1) * size))
    for (let x = 0; x < pixels.length; ) {
      let same = 1
      while (same < 128 && pixels[x + same]?.equals(pixels[x]!)) same++
      if (same > 1 || x + 1 === pixels.length) parts.push(Buffer.of(same - 1), pixels[x]!)
      else {
        same = 2
        while (same < 128 && x + same < pixels.length && !pixels[x + same]!.equals(pixels[x + same - 1]!)) same++
        parts.push(Buffer.of(257 - same), ...pixels.slice(x, x + same))
      }
      x += same
    }
    y += repeats
  }
  return Buffer.concat(parts)
}

const pwg = (...pages: readonly Page[]): Buffer =>
  Buffer.concat([Buffer.from('RaS2'), ...pages.flatMap((page) => [pwgHeader(page), packed(page)])])

function urf(...pages: readonly Page[]): Buffer {
  const begin = Buffer.from('UNIRAST\0\0\0\0\0', 'latin1')
  begin.writeUInt32BE(pages.length, 8)
  const headers = pages.map(({ width, height, bits, dpi = 203 }) => {
    const header = Buffer.alloc(32)
    header.set([bits, bits === 24 ? 1 : 0, 1, 4])
    for (const [at, value] of [
      [12, width],
      [16, height],
      [20, dpi],
    ] as const)
      header.writeUInt32BE(value, at)
    return header
  })
  return Buffer.concat([begin, ...pages.flatMap((page, i) => [headers[i]!, packed(page)])])
}

/** The grey of a pixel, as the standard's table 6 has it. */
function greyAt({ lines, space, bits }: Page, x: number, y: number): number {
  const line = lines[y]!
  if (bits === 1) return ((line[x >> 3]! >> (7 - (x % 8))) & 1) === (space === 3 ? 1 : 0) ? 0 : 255
  return space === 3 ? 255 - line[x]! : line[x]!
}

t.test('vectors by hand', (t) => {
  // 10 x 3: two equal lines of a black pixel in white, then black to the end of the line by a code of its own
  const head = pwgHeader({ width: 10, height: 3, space: 18, bits: 8, lines: [new Uint8Array(10)] })
  const body = Buffer.from('01 02ff 0000 05ff 00 ff0001 80'.replaceAll(' ', ''), 'hex')
  const [page, ...others] = [...rasterPages(Buffer.concat([Buffer.from('RaS2'), head, body]))]
  t.same(others, [])
  const line = [255, 255, 255, 0, 255, 255, 255, 255, 255, 255]
  t.same([...page!.grey], [...line, ...line, 0, 1, ...Array(8).fill(255)])
  t.same(page!.resolution, { across: 8000, down: 8000 }, '203 dpi are 8 dots a millimetre')
  t.ok(isRaster(Buffer.from('RaS2')) && isRaster(Buffer.from('UNIRAST\0')) && !isRaster(Buffer.from('%PDF')))
  t.end()
})

const kinds = [
  [3, 1],
  [18, 1],
  [3, 8],
  [18, 8],
] as const

const pageOf = fc
  .record({
    kind: fc.constantFrom(...kinds),
    width: fc.integer({ min: 1, max: 300 }),
    rows: fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }),
    seed: fc.nat(255),
  })
  .map(({ kind: [space, bits], width, rows, seed }): Page => {
    const length = bits === 1 ? Math.ceil(width / 8) : width
    const made = (row: number): Uint8Array =>
      Uint8Array.from({ length }, (_, i) => (i % (row + 2) === 0 ? (i * seed) & 255 : row * 85))
    return { width, height: rows.length, space, bits, dpi: 300, lines: rows.map(made) }
  })

t.test('random pages', inLongRun, async (t) => {
  const equal = (page: Page, picture: Picture | undefined): boolean =>
    picture !== undefined &&
    [picture.width, picture.height].join() === [page.width, page.height].join() &&
    page.lines.every((_, y) =>
      Array.from({ length: page.width }, (_, x) => x).every(
        (x) => picture.grey[y * page.width + x] === greyAt(page, x, y),
      ),
    )
  await forAll([fc.array(pageOf, { minLength: 1, maxLength: 3 })], { count: 600 }, (pages) => {
    const read = [...rasterPages(pwg(...pages))]
    const greys = pages.filter(({ space, bits }) => space === 18 && bits === 8)
    const apples = greys.length === 0 ? [] : [...rasterPages(urf(...greys))]
    return (
      read.length === pages.length &&
      pages.every((page, i) => equal(page, read[i])) &&
      greys.every((page, i) => equal(page, apples[i]))
    )
  })
  t.pass()
})

t.test('colours', (t) => {
  const lines = [Uint8Array.of(255, 0, 0, 9, 9, 9, 0, 0, 255)]
  for (const file of [
    pwg({ width: 3, height: 1, space: 19, bits: 24, lines }),
    urf({ width: 3, height: 1, space: 19, bits: 24, lines }),
  ]) {
    const [{ grey, colours } = { grey: [], colours: undefined }] = rasterPages(file)
    t.same(
      colours?.map((plane) => [...plane]),
      [
        [255, 9, 0],
        [0, 9, 0],
        [0, 9, 255],
      ],
    )
    t.equal(grey[1], 9)
    t.ok(grey[0]! < 100 && grey[2]! < 100)
  }
  t.end()
})

t.test('what is damaged, or too large, is refused before it takes room', inLongRun, (t) => {
  const page: Page = { width: 16, height: 2, space: 18, bits: 8, lines: [new Uint8Array(16), new Uint8Array(16)] }
  const sound = pwg(page)
  const refused = (file: Uint8Array, message: RegExp, code = 'picture.unreadable'): void => {
    t.throws(() => [...rasterPages(file)], { name: 'PictureError', message, code })
  }
  for (let length = 4; length < sound.length; length += 97) refused(sound.subarray(0, length), /ends (within|before)/)
  const changed = (at: number, value: number): Buffer => {
    const bytes = Buffer.from(sound)
    bytes.writeUInt32BE(value, 4 + at)
    return bytes
  }
  refused(changed(372, 0), /no pixels|another length/)
  refused(changed(376, 0), /no pixels/)
  refused(changed(376, 0xffffffff), /pixels are more than the 25000000/, 'picture.limit')
  refused(changed(276, 0), /0 x 203 dpi/)
  refused(changed(392, 17), /another length/)
  refused(changed(396, 1), /color space 18 with 8 bits/)
  refused(changed(400, 6), /color space 6 with 8 bits a pixel; black_1/)
  refused(Buffer.concat([sound.subarray(0, 1800), Buffer.of(0, 127, 0)]), /longer than its page is wide within page 1/)
  refused(Buffer.from('%PDF'), /neither/)
  const white = pwg({ ...page, height: 1, lines: [page.lines[0]!] })
  const many = Buffer.concat([white, ...Array(200).fill(white.subarray(4))])
  refused(many, /more than 200 pages/, 'picture.limit')
  t.equal([...rasterPages(many.subarray(0, many.length - (white.length - 4)))].length, 200)
  const large: Page = { ...page, width: 4000, height: 6000, lines: [] }
  const tall = Buffer.concat([
    pwgHeader({ ...large, lines: [new Uint8Array(4000)] }),
    ...Array(24).fill(Buffer.of(255, 128)),
  ])
  refused(Buffer.concat([Buffer.from('RaS2'), ...Array(11).fill(tall)]), /250000000 pixels/, 'picture.limit')
  t.end()
})

t.test('random damage', async (t) => {
  const sound = pwg({ width: 20, height: 3, space: 3, bits: 1, lines: Array(3).fill(Uint8Array.of(1, 2, 255)) })
  await forAll(
    [fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 5 })],
    { count: 600 },
    (changes) => {
      const bytes = Buffer.from(sound)
      for (const [at, value] of changes) bytes[at] = value
      try {
        return [...rasterPages(bytes)].length > 0
      } catch (error) {
        return error instanceof PictureError
      }
    },
  )
  t.pass()
})

const program = `%!PS
<< /PageSize [144 72] >> setpagedevice
0 setgray 10 10 30 20 rectfill 0.4 setgray 60 20 40 30 rectfill 2 setlinewidth 0 0 moveto 144 72 lineto stroke showpage
0.7 setgray 3 3 20 50 rectfill showpage
`

function ghostscript(device: string, extension: string, ...more: readonly string[]): readonly Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-raster-'))
  try {
    writeFileSync(join(folder, 'page.ps'), program)
    const isPaged = extension === 'png'
    const output = join(folder, isPaged ? 'page%d.png' : `page.${extension}`)
    const options = ['-q', '-dNOPAUSE', '-dBATCH', '-r203', `-sDEVICE=${device}`, `-sOutputFile=${output}`, ...more]
    execFileSync('gs', [...options, join(folder, 'page.ps')], { stdio: 'pipe' })
    const names = isPaged ? ['page1.png', 'page2.png'] : [`page.${extension}`]
    return names.map((name) => readFileSync(join(folder, name)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const hasGhostscript = (() => {
  try {
    return execFileSync('gs', ['-h']).includes('pwgraster')
  } catch {
    return false
  }
})()

t.test(
  'what Ghostscript writes, beside its own PNG',
  { skip: (!hasGhostscript && 'gs missing') || inLongRun.skip },
  (t) => {
    const wanted = ghostscript('pnggray', 'png').map((file) => PNG.sync.read(file))
    const grey = ['-dcupsColorSpace=18', '-dcupsBitsPerColor=8']
    for (const [device, extension] of [
      ['pwgraster', 'pwg'],
      ['urf', 'urf'],
    ] as const) {
      const pages = [...rasterPages(ghostscript(device, extension, ...grey)[0]!)]
      t.equal(pages.length, 2)
      for (const [i, { width, height, data }] of wanted.entries()) {
        const page = pages[i]!
        t.same([page.width, page.height], [width, height])
        const different = [...page.grey].filter((value, at) => Math.abs(value - data[4 * at]!) > 1).length
        t.equal(different, 0, `${device}, page ${i + 1}`)
      }
    }
    const [bits] = rasterPages(ghostscript('pwgraster', 'pwg', '-dcupsColorSpace=3', '-dcupsBitsPerColor=1')[0]!)
    t.same([...new Set(bits!.grey)].sort(), [0, 255])
    t.end()
  },
)
