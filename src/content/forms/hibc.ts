/** The label of a medical device by HIBC: what it is, and its lot, serial number and dates, in one symbol as a UDI has them. */

import { checkCharacter43 } from '../check-characters.ts'
import { meaningOfDate } from '../dates.ts'
import { readHibc } from '../hibc.ts'
import type { ContentElement } from '../reading.ts'
import { type Content, type ContentField, type ContentValues, filled, formFault } from './form.ts'

type Name = 'labeler' | 'product' | 'unit' | 'lot' | 'serial' | 'expiry' | 'produced' | 'quantity'

const fields: readonly ContentField<Name>[] = [
  { name: 'labeler', isRequired: true, longest: 4 },
  { name: 'product', isRequired: true, longest: 18 },
  { name: 'unit', kind: 'choice', choices: Array.from('0123456789') },
  { name: 'lot', longest: 18 },
  { name: 'serial', longest: 18 },
  { name: 'expiry', kind: 'date' },
  { name: 'produced', kind: 'date' },
  { name: 'quantity', longest: 5 },
]

const elementNames: { readonly [id: string]: Name } = {
  ...{ LIC: 'labeler', PCN: 'product', UM: 'unit', LOT: 'lot', SER: 'serial' },
  ...{ EXP: 'expiry', MFD: 'produced', QTY: 'quantity' },
}

/** What lots and serial numbers may have beside letters and digits: blanks get lost, and `$`, `/`, `+` and `%` are said by others. */
const dataForm = /^[0-9A-Z.-]+$/

const digitsOf = (date: string): string => date.replaceAll('-', '')

/** Primary and secondary data between a slash, supplements behind them (ANSI/HIBC 2.6-2016, 4.3 and 2.3.2). */
export const hibc: Content<Name> = {
  standard: 'ANSI/HIBC 2.6-2016',
  fields,
  types: () => ['datamatrix', 'qr', 'code128', 'code39'],
  write: (values) => {
    const { labeler, product, unit, lot, serial, expiry, produced, quantity } = values
    const isSerial = lot === '' && serial !== ''
    const flag = `${expiry === '' ? '$' : '$$'}${isSerial ? '+' : ''}`
    const date = expiry === '' ? '' : `3${digitsOf(expiry).slice(2)}`
    const parts = [
      `+${labeler}${product}${unit}`,
      ...(lot + serial + expiry === '' ? [] : [`${flag}${date}${isSerial ? serial : lot}`]),
      ...(serial === '' || isSerial ? [] : [`S${serial}`]),
      ...(produced === '' ? [] : [`16D${digitsOf(produced)}`]),
      // the quantity is the last
      ...(quantity === '' ? [] : [`Q${quantity}`]),
    ]
    const text = parts.join('/')
    return `${text}${checkCharacter43(text)}`
  },
  read: (text) => {
    const { faults, elements } = readHibc(text)
    const given: { [N in Name]?: string } = {}
    for (const element of elements) {
      const name = elementNames[element.id]
      if (name === undefined && !['+', 'CHK'].includes(element.id)) return undefined
      if (name === undefined) continue
      const value = dayOrValue(element, name)
      if (value === undefined || given[name] !== undefined) return undefined
      given[name] = value
    }
    return faults.length > 0 || given.labeler === undefined ? undefined : filled(fields, given)
  },
  check: (values) => [
    ...formFault(values, 'labeler', { form: /^[A-Z][0-9A-Z]{3}$/, code: 'labeler' }),
    ...formFault(values, 'product', { form: /^[0-9A-Z]+$/, code: 'capitals' }),
    ...formFault(values, 'lot', { form: dataForm, code: 'capitals' }),
    ...formFault(values, 'serial', { form: dataForm, code: 'capitals' }),
    ...formFault(values, 'quantity', { form: /^\d+$/, code: 'count' }),
    ...dateFaults(values),
  ],
  caption: () => '',
}

/** A date as a field of a page has it; undefined for what has no day, or a time besides. */
function dayOrValue({ value, meaning }: ContentElement, name: Name): string | undefined {
  if (name !== 'expiry' && name !== 'produced') return value
  return /^\d{4}-\d\d-\d\d$/.test(meaning ?? '') ? meaning : undefined
}

/** The expiry date has two digits of its year. */
function dateFaults(values: ContentValues<Name>) {
  const isDate = (date: string): boolean => meaningOfDate(digitsOf(date), 'YYYYMMDD') === date
  const { expiry, produced } = values
  return [
    ...(expiry === '' || (isDate(expiry) && /^20[0-7]/.test(expiry))
      ? []
      : [{ field: 'expiry', code: 'date' } as const]),
    ...(produced === '' || isDate(produced) ? [] : [{ field: 'produced', code: 'date' } as const]),
    ...(expiry !== '' && produced > expiry ? [{ field: 'expiry', code: 'order' } as const] : []),
  ]
}
