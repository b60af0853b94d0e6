/** What a value can be made with one click: complete with its check digit, or in the characters that it may have. */

import {
  bracketedText,
  checkCharactersOf,
  checkDigitOf,
  type Gs1Fault,
  gs1Message,
  type Identifier,
  lengthsOf,
} from '../../../../symbologies/gs1/index.ts'
import { words } from '../words.ts'

export interface Offer {
  /** What a click does. */
  readonly words: string
  readonly value: string
}

/** The fewest characters for which check characters are offered. */
const shortestChecked = 6

export function offersFor(identifier: Identifier, value: string): readonly Offer[] {
  if (value === '') return []
  const { components } = identifier
  const at = components.findIndex(({ rules }) => rules.includes('csum'))
  if (at >= 0) {
    const checked = [...zerosBefore(identifier, value), ...checkDigit(identifier, at, value)]
    if (checked.length > 0) return checked
  }
  if (components[0]!.rules.includes('csumalpha')) {
    const checked = checkCharacters(identifier, value)
    if (checked.length > 0) return checked
  }
  return rewritten(identifier, value)
}

function flawsOf({ ai }: Identifier, value: string): readonly Gs1Fault[] {
  return gs1Message(bracketedText([{ ai, value }])).faults.filter(({ code }) => code === 'gs1_invalid_value')
}

const shortGtins: { readonly [length: number]: string } = { 8: 'EAN-8', 12: 'UPC-A', 13: 'EAN-13' }

/** A shorter GTIN is one of 14 digits with zeros before it. */
function zerosBefore({ components }: Identifier, value: string): readonly Offer[] {
  const name = shortGtins[value.length]
  const isGtin = components.length === 1 && components[0]!.most === 14
  if (!isGtin || name === undefined || !isChecked(value)) return []
  const zeros = '0'.repeat(14 - value.length)
  return [
    {
      words: words.gs1.zerosBefore(name, zeros),
      value: zeros + value,
    },
  ]
}

const isChecked = (digits: string): boolean =>
  /^\d+$/.test(digits) && Number(digits.slice(-1)) === checkDigitOf(digits.slice(0, -1))

function checkDigit({ components }: Identifier, at: number, value: string): readonly Offer[] {
  const start = components.slice(0, at).reduce((total, { most }) => total + most, 0)
  const last = start + components[at]!.most - 1
  if (!/^\d+$/.test(value.slice(0, last + 1))) return []
  const right = `${checkDigitOf(value.slice(start, last))}`
  if (value.length === last) return [{ words: words.gs1.addCheckDigit(right), value: value + right }]
  if (value.length < last || value[last] === right) return []
  return [{ words: words.gs1.makeCheckDigit(right), value: value.slice(0, last) + right + value.slice(last + 1) }]
}

function checkCharacters(identifier: Identifier, value: string): readonly Offer[] {
  const flaws = flawsOf(identifier, value)
  if (value.length < shortestChecked || flaws.some(({ rule }) => rule !== 'csumalpha') || flaws.length === 0) return []
  if (value.length + 2 > lengthsOf(identifier).most) return []
  const right = checkCharactersOf(value)
  return [{ words: words.gs1.addCheckCharacters(right), value: value + right }]
}

/** The value without blanks and hyphens, in capital letters, or percent-encoded: the first that has no flaw. */
function rewritten(identifier: Identifier, value: string): readonly Offer[] {
  if (flawsOf(identifier, value).length === 0) return []
  const joined = value.replace(/[\s\u00a0\u2010-\u2015-]/g, '')
  const isEncoded = identifier.components[0]!.rules.includes('pcenc')
  const candidates = [
    value.trim(),
    joined,
    joined.toUpperCase(),
    ...(isEncoded ? [encodeURIComponent(value).replaceAll('%20', '+')] : []),
  ]
  const isDigits = identifier.components.every(({ set }) => set === 'N')
  const right = candidates.find((each) => {
    if (each === value || each === '') return false
    const isStart = isDigits && /^\d+$/.test(each) && each.length < lengthsOf(identifier).most
    return isStart || flawsOf(identifier, each).length === 0
  })
  return right === undefined ? [] : [{ words: words.gs1.writeAs(right), value: right }]
}
