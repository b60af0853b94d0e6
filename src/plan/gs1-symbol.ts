/** Whether a symbol is one of GS1. */

import type { Barcode, Encoded } from '../../symbologies/index.ts'
import { messageIn } from '../reader/check/gs1/message.ts'

interface Contents extends Pick<Encoded, 'elements' | 'text'> {
  readonly barcode: Pick<Barcode, 'symbology' | 'carried'>
}

/** Whether readers take a symbol for one of GS1: it carries element strings behind FNC1, a GTIN, or a GS1 Digital Link URI, all of it. */
export function isOfGs1({ barcode: { symbology, carried }, elements, text }: Contents): boolean {
  const hasFnc1 = elements.length > 0 && messageIn({ symbology, text }) === undefined
  return hasFnc1 || messageIn({ symbology, text: carried ?? text }) !== undefined
}
