/** The readers of all linear symbologies. */

import type { Symbology } from '../../../../symbologies/barcode.ts'
import type { Effort } from '../picture/effort.ts'
import type { Scan } from '../picture/scan.ts'
import type { SymbolReading } from '../report.ts'
import { readCode39 } from './code39.ts'
import { readCode128 } from './code128.ts'
import { readEan } from './ean.ts'
import { readItf14 } from './itf14.ts'

/** In order of preference between readings of the same score: every UPC-A symbol is an EAN-13 symbol too. */
export const linearReaders: Partial<
  Record<Symbology, (scan: Scan, expected: string | undefined, effort: Effort) => SymbolReading | undefined>
> = {
  upca: readEan('upca'),
  ean13: readEan('ean13'),
  ean8: readEan('ean8'),
  upce: readEan('upce'),
  itf14: readItf14,
  code128: readCode128,
  code39: readCode39,
}
