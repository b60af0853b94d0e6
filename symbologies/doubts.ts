import type { Barcode } from './barcode.ts'
import type { Gs1DoubtCode } from './gs1/fault.ts'
import type { MicroQrTrace } from './microqr/microqr.ts'

/** What is drawn as it was asked for, and may yet be read as something else. */
export interface Doubt {
  readonly code: DoubtCode | Gs1DoubtCode
  /** In ASCII, without a line feed. */
  readonly message: string
  /** The parameter whose value would have to change; the text by default. */
  readonly parameter?: 'text' | 'type' | 'eci' | 'fullascii' | 'domain'
}

export type DoubtCode =
  | 'complete_already'
  | 'byte_order_mark'
  | 'invisible_character'
  | 'latin1_in_code128'
  | 'latin1_in_microqr'
  | 'fullascii_in_code39'
  | 'unannounced_charset'

/** Why common readers may give back another text than the symbol carries. */
export function doubtsAbout(barcode: Barcode): readonly Doubt[] {
  return hasLatin1(barcode) ? [latin1] : []
}

/** Whether a Micro QR symbol has characters of ISO 8859-1 beyond ASCII. It has no ECI, and readers differ in what they take the bytes for. */
function hasLatin1({ symbology, captions, trace }: Barcode): boolean {
  if (symbology !== 'microqr') return false
  const text = captions[0]!.text
  const { segments } = trace as MicroQrTrace
  return segments.some(({ mode, from, to }) => mode === 'byte' && /[^\0-\x7f]/.test(text.slice(from, to)))
}

const latin1: Doubt = {
  code: 'latin1_in_microqr',
  parameter: 'type',
  message: 'Micro QR Code cannot announce ISO 8859-1, and some readers take such characters for others; QR Code can',
}
