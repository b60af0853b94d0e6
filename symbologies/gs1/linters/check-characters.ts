import { checkDigitOf } from '../../check-digit.ts'
import { notAString, quoted } from '../../messages.ts'
import { countryCodes } from './code-lists.ts'
import { type Flaw, flaw, whole } from './flaw.ts'

/** The last digit makes the weighted sum a multiple of 10 (GS1 General Specifications, 7.9.1). */
export function csum(value: string): Flaw | undefined {
  const last = value.length - 1
  const right = checkDigitOf(value.slice(0, last))
  return value[last] === `${right}`
    ? undefined
    : flaw(`has check digit ${value[last]}; the right one is ${right}`, last, last)
}

/** The 83 primes that weigh the characters before the check characters, from the right. */
let primes: readonly number[] | undefined

function primesFrom(first: number, count: number): readonly number[] {
  const found: number[] = []
  for (let n = first; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}

/** Character set 82 in the order of its values, 0 to 81. */
const set82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
/** The characters of a check character pair, 0 to 31: none is easily taken for another. */
const set32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The check character pair for what stands before it: modulo 1021 (GS1 General Specifications, 7.9.5). */
export function checkCharactersOf(text: string): string {
  if (typeof text !== 'string') throw new TypeError(notAString(text))
  primes ??= primesFrom(2, 83)
  let sum = 0
  for (let i = 0; i < text.length; i++) sum += set82.indexOf(text[i]!) * primes[text.length - 1 - i]!
  const rest = sum % 1021
  return set32[rest >> 5]! + set32[rest & 31]!
}

export function csumalpha(value: string): Flaw | undefined {
  if (value.length < 3) return whole(value, 'is too short to end in two check characters')
  const right = checkCharactersOf(value.slice(0, -2))
  const found = value.slice(-2)
  const message = `has check characters ${found}; the right ones are ${right}`
  return found === right ? undefined : flaw(message, value.length - 2, value.length - 1)
}

/** ISO 13616-1: the country, two check digits modulo 97, the account. */
export function iban(value: string): Flaw | undefined {
  const at = value.search(/[^0-9A-Z]/)
  if (at >= 0) return flaw(`has ${quoted(value[at]!)}; accepted: capital letters and digits`, at, at)
  if (value.length < 5) return whole(value, 'is too short for a country, check digits and an account')
  const country = value.slice(0, 2)
  if (!countryCodes.letters.has(country))
    return flaw(`begins with ${country}, which is not a country code of ISO 3166-1`, 0, 1)
  const digits = [...value.slice(4), ...value.slice(0, 4)].map((character) => `${Number.parseInt(character, 36)}`)
  let rest = 0
  for (const digit of digits.join('')) rest = (10 * rest + Number(digit)) % 97
  return rest === 1 ? undefined : flaw(`has check digits ${value.slice(2, 4)}, which are wrong`, 2, 3)
}
