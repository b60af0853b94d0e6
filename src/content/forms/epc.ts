/** A credit transfer in euro, for the app of a bank: the EPC's QR code, also known as GiroCode. */

import { epcBytes, epcLongest } from '../epc.ts'
import { amountIn, compact, isBic, isCreditorReference, isIban } from '../payments.ts'
import { linesOf } from '../texts.ts'
import { type Content, type ContentField, filled } from './form.ts'

type Name = 'name' | 'iban' | 'bic' | 'amount' | 'reference' | 'message'

const fields: readonly ContentField<Name>[] = [
  { name: 'name', isRequired: true, longest: epcLongest.name },
  { name: 'iban', isRequired: true, longest: 42 },
  { name: 'bic', longest: 11 },
  { name: 'amount', longest: 13 },
  { name: 'reference', longest: epcLongest.reference },
  { name: 'message', longest: epcLongest.message },
]

/** Version 002, in which the BIC may be left out, in UTF-8; without purpose and without information for the payer. */
export const epc: Content<Name> = {
  standard: 'EPC069-12',
  fields,
  // the standard's level, and no ECI, because the text says its own character set
  symbol: { level: 'M', eci: 'utf8' },
  write: ({ name, iban, bic, amount, reference, message }) => {
    const sum = amountIn(amount)
    const lines = [
      'BCD',
      '002',
      '1',
      'SCT',
      compact(bic),
      name.trim(),
      compact(iban),
      sum === undefined ? '' : `EUR${sum}`,
    ]
    // what is empty at the end is left out
    return linesOf([...lines, '', compact(reference), message.trim()].join('\n')).join('\n')
  },
  read: (text) => {
    const lines = linesOf(text)
    const [
      service,
      version = '',
      charset,
      kind,
      bic = '',
      name = '',
      iban = '',
      sum = '',
      purpose = '',
      reference = '',
      message = '',
      ...info
    ] = lines
    if (service !== 'BCD' || !/^00[12]$/.test(version) || charset !== '1' || kind !== 'SCT') return undefined
    if (purpose !== '' || info.some((line) => line !== '')) return undefined
    const [, amount] = /^EUR(\d+(?:\.\d{1,2})?)$/.exec(sum) ?? []
    if (sum !== '' && amount === undefined) return undefined
    return filled(fields, {
      name,
      iban,
      bic,
      amount: amount === undefined ? '' : (amountIn(amount) ?? amount),
      reference,
      message,
    })
  },
  check: (values) => {
    const { iban, bic, amount, reference, message } = values
    const isTooLong = new TextEncoder().encode(epc.write(values)).length > epcBytes
    return [
      ...(isIban(compact(iban)) ? [] : [{ field: 'iban', code: 'iban' } as const]),
      ...(bic.trim() === '' || isBic(compact(bic)) ? [] : [{ field: 'bic', code: 'bic' } as const]),
      ...(amount.trim() === '' || amountIn(amount) !== undefined ? [] : [{ field: 'amount', code: 'amount' } as const]),
      ...(reference.trim() === '' || isCreditorReference(compact(reference))
        ? []
        : [{ field: 'reference', code: 'reference' } as const]),
      ...(reference.trim() !== '' && message.trim() !== '' ? [{ field: 'message', code: 'one' } as const] : []),
      ...(isTooLong ? [{ field: 'message', code: 'long' } as const] : []),
    ]
  },
  caption: ({ name, amount }) =>
    [name, ...(amountIn(amount) === undefined ? [] : [`EUR ${amountIn(amount)}`])].join('\n'),
}
