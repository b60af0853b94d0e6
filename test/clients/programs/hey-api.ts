/** The client of Hey API. */

import { client } from './hey-api/client.gen.js'
import { barcode, check, gs1, label, labels, plan } from './hey-api/sdk.gen.js'
import { base64, said } from './said.js'

client.setConfig({ baseUrl: process.argv[2]! })
const message = await gs1({ query: { text: '(01)09506000134352(10)AB-12' } })
const png = await barcode({ query: { text: 'QZ-0001', type: 'qr', dpi: 203, scale: 4 } })
const report = await check({ query: { text: 'QZ-0001' }, body: png.data!, bodySerializer: null })
const pdf = await labels({ query: { size: '57x32mm' }, body: [{ type: 'code128', text: 'QZ-0001', qty: 2 }] })
const refused = await label({ query: { text: 'a', type: 'qr', qty: 501 } })
const fault = await plan({ query: { text: 'a', type: 'ean8' } })

said({
  gs1: message.data?.raw,
  png: base64(await (png.data as Blob).arrayBuffer()),
  verdict: report.data instanceof Blob ? undefined : report.data?.verdict,
  pdf: base64(await (pdf.data as Blob).arrayBuffer()),
  refused: refused.error?.error.code,
  character: fault.error?.error.faults?.[0]?.code,
})

// what the service refuses does not compile
// @ts-expect-error
barcode({ query: { text: 'a', type: 'QR' } }).catch(() => {})
// @ts-expect-error
barcode({ query: { text: 'a', type: 'qr', dpi: '203' } }).catch(() => {})
// @ts-expect-error
barcode({ query: { type: 'qr' } }).catch(() => {})
