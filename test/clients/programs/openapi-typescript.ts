/** The types of openapi-typescript, with the client of its authors. */

import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.gen.js'
import { base64, said } from './said.js'

const client = createClient<paths>({ baseUrl: process.argv[2]! })
const gs1 = await client.GET('/api/v1/gs1', { params: { query: { text: '(01)09506000134352(10)AB-12' } } })
const query = { text: 'QZ-0001', type: 'qr', dpi: 203, scale: 4 } as const
const png = await client.GET('/api/v1/barcode', { params: { query }, parseAs: 'arrayBuffer' })
const report = await client.POST('/api/v1/check', {
  params: { query: { text: 'QZ-0001' } },
  headers: { 'Content-Type': 'image/png' },
  body: '',
  bodySerializer: () => png.data as ArrayBuffer,
})
const pdf = await client.POST('/api/v1/labels', {
  params: { query: { size: '57x32mm' } },
  body: [{ type: 'code128', text: 'QZ-0001', qty: 2 }],
  parseAs: 'arrayBuffer',
})
const refused = await client.GET('/api/v1/label', { params: { query: { text: 'a', type: 'qr', qty: 501 } } })
const scans = await client.GET('/api/v1/plan', { params: { query: { text: 'a', type: 'ean8' } } })

said({
  gs1: gs1.data?.raw,
  png: base64(png.data as ArrayBuffer),
  verdict: typeof report.data === 'string' ? undefined : report.data?.verdict,
  pdf: base64(pdf.data as ArrayBuffer),
  refused: refused.error?.error.code,
  character: scans.error?.error.faults?.[0]?.code,
})

// what the service refuses does not compile
// @ts-expect-error
client.GET('/api/v1/barcode', { params: { query: { text: 'a', type: 'QR' } } }).catch(() => {})
// @ts-expect-error
client.GET('/api/v1/barcode', { params: { query: { text: 'a', type: 'qr', dpi: '203' } } }).catch(() => {})
// @ts-expect-error
client.GET('/api/v1/barcode', { params: { query: { type: 'qr' } } }).catch(() => {})
