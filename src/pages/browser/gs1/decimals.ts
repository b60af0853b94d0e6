/** Values with decimals as people write them: the AI says where the decimal point is, `(3103)001234` is 1.234. */

import { identifierOf, lengthsOf } from '../../../../symbologies/gs1/index.ts'
import { hasDecimals } from './names.ts'

export interface AiValue {
  readonly ai: string
  readonly value: string
}

/** Digits before the number: the currency. */
const lead = (ai: string): number => (/^39[13]/.test(ai) ? 3 : 0)

/** The value as people write it; as it is, if it is none that could be read back. */
export function shownValue(ai: string, value: string): string {
  if (!hasDecimals(ai) || !/^\d+$/.test(value)) return value
  const decimals = Number(ai[3])
  const [currency, digits] = [value.slice(0, lead(ai)), value.slice(lead(ai))]
  const { least, most } = lengthsOf(identifierOf(ai)!)
  if (value.length < least || value.length > most) return value
  const padded = digits.padStart(decimals + 1, '0')
  const whole = padded.slice(0, padded.length - decimals)
  const isFixed = least === most
  const number = isFixed ? whole.replace(/^0+(?=\d)/, '') : whole
  return `${currency}${currency === '' ? '' : ' '}${number}${decimals === 0 ? '' : `.${padded.slice(-decimals)}`}`
}

/** The AI and the digits of a typed value. What is no number, or has too many digits, stays as it is with the AI that there was. */
export function typedValue(ai: string, typed: string): AiValue {
  const asTyped = { ai, value: typed }
  if (!hasDecimals(ai)) return asTyped
  const pattern = lead(ai) === 0 ? /^()(\d*)(?:[.,](\d*))?$/ : /^(\d{3}) ?(\d*)(?:[.,](\d*))?$/
  const [, currency = '', whole, fraction = ''] = pattern.exec(typed.trim()) ?? []
  if (whole === undefined || whole + fraction === '') return asTyped
  const own = `${ai.slice(0, 3)}${fraction.length}`
  const identifier = fraction.length > 9 ? undefined : identifierOf(own)
  if (identifier === undefined) return asTyped
  const { least, most } = lengthsOf(identifier)
  // zeros that count nothing need no digits
  const digits = `${whole}${fraction}`.replace(/^0+(?=\d)/, '')
  const kept = digits.length < fraction.length ? digits.padStart(fraction.length, '0') : digits
  const value = currency + (least === most ? kept.padStart(most - currency.length, '0') : kept)
  return value.length > most ? asTyped : { ai: own, value }
}
