import { quoted } from '../../messages.ts'
import type { CharacterSet } from '../identifiers.ts'
import { type Flaw, flaw } from './flaw.ts'

interface SetOfCharacters {
  /** The dictionary's name of the rule. */
  readonly rule: 'csetnumeric' | 'cset82' | 'cset39' | 'cset64'
  readonly name: string
  readonly other: RegExp
}

/** GS1 General Specifications, 7.11; base64url is RFC 4648, 5. */
export const characterSets: { readonly [S in CharacterSet]: SetOfCharacters } = {
  N: { rule: 'csetnumeric', name: 'digits 0 to 9', other: /[^0-9]/u },
  X: { rule: 'cset82', name: 'letters, digits and !"%&\'()*+,-./:;<=>?_', other: /[^!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]/u },
  Y: { rule: 'cset39', name: 'capital letters, digits and # - /', other: /[^#\-/0-9A-Z]/u },
  Z: { rule: 'cset64', name: 'letters, digits, - and _, = at the end', other: /[^0-9A-Z_a-z=-]/u },
}

/** The first character that is not of the set, or padding that is not as it should be. */
export function characterFlaw(value: string, set: CharacterSet): Flaw | undefined {
  const { name, other } = characterSets[set]
  const at = value.search(other)
  if (at >= 0) {
    const character = String.fromCodePoint(value.codePointAt(at)!)
    return flaw(`has ${quoted(character)} at position ${at + 1}; accepted: ${name}`, at, at)
  }
  return set === 'Z' ? paddingFlaw(value) : undefined
}

/** GS1's reference wants one or two signs of padding that make the length a multiple of three. */
function paddingFlaw(value: string): Flaw | undefined {
  const at = value.indexOf('=')
  if (at < 0) return undefined
  const isRight = /^[^=]+={1,2}$/.test(value) && value.length % 3 === 0
  return isRight ? undefined : flaw('is not padded with one or two = to a multiple of three', at, value.length - 1)
}
