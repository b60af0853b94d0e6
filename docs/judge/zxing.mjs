// quietzone judge --decoder 'node zxing.mjs', after npm install zxing-wasm: zxing-cpp as WebAssembly
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// it would fetch its program from the web
const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer } })

const formats = {
  code128: 'Code128',
  qr: 'QRCode',
  microqr: 'MicroQRCode',
  datamatrix: 'DataMatrix',
  upca: 'UPCA',
  upce: 'UPCE',
  ean13: 'EAN13',
  ean8: 'EAN8',
  // the plain Code39 takes pairs of letters for full ASCII, and some texts for Code 32
  code39: 'Code39Std',
  itf14: 'ITF',
}

async function answer({ type, png }) {
  // Micro QR Code cannot name a character set, and this is the standard's
  const told = type === 'microqr' ? { characterSet: 'ISO8859_1' } : {}
  const [found] = await readBarcodes(Buffer.from(png, 'base64'), {
    formats: [formats[type]],
    textMode: 'Plain',
    ...told,
  })
  return found === undefined ? { error: 'nothing is read' } : { text: found.text }
}

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await answer(JSON.parse(line))))
