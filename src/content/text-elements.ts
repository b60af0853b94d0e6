/**
 * Text element identifiers: what stands before each field of format 12 of ISO/IEC 15434.
 *
 * The list is that of ATA Spec 2000, which is not public; these are the ones that MIL-STD-130N quotes for unique items.
 */

import { type Reading, type Span, shown } from './reading.ts'

const titles: { readonly [identifier: string]: string } = {
  CAG: 'CAGE code',
  MFR: 'Manufacturer, by its CAGE code',
  SPL: 'Supplier, by its CAGE code',
  DUN: 'DUNS number',
  EUC: 'GS1 company prefix',
  SER: 'Serial number within the manufacturer',
  UCN: 'Serial number within the supplier',
  SEQ: 'Serial number within the part number',
  UST: 'Universal serial number',
  USN: 'Universal serial number, with its enterprise',
  UID: 'Unique item identifier',
  PNO: 'Original part number',
  PNR: 'Current part number',
  LOT: 'Lot',
  BII: 'Batch or lot of the item',
}

export function readTextElement(reading: Reading, span: Span): void {
  const field = reading.at(span)
  const [, identifier] = /^([A-Z]{3}) ./.exec(field) ?? []
  if (identifier === undefined) {
    const [, bare] = /^([A-Za-z]{3})(?=\S)/.exec(field) ?? []
    const spaced = bare === undefined ? [] : [reading.with(span, `${bare.toUpperCase()} ${field.slice(3)}`)]
    const repairs = [reading.with(span, field.slice(0, 3).toUpperCase() + field.slice(3)), ...spaced]
    reading.fault('unknown_identifier', { span, found: shown(field), expected: 'ATA Spec 2000', repairs })
    return
  }
  const value = { start: span.start + identifier.length + 1, end: span.end }
  reading.element({ id: identifier, title: titles[identifier] ?? `Text element ${identifier}`, span: value })
  if (titles[identifier] === undefined)
    reading.leave(value, 'the text element identifiers of ATA Spec 2000 are not public')
}
