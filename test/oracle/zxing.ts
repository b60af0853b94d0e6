import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  prepareZXingModule,
  type ReaderOptions,
  type ReadInputBarcodeFormat,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader'
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

/** What a reader transmits of a symbol. */
export interface Transmission {
  readonly text: string
  /** The symbology identifier of ISO/IEC 15424, such as ]C1. */
  readonly identifier: string
  /** What it says of the symbol besides, in JSON: an add-on. */
  readonly extra: string
  /** Of a structured append: which part, counted from 0, of how many, and what all of them share; -1 and '' otherwise. */
  readonly sequence: { readonly index: number; readonly size: number; readonly id: string }
}

/** The texts that zxing-cpp reads as `symbology` in the picture, one for every symbol that it finds. */
export async function zxingTexts(picture: Picture, symbology: Symbology, options?: ReaderOptions): Promise<string[]> {
  return (await zxingReads(picture, symbology, options)).map(({ text }) => text)
}

/** What zxing-cpp reads as `symbology` in the picture, for every symbol that it finds. */
export async function zxingReads(
  picture: Picture,
  symbology: Symbology,
  options?: ReaderOptions,
): Promise<Transmission[]> {
  const found = await zxingResults(picture, symbology, options)
  return found.map(({ text, symbologyIdentifier, sequenceIndex, sequenceSize, sequenceId, extra }) => ({
    text,
    identifier: symbologyIdentifier,
    sequence: { index: sequenceIndex, size: sequenceSize, id: sequenceId },
    extra,
  }))
}

/** All that zxing-cpp says of every symbol that it finds: parts of a sequence, reader programming, ECI. */
export async function zxingResults(
  picture: Picture,
  symbology: Symbology,
  options?: ReaderOptions,
): Promise<ReadResult[]> {
  const { width, height, grey } = picture
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < grey.length; i++) data[4 * i] = data[4 * i + 1] = data[4 * i + 2] = grey[i]!
  const image = { width, height, data, colorSpace: 'srgb' }
  // Micro QR cannot announce an ECI: it uses the standard's default, which the reader has to be given
  const told: ReaderOptions = symbology === 'microqr' ? { characterSet: 'ISO8859_1' } : {}
  return readBarcodes(image, { formats: [formats[symbology]], textMode: 'Plain', ...told, ...options })
}

/** The text that zxing-cpp reads from `barcode`: EAN and UPC with the check digit, UPC as EAN-13. */
export function readAs({ symbology, trace }: Barcode, text: string): string {
  if (trace === null || typeof trace !== 'object' || !('digits' in trace)) return text
  return symbology === 'upca' || symbology === 'upce' ? `0${trace.digits}` : `${trace.digits}`
}

/**
 * Whether zxing-cpp reads `text` in the picture, or in a blurred or enlarged copy of it, which small modules need.
 */
export async function reads(picture: Picture, symbology: Symbology, text: string): Promise<boolean> {
  for (const look of looks) {
    if ((await zxingTexts(look(picture), symbology)).includes(text)) return true
  }
  return false
}

/** What zxing-cpp reads in the picture, or in the first of its copies in which it finds anything. */
export async function zxingTransmission(picture: Picture, symbology: Symbology): Promise<Transmission | undefined> {
  for (const look of looks) {
    const [found] = await zxingReads(look(picture), symbology)
    if (found !== undefined) return found
  }
  return undefined
}

/** Unchanged, blurred at three scales, and enlarged pixel by pixel. */
const looks: readonly ((picture: Picture) => Picture)[] = [
  (same) => same,
  ...[4, 3, 2].map((by) => (picture: Picture) => magnified(picture, by)),
  enlarged,
]

/** Every pixel as three by three. */
function enlarged({ width, height, grey }: Picture): Picture {
  const by = 3
  const large = new Uint8Array(by * by * width * height)
  for (let y = 0; y < by * height; y++) {
    const row = Math.floor(y / by) * width
    for (let x = 0; x < by * width; x++) large[y * by * width + x] = grey[row + Math.floor(x / by)]!
  }
  return { width: by * width, height: by * height, grey: large }
}

/** The picture at `by` times the resolution, as a camera would see it: edges between pixels keep their place. */
function magnified({ width, height, grey }: Picture, by: number): Picture {
  const large = new Uint8Array(by * by * width * height)
  const at = (i: number, limit: number): [number, number, number] => {
    const place = Math.min(Math.max((i + 0.5) / by - 0.5, 0), limit - 1)
    const low = Math.floor(place)
    return [low, Math.min(low + 1, limit - 1), place - low]
  }
  const columns = Array.from({ length: by * width }, (_, x) => at(x, width))
  for (let y = 0; y < by * height; y++) {
    const [top, bottom, down] = at(y, height)
    for (let x = 0; x < by * width; x++) {
      const [left, right, across] = columns[x]!
      const upper = grey[top * width + left]! * (1 - across) + grey[top * width + right]! * across
      const lower = grey[bottom * width + left]! * (1 - across) + grey[bottom * width + right]! * across
      large[y * by * width + x] = Math.round(upper * (1 - down) + lower * down)
    }
  }
  return { width: by * width, height: by * height, grey: large }
}
