import type { Symbology } from '../../symbologies/barcode.ts'
import { readCode39 } from './linear/code39.ts'
import { readCode128 } from './linear/code128.ts'
import { readEan } from './linear/ean.ts'
import { readItf14 } from './linear/itf14.ts'
import { leastLikeness } from './linear/linear.ts'
import { type LinePicture, type Scan, scansOf } from './picture/scan.ts'
import { type Reading, scoreOf } from './report.ts'
import type { Search } from './search.ts'

export type LinearReader = (scan: Scan, expected?: string) => Reading | undefined

/** In order of preference between readings of the same score: every UPC-A symbol is an EAN-13 symbol too. */
const readers: Partial<Record<Symbology, LinearReader>> = {
  upca: readEan('upca'),
  ean13: readEan('ean13'),
  ean8: readEan('ean8'),
  upce: readEan('upce'),
  itf14: readItf14,
  code128: readCode128,
  code39: readCode39,
}

/** The reading with the highest score of the bars in a picture, which is given as it is and transposed. */
export function linearReading(
  pictures: readonly LinePicture[],
  { type, expected, effort }: Search,
): Reading | undefined {
  const wanted = Object.entries(readers).filter(([symbology]) => type === undefined || symbology === type)
  if (wanted.length === 0) return undefined
  let best: Reading | undefined
  for (const scan of scansOf(pictures, effort)) {
    for (const [, read] of wanted) {
      const reading = read(scan, expected)
      if (reading === undefined || reading.likeness < leastLikeness) continue
      if (best === undefined || scoreOf(reading) > scoreOf(best)) best = reading
    }
  }
  return best
}
