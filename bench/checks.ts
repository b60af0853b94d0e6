import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { drawBarcode, drawLabel } from '../src/draw.ts'
import { checkImage, readPng } from '../src/reader/check/index.ts'
import { deflated } from '../src/render/deflate.ts'
import { greyPngFile } from '../src/render/png.ts'
import { root } from '../src/root.ts'
import { encode, isDark, type Symbology } from '../symbologies/index.ts'
import { degraded } from '../test/reader/check/photo/degraded.ts'
import { type Absent, awaiting, type Contender, type Workload } from './measure.ts'
import { howToInstall, peer } from './peers.ts'
import { drawing } from './pools.ts'

interface ZxingReader {
  prepareZXingModule(options: { overrides: { wasmBinary: ArrayBuffer }; fireImmediately: true }): Promise<unknown>
  readBarcodes(file: Uint8Array): Promise<readonly unknown[]>
}

const limits = { maxPixels: 25_000_000 }
const text = 'QZ-0001'

/** What each picture of a symbol at scale 4 says. */
export const checkedSymbols: Readonly<Partial<Record<Symbology, string>>> = {
  code128: text,
  qr: text,
  datamatrix: text,
  ean13: '4006381333931',
}

export const checkedLabels = ['code128', 'qr'] as const
export const photoWorkload = 'check of a photo of 12 megapixels, QR'
export const checkWorkload = (type: Symbology, dpi?: string): string =>
  dpi === undefined ? `check of ${type}, scale 4` : `check of a 4x6 label, ${type}, ${dpi} dpi`

/** From the bytes of a PNG to a report; a peer only reads what the symbol says. */
export async function checkWorkloads(): Promise<Workload[]> {
  const workloads: Workload[] = []
  for (const [type, content] of Object.entries(checkedSymbols) as [Symbology, string][]) {
    const style = { format: 'png', includetext: true, scale: 4, height: 15, rotate: 'N' } as const
    const { bytes } = drawBarcode({ type, text: content, ...style }, limits)
    workloads.push({ name: checkWorkload(type), contenders: [await ours(bytes), await zxing(bytes)] })
  }
  for (const dpi of ['203', '300', '600'] as const) {
    for (const type of checkedLabels) {
      const style = { size: '4x6', dpi, orientation: 'landscape', qty: 1, showtext: true, format: 'png' } as const
      const { bytes } = drawLabel({ type, text, ...style }, limits)
      workloads.push({ name: checkWorkload(type, dpi), contenders: [await ours(bytes), await zxing(bytes)] })
    }
  }
  const photo = photoOfQr()
  workloads.push({ name: photoWorkload, contenders: [await ours(photo, 'read'), await zxing(photo)] })
  return workloads
}

/** A symbol of 29 modules in the middle of a grey picture of 12 megapixels, turned, in perspective, blurred and with noise. */
function photoOfQr(): Uint8Array {
  const { matrix } = encode('qr', 'https://example.com/products/4006381')
  const rows = Array.from({ length: matrix.height }, (_, y) =>
    Array.from({ length: matrix.width }, (_, x) => (isDark(matrix, x, y) ? '1' : '0')).join(''),
  )
  const draw = drawing(12)
  // the sum of twelve even numbers is nearly normal: mean 6, standard deviation 1
  const normal = (): number => Array.from({ length: 12 }, () => draw(0, 1000) / 1000).reduce((a, b) => a + b) - 6
  const how = { module: 8, turn: 20, perspective: 0.1, blur: 1.5, noise: 4, dark: 40, light: 215, margin: 116 }
  const { width, height, grey } = degraded(rows, how, normal)
  if (Math.abs(width * height - 12e6) > 1e6) throw new Error(`a photo of ${width} x ${height}`)
  return deflated(greyPngFile(width, height, Uint8Array.from(grey)))
}

/** @param expected  whether the picture is a drawing of our own, or a photo whose symbol is read */
async function ours(png: Uint8Array, expected: 'conforming' | 'read' = 'conforming'): Promise<Contender> {
  const file = new Uint8Array(png)
  const check = async (): Promise<ReturnType<typeof checkImage>> => checkImage(await readPng(file))
  const { verdict, symbols } = await check()
  if (expected === 'read' ? symbols.length !== 1 : verdict !== expected)
    throw new Error(`a picture of our own: ${verdict}, ${symbols.length} symbols`)
  return awaiting({ name: 'quietzone', kind: 'ours' }, [file], check)
}

async function zxing(file: Uint8Array): Promise<Contender | Absent> {
  const who = { name: 'zxing-wasm, the text alone', kind: 'javascript' } as const
  const found = await peer<ZxingReader>('zxing-wasm/reader')
  if (found === undefined) return { ...who, absent: `not installed: ${howToInstall}` }
  const path = createRequire(join(root, 'bench/package.json')).resolve('zxing-wasm/reader/zxing_reader.wasm')
  const wasmBinary = readFileSync(path).buffer as ArrayBuffer
  await found.prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  if ((await found.readBarcodes(file)).length !== 1) throw new Error('zxing-wasm reads another number of symbols')
  return awaiting(who, [file], (each) => found.readBarcodes(each))
}
