/** The data of a Swiss QR bill (SIX, Swiss Implementation Guidelines QR-bill 2.3): each line has its meaning. */

import { type Line, linesIn, takeLines } from './lines.ts'
import { compact, isCreditorReference, isIban, isQrReference } from './payments.ts'
import { Reading, type Span, shown } from './reading.ts'

/** The longest values of an address, in its order (4.2.2). */
export const addressLongest = { Name: 70, Street: 70, House: 16, Zip: 16, City: 35, Country: 2 } as const
export type AddressPart = keyof typeof addressLongest

/** What an address must have. */
export const addressNeeds: readonly AddressPart[] = ['Name', 'Zip', 'City', 'Country']

/** What message and billing information may have together, in characters. */
export const longestInformation = 140

/** Basic Latin, Latin-1 Supplement, Latin Extended-A, four Romanian letters and the euro sign (4.1.1). */
export const otherSwissCharacter = /[^ -~\u00a0-\u017f\u0218-\u021b\u20ac]/

/** Whether an account is for payments with a QR reference: its institution has a number from 30000 to 31999. */
export const isQrAccount = (iban: string): boolean => /^3[01]/.test(iban.slice(4, 9))

/** Whether this is an IBAN of Switzerland or Liechtenstein. */
export const isSwissIban = (iban: string): boolean => /^(?:CH|LI)/.test(iban) && isIban(iban)

/** Whether a reference is right by its kind; there is none of kind NON. */
export const isSwissReference = (kind: string, reference: string): boolean =>
  kind === 'NON' ? reference === '' : kind === 'QRR' ? isQrReference(reference) : isCreditorReference(reference)

const parties = [
  ['creditor', 'Payable to'],
  ['ultimate', 'Ultimate creditor'],
  ['debtor', 'Payable by'],
] as const

const partTitles: { readonly [part in AddressPart]: string } = {
  Name: 'name',
  Street: 'street',
  House: 'house number',
  Zip: 'postal code',
  City: 'town',
  Country: 'country',
}

const addressOf = ([id, title]: (typeof parties)[number]): readonly Line[] => [
  { id: `${id}Type`, title: `${title}: kind of address` },
  ...Object.entries(addressLongest).map(([part, longest]) => ({
    id: `${id}${part}`,
    title: `${title}: ${partTitles[part as AddressPart]}`,
    longest,
  })),
]

const lines: readonly Line[] = [
  { id: 'SPC', title: 'QR type', codes: ['SPC'] },
  { id: 'version', title: 'Version', codes: ['0200'] },
  { id: 'coding', title: 'Coding type', codes: ['1'] },
  { id: 'iban', title: 'IBAN', isRequired: true },
  ...addressOf(parties[0]),
  ...addressOf(parties[1]),
  { id: 'amount', title: 'Amount' },
  { id: 'currency', title: 'Currency', codes: ['CHF', 'EUR'] },
  ...addressOf(parties[2]),
  { id: 'kind', title: 'Kind of reference', codes: ['QRR', 'SCOR', 'NON'] },
  { id: 'reference', title: 'Reference', longest: 27 },
  { id: 'message', title: 'Message to the payee', longest: longestInformation },
  { id: 'trailer', title: 'Trailer', codes: ['EPD'] },
  { id: 'billing', title: 'Billing information', longest: longestInformation },
  { id: 'alternative1', title: 'First alternative procedure', longest: 100 },
  { id: 'alternative2', title: 'Second alternative procedure', longest: 100 },
]

/** Whether a text is surely meant as a Swiss QR bill. */
export const isSwiss = (text: string): boolean => /^SPC\r?\n/.test(text)

export function readSwiss(text: string): Reading {
  const reading = new Reading(text)
  const found = takeLines(reading, lines)
  const at = (id: string): Span => found[id]!
  for (const party of parties) judgeAddress(reading, party, at)
  judgePayment(reading, at)
  const other = otherSwissCharacter.exec(text.replace(/[\r\n]/g, ' '))
  if (other !== null) {
    const span = { start: other.index, end: other.index + [...text.slice(other.index)][0]!.length }
    const expected = 'U+0020 to U+007E, U+00A0 to U+017F, U+0218 to U+021B, U+20AC'
    reading.fault('wrong_character', { span, title: 'Swiss QR', found: shown(reading.at(span)), expected })
  }
  const spans = linesIn(text)
  const beyond = spans[lines.length]
  if (beyond !== undefined && text.slice(beyond.start).trim() !== '')
    reading.fault('wrong_count', {
      ...{ span: { start: beyond.start, end: text.length }, title: 'Number of lines' },
      ...{ found: `${spans.length}`, expected: `${lines.length}` },
    })
  return reading
}

function judgeAddress(reading: Reading, [id, title]: (typeof parties)[number], at: (id: string) => Span): void {
  const parts = Object.keys(addressLongest) as readonly AddressPart[]
  const value = (part: string): string => reading.at(at(`${id}${part}`))
  const type = at(`${id}Type`)
  const isThere = id === 'creditor' || ['Type', ...parts].some((part) => value(part) !== '')
  if (!isThere) return
  if (value('Type') !== 'S') {
    const said = { title: `${title}: kind of address`, found: shown(value('Type')), expected: 'S' }
    const repairs = value('Type') === '' || value('Type') === 's' ? [reading.with(type, 'S')] : []
    reading.fault('wrong_value', { span: type, ...said, repairs })
  }
  for (const part of addressNeeds)
    if (value(part).trim() === '')
      reading.fault('missing_element', { span: at(`${id}${part}`), title: `${title}: ${partTitles[part]}` })
  const country = value('Country')
  if (country === '' || /^[A-Z]{2}$/.test(country)) return
  const span = at(`${id}Country`)
  const said = { title: `${title}: country`, found: shown(country), expected: 'A-Z' }
  reading.fault('wrong_value', { span, ...said, repairs: [reading.with(span, country.toUpperCase())] })
}

/** Account numbers and references are not repaired: which of their digits is wrong is not known. */
function judgePayment(reading: Reading, at: (id: string) => Span): void {
  const value = (id: string): string => reading.at(at(id))
  const [iban, kind, reference, amount] = [value('iban'), value('kind'), value('reference'), value('amount')]
  const bare = (id: string): readonly string[] => [reading.with(at(id), compact(value(id)))]
  if (iban !== '' && !isSwissIban(iban)) {
    const repairs = isSwissIban(compact(iban)) ? bare('iban') : []
    reading.fault('wrong_number', { span: at('iban'), title: 'IBAN', found: shown(iban), repairs })
  }
  if (['QRR', 'SCOR', 'NON'].includes(kind) && !isSwissReference(kind, reference)) {
    const repairs = isSwissReference(kind, compact(reference)) ? bare('reference') : []
    reading.fault('wrong_number', { span: at('reference'), title: 'Reference', found: shown(reference), repairs })
  }
  if (isSwissIban(iban) && kind !== '' && (kind === 'QRR') !== isQrAccount(iban))
    reading.fault('conflicting_elements', { span: at('kind'), title: 'IBAN', found: `Reference ${kind}` })
  if (amount !== '' && !/^(?!0+\.00)\d{1,9}\.\d\d$/.test(amount)) {
    const plain = /^\d{1,9}(?:[.,]\d{1,2})?$/.exec(amount.replace(/['’\s]/g, ''))?.[0].replace(',', '.')
    const repairs = plain === undefined ? [] : [reading.with(at('amount'), Number(plain).toFixed(2))]
    const said = { title: 'Amount', found: shown(amount), expected: '0.01 to 999999999.99' }
    reading.fault('wrong_value', { span: at('amount'), ...said, repairs })
  }
  const length = [...value('message'), ...value('billing')].length
  if (length > longestInformation) {
    const said = {
      title: 'Message and billing information',
      found: `${length}`,
      expected: `0 to ${longestInformation}`,
    }
    reading.fault('wrong_length', { span: at('message'), ...said })
  }
}
