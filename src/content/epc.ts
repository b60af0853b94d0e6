/** EPC's QR code for credit transfers in euro (EPC069-12, version 2.1): each line has its meaning. */

import { type Line, takeLines } from './lines.ts'
import { amountIn, compact, isBic, isCreditorReference, isIban } from './payments.ts'
import { Reading, type Span, shown } from './reading.ts'

/** Characters of each element. */
export const epcLongest = { name: 70, purpose: 4, reference: 35, message: 140, information: 70 } as const

/** Bytes of the whole. */
export const epcBytes = 331

const lines: readonly Line[] = [
  { id: 'BCD', title: 'Service tag', codes: ['BCD'] },
  { id: 'version', title: 'Version', codes: ['001', '002'] },
  { id: 'charset', title: 'Character set', codes: ['1', '2', '3', '4', '5', '6', '7', '8'] },
  { id: 'SCT', title: 'Identification code', codes: ['SCT'] },
  { id: 'bic', title: 'BIC' },
  { id: 'name', title: 'Payee', longest: epcLongest.name, isRequired: true },
  { id: 'iban', title: 'IBAN', isRequired: true },
  { id: 'amount', title: 'Amount' },
  { id: 'purpose', title: 'Purpose', longest: epcLongest.purpose },
  { id: 'reference', title: 'Reference', longest: epcLongest.reference },
  { id: 'message', title: 'Message to the payee', longest: epcLongest.message },
  { id: 'information', title: 'Information for the payer', longest: epcLongest.information },
]

/** Whether a text is surely meant as EPC's QR code. */
export const isEpc = (text: string): boolean => /^BCD\r?\n/.test(text)

export function readEpc(text: string): Reading {
  const reading = new Reading(text)
  const found = takeLines(reading, lines)
  const at = (id: string): Span => found[id]!
  judgeAccount(reading, { iban: at('iban'), bic: at('bic'), version: at('version') })
  judgeAmount(reading, at('amount'))
  const [reference, message] = [reading.at(at('reference')), reading.at(at('message'))]
  if (reference !== '' && reference.startsWith('RF') && !isCreditorReference(compact(reference)))
    reading.fault('wrong_number', { span: at('reference'), title: 'Reference', found: shown(reference) })
  if (reference !== '' && message !== '') {
    const said = { title: 'Reference', found: 'Message to the payee' }
    reading.fault('conflicting_elements', { span: at('message'), ...said })
  }
  const bytes = new TextEncoder().encode(text).length
  if (bytes > epcBytes) {
    const span = { start: 0, end: text.length }
    reading.fault('wrong_length', { span, title: 'EPC QR', found: `${bytes}`, expected: `1 to ${epcBytes}` })
  }
  return reading
}

interface Account {
  readonly iban: Span
  readonly bic: Span
  readonly version: Span
}

/** Account numbers are not repaired: which of their digits is wrong is not known. */
function judgeAccount(reading: Reading, { iban, bic, version }: Account): void {
  const account = reading.at(iban)
  if (account !== '' && !isIban(account)) {
    const repairs = isIban(compact(account)) ? [reading.with(iban, compact(account))] : []
    reading.fault('wrong_number', { span: iban, title: 'IBAN', found: shown(account), repairs })
  }
  const bank = reading.at(bic)
  if (bank !== '' && !isBic(bank)) {
    const repairs = [reading.with(bic, compact(bank))]
    reading.fault('wrong_value', { span: bic, title: 'BIC', found: shown(bank), expected: 'ISO 9362', repairs })
  }
  if (bank === '' && reading.at(version) === '001')
    reading.fault('missing_element', { span: bic, title: 'BIC', repairs: [reading.with(version, '002')] })
}

function judgeAmount(reading: Reading, span: Span): void {
  const amount = reading.at(span)
  if (amount === '' || /^EUR(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,2})?$/.test(amount)) return
  const sum = amountIn(amount.replace(/EUR|€/gi, ''))
  const repairs = sum === undefined ? [] : [reading.with(span, `EUR${sum}`)]
  const expected = 'EUR0.01 to EUR999999999.99'
  reading.fault('wrong_value', { span, title: 'Amount', found: shown(amount), expected, repairs })
}
