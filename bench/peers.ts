/** The peers that quietzone is compared with: packages that are installed in bench/, and C libraries. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { root } from '../src/root.ts'
import type { Symbology } from '../symbologies/index.ts'
import { type Absent, awaiting, type Contender, calling } from './measure.ts'

/** The peers are installed in bench/, not with the program's own packages. */
const require = createRequire(join(root, 'bench/package.json'))

export const howToInstall = 'npm ci --ignore-scripts --prefix bench'

/** A package installed in bench/, or undefined if it is missing. */
export async function peer<Face>(name: string): Promise<Face | undefined> {
  let path: string
  try {
    path = require.resolve(name)
  } catch {
    return undefined
  }
  return (await import(pathToFileURL(path).href)) as Face
}

/** The functions of each peer that are used here. */
interface JsBarcode {
  default(target: object, text: string, options: { format: string }): void
}
export interface Bwip {
  default: {
    raw(options: { bcid: string; text: string; eclevel?: string }): unknown[]
    toBuffer(options: {
      bcid: string
      text: string
      eclevel?: string
      scale: number
      height?: number
    }): Promise<Uint8Array>
  }
}
interface Qr {
  default(text: string, output: 'raw', options: { ecc: string }): boolean[][]
}
export interface QrCode {
  default: {
    create(text: string, options: { errorCorrectionLevel: string }): unknown
    toBuffer(text: string, options: { errorCorrectionLevel: string; scale: number }): Promise<Uint8Array>
  }
}
interface Etiket {
  encodeCode128(text: string): unknown
  encodeEAN13(text: string): unknown
  encodeEAN8(text: string): unknown
  encodeUPCA(text: string): unknown
  encodeUPCE(text: string): unknown
  encodeCode39(text: string): unknown
  encodeITF14(text: string): unknown
  encodeQR(text: string, options: { ecLevel: string }): unknown
  encodeMicroQR(text: string): unknown
  encodeDataMatrix(text: string): unknown
}
interface Zxing {
  prepareZXingModule(options: { overrides: { wasmBinary: ArrayBuffer }; fireImmediately: true }): Promise<unknown>
  writeBarcode(text: string, options: { format: string; ecLevel?: string }): Promise<{ error: string }>
}

/** Each peer's names of symbologies; it cannot encode a symbology without one. */
const names: {
  readonly [S in Symbology]?: { readonly jsbarcode?: string; readonly bwip: string; readonly zxing: string }
} = {
  code128: { jsbarcode: 'CODE128', bwip: 'code128', zxing: 'Code128' },
  code39: { jsbarcode: 'CODE39', bwip: 'code39', zxing: 'Code39' },
  itf14: { jsbarcode: 'ITF14', bwip: 'itf14', zxing: 'ITF14' },
  ean13: { jsbarcode: 'EAN13', bwip: 'ean13', zxing: 'EAN13' },
  ean8: { jsbarcode: 'EAN8', bwip: 'ean8', zxing: 'EAN8' },
  upca: { jsbarcode: 'UPC', bwip: 'upca', zxing: 'UPCA' },
  upce: { jsbarcode: 'UPCE', bwip: 'upce', zxing: 'UPCE' },
  qr: { bwip: 'qrcode', zxing: 'QRCode' },
  microqr: { bwip: 'microqrcode', zxing: 'MicroQRCode' },
  datamatrix: { bwip: 'datamatrix', zxing: 'DataMatrix' },
}

/** Every package that can encode `symbology`, each with its fastest way from text to modules. */
export async function javascriptPeers(symbology: Symbology, texts: readonly string[]): Promise<(Contender | Absent)[]> {
  const candidates = await Promise.all(
    [jsbarcode, bwip, qr, qrcode, etiket, zxing].map((make) => make(symbology, texts)),
  )
  return candidates.filter((candidate) => candidate !== undefined)
}

type Make = (symbology: Symbology, texts: readonly string[]) => Promise<Contender | Absent | undefined>

function absent(name: string): Absent {
  return { name, kind: 'javascript', absent: `not installed: ${howToInstall}` }
}

const javascript = 'javascript' as const

const jsbarcode: Make = async (symbology, texts) => {
  const format = names[symbology]?.jsbarcode
  if (!format) return undefined
  const found = await peer<JsBarcode>('jsbarcode')
  if (!found) return absent('jsbarcode')
  const options = { format }
  return calling({ name: 'jsbarcode', kind: javascript }, texts, (text) => {
    const target = {}
    found.default(target, text, options)
    return target
  })
}

const bwip: Make = async (symbology, texts) => {
  const bcid = names[symbology]?.bwip
  if (!bcid) return undefined
  const found = await peer<Bwip>('bwip-js')
  if (!found) return absent('bwip-js')
  const level = symbology === 'qr' ? { eclevel: 'M' } : {}
  return calling({ name: 'bwip-js', kind: javascript }, texts, (text) => found.default.raw({ bcid, text, ...level }))
}

const qr: Make = async (symbology, texts) => {
  if (symbology !== 'qr') return undefined
  const found = await peer<Qr>('qr')
  if (!found) return absent('qr')
  const options = { ecc: 'medium' }
  return calling({ name: 'qr', kind: javascript }, texts, (text) => found.default(text, 'raw', options))
}

const qrcode: Make = async (symbology, texts) => {
  if (symbology !== 'qr') return undefined
  const found = await peer<QrCode>('qrcode')
  if (!found) return absent('qrcode')
  const options = { errorCorrectionLevel: 'M' }
  return calling({ name: 'qrcode', kind: javascript }, texts, (text) => found.default.create(text, options))
}

const etiket: Make = async (symbology, texts) => {
  const found = await peer<Etiket>('etiket')
  if (!found) return absent('etiket')
  const level = { ecLevel: 'M' }
  const work: { readonly [S in Symbology]?: (text: string) => unknown } = {
    code128: found.encodeCode128,
    code39: found.encodeCode39,
    itf14: found.encodeITF14,
    ean13: found.encodeEAN13,
    ean8: found.encodeEAN8,
    upca: found.encodeUPCA,
    upce: found.encodeUPCE,
    qr: (text) => found.encodeQR(text, level),
    microqr: found.encodeMicroQR,
    datamatrix: found.encodeDataMatrix,
  }
  const encode = work[symbology]
  return encode && calling({ name: 'etiket', kind: javascript }, texts, encode)
}

const zxing: Make = async (symbology, texts) => {
  const format = names[symbology]?.zxing
  if (!format) return undefined
  const found = await peer<Zxing>('zxing-wasm/writer')
  if (!found) return absent('zxing-wasm')
  const wasm = readFileSync(require.resolve('zxing-wasm/writer/zxing_writer.wasm'))
  await found.prepareZXingModule({ overrides: { wasmBinary: wasm.buffer as ArrayBuffer }, fireImmediately: true })
  const options = symbology === 'qr' ? { format, ecLevel: 'M' } : { format }
  return awaiting({ name: 'zxing-wasm', kind: javascript }, texts, (text) => found.writeBarcode(text, options))
}

export type Program = 'zint' | 'qrencode'

const packages: Record<Program, string> = { zint: 'libzint-dev', qrencode: 'libqrencode-dev' }

/** A running C program of native/, which answers each command with one line. */
interface Running {
  readonly child: ChildProcess
  ask(command: string): Promise<string>
}

const running = new Map<Program, Running | undefined>()

/**
 * A C library as a contender, called by a small program of native/ that is compiled here.
 *
 * @param name of the workload; it starts with the name of the symbology, which the program reads from it
 */
export async function nativePeer(
  program: Program,
  name: string,
  texts: readonly string[],
): Promise<Contender | Absent> {
  if (!running.has(program)) running.set(program, started(program))
  const found = running.get(program)
  const label = program === 'zint' ? 'zint' : 'libqrencode'
  if (found === undefined) {
    return { name: label, kind: 'native', absent: `not installed: apt-get install gcc libc6-dev ${packages[program]}` }
  }
  const lines = texts.map((text) => Buffer.from(text).toString('hex'))
  await found.ask([`pool ${name} ${texts.length}`, ...lines].join('\n'))
  return {
    name: label,
    kind: 'native',
    async slice(milliseconds) {
      const [calls = 0, nanoseconds = 1] = (await found.ask(`slice ${name} ${milliseconds}`)).split(' ').map(Number)
      return (1e9 * calls) / nanoseconds
    },
  }
}

/** Stops the programs that were started. */
export function stopNativePeers(): void {
  for (const each of running.values()) each?.child.stdin?.end()
  running.clear()
}

function started(program: Program): Running | undefined {
  const binary = compiled(program)
  if (binary === undefined) return undefined
  const child = spawn(binary, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers: ((line: string) => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => answers.shift()?.(line))
  return {
    child,
    ask: (command) =>
      new Promise((resolve, reject) => {
        answers.push((line) => (line.startsWith('error') ? reject(new Error(`${program}: ${line}`)) : resolve(line)))
        child.stdin.write(`${command}\n`)
      }),
  }
}

/** The path of the compiled program, or undefined without a compiler or the library. */
function compiled(program: Program): string | undefined {
  const folder = join(root, 'build/bench/native')
  const binary = join(folder, program)
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('cc', ['-O2', '-o', binary, join(root, `bench/native/${program}.c`), `-l${program}`], {
      stdio: 'ignore',
    })
    return binary
  } catch {
    return undefined
  }
}
