import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../../src/root.ts'
import { cases, inLongRun, type Random, random } from '../random.ts'
import { brotherPages, dymoLabels, escposStrips, pictureOf } from './byte-printers.ts'
import { cpclLabels, eplLabels, tsplLabels } from './text-printers.ts'
import type { Picture } from './zxing.ts'

const filters = '/usr/lib/cups/filter'
const absent = (name: string): string | false => !existsSync(join(filters, name)) && `${name} of CUPS missing`

const tools = createRequire(join(root, 'test/package/package.json'))
const without = (name: string): string | false => {
  try {
    tools.resolve(name)
    return false
  } catch {
    return `not installed: npm ci --prefix test/package`
  }
}

/** Dots at random, with one in each corner, so that no edge is left out. */
function anyPicture(r: Random, width: number, height: number): Picture {
  const grey = Uint8Array.from({ length: width * height }, () => (r.between(0, 2) === 0 ? 0 : 255))
  for (const at of [0, width - 1, width * (height - 1), width * height - 1]) grey[at] = 0
  return { width, height, grey }
}

const isSame = (a: Picture, b: Picture): boolean =>
  a.width === b.width && a.height === b.height && Buffer.compare(a.grey, b.grey) === 0

/** Rows of bytes, most significant bit left. @param black  the value of a dark dot; the others are what rows are padded with */
function packedRows({ width, height, grey }: Picture, black: 0 | 1): Buffer {
  const rowLength = Math.ceil(width / 8)
  const bytes = Buffer.alloc(rowLength * height, black === 1 ? 0 : 255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (grey[y * width + x] === 0) bytes[y * rowLength + (x >> 3)]! ^= 0x80 >> (x & 7)
  }
  return bytes
}

/** A page of CUPS raster, version 1, of one bit a dot in which 1 is black: CUPS' "Raster Format", cups_page_header_t. */
function cupsRaster(picture: Picture, dpi: number): Buffer {
  const { width, height } = picture
  const header = Buffer.alloc(420)
  const number = (index: number, value: number): unknown => header.writeUInt32BE(value, 256 + 4 * index)
  for (const at of [5, 6]) number(at, dpi)
  number(21, 1)
  for (const [i, dots] of [width, height].entries()) number(24 + i, Math.round((dots * 72) / dpi))
  for (const [i, value] of [width, height, 0, 1, 1, Math.ceil(width / 8), 0, 3].entries()) number(29 + i, value)
  return Buffer.concat([Buffer.from('RaSt'), header, packedRows(picture, 1)])
}

/** A driver as CUPS describes it, of which the filter reads the number of the model. */
const ppdOf = (model: number): string =>
  [
    '*PPD-Adobe: "4.3"',
    '*FormatVersion: "4.3"',
    '*FileVersion: "1"',
    '*LanguageVersion: English',
    '*LanguageEncoding: ISOLatin1',
    '*PCFileName: "TEST.PPD"',
    '*Manufacturer: "Test"',
    '*Product: "(Test)"',
    '*ModelName: "Test"',
    '*ShortNickName: "Test"',
    '*NickName: "Test"',
    '*PSVersion: "(3010.000) 0"',
    `*cupsModelNumber: ${model}`,
    '*DefaultPageSize: A',
    '*PageSize A: ""',
    '*DefaultImageableArea: A',
    '*ImageableArea A: "0 0 288 432"',
    '*DefaultPaperDimension: A',
    '*PaperDimension A: "288 432"',
    '',
  ].join('\n')

/** What a filter makes of a picture. */
function filtered(
  filter: string,
  args: readonly string[],
  picture: Picture,
  { dpi, model = 0 }: { dpi: number; model?: number },
): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'quietzone-raster-'))
  try {
    const [ppd, raster] = [join(folder, 'test.ppd'), join(folder, 'page.ras')]
    writeFileSync(ppd, ppdOf(model))
    writeFileSync(raster, cupsRaster(picture, dpi))
    const input = filter === 'rastertoptch' ? ['-i', raster] : []
    const rest = filter === 'rastertoptch' ? [] : [raster]
    const program = join(filters, filter)
    return execFileSync(program, [...input, ...args, ...rest], {
      env: { PPD: ppd },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const toLabel = (model: number, dpi: number) => (picture: Picture) =>
  filtered('rastertolabel', ['1', 'user', 'title', '1', ''], picture, { dpi, model })

/** Counts pictures that do not come back. */
function lost(name: string, widthOf: (r: Random) => number, back: (picture: Picture) => Picture | undefined): number {
  const r = random(name)
  let count = 0
  for (let i = cases(60, 2); i > 0; i--) {
    const picture = anyPicture(r, widthOf(r), r.between(2, 300))
    const found = back(picture)
    if (found === undefined || !isSame(found, picture)) count++
  }
  return count
}

const skip = absent('rastertolabel')
const anyWidth = (r: Random): number => r.between(9, 800)
/** Filters drop the bits that fill up a row, or print them: whole bytes leave none. */
const wholeBytes = (r: Random): number => 8 * r.between(2, 80)

t.test("CUPS' driver of EPL2", { skip }, async (t) => {
  const epl = toLabel(17, 203)
  t.equal(
    lost('cups epl', wholeBytes, (picture) => eplLabels(epl(picture))[0]),
    0,
  )
})

t.test("CUPS' driver of CPCL", { skip }, async (t) => {
  const cpcl = toLabel(19, 203)
  t.equal(
    lost('cups cpcl', anyWidth, (picture) => cpclLabels(cpcl(picture))[0]),
    0,
  )
})

// it tells the length in points
t.test("CUPS' driver of DYMO", { skip }, async (t) => {
  const dymo = toLabel(0, 300)
  t.equal(
    lost(
      'cups dymo',
      (r) => r.between(9, 672),
      (picture) => {
        const [label, ...others] = dymoLabels(dymo(picture))
        return others.length > 0 || label!.end !== 'tear bar' || Math.abs(label!.longest - picture.height) > 4
          ? undefined
          : pictureOf(
              label!.rows.map((row) => row.slice(0, picture.width)),
              picture.width,
            )
      },
    ),
    0,
  )
})

t.test('rastertoptch of QL and PT', { skip: absent('rastertoptch') || inLongRun.skip }, async (t) => {
  for (const { pins, dpi, options } of [
    {
      pins: 720,
      dpi: 300,
      options: 'PixelXfer=ULP BytesPerLine=90 MediaType=Labels TransferMode=1 LabelPreamble SoftwareMirror',
    },
    {
      pins: 128,
      dpi: 180,
      options: 'PixelXfer=RLE BytesPerLine=16 MediaType=Tape TransferMode=1 LabelPreamble SoftwareMirror',
    },
  ]) {
    const back = (picture: Picture): Picture | undefined => {
      const bytes = filtered('rastertoptch', [options], picture, { dpi })
      const pages = brotherPages(bytes, pins)
      const rows = pages[0]?.rows.map((row) => row.slice(pins - picture.width))
      return pages.length === 1 && pages[0]!.end === 'last page' && rows ? pictureOf(rows, picture.width) : undefined
    }
    t.equal(
      lost(`ptch ${pins}`, () => pins, back),
      0,
      options,
    )
  }
})

/** What npm's label-printer has written, which needs a package that runs a script when it is installed. */
const { labels: ofLabelPrinter } = JSON.parse(readFileSync(join(root, 'test/vectors/label-printer.json'), 'utf8')) as {
  readonly labels: readonly { width: number; height: number; copies: number; white: string; stream: string }[]
}

t.test('label-printer for TSPL', async (t) => {
  for (const { width, height, copies, white, stream } of ofLabelPrinter) {
    const bits = Buffer.from(white, 'base64')
    const grey = Uint8Array.from({ length: width * height }, (_, at) =>
      (bits[at >> 3]! >> (7 - (at & 7))) & 1 ? 255 : 0,
    )
    const found = tsplLabels(Buffer.from(stream, 'base64'), 8)
    t.same([found.length, found[0]!.copies], [1, copies])
    t.ok(isSame(found[0]!, { width, height, grey }), `${width} x ${height}`)
  }
})

t.test(
  'receipt-printer-encoder for ESC/POS',
  { skip: without('@point-of-sale/receipt-printer-encoder') },
  async (t) => {
    const found = tools('@point-of-sale/receipt-printer-encoder')
    const Encoder = found.default ?? found
    const ImageData = createRequire(tools.resolve('@point-of-sale/receipt-printer-encoder'))('@canvas/image-data')
    const r = random('receipt-printer-encoder')
    for (let i = cases(60, 2); i > 0; i--) {
      const picture = anyPicture(r, 8 * r.between(1, 48), 8 * r.between(1, 30))
      const colours = Uint8ClampedArray.from({ length: 4 * picture.grey.length }, (_, at) =>
        at % 4 === 3 ? 255 : picture.grey[at >> 2]!,
      )
      const image = new ImageData(colours, picture.width, picture.height)
      const encoder = new Encoder({ language: 'esc-pos', imageMode: 'raster' })
      const bytes = encoder.initialize().image(image, picture.width, picture.height, 'threshold', 128).cut().encode()
      const [strip, ...others] = escposStrips(bytes)
      if (
        !isSame(pictureOf(strip!.rows.slice(0, picture.height)), picture) ||
        strip!.end !== 'cut' ||
        others.length > 0
      ) {
        t.fail(`${picture.width} ${picture.height}`)
      }
    }
    t.pass('all came back')
  },
)
