/** The data structures of ISBT 128 (ICCBBA ST-001, version 6.2.2, Table 2 and 2.4): identifiers, lengths, characters. */

import type { DateForm } from './dates.ts'
import type { CharacterSet, ValueForm } from './values.ts'

export interface Structure {
  readonly number: string
  readonly title: string
  /** The characters before its content; of 001 the first alone, since the second is part of the number. */
  readonly identifier: string
  /** Characters of the content. */
  readonly length: number
  readonly form?: ValueForm
  /** Content of no fixed length: the place of a number in it, and the characters of which there are so many. */
  readonly repeated?: { readonly from: number; readonly digits: number; readonly unit: number }
  /** What it says is in tables that are not public. */
  readonly notPublic?: true
}

type Row = readonly [identifier: string, number: string, title: string, length: number, form: CharacterSet | DateForm]

const rows: readonly Row[] = [
  ['=%', '002', 'Blood groups [ABO and RhD]', 4, 'al'],
  ['=<', '003', 'Product code', 8, 'al'],
  ['=>', '004', 'Expiration date', 6, 'CYYJJJ'],
  ['&>', '005', 'Expiration date and time', 10, 'CYYJJJhhmm'],
  ['=*', '006', 'Collection date', 6, 'CYYJJJ'],
  ['&*', '007', 'Collection date and time', 10, 'CYYJJJhhmm'],
  ['=}', '008', 'Production date', 6, 'CYYJJJ'],
  ['&}', '009', 'Production date and time', 10, 'CYYJJJhhmm'],
  ['&(', '010', 'Special testing: general', 5, 'al'],
  ['={', '011', 'Special testing: red blood cell antigens (retired)', 18, 'n'],
  ['=\\', '012', 'Special testing: red blood cell antigens, general', 18, 'n'],
  ['&\\', '013', 'Special testing: red blood cell antigens, Finnish', 18, 'n'],
  ['&{', '014', 'Special testing: platelet HLA and antigens', 18, 'al'],
  ['=[', '015', 'Special testing: HLA-A and -B alleles (retired)', 18, 'al'],
  ['="', '016', 'Special testing: HLA-DRB1 alleles (retired)', 18, 'al'],
  ['=)', '017', 'Container manufacturer and catalog number', 10, 'al'],
  ['&)', '018', 'Container lot number', 10, 'al'],
  ['=;', '019', 'Donor Identification Number', 21, 'al'],
  ["='", '020', 'Staff member', 11, 'al'],
  ['=-', '021', 'Manufacturer and catalog number of another item', 10, 'al'],
  ['&-', '022', 'Lot number of another item', 10, 'al'],
  ['=+', '023', 'Compound message', 5, 'n'],
  ['=#', '024', 'Patient date of birth', 10, 'n'],
  ['=]', '026', 'Expiration month', 6, 'YYYYMM'],
  ['&"', '027', 'Transfusion transmitted infection marker', 18, 'n'],
  ['=$', '028', 'Product consignment', 16, 'an'],
  ['=(', '031', 'Flexible date and time', 16, 'an'],
  ['=,', '032', 'Product divisions', 6, 'an'],
  ['&+', '033', 'Processing facility', 11, 'an'],
  ['=/', '034', 'Processor product', 16, 'an'],
  ['&,1', '035', 'Lot number', 18, 'an'],
  ['&,2', '036', 'Supplemental identification number', 18, 'an'],
  ['&,3', '037', 'Registration of the donor (retired)', 19, 'an'],
  ['&,4', '038', 'Single European Code', 40, 'an'],
  ['&:', '039', 'Registration of the donor', 19, 'an'],
  ['&/', '040', 'Chain of identity', 15, 'an'],
]

/** Structures whose content has a number of parts. */
const repeated: readonly Structure[] = [
  {
    ...{ identifier: '&#', number: '025', title: 'Patient identification number', length: 4 },
    repeated: { from: 2, digits: 2, unit: 1 },
  },
  {
    ...{ identifier: '&$', number: '029', title: 'Dimensions', length: 2, form: { set: 'n', least: 2, most: 1388 } },
    repeated: { from: 0, digits: 2, unit: 14 },
  },
  {
    ...{ identifier: '&%', number: '030', title: 'Red cell antigens with test history', length: 3 },
    repeated: { from: 0, digits: 3, unit: 10 },
  },
]

/** Structures whose codes are in tables that ICCBBA gives to licensees. */
const notPublic = ['003', '010', '017', '034']

const isSet = (form: CharacterSet | DateForm): form is CharacterSet => /^[a-z]+$/.test(form)

const structures: readonly Structure[] = [
  ...rows.map(([identifier, number, title, length, form]): Structure => {
    const own = isSet(form) ? { set: form, least: length, most: length } : { date: form }
    return { identifier, number, title, length, form: own, ...(notPublic.includes(number) && { notPublic: true }) }
  }),
  ...repeated,
]

const donationNumber: Structure = {
  identifier: '=',
  number: '001',
  title: 'Donation Identification Number',
  length: 15,
}

/** The structure that begins at an index of a text, if one does. */
export function structureOf(text: string, start: number): Structure | undefined {
  const found = structures.find(({ identifier }) => text.startsWith(identifier, start))
  return found ?? (/^=[A-NP-Za-np-z1-9]/.test(text.slice(start, start + 2)) ? donationNumber : undefined)
}
