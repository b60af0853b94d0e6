import { quoted } from '../../messages.ts'
import { isSecondHalf } from '../fault.ts'
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

/** The first character from `start` up to `end` of a value that is not of the set; one that begins before `start` is not among them. */
export function characterFlaw(value: string, set: CharacterSet, start: number, end: number): Flaw | undefined {
  const { name, other } = characterSets[set]
  for (let at = start; at < end; at++) {
    const found = value.slice(at, end).search(other)
    if (found < 0) return undefined
    at += found
    if (isSecondHalf(value, at)) continue
    const character = String.fromCodePoint(value.codePointAt(at)!)
    return flaw(`has ${named(character)}; accepted: ${name}`, at, at + character.length - 1)
  }
  return undefined
}

/** With its code point, if it looks like another one. */
function named(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  return plainCharacters(character) === character ? quoted(character) : `${quoted(character)} (U+${code})`
}

/** The characters of ASCII that look like others of a text: hyphens, blanks, quotation marks, digits, full-width characters. */
export function plainCharacters(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replace(
      /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f]/g,
      (digit) => `${(digit.charCodeAt(0) & 15) - (digit >= '\u0966' ? 6 : 0)}`,
    )
    .replace(/[\u2010-\u2015\u2212\ufe58\ufe63]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
}

/** GS1's reference wants one or two signs of padding that make the length a multiple of three. */
export function paddingFlaw(value: string): Flaw | undefined {
  const at = value.indexOf('=')
  if (at < 0) return undefined
  const isRight = /^[^=]+={1,2}$/.test(value) && value.length % 3 === 0
  return isRight ? undefined : flaw('is not padded with one or two = to a multiple of three', at, value.length - 1)
}
