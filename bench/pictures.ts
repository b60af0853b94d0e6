/** Drawings: the time from a text to a file, and the size of the file. */

import { crc32, deflateSync, gzipSync } from 'node:zlib'
import { composeLabel, drawBarcode, drawLabel, type LabelRequest } from '../src/draw.ts'
import { zpl } from '../src/render/deflate.ts'
import { bitmapOf, paragraph, provideFonts } from '../src/text/index.ts'
import { installedFonts } from '../src/text/installed-fonts.ts'
import { encode } from '../symbologies/index.ts'
import { type Absent, type Contender, calling, type Workload } from './measure.ts'
import { barePdf, barsOf, type PdfKit, pdfOfPages, singlePage, singlePageBars } from './pdfs.ts'
import { howToInstall, peer } from './peers.ts'
import { address, caption, digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

export const labelPdf = 'label 4x6 PDF, Code 128'
export const sameByHand = 'same content by hand'

const limits = { maxPixels: 25_000_000 }

const codes = pool(1000, (draw) => digits(draw, 20))
const addresses = pool(1000, (draw) => address(draw, draw(32, 40)))

/** From a text to the bytes of a file. */
export async function pictureWorkloads(): Promise<Workload[]> {
  return [
    await labelPng('code128', codes),
    await labelPng('qr', addresses),
    singlePdf(),
    await copies(),
    barcode('Code 128 PNG', 'code128', codes, 'png'),
    barcode('QR v3 PNG', 'qr', addresses, 'png'),
    barcode('Code 128 SVG', 'code128', codes, 'svg'),
    barcode('QR v3 SVG', 'qr', addresses, 'svg'),
    barcode('QR v3 PDF', 'qr', addresses, 'pdf'),
  ]
}

const stock = { size: '4x6', orientation: 'landscape', qty: 1, showtext: true } as const

function barcode(
  name: string,
  type: 'code128' | 'qr',
  texts: readonly string[],
  format: 'png' | 'svg' | 'pdf',
): Workload {
  const style = { type, format, includetext: false, scale: 3, height: 15, rotate: 'N' } as const
  const ours = calling({ name: 'quietzone', kind: 'ours' }, texts, (text) => drawBarcode({ ...style, text }, limits))
  return { name: `barcode, ${name}`, contenders: [ours] }
}

/** A 4x6 inch label with its caption at 300 DPI, against contenders that get the finished pixels. */
async function labelPng(type: 'code128' | 'qr', texts: readonly string[]): Promise<Workload> {
  const label = (text: string): Uint8Array => drawLabel({ ...stock, text, type, format: 'png' }, limits).bytes
  const ours = calling({ name: 'quietzone', kind: 'ours' }, texts, label)
  const name = `label 4x6 PNG, ${type === 'qr' ? 'QR' : 'Code 128'}`
  const pngjs = await peer<typeof import('pngjs')>('pngjs')
  if (!pngjs) return { name, contenders: [ours, { name: 'pngjs', kind: 'javascript', absent: howToInstall }] }
  const pictures = texts.slice(0, 8).map((text) => pngjs.PNG.sync.read(Buffer.from(label(text))))
  const greys = pictures.map(({ width, height, data }) => {
    const grey = new pngjs.PNG({ width, height })
    grey.data = Buffer.from(data.filter((_, i) => i % 4 === 0))
    return grey
  })
  const theirs = calling({ name: 'pngjs alone', kind: 'javascript' }, greys, (picture) =>
    pngjs.PNG.sync.write(picture, { colorType: 0, inputColorType: 0, inputHasAlpha: false }),
  )
  const bare = calling({ name: 'bare 1-bit zlib', kind: 'bare' }, greys.map(scanlines), barePng)
  return { name, contenders: [ours, theirs, bare] }
}

/** Rows of one bit a pixel, each after a zero for its filter type. */
function scanlines({ width, height, data }: { width: number; height: number; data: Uint8Array }): Uint8Array {
  const stride = 1 + ((width + 7) >>> 3)
  const rows = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (data[y * width + x]! > 127) rows[y * stride + 1 + (x >> 3)]! |= 0x80 >> (x & 7)
  }
  return rows
}

/** The minimum for a PNG by zlib: finished rows, compression, a checksum. */
function barePng(rows: Uint8Array): Uint8Array {
  const data = deflateSync(rows)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data))
  return Buffer.concat([Buffer.alloc(8 + 25 + 21 + 8), data, check, Buffer.alloc(12)])
}

/** One label, against a file with the same content written by hand, from finished bars and from our drawing. */
function singlePdf(): Workload {
  const request: Omit<LabelRequest, 'text'> = { ...stock, type: 'code128', format: 'pdf' }
  const ours = calling(
    { name: 'quietzone', kind: 'ours' },
    codes,
    (text) => drawLabel({ ...request, text }, limits).bytes,
  )
  const bare = calling({ name: sameByHand, kind: 'bare' }, codes.map(singlePageBars), singlePage)
  const drawn = calling({ name: 'our drawing, written by hand', kind: 'bare' }, codes, (text) =>
    singlePage(singlePageBars(text)),
  )
  return { name: labelPdf, contenders: [ours, bare, drawn] }
}

/** 500 copies of a label, against pdfkit drawing each page and against a file written by hand. */
async function copies(): Promise<Workload> {
  const request: Omit<LabelRequest, 'text'> = { ...stock, type: 'code128', qty: 500, format: 'pdf' }
  const ours = calling(
    { name: 'quietzone', kind: 'ours' },
    codes,
    (text) => drawLabel({ ...request, text }, limits).bytes,
  )
  const labels = codes.slice(0, 50).map(barsOf)
  const pdfkit = await peer<PdfKit>('pdfkit')
  const theirs: (Contender | Absent)[] = pdfkit
    ? [false, true].map((compress) =>
        calling({ name: `pdfkit, ${compress ? 'compressed' : 'plain'} pages`, kind: 'javascript' }, labels, (bars) =>
          pdfOfPages(pdfkit, bars, compress),
        ),
      )
    : [{ name: 'pdfkit', kind: 'javascript', absent: howToInstall }]
  const bare = calling({ name: 'shared content by hand', kind: 'bare' }, labels, barePdf)
  return { name: 'label PDF x500', contenders: [ours, ...theirs, bare] }
}

provideFonts(installedFonts)

const captionStyle = { face: 'sans', size: 42, minSize: 25, width: 900, lines: 3 } as const

/** Captions of 30 characters, from text to dots: shaped, wrapped and drawn, with the fonts already open. */
export function captionWorkloads(): Workload[] {
  return (['latin', 'chinese', 'arabic'] as const).map((script) => {
    const texts = pool(500, (draw) => caption(draw, script, 30))
    const work = (text: string): unknown => paragraph(text, captionStyle).map(bitmapOf)
    // each text once, so that caches are warm at any pace
    for (const text of texts) work(text)
    return { name: `caption, ${script}`, contenders: [calling({ name: 'quietzone', kind: 'ours' }, texts, work)] }
  })
}

/** Bytes of QR symbols as SVG, at scale 3. */
export interface SvgSize {
  /** The name of the version. */
  readonly symbol: string
  readonly plain: Quartiles
  /** By gzip at its default level. */
  readonly gzip: Quartiles
}

/** Texts of web addresses, of so many characters that the symbol has that version. */
const svgVersions = [
  { version: 3, texts: pool(20, (draw) => address(draw, draw(32, 40))) },
  { version: 13, texts: pool(20, (draw) => address(draw, draw(300, 325))) },
  { version: 40, texts: pool(20, (draw) => address(draw, draw(2220, 2325))) },
]

export function measuredSvgs(): readonly SvgSize[] {
  return svgVersions.map(({ version, texts }) => {
    const files = texts.map((text) => svgOf(text, version))
    return {
      symbol: `QR v${version}`,
      plain: quartiles(files.map(({ length }) => length)),
      gzip: quartiles(files.map((file) => gzipSync(file).length)),
    }
  })
}

function svgOf(text: string, version: number): Uint8Array {
  const { width } = encode('qr', text).matrix
  if (width !== 17 + 4 * version)
    throw new Error(`${text.length} characters make ${width} modules, no version ${version}`)
  const style = { type: 'qr', format: 'svg', includetext: false, scale: 3, height: 15, rotate: 'N' } as const
  return drawBarcode({ ...style, text }, limits).bytes
}

/** Bytes of a 4x6 label with Code 128 and its text at 300 dpi. */
interface PackedSizes {
  readonly z64: Quartiles
  /** In runs of hexadecimal digits. */
  readonly rle: Quartiles
  /** The dots of the whole label in plain hexadecimal digits, without commands. */
  readonly hex: Quartiles
}

/** For texts such as QZ-0001, and for 20 digits, of which most bytes are the digits for people. */
export interface ZplSizes {
  readonly short: PackedSizes
  readonly long: PackedSizes
}

export function measuredZpl(): ZplSizes {
  return {
    short: packedSizes(pool(20, (draw) => `QZ-${digits(draw, 4)}`)),
    long: packedSizes(pool(20, (draw) => digits(draw, 20))),
  }
}

function packedSizes(texts: readonly string[]): PackedSizes {
  const label = { type: 'code128', size: '4x6', orientation: 'landscape', showtext: true, qty: 1, dpi: '300' } as const
  const scenes = texts.map((text) => composeLabel({ ...label, text, format: 'zpl' }, limits).scene)
  return {
    z64: quartiles(scenes.map((scene) => zpl(scene, 1, 'z64').length)),
    rle: quartiles(scenes.map((scene) => zpl(scene, 1, 'rle').length)),
    hex: quartiles(scenes.map(({ width, height }) => 2 * Math.ceil(width / 8) * height)),
  }
}
