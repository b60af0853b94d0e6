// The same in a CommonJS program, which loads ES modules by import().

import type { BarcodeRequest, Drawing } from 'quietzone' with { 'resolution-mode': 'import' }

const request: BarcodeRequest = { type: 'datamatrix', text: '(01)09506000134352(10)AB-12', gs1: true, scale: 4 }

async function main(): Promise<void> {
  const { barcode, encode, label, symbologies, toPng, toSvg } = await import('quietzone')
  const { checkImage, readPng } = await import('quietzone/check')
  const { explain } = await import('quietzone/explain')
  const { gs1Message, rawText } = await import('quietzone/gs1')
  const { catalogue } = await import('quietzone/symbologies')
  const base64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const symbols = symbologies.map((symbology) => encode(symbology, catalogue[symbology].sample))
  const drawing: Drawing = await barcode(request)
  const verdicts = symbols.map(async (symbol) => checkImage(await readPng(await toPng(symbol))).verdict)
  console.log(
    JSON.stringify({
      pngs: await Promise.all(
        symbols.map(async (symbol) => [symbol.symbology, base64(await toPng(symbol, { scale: 4 }))]),
      ),
      svgs: symbols.map((symbol) => toSvg(symbol)),
      pdf: base64((await barcode({ ...request, format: 'pdf' })).bytes),
      drawings: [drawing, await label({ type: 'qr', text: 'QZ-0001' })].map(({ format, bytes }) => [
        format,
        base64(bytes),
      ]),
      raw: rawText(gs1Message(request.text as string).elements),
      steps: symbologies.map((symbology) => explain(symbology, catalogue[symbology].sample).steps.length > 3),
      verdicts: await Promise.all(verdicts),
    }),
  )
}

void main()
