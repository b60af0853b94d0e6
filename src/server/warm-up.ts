import { setImmediate } from 'node:timers/promises'
import { type BarcodeRequest, drawBarcode, drawLabel, type ImageFormat } from '../draw.ts'

/**
 * Draws barcodes and labels of the usual kinds, so that code is compiled: otherwise the
 * first requests take ten times as long as later ones, and delay all others. Requests are answered between any two of these.
 */
export async function warmUp(): Promise<void> {
  for (const draw of drawings()) {
    await setImmediate()
    draw()
  }
}

function* drawings(): Generator<() => void> {
  for (const format of ['png', 'pdf'] as const) {
    const stock = { size: '4x6', orientation: 'portrait', showtext: true, qty: 2 } as const
    yield () => drawLabel({ ...stock, type: 'code128', text: 'QZ-0001', format }, limits)
  }
  for (const rotate of ['N', 'R'] as const) {
    for (const format of ['png', 'svg', 'pdf'] as const) yield () => draw({ type: 'qr', text, rotate, format })
    yield () => draw({ type: 'datamatrix', text, rotate })
    yield () => draw({ type: 'ean13', text: '590123412345', rotate })
    yield () => draw({ type: 'code128', text: longer, rotate })
  }
}

const text = 'Aa1\té99'.repeat(40)
const longer = text.repeat(3)
const limits = { maxPixels: 25_000_000 }

function draw(asked: Pick<BarcodeRequest, 'type' | 'text' | 'rotate'> & { format?: ImageFormat }): void {
  drawBarcode({ format: 'png', includetext: true, scale: 2, height: 2, ...asked }, limits)
}
