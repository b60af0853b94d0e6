import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, type ReaderOptions, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader'
import type { Barcode, Symbology } from '../../symbologies/index.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
await prepareZXingModule({
  overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer },
  fireImmediately: true,
})

/** An image of `width` x `height` grey values, 0 black to 255 white, top row first. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

const formats: Record<Symbology, ReadInputBarcodeFormat> = {
  code128: 'Code128',
  qr: 'QRCode',
  microqr: 'MicroQRCode',
  datamatrix: 'DataMatrix',
  upca: 'UPCA',
  upce: 'UPCE',
  ean13: 'EAN13',
  ean8: 'EAN8',
  // zxing-cpp's plain 'Code39' takes letter pairs for Extended Code 39, and some texts for Code 32
  code39: 'Code39Std',
  itf14: 'ITF',
}

/** What zxing-cpp reads as `symbology` in the picture: one text for every symbol that it finds. */
export async function zxingTexts(picture: Picture, symbology: Symbology, options?: ReaderOptions): Promise<string[]> {
  const { width, height, grey } = picture
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < grey.length; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = grey[i]!
  const image = { width, height, data, colorSpace: 'srgb' }
  const found = await readBarcodes(image, { formats: [formats[symbology]], textMode: 'Plain', ...options })
  return found.map((barcode) => barcode.text)
}

/** How zxing-cpp gives back what `barcode` says: EAN and UPC with the check digit, UPC as the EAN-13 that it is. */
export function readAs({ symbology, trace }: Barcode, text: string): string {
  if (trace === null || typeof trace !== 'object' || !('digits' in trace)) return text
  return symbology === 'upca' || symbology === 'upce' ? `0${trace.digits}` : `${trace.digits}`
}
