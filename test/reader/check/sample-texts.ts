import type { Symbology } from '../../../symbologies/index.ts'

/** A text for each symbology. */
export const sampleTexts: Readonly<Record<Symbology, string>> = {
  code128: 'QZ-0001',
  qr: 'QZ-0001',
  microqr: '12345',
  datamatrix: 'QZ-0001',
  upca: '03600029145',
  upce: '0123456',
  ean13: '590123412345',
  ean8: '9638507',
  code39: 'QZ-1',
  itf14: '1540014128876',
}
