import { crc32, deflateSync } from 'node:zlib'
import { drawBarcode, drawLabel, type LabelRequest } from '../src/draw.ts'
import { type Absent, type Contender, calling } from './contender.ts'
import type { Workload } from './measure.ts'
import { barePdf, barsOf, type PdfKit, pdfOfPages, singlePage, singlePageBars } from './pdfs.ts'
import { howToInstall, peer } from './peers.ts'
import { address, digits, pool } from './pools.ts'

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
