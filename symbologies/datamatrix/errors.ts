import { EncodeError, invalidCharacter, loneSurrogate } from '../barcode.ts'
import { gs1Characters } from '../gs1/fnc1.ts'
import { codePoints } from '../messages.ts'
import { isEdifact, isX12 } from './character-sets.ts'
import type { Encodation } from './segments.ts'
import { capacityOf, type DataMatrixSize } from './sizes.ts'

/** @throws EncodeError invalid_character for half of a surrogate pair */
export function requireNoLoneSurrogate(text: string): void {
  const lone = text.search(/\p{Cs}/u)
  if (lone >= 0) throw loneSurrogate('datamatrix', text, lone)
}

/** @throws EncodeError invalid_character for the first character that `encodation` cannot encode */
export function requireEncodable(text: string, encodation: Encodation): void {
  switch (encodation) {
    case 'x12':
      requireEach(text, isX12, `${x12Characters} in x12`)
      break
    case 'edifact':
      requireEach(text, isEdifact, 'ASCII from space to ^ in edifact')
      break
    case 'ascii':
    case 'c40':
    case 'text':
    case 'base256':
      break
  }
}

const x12Characters = '0 to 9, A to Z (upper case), space, carriage return, * and >'

function requireEach(text: string, isEncodable: (unit: number) => boolean, accepted: string): void {
  for (let i = 0; i < text.length; i++) {
    if (!isEncodable(text.charCodeAt(i))) throw invalidCharacter('datamatrix', text, i, accepted)
  }
}

export function beyondAscii(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\x7f]/u), gs1Characters)
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
