import { EncodeError, invalidCharacter } from '../barcode.ts'
import { carries } from './forced.ts'
import { isAscii, longestMacro } from './message.ts'
import type { DataMatrixOptions } from './options.ts'
import { capacityOf, type DataMatrixSize } from './sizes.ts'

/**
 * What can be refused before anything is encoded.
 *
 * @param largest the largest size that the options allow
 * @throws EncodeError data_too_long, invalid_length for no text, invalid_character for a lone surrogate or a
 *   character that the forced encodation has not
 */
export function checkText(text: string, { encodation }: DataMatrixOptions, largest: DataMatrixSize): void {
  if (text.length === 0) throw new EncodeError('invalid_length', 'datamatrix: no text; at least one character')
  // No codeword carries more than two characters.
  if (text.length > 2 * largest.data + longestMacro) throw tooLong(text, largest)
  const lone = isAscii(text) ? -1 : text.search(/\p{Cs}/u)
  if (lone >= 0) throw invalidCharacter('datamatrix', text, lone, 'Unicode characters, no lone surrogates')
  if (encodation === 'x12') checkEach(text, encodation, 'carriage return, "*", ">", space, digits, A to Z')
  if (encodation === 'edifact') checkEach(text, encodation, 'ASCII from space to "^"')
}

function checkEach(text: string, encodation: 'x12' | 'edifact', wanted: string): void {
  for (let i = 0; i < text.length; i++) {
    if (!carries(encodation, text.charCodeAt(i))) {
      throw invalidCharacter('datamatrix', text, i, `in ${encodation} ${wanted}`)
    }
  }
}

export function beyondLatin1(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\xff]/u), 'ISO 8859-1 without ECI 26')
}

export function tooLong(text: string, largest: DataMatrixSize): EncodeError {
  const { digits, alphanumerics, bytes } = capacityOf(largest)
  let characters = 0
  for (const _ of text) characters++
  return new EncodeError(
    'data_too_long',
    `datamatrix: ${characters} characters do not fit; ${largest.name} holds at most ${digits} digits, ` +
      `${alphanumerics} capital letters and digits, or ${bytes} bytes`,
  )
}
