import type { Symbology } from '../../symbologies/barcode.ts'
import { readCode39 } from './linear/code39.ts'
import { readCode128 } from './linear/code128.ts'
import { readEan } from './linear/ean.ts'
import { readItf14 } from './linear/itf14.ts'
import { leastLikeness } from './linear/linear.ts'
import type { LinePicture } from './picture/bars.ts'
import type { Effort } from './picture/effort.ts'
import { overlap, transposedBox } from './picture/picture.ts'
import { type Scan, scansOf } from './picture/scan.ts'
import { bestOf, type Reading } from './report.ts'
import type { Search } from './search.ts'

export type LinearReader = (scan: Scan, expected: string | undefined, effort: Effort) => Reading | undefined

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

/** The readings of the bars in a picture, which is given as it is and transposed: the best at each place. */
export function linearReadings(pictures: readonly LinePicture[], { type, expected, effort }: Search): Reading[] {
  const wanted = Object.entries(readers).flatMap(([symbology, read]) =>
    type === undefined || symbology === type ? [read] : [],
  )
  if (wanted.length === 0) return []
  return pictures.flatMap((picture, i) => {
    const read = (scans: readonly Scan[]): Reading | undefined =>
      bestOf(
        scans.flatMap((scan) =>
          wanted.flatMap((reader) => {
            const reading = reader(scan, expected, effort)
            return reading !== undefined && isLikely(reading, type) ? [reading] : []
          }),
        ),
      )
    const all = scansOf(picture, effort).flatMap(({ whole, parts }) => {
      const one = read(whole)
      const several = parts.flatMap((scans) => read(scans) ?? [])
      return several.some(({ isCertain }) => isCertain) ? several : (one ?? [])
    })
    const readings = all.filter((each, at) => !all.slice(0, at).some((before) => showsDamage(before, each)))
    return i === 0 ? readings : readings.map((reading) => ({ ...reading, place: transposedBox(reading.place) }))
  })
}

/** Whether fewer lines of the same bars are read in `other`, without the add-on that is damaged in `reading`. */
const showsDamage = ({ findings, place }: Reading, other: Reading): boolean =>
  other.addon === undefined &&
  overlap(place, other.place) &&
  findings.list.some(({ kind, code }) => kind === 'fault' && code.includes('.addon.'))

/** Where no symbology was asked for, bars that may be of another are of none. */
const isLikely = ({ likeness, isCertain }: Reading, type: Symbology | undefined): boolean =>
  likeness >= leastLikeness && (isCertain || type !== undefined)
