import { EncodeError, invalidCharacter, loneSurrogate, requireText } from '../barcode.ts'
import { codePoints } from '../messages.ts'
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
  requireText('datamatrix', text)
  // No codeword carries more than two characters.
  if (text.length > 2 * largest.data + longestMacro) throw tooLong(text, largest)
  const lone = isAscii(text) ? -1 : text.search(/\p{Cs}/u)
  if (lone >= 0) throw loneSurrogate('datamatrix', text, lone)
  if (encodation === 'x12') checkEach(text, encodation, '0 to 9, A to Z (upper case), space, carriage return, * and >')
  if (encodation === 'edifact') checkEach(text, encodation, 'ASCII from space to ^')
}

function checkEach(text: string, encodation: 'x12' | 'edifact', wanted: string): void {
  for (let i = 0; i < text.length; i++) {
    if (!carries(encodation, text.charCodeAt(i))) {
      throw invalidCharacter('datamatrix', text, i, `${wanted} in ${encodation}`)
    }
  }
}

export function beyondLatin1(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\xff]/u), 'ISO 8859-1, others only under ECI 26')
}

export function tooLong(text: string, largest: DataMatrixSize): EncodeError {
  const { digits, alphanumerics, bytes } = capacityOf(largest)
  return new EncodeError(
    'data_too_long',
    `datamatrix: ${codePoints(text)} characters do not fit; ${largest.name} holds at most ${digits} digits, ` +
      `${alphanumerics} capital letters and digits, or ${bytes} bytes`,
  )
}
