/** Functions of orval for fetch, which read and write JSON alone: pictures are left to the others. */

import { type barcode, gs1, label, labels, plan } from './orval.gen.js'
import { said } from './said.js'

// orval takes the address of the service when the client is made; here it is known when the program runs
const base = process.argv[2]!
const { fetch } = globalThis
globalThis.fetch = (path, init) => fetch(new URL(String(path), base), init)

const message = await gs1({ text: '(01)09506000134352(10)AB-12' })
const refused = await label({ text: 'a', type: 'qr', qty: 501, dpi: 203 })
const headers = { 'Content-Type': 'application/json' }
const fault = await labels([{ type: 'ean8', text: 'a' }], { size: '57x32mm' }, { headers })
const drawn = await plan({ text: 'QZ-0001', type: 'qr', dpi: 203 })

said({
  gs1: message.status === 200 ? message.data.raw : undefined,
  refused: refused.status === 400 ? refused.data.error.code : undefined,
  character: fault.status === 422 ? fault.data.error.faults?.[0]?.code : undefined,
  scans: drawn.status === 200 && 'scans' in drawn.data ? drawn.data.scans : undefined,
})

type Query = Parameters<typeof barcode>[0]
// what the service refuses does not compile
// @ts-expect-error
export const wrongType: Query = { text: 'a', type: 'QR' }
// @ts-expect-error
export const textForNumber: Query = { text: 'a', type: 'qr', dpi: '203' }
// @ts-expect-error
export const nothingToDraw: Query = { type: 'qr' }
