/** What people probably meant by a text that a symbology does not accept. */

import type { Suggestion, Symbology } from './barcode.ts'

/**
 * Characters of Unicode by the one of ASCII that they look like: blanks, hyphens, quotation marks and slashes that word processors put
 * in, digits of other scripts, and letters of Greek and Cyrillic. Full-width forms are computed. An empty one is not seen at all.
 */
const lookAlikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '': '\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\ufeff',
    ' ': '\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
    '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63',
    "'": '\u2018\u2019\u201b\u02bc\u2032',
    '"': '\u201c\u201d\u201e\u2033',
    '/': '\u2044\u2215',
    '.': '\u2024',
    '*': '\u2217',
    ...{
      A: 'ΑА',
      B: 'ΒВ',
      C: 'С',
      E: 'ΕЕ',
      H: 'ΗН',
      I: 'ΙІ',
      J: 'Ј',
      K: 'ΚК',
      M: 'ΜМ',
      N: 'Ν',
      O: 'ΟО',
      P: 'ΡР',
      S: 'Ѕ',
    },
    ...{
      T: 'ΤТ',
      X: 'ΧХ',
      Y: 'Υ',
      Z: 'Ζ',
      a: 'а',
      c: 'с',
      e: 'е',
      i: 'і',
      j: 'ј',
      o: 'οо',
      p: 'р',
      s: 'ѕ',
      x: 'х',
      y: 'у',
    },
    ...Object.fromEntries(
      Array.from({ length: 10 }, (_, digit) => [
        digit,
        String.fromCodePoint(0x660 + digit, 0x6f0 + digit, 0x966 + digit),
      ]),
    ),
  }).flatMap(([ascii, others]) => [...others].map((other) => [other, ascii] as const)),
)

/** The text with a character of ASCII in place of each that looks like one. */
export function withoutLookAlikes(text: string): string {
  return text.replace(/[^\0-\x7f]/gu, (character) => {
    const code = character.codePointAt(0)!
    // the full-width forms of ! to ~
    if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0)
    return lookAlikes.get(character) ?? character
  })
}

/** What stands before numbers in print. */
const kindOfNumber = /^(ISBN|ISSN|EAN|UPC|GTIN|JAN)([- ]?(8|10|12|13|14)(?=[^0-9]))?[:. -]*(?=[0-9])/i

/** The digits of a text without the blanks and hyphens between them; look-alikes of ASCII are read as what they look like. */
export function bareDigits(text: string): string {
  return withoutLookAlikes(text).replace(/[ -]/g, '')
}

/** A number, and after a plus sign, a blank or another sign the digits of an add-on. */
const withAddon = /^(.{6,40}?) ?([^0-9A-Za-z]) ?([0-9]{2}|[0-9]{5})$/

/** A key of digits as a symbology takes it. */
export interface KeyForm {
  readonly symbology: Symbology
  /** Digits with the check digit. */
  readonly length: number
  /** Whether the symbology takes these digits, with a check digit or without. */
  readonly accepts: (digits: string) => boolean
  /** Whether the last of these digits is the check digit of the others. */
  readonly isComplete: (digits: string) => boolean
}

/** The symbologies that take an add-on. */
const symbologiesWithAddon: readonly Symbology[] = ['ean13', 'upca', 'upce']
/** The symbology of a complete number, by its digits. */
const byLength: { readonly [digits: number]: Symbology | undefined } = {
  8: 'ean8',
  12: 'upca',
  13: 'ean13',
  14: 'itf14',
}
/** A spreadsheet takes zeros from the front of a number; with more than this the number may be any. */
const mostLostZeros = 3

/** Longer texts are no numbers that were written in another way. */
const longestNumber = 60

/** The key that a text names, if any, and what else would have to change with it. */
export function keyMeant(text: string, form: KeyForm): Suggestion | undefined {
  if (text.length > longestNumber) return undefined
  const plain = withoutLookAlikes(text).trim().replace(kindOfNumber, '')
  const digits = bareDigits(plain)
  const isNumber = /^[0-9]+$/.test(digits)
  // a wrong check digit is the next fault
  const isKey = form.accepts(digits) || digits.length === form.length
  if (digits !== text && isNumber && isKey) return { text: digits }
  const takesAddon = symbologiesWithAddon.includes(form.symbology)
  const [, main = '', sign = '', addon = ''] = withAddon.exec(plain) ?? []
  // behind a hyphen or a point stand digits of the number, too, unless it is complete without them
  const isMain = '+ '.includes(sign) ? form.accepts : form.isComplete
  if (takesAddon && isMain(bareDigits(main))) return { text: bareDigits(main), addon }
  const publication = form.symbology === 'ean13' ? publicationNumber(plain) : undefined
  if (publication !== undefined) return { text: publication }
  return isNumber && digits === text ? otherLength(digits, form, takesAddon) : undefined
}

/** Digits that are too many or too few. */
function otherLength(digits: string, form: KeyForm, takesAddon: boolean): Suggestion | undefined {
  const { length, isComplete } = form
  const lost = length - digits.length
  if (lost > 0 && lost <= mostLostZeros) {
    const padded = digits.padStart(length, '0')
    if (isComplete(padded) && form.accepts(padded)) return { text: padded }
  }
  const rest = digits.slice(-length)
  if (lost < 0 && /^0+$/.test(digits.slice(0, -length)) && isComplete(rest) && form.accepts(rest)) return { text: rest }
  const type = byLength[digits.length]
  if (type !== undefined && isComplete(digits)) return { type, text: digits }
  const [main, addon] = [digits.slice(0, length), digits.slice(length)]
  if (takesAddon && (addon.length === 2 || addon.length === 5) && isComplete(main)) return { text: main, addon }
  return undefined
}

/** An ISBN-10 or an ISSN with its check character, modulo 11; the second with its hyphen, for it has as many characters as an EAN-8. */
const [isbn10, issn] = [/^[0-9]{9}[0-9Xx]$/, /^[0-9]{4}-[0-9]{3}[0-9Xx]$/] as const

/**
 * The twelve digits of the EAN-13 that an ISBN-10 or ISSN stands for.
 *
 * ISO 2108:2017, Annex A (prefix 978); ISO 3297:2022, Annex A (prefix 977 and a variant of two digits, 00 for the usual one)
 */
function publicationNumber(text: string): string | undefined {
  const characters = text.replace(/[ -]/g, '')
  const isIssn = issn.test(text)
  if (!isIssn && !isbn10.test(characters)) return undefined
  const last = characters.length
  const sum = [...characters].reduce((sum, each, i) => sum + (last - i) * (/x/i.test(each) ? 10 : Number(each)), 0)
  if (sum % 11 !== 0) return undefined
  return isIssn ? `977${characters.slice(0, 7)}00` : `978${characters.slice(0, 9)}`
}
