import type fc from 'fast-check'
import { characterSet, type Eci } from '../../../symbologies/eci/index.ts'
import { type DataMatrixOptions, dataMatrixSizes, datamatrix, EncodeError } from '../../../symbologies/index.ts'
import { drawn, type Random } from '../../random.ts'
import { textsOf } from '../../texts.ts'

/** Alphabets that each favour one encodation, or that make encodations compete. */
export const alphabets = [
  '0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789',
  'abcdefghijklmnopqrstuvwxyz 0123456789',
  'AB1*>\r ',
  '!"#$%&()+,-./:;<=?@[]^A1',
  'éàÿ\x80\x9f\xa0Ø',
  'Aa1!*é\n',
  'AÀàa1É`{~',
  '\0\x01\x1d\x1e\x7f',
] as const

const everything = [...new Set(alphabets.join(''))].join('')

/** A text in up to four segments, and an ending. */
export function mixedText(r: Random, longest: number): string {
  const segments = Array.from({ length: r.between(1, 4) }, () => r.text(r.pick(alphabets), r.between(1, longest)))
  return withEnding(r, segments.join(''))
}

export const mixedTexts = (longest: number): fc.Arbitrary<string> => drawn((r) => mixedText(r, longest))

/** Up to four characters at the end, where the rules for the end of the data decide, of any kind at all. */
function withEnding(r: Random, text: string): string {
  const ending = r.text(r.between(0, 2) > 0 ? everything : r.pick(alphabets), r.between(0, 4))
  return text.slice(0, Math.max(0, text.length - ending.length)) + ending
}

/** The longest beginning of a random text that fits a symbol of size `index`, and that with one character more. */
export function fillingTexts(r: Random, index: number): string[] {
  const capacity = dataMatrixSizes[index]!.data
  const cut = r.between(0, 1) === 0 ? 0 : r.between(0, capacity)
  const text = r.text(r.pick(alphabets), cut) + r.text(r.pick(alphabets), 2 * capacity)
  const fits = (length: number): boolean =>
    length < text.length &&
    (dataCapacity(text.slice(0, length), { eci: 'none' }) ?? Number.POSITIVE_INFINITY) <= capacity
  let length = 1
  for (let step = 1024; step >= 1; step >>= 1) if (fits(length + step)) length += step
  return [text.slice(0, length), withEnding(r, text.slice(0, length)), text.slice(0, length + 1)]
}

/** Alphabets of the character sets of the register, and one that mixes them. */
const scripts = [
  'ABC abc 123',
  'éàüßÄ',
  'ąčłżő',
  'МоскваЖя',
  'Αθήναδω',
  'עבריתש',
  'العربية',
  'ไทยภาษา',
  '漢字日本語カナ',
  '汉字中国',
  '한국어글',
  '€™œ',
  '😀👍',
] as const

/** Texts in up to three scripts. */
export const eciTexts = (longest: number): fc.Arbitrary<string> =>
  drawn((r) => {
    const few = Array.from({ length: r.between(1, 3) }, () => r.pick(scripts))
    return Array.from({ length: r.between(1, 4) }, () => r.text(r.pick(few), r.between(1, longest))).join('')
  })

/** The bytes of a text under an ECI; undefined if it lacks a character. */
export const encodedIn = (eci: Eci, text: string): Uint8Array | undefined => characterSet(eci).encode(text)

/** Texts that an ECI has. */
export const textsIn = (eci: Eci, longest: number): fc.Arbitrary<string> => {
  const all = [...scripts.join('')].filter((character) => encodedIn(eci, character) !== undefined)
  return textsOf(all.join(''), 1, longest)
}

/** Data codewords of the symbol for `text`; undefined if it is too long. */
export function dataCapacity(text: string, options?: DataMatrixOptions): number | undefined {
  try {
    return datamatrix(text, options).trace.size.data
  } catch (error) {
    if (error instanceof EncodeError && error.code === 'data_too_long') return undefined
    throw error
  }
}

export const bytesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0))
