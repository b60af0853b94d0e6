/** The data of a Swiss QR bill. The cross in the middle of the symbol and the form of the bill are drawn by others, as the page says. */

import { amountIn, compact } from '../payments.ts'
import {
  type AddressPart,
  addressLongest,
  addressNeeds,
  isQrAccount,
  isSwissIban,
  isSwissReference,
  longestInformation,
  otherSwissCharacter,
} from '../swiss.ts'
import { linesOf } from '../texts.ts'
import { type Content, type ContentField, type ContentValues, type FieldFault, filled } from './form.ts'

/** Of the creditor, and of the debtor. */
type Party = AddressPart
type Name = 'iban' | `creditor${Party}` | 'amount' | 'currency' | `debtor${Party}` | 'reference' | 'message' | 'billing'

const parts = Object.entries(addressLongest) as unknown as readonly (readonly [part: Party, longest: number])[]

const partyFields = <P extends 'creditor' | 'debtor'>(party: P): readonly ContentField<`${P}${Party}`>[] =>
  parts.map(([part, longest]) => ({
    name: `${party}${part}` as const,
    longest,
    ...(party === 'creditor' && addressNeeds.includes(part) && { isRequired: true as const }),
  }))

const fields: readonly ContentField<Name>[] = [
  { name: 'iban', isRequired: true, longest: 26 },
  ...partyFields('creditor'),
  // 999'999'999.99
  { name: 'amount', longest: 15 },
  { name: 'currency', kind: 'choice', choices: ['CHF', 'EUR'] },
  ...partyFields('debtor'),
  { name: 'reference', longest: 35 },
  { name: 'message', longest: 140 },
  { name: 'billing', longest: 140 },
]

/** The kind of a reference: QRR, SCOR or NON. */
function kindOf(reference: string): 'QRR' | 'SCOR' | 'NON' {
  if (reference === '') return 'NON'
  return reference.startsWith('RF') ? 'SCOR' : 'QRR'
}

/** Version 0200 in UTF-8, lines that end with LF, structured addresses, without ultimate creditor and alternative procedures. */
export const swiss: Content<Name> = {
  standard: 'SIX, QR-bill 2.3',
  fields,
  symbol: { level: 'M', eci: 'utf8' },
  write: (values) => {
    const reference = compact(values.reference)
    const amount = amountIn(values.amount) ?? ''
    return [
      ...['SPC', '0200', '1', compact(values.iban)],
      ...addressOf(values, 'creditor'),
      ...Array<string>(7).fill(''),
      ...[amount, values.currency],
      ...addressOf(values, 'debtor'),
      ...[kindOf(reference), reference, values.message.trim(), 'EPD'],
      ...(values.billing.trim() === '' ? [] : [values.billing.trim()]),
    ].join('\n')
  },
  read: (text) => {
    const lines = linesOf(text)
    const [type, version, coding, iban = '', ...rest] = lines
    const [creditor, ultimate, debtor] = [rest.slice(0, 7), rest.slice(7, 14), rest.slice(16, 23)]
    const [amount = '', currency = ''] = rest.slice(14, 16)
    const [kind, reference = '', message = '', trailer, billing = '', ...others] = rest.slice(23)
    if (type !== 'SPC' || version !== '0200' || coding !== '1' || trailer !== 'EPD') return undefined
    if (ultimate.some((line) => line !== '') || others.length > 0 || kind !== kindOf(reference)) return undefined
    if (creditor[0] !== 'S' || !['S', ''].includes(debtor[0]!) || !['CHF', 'EUR'].includes(currency)) return undefined
    const partyOf = (party: 'creditor' | 'debtor', [, ...values]: readonly string[]) =>
      Object.fromEntries(parts.map(([part], i) => [`${party}${part}`, values[i] ?? '']))
    const given = { iban, amount, currency, reference, message, billing }
    return filled(fields, { ...given, ...partyOf('creditor', creditor), ...partyOf('debtor', debtor) })
  },
  check: (values) => [...paymentFaults(values), ...addressFaults(values), ...characterFaults(values)],
  caption: ({ creditorName, amount, currency }) =>
    [creditorName, ...(amountIn(amount) === undefined ? [] : [`${currency} ${amountIn(amount)}`])].join('\n'),
}

const isGiven = (values: ContentValues<Name>, party: 'creditor' | 'debtor'): boolean =>
  parts.some(([part]) => values[`${party}${part}`].trim() !== '')

/** Seven lines: the kind of the address, and its parts. */
function addressOf(values: ContentValues<Name>, party: 'creditor' | 'debtor'): string[] {
  const own = parts.map(([part]) => values[`${party}${part}`].trim())
  return isGiven(values, party) ? ['S', ...own.slice(0, -1), own.at(-1)!.toUpperCase()] : Array<string>(7).fill('')
}

function paymentFaults(values: ContentValues<Name>): readonly FieldFault<Name>[] {
  const [iban, reference] = [compact(values.iban), compact(values.reference)]
  const isOfCountry = isSwissIban(iban)
  const kind = kindOf(reference)
  const isRight = isSwissReference(kind, reference)
  // a QR reference goes with an account for it, and such an account with nothing else
  const belongs = (kind === 'QRR') === isQrAccount(iban)
  const { amount, message, billing } = values
  const isTooLong = [...message.trim(), ...billing.trim()].length > longestInformation
  return [
    ...(isOfCountry ? [] : [{ field: 'iban', code: 'iban' } as const]),
    ...(amount.trim() === '' || amountIn(amount) !== undefined ? [] : [{ field: 'amount', code: 'amount' } as const]),
    ...(isRight && (belongs || !isOfCountry) ? [] : [{ field: 'reference', code: 'reference' } as const]),
    ...(isTooLong ? [{ field: 'message', code: 'long' } as const] : []),
  ]
}

function addressFaults(values: ContentValues<Name>): readonly FieldFault<Name>[] {
  return (['creditor', 'debtor'] as const).flatMap((party) => {
    if (!isGiven(values, party)) return []
    const missing = addressNeeds.filter((part) => values[`${party}${part}`].trim() === '')
    const country = values[`${party}Country`].trim()
    return [
      ...missing.map((part) => ({ field: `${party}${part}`, code: 'required' }) as const),
      ...(country === '' || /^[A-Z]{2}$/i.test(country)
        ? []
        : [{ field: `${party}Country`, code: 'country' } as const]),
    ]
  })
}

/** An amount is written in digits, however a person writes it. */
function characterFaults(values: ContentValues<Name>): readonly FieldFault<Name>[] {
  return fields.flatMap(({ name }) =>
    name !== 'amount' && otherSwissCharacter.test(values[name]) ? [{ field: name, code: 'characters' } as const] : [],
  )
}
