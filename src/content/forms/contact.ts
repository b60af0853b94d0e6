/** A person or a company for the address book: as a vCard, or shorter as a MECARD. */

import { emailForm, escapedIn, partsOf, plain, telephone, unwritten, written } from '../texts.ts'
import { type Content, type ContentField, type ContentValues, filled } from './form.ts'

type Name =
  | 'format'
  | 'given'
  | 'family'
  | 'company'
  | 'job'
  | 'phone'
  | 'email'
  | 'website'
  | 'street'
  | 'zip'
  | 'city'
  | 'country'
  | 'note'

const fields: readonly ContentField<Name>[] = [
  { name: 'given', longest: 100 },
  { name: 'family', longest: 100 },
  { name: 'company', longest: 100 },
  { name: 'job', longest: 100 },
  { name: 'phone', longest: 40 },
  { name: 'email', longest: 254 },
  { name: 'website', longest: 500 },
  { name: 'street', longest: 100 },
  { name: 'zip', longest: 20 },
  { name: 'city', longest: 100 },
  { name: 'country', longest: 60 },
  { name: 'note', kind: 'lines', longest: 300 },
  { name: 'format', kind: 'choice', choices: ['vcard', 'mecard'] },
]

export const contact: Content<Name> = {
  standard: 'vCard 3.0, RFC 2426; MECARD, NTT DOCOMO',
  fields,
  write: (values) => (values.format === 'mecard' ? mecard(values) : vcard(values)),
  read: (text) => (/^MECARD:/i.test(text) ? fromMecard(text) : fromVcard(text)),
  check: ({ format, given, family, company, job, phone, email }) => [
    ...(`${given}${family}${company}`.trim() === '' ? [{ field: 'family', code: 'one' } as const] : []),
    ...(format === 'mecard' && job !== '' ? [{ field: 'job', code: 'absent' } as const] : []),
    ...(phone === '' || telephone(phone) !== undefined ? [] : [{ field: 'phone', code: 'phone' } as const]),
    ...(email === '' || emailForm.test(email) ? [] : [{ field: 'email', code: 'email' } as const]),
  ],
  caption: ({ given, family, company }) =>
    [[given, family].filter((name) => name !== '').join(' '), company].filter((line) => line !== '').join('\n'),
}

/**
 * The lines end with LF, as a field of a page has them, where RFC 2426 has CRLF: readers take both. Long lines are not folded, because
 * some readers do not join them.
 */
function vcard(values: ContentValues<Name>): string {
  const { given, family, company, job, phone, email, website, street, zip, city, country, note } = values
  const full = [given, family].filter((name) => name !== '').join(' ')
  const address = ['', '', street, city, '', zip, country]
  const lines: readonly (readonly [property: string, value: string])[] = [
    ['N', [family, given, '', '', ''].map(written).join(';')],
    ['FN', written(full === '' ? company : full)],
    ['ORG', written(company)],
    ['TITLE', written(job)],
    ['TEL', written(phone)],
    ['EMAIL', written(email)],
    ['URL', written(website)],
    ['ADR', address.every((part) => part === '') ? '' : address.map(written).join(';')],
    ['NOTE', written(note)],
  ]
  const there = lines.filter(([property, value]) => value !== '' || property === 'N')
  return ['BEGIN:VCARD', 'VERSION:3.0', ...there.map(([property, value]) => `${property}:${value}`), 'END:VCARD'].join(
    '\n',
  )
}

function fromVcard(text: string): ContentValues<Name> | undefined {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .replace(/\n$/, '')
    .split('\n')
  if (!/^BEGIN:VCARD$/i.test(lines[0] ?? '') || !/^END:VCARD$/i.test(lines.at(-1) ?? '')) return undefined
  const found = new Map<string, string>()
  for (const line of lines.slice(1, -1)) {
    const [, property = '', value = ''] = /^([A-Z]+)(?:;[^:]*)?:(.*)$/is.exec(line) ?? []
    const name = property.toUpperCase()
    // what has no field would be lost, and so would the second of two
    if (!known.includes(name) || found.has(name)) return undefined
    found.set(name, value)
  }
  if (found.get('VERSION') !== '3.0') return undefined
  const [family = '', given = '', ...others] = partsOf(found.get('N') ?? '', ';').map(unwritten)
  const [box = '', extension = '', street = '', city = '', region = '', zip = '', country = ''] = partsOf(
    found.get('ADR') ?? '',
    ';',
  ).map(unwritten)
  if ([...others, box, extension, region].some((part) => part !== '')) return undefined
  const of = (name: string): string => unwritten(found.get(name) ?? '')
  const named = {
    company: of('ORG'),
    job: of('TITLE'),
    phone: of('TEL'),
    email: of('EMAIL'),
    website: of('URL'),
    note: of('NOTE'),
  }
  return filled(fields, { format: 'vcard', given, family, street, zip, city, country, ...named })
}

const known: readonly string[] = ['VERSION', 'N', 'FN', 'ORG', 'TITLE', 'TEL', 'EMAIL', 'URL', 'ADR', 'NOTE']

const inMecard = (text: string): string => escapedIn(text, /[\\;,:"]/g)

/** The address has seven parts, from the post office box to the country; the name has the family name first. */
function mecard(values: ContentValues<Name>): string {
  const { given, family, company, phone, email, website, street, zip, city, country, note } = values
  const address = ['', '', street, city, '', zip, country]
  const elements = [
    ['N', given === '' ? inMecard(family) : `${inMecard(family)},${inMecard(given)}`],
    ['ORG', inMecard(company)],
    ['TEL', inMecard(phone)],
    ['EMAIL', inMecard(email)],
    ['URL', inMecard(website)],
    ['ADR', address.every((part) => part === '') ? '' : address.map(inMecard).join(',')],
    ['NOTE', inMecard(note)],
  ]
  const there = elements.filter(([key, value]) => value !== '' || key === 'N')
  return `MECARD:${there.map(([key, value]) => `${key}:${value};`).join('')};`
}

function fromMecard(text: string): ContentValues<Name> | undefined {
  if (!text.endsWith(';;')) return undefined
  const found = new Map<string, string>()
  for (const part of partsOf(text.slice('MECARD:'.length, -2), ';')) {
    const [, key = '', value = ''] = /^([A-Z]+):(.*)$/s.exec(part) ?? []
    if (!['N', 'ORG', 'TEL', 'EMAIL', 'URL', 'ADR', 'NOTE'].includes(key) || found.has(key)) return undefined
    found.set(key, value)
  }
  const [family = '', given = '', ...more] = partsOf(found.get('N') ?? '', ',').map(plain)
  const [box = '', room = '', street = '', city = '', region = '', zip = '', country = '', ...rest] = partsOf(
    found.get('ADR') ?? '',
    ',',
  ).map(plain)
  if ([...more, ...rest, box, room, region].some((part) => part !== '')) return undefined
  const of = (key: string): string => plain(found.get(key) ?? '')
  const named = { company: of('ORG'), phone: of('TEL'), email: of('EMAIL'), website: of('URL'), note: of('NOTE') }
  return filled(fields, { format: 'mecard', given, family, street, zip, city, country, ...named })
}
