import { type DataMatrixOptions, dataMatrixSizes, datamatrix, EncodeError } from '../../symbologies/index.ts'
import type { Random } from '../random.ts'

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
export function mixedText(random: Random, longest: number): string {
  const parts = Array.from({ length: random.between(1, 4) }, () =>
    random.text(random.pick(alphabets), random.between(1, longest)),
  )
  return withEnding(random, parts.join(''))
}

/** Up to four characters at the end, where the rules for the end of the data decide, of any kind at all. */
function withEnding(random: Random, text: string): string {
  const ending = random.text(random.between(0, 2) > 0 ? everything : random.pick(alphabets), random.between(0, 4))
  return text.slice(0, Math.max(0, text.length - ending.length)) + ending
}

/** The longest beginning of a random text that fits a symbol of size `index`, and that with one character more. */
export function fillingTexts(random: Random, index: number): string[] {
  const capacity = dataMatrixSizes[index]!.data
  const parts = Array.from({ length: random.between(1, 3) }, () => random.text(random.pick(alphabets), 2 * capacity))
  const cut = random.between(0, capacity)
  const text = parts.length > 1 ? parts[0]!.slice(0, cut) + parts[1]! : parts[0]!
  const fits = (length: number): boolean =>
    length < text.length &&
    (dataCapacity(text.slice(0, length), { eci: 'none' }) ?? Number.POSITIVE_INFINITY) <= capacity
  let length = 1
  for (let step = 1024; step >= 1; step >>= 1) if (fits(length + step)) length += step
  return [text.slice(0, length), withEnding(random, text.slice(0, length)), text.slice(0, length + 1)]
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
