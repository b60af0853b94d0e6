/** The class of swagger-typescript-api, which sends bodies of no media types but those that it knows: no pictures. */

import { base64, said } from './said.js'
import { Api, BarcodeType, ContentType, LabelType, type Error as Refusal } from './swagger-typescript-api.gen.js'

const { api } = new Api({ baseUrl: process.argv[2]! })
const refusalOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (response: { error: Refusal }) => response.error.error,
  )

const message = await api.gs1({ text: '(01)09506000134352(10)AB-12' })
const png = await api.barcode({ text: 'QZ-0001', type: BarcodeType.Qr, dpi: 203, scale: 4 }, { format: 'blob' })
const rows = [{ type: 'code128', text: 'QZ-0001', qty: 2 }]
const pdf = await api.labels(rows, { size: '57x32mm' }, { type: ContentType.Json, format: 'blob' })

said({
  gs1: message.data.raw,
  png: base64(await png.data.arrayBuffer()),
  pdf: base64(await pdf.data.arrayBuffer()),
  refused: (await refusalOf(api.label({ text: 'a', type: LabelType.Qr, qty: 501 }, { format: 'json' })))?.code,
  character: (await refusalOf(api.plan({ text: 'a', type: LabelType.Ean8 })))?.faults?.[0]?.code,
})

// what the service refuses does not compile
// @ts-expect-error
api.barcode({ text: 'a', type: 'QR' }).catch(() => {})
// @ts-expect-error
api.barcode({ text: 'a', type: BarcodeType.Qr, dpi: '203' }).catch(() => {})
// @ts-expect-error
api.barcode({ type: BarcodeType.Qr }).catch(() => {})
