import { createServer } from 'node:http'
import { type Bwip, peer, type QrCode } from '../peers.ts'

/** A barcode service built with other packages: bwip-js, and qrcode for QR Code. */
const [bwip, qrcode] = await Promise.all([peer<Bwip>('bwip-js'), peer<QrCode>('qrcode')])
if (!bwip || !qrcode) throw new Error('bwip-js and qrcode are not installed')

async function draw(url: string): Promise<Uint8Array> {
  const query = new URL(url, 'http://localhost').searchParams
  const text = query.get('text') ?? '0'
  if (query.get('type') === 'qr') return qrcode!.default.toBuffer(text, { errorCorrectionLevel: 'M', scale: 3 })
  return bwip!.default.toBuffer({ bcid: 'code128', text, scale: 3, height: 15 })
}

createServer(async (request, response) => {
  const body = await draw(request.url ?? '/')
  response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': body.length })
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
