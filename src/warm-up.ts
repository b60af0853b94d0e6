import { type BarcodeRequest, drawBarcode, drawLabel, type ImageFormat } from './draw.ts'

/**
 * Draws barcodes and labels of the usual kinds, so that code is compiled and the Latin font open before the first requests:
 * otherwise these take ten times as long as later ones and delay all others.
 */
export function warmUp(): void {
  for (const rotate of ['N', 'R'] as const) {
    draw({ type: 'code128', text: longer, rotate })
    for (const format of ['png', 'svg', 'pdf'] as const) draw({ type: 'qr', text, rotate, format })
    draw({ type: 'datamatrix', text, rotate })
    draw({ type: 'ean13', text: '590123412345', rotate })
  }
  for (const format of ['png', 'pdf'] as const) {
    const stock = { size: '4x6', orientation: 'portrait', showtext: true, qty: 2 } as const
    drawLabel({ ...stock, type: 'code128', text: 'QZ-0001', format }, limits)
  }
}

const text = 'Aa1\té99'.repeat(40)
const longer = text.repeat(3)
const limits = { maxPixels: 25_000_000 }

function draw(asked: Pick<BarcodeRequest, 'type' | 'text' | 'rotate'> & { format?: ImageFormat }): void {
  drawBarcode({ format: 'png', includetext: true, scale: 2, height: 2, ...asked }, limits)
}
