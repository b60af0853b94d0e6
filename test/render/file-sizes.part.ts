import { deflateSync, inflateSync } from 'node:zlib'
import t from 'tap'
import { type BarcodeRequest, drawBarcode, drawLabel, type LabelRequest } from '../../src/draw.ts'
import { dpis } from '../../src/layout/resolution.ts'
import { pngPicture } from '../oracle/picture.ts'

const limits = { maxPixels: 25_000_000 }
const address = 'https://example.org/p/0123456789abcdef'
/** Text without repetitions, which fills a large symbol. */
const long = Array.from({ length: 1500 }, (_, i) => String.fromCharCode(33 + ((i * i * 31 + i * 7) % 89))).join('')
const message = '(00)395011015300000011(02)09501101530010(15)261231(10)AB-12(37)50'

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

const latin = {
  type: 'qr',
  text: address,
  title: 'Lager Süd',
  caption: 'Schraube M8 × 40\nRegal 12 – Größe L',
} as const
const arabic = { type: 'qr', text: address, title: 'مخزن الجنوب', caption: 'مسامير فولاذية\nالرف ١٢، الصف ٧' } as const
const labels: Readonly<Record<string, Pick<LabelRequest, 'type' | 'text'> & Partial<LabelRequest>>> = {
  'Code 128': { type: 'code128', text: '01234567890123456789' },
  'small Code 128': { type: 'code128', text: 'QZ-0001', size: '2x1' },
  'QR v40': { type: 'qr', text: long, version: 40 },
  'Latin words': latin,
  'Arabic words': arabic,
  logistics: { type: 'code128', text: message, gs1: 'true', layout: 'logistics', orientation: 'portrait' },
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

t.test('a PNG has at most a tenth more than zlib makes of its rows, whatever it shows', async (t) => {
  const pictures = [
    ...Object.entries(barcodes).map(([name, asked]) => {
      const request = { format: 'png', includetext: false, scale: 3, height: 15, rotate: 'N', ...asked } as const
      return [name, drawBarcode(request, limits).bytes] as const
    }),
    ...dpis.slice(1).flatMap((dpi) =>
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

t.test('Z64 too', async (t) => {
  for (const dpi of dpis.slice(1)) {
    for (const [name, asked] of Object.entries(labels)) {
      const { bytes } = drawLabel({ ...sheet, ...asked, dpi, format: 'zpl' }, limits)
      const graphics = [
        ...Buffer.from(bytes)
          .toString()
          .matchAll(/:Z64:([^:]*):/g),
      ]
      t.ok(graphics.length > 0)
      const least = graphics.map(([, data]) => {
        const rows = inflateSync(Buffer.from(data!, 'base64'))
        return 4 * Math.ceil(deflateSync(rows, { level: 6 }).length / 3)
      })
      // the commands before and after each graphic
      const most = 1.1 * least.reduce((sum, length) => sum + length) + 100 + 60 * graphics.length
      t.ok(bytes.length <= most, `${name}, ${dpi} dpi: ${bytes.length} bytes, zlib ${least}`)
    }
  }
})
