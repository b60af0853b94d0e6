import type { Barcode } from '../../symbologies/index.ts'
import { layoutSymbol } from '../layout/symbol.ts'
import { pdf } from '../render/pdf.ts'
import { dotStyleOf, type ImageStyle } from './image-style.ts'
import { refuseExcess, textOf } from './images.ts'

/**
 * The symbol with its quiet zones as PDF of its true size, without words.
 *
 * @throws RequestError invalid_parameter, does_not_fit (a longer page than PDF allows)
 */
export function toPdf(barcode: Barcode, style: ImageStyle = {}): Uint8Array<ArrayBuffer> {
  const dots = dotStyleOf(barcode, style)
  refuseExcess(barcode, 'pdf', { style, dots })
  return pdf(layoutSymbol(barcode, textOf(barcode), dots)) as Uint8Array<ArrayBuffer>
}
