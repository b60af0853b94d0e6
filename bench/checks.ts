import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { drawBarcode, drawLabel } from '../src/draw.ts'
import { checkImage, readPng } from '../src/reader/check/index.ts'
import { root } from '../src/root.ts'
import type { Symbology } from '../symbologies/index.ts'
import { type Absent, awaiting, type Contender, type Workload } from './measure.ts'
import { howToInstall, peer } from './peers.ts'

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
  return workloads
}

async function ours(png: Uint8Array): Promise<Contender> {
  const file = new Uint8Array(png)
  const check = async (): Promise<ReturnType<typeof checkImage>> => checkImage(await readPng(file))
  const { verdict } = await check()
  if (verdict !== 'conforming') throw new Error(`a picture of our own: ${verdict}`)
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
