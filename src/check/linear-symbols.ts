import type { Symbology } from '../../symbologies/barcode.ts'
import { readCode39 } from './linear/code39.ts'
import { readCode128 } from './linear/code128.ts'
import { readEan } from './linear/ean.ts'
import { readItf14 } from './linear/itf14.ts'
import { leastLikeness } from './linear/linear.ts'
import { type Scan, scansOf, type Way } from './picture/scan.ts'
import { meritOf, type Reading } from './report.ts'
import type { Wanted } from './wanted.ts'

export type LinearReader = (scan: Scan, expected?: string) => Reading | undefined

/** In the order in which they are preferred where a symbol is as good as one as as another: UPC-A is an EAN-13 too. */
const readers: Partial<Record<Symbology, LinearReader>> = {
  upca: readEan('upca'),
  ean13: readEan('ean13'),
  ean8: readEan('ean8'),
  upce: readEan('upce'),
  itf14: readItf14,
  code128: readCode128,
  code39: readCode39,
}

/** The linear symbol in a picture, given as it is and transposed, as the symbology that it is most like, faults counted. */
export function linearReading(ways: readonly Way[], { type, expected, effort }: Wanted): Reading | undefined {
  const wanted = Object.entries(readers).filter(([symbology]) => type === undefined || symbology === type)
  if (wanted.length === 0) return undefined
  let best: Reading | undefined
  for (const scan of scansOf(ways, effort)) {
    for (const [, read] of wanted) {
      const reading = read(scan, expected)
      if (reading === undefined || reading.likeness < leastLikeness) continue
      if (best === undefined || meritOf(reading) > meritOf(best)) best = reading
    }
  }
  return best
}
