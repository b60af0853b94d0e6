/** What the label of a blood product says by ISBT 128: alone as a data structure, together as a compound message. */

import { checkCharacter37, checkValue37 } from '../check-characters.ts'
import { readIsbt } from '../isbt128.ts'
import { isMoment } from './event.ts'
import { type Content, type ContentField, type ContentValues, filled, formFault } from './form.ts'

type Name = 'donation' | 'flags' | 'bloodGroup' | 'productCode' | 'expires' | 'collected'

/** ABO and RhD by ICCBBA ST-001, version 6.2.2, 2.4.2, without a phenotype. The codes are the standard's. */
const bloodGroups = ['5100', '9500', '6200', '0600', '7300', '1700', '8400', '2800', '5500', '6600', '7700', '8800']

const fields: readonly ContentField<Name>[] = [
  // with blanks between its groups
  { name: 'donation', isRequired: true, longest: 17 },
  { name: 'flags', kind: 'choice', choices: ['check', '00'] },
  { name: 'bloodGroup', kind: 'choice', choices: ['', ...bloodGroups] },
  { name: 'productCode', longest: 8 },
  { name: 'expires', kind: 'moment' },
  { name: 'collected', kind: 'moment' },
]

const compactNumber = (text: string): string => text.replace(/\s/g, '').toUpperCase()

/** Century, year, day of the year, time: CYYJJJhhmm. */
function momentText(moment: string): string {
  const date = new Date(`${moment}Z`)
  const year = date.getUTCFullYear()
  const day = 1 + Math.floor((date.getTime() - Date.UTC(year, 0, 1)) / 86_400_000)
  const century = year < 2000 ? '9' : `${Math.floor(year / 100) - 20}`
  return `${century}${`${year % 100}`.padStart(2, '0')}${`${day}`.padStart(3, '0')}${moment.slice(11).replace(':', '')}`
}

/** Data structures 001, 002, 003, 005 and 007, in a compound message (023) if they are more than one. */
function structuresOf(values: ContentValues<Name>): readonly string[] {
  const { flags, bloodGroup, productCode, expires, collected } = values
  const number = compactNumber(values.donation)
  const both = flags === 'check' && donationForm.test(number) ? `${60 + checkValue37(number)}` : '00'
  return [
    `=${number}${both}`,
    ...(bloodGroup === '' ? [] : [`=%${bloodGroup}`]),
    ...(productCode === '' ? [] : [`=<${productCode}`]),
    ...(expires === '' ? [] : [`&>${momentText(expires)}`]),
    ...(collected === '' ? [] : [`&*${momentText(collected)}`]),
  ]
}

const donationForm = /^[A-NP-Z1-9][A-NP-Z0-9]{2}\d{10}$/

export const isbt128: Content<Name> = {
  standard: 'ISBT 128, ICCBBA ST-001, version 6.2.2',
  fields,
  // a compound message is for symbols that hold more than a line does
  types: (values) => (structuresOf(values).length > 1 ? ['datamatrix', 'qr'] : ['datamatrix', 'code128', 'qr']),
  write: (values) => {
    const structures = structuresOf(values)
    return `${structures.length > 1 ? `=+0${structures.length}000` : ''}${structures.join('')}`
  },
  read: (text) => {
    const { faults, elements } = readIsbt(text)
    if (faults.length > 0) return undefined
    const value = (id: string): string => elements.find((element) => element.id === id)?.value ?? ''
    const moment = (id: string): string => elements.find((element) => element.id === id)?.meaning ?? ''
    const flags = value('001.FF') === '00' ? '00' : 'check'
    const given = { donation: value('001'), flags, bloodGroup: value('002'), productCode: value('003') }
    const values = filled(fields, { ...given, expires: moment('005'), collected: moment('007') })
    if (!['', ...bloodGroups].includes(values.bloodGroup)) return undefined
    // structures that have no field, and those of another order
    return isbt128.write(values) === text ? values : undefined
  },
  check: (values) => {
    const { donation, expires, collected } = values
    return [
      ...(donationForm.test(compactNumber(donation)) ? [] : [{ field: 'donation', code: 'donation' } as const]),
      ...formFault(values, 'productCode', { form: /^[A-Z]\d{4}[0-9A-Za-z]{3}$/, code: 'product' }),
      ...momentFaults(values, 'expires'),
      ...momentFaults(values, 'collected'),
      ...(expires !== '' && expires < collected ? [{ field: 'expires', code: 'order' } as const] : []),
    ]
  },
  /** The number in its groups, with the check character that people type after it. */
  caption: ({ donation }) => {
    const number = compactNumber(donation)
    return `${number.slice(0, 5)} ${number.slice(5, 7)} ${number.slice(7)} ${checkCharacter37(number)}`
  },
}

const momentFaults = (values: ContentValues<Name>, field: 'expires' | 'collected') =>
  values[field] === '' || (isMoment(values[field]) && /^(?:19|2[0-8])/.test(values[field]))
    ? []
    : [{ field, code: 'date' } as const]
