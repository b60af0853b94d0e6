/**
 * HIBC provider data (PAS): what an item of a hospital is, and where it is.
 *
 * ANSI/HIBC 1.3-2010, as public sources quote it. The flags are those that public lists of the standard name; other flags, data that are
 * split over two symbols, and what the data themselves mean are not judged.
 */

import { type Reading, type Span, shown, spanOf } from './reading.ts'
import { rangeText } from './values.ts'

/** Where the data are. */
export const places: { readonly [flag: string]: string } = {
  A: 'Patient',
  B: 'Patient care record',
  C: 'Specimen container',
  D: 'Direct patient image item',
  E: 'Business record',
  F: 'Medical administration record',
  G: 'Library reference material',
  H: 'Devices and materials',
  I: 'Identification card',
  J: 'Product container',
  K: 'Asset',
  L: 'Surgical instrument',
  Z: 'User-defined place',
}

/** What the data are. */
export const providerData: { readonly [flag: string]: string } = {
  A: 'Labeler',
  B: 'Service',
  C: 'Patient',
  D: 'Specimen',
  E: 'Personnel',
  F: 'Administrable product',
  G: 'Implantable product',
  H: 'Hospital item',
  I: 'Medical procedure',
  J: 'Reimbursement category',
  K: 'Blood product',
  L: 'Demographic data',
  M: 'Date and time',
  N: 'Asset',
  O: 'Purchase order',
  P: 'Dietary item',
  Q: 'Manufacturer’s serial number',
  R: 'Library material',
  S: 'Business control number',
  T: 'Episode of care',
  U: 'Health industry number',
  V: 'Patient visit',
  X: 'XML document',
  Z: 'User-defined data',
}

const dataLength = { least: 1, most: 15 }

/** Data behind `+/`, the check character of all still at the end. */
export function readProvider(reading: Reading): void {
  const end = reading.text.length - 1
  if (/^\+\/\d/.test(reading.text)) {
    reading.leave({ start: 2, end }, 'data that are split over two symbols')
    return
  }
  const place = spanOf(2, Math.min(1, Math.max(0, end - 2)))
  const flag = reading.at(place)
  reading.element({ id: 'WHERE', title: 'Place', span: place, meaning: places[flag] })
  if (!/[A-Z]/.test(flag)) wrongFlag(reading, place)
  let start = place.end
  for (const part of reading.text.slice(start, end).split('/')) {
    readData(reading, spanOf(start, part.length))
    start += part.length + 1
  }
}

function wrongFlag(reading: Reading, span: Span): void {
  const repairs = [reading.with(span, reading.at(span).toUpperCase())]
  reading.fault('wrong_character', { span, title: 'Flag', found: shown(reading.at(span)), expected: 'A-Z', repairs })
}

/** A flag and its data; a flag of Y has two more characters. */
function readData(reading: Reading, { start, end }: Span): void {
  const isLong = reading.text[start] === 'Y'
  const flag = { start, end: Math.min(start + (isLong ? 3 : 1), end) }
  const name = reading.at(flag)
  if (!/^[A-Z]/.test(name)) {
    wrongFlag(reading, flag)
    return
  }
  const span = { start: flag.end, end }
  const title = providerData[name] ?? `Data of flag ${name}`
  reading.element({ id: name, title, span })
  if (providerData[name] === undefined) reading.leave(span, 'the flag is not in the public list')
  const length = span.end - span.start
  if (length < dataLength.least || length > dataLength.most)
    reading.fault('wrong_length', { span, title, found: `${length}`, expected: rangeText(dataLength) })
}
