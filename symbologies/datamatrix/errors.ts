import { EncodeError, invalidCharacter, loneSurrogate } from '../barcode.ts'
import { characterSet, type Eci, eciNames } from '../eci/index.ts'
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

/** The encodations that do not encode every byte. */
const limited: { readonly [E in Encodation]?: { readonly has: (unit: number) => boolean; readonly accepted: string } } =
  {
    x12: { has: isX12, accepted: '0 to 9, A to Z (upper case), space, carriage return, * and >' },
    edifact: { has: isEdifact, accepted: 'ASCII from space to ^' },
  }
const unlimited = 'ascii, c40, text and base256 encode every character'

/** @throws EncodeError invalid_character for the first character that `encodation` cannot encode */
export function requireEncodable(text: string, encodation: Encodation): void {
  const limit = limited[encodation]
  if (limit === undefined) return
  for (let i = 0; i < text.length; i++) {
    if (limit.has(text.charCodeAt(i))) continue
    throw invalidCharacter('datamatrix', text, i, `${limit.accepted} in ${encodation}; ${unlimited}`)
  }
}

/** @throws EncodeError invalid_character for the first character that `eci` lacks, or whose bytes `encodation` lacks */
export function requireInEci(text: string, eci: Eci, encodation?: Encodation): void {
  const { bytesOf } = characterSet(eci)
  const has = (encodation && limited[encodation])?.has
  let at = 0
  for (const character of text) {
    const bytes = bytesOf(character.codePointAt(0)!)
    if (bytes === undefined) {
      const accepted = `characters of ECI ${eci} (${eciNames[eci]}); ECI 26 has every character, and auto finds the shortest`
      throw invalidCharacter('datamatrix', text, at, accepted, { eci: 'auto' })
    }
    if (has !== undefined && !bytes.every(has)) {
      const accepted = `characters whose bytes in ECI ${eci} (${eciNames[eci]}) are in ${encodation}; ${unlimited}`
      throw invalidCharacter('datamatrix', text, at, accepted)
    }
    at += character.length
  }
}

export function beyondAscii(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\x7f]/u), gs1Characters)
}

const latin1Only = 'ISO 8859-1; eci=utf8 carries every character without an ECI, eci=26 or eci=auto with one'

export function beyondLatin1(text: string): EncodeError {
  return invalidCharacter('datamatrix', text, text.search(/[^\0-\xff]/u), latin1Only, { eci: 'utf8' })
}

/** @param count characters of the text */
export function moreThanParts(count: number, parts: number): EncodeError {
  const given = count === 1 ? '1 character' : `${count} characters`
  const accepted = count === 1 ? 'a text of 2 characters or more' : `parts up to ${count}`
  return new EncodeError(
    'invalid_length',
    `datamatrix: parts is ${parts}, and the text has ${given}; accepted: ${accepted}`,
  )
}

/** 5.6: codewords of a structured append before the data */
const appendLength = 4

/** @param remedy what would hold the text */
export function tooLong(
  text: string,
  largest: DataMatrixSize,
  { parts = 1, remedy = '' }: { readonly parts?: number | undefined; readonly remedy?: string | undefined },
): EncodeError {
  const count = codePoints(text)
  const given = count === 1 ? '1 character does not fit' : `${count} characters do not fit`
  const among = parts === 1 ? '' : ` in ${parts} parts`
  return new EncodeError(
    'data_too_long',
    `datamatrix: ${given}${among}; ${roomIn(largest, parts)}${remedy && `; ${remedy}`}`,
  )
}

/** What a size holds, for a message. */
function roomIn(size: DataMatrixSize, parts: number): string {
  const { digits, alphanumerics, bytes } = capacityOf(size, parts === 1 ? 0 : appendLength)
  if (digits === 0) return `${size.name} has no room besides the header of a part`
  const room = `${digits} digits, ${alphanumerics} capital letters and digits, or ${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
  return `${parts === 1 ? size.name : `each ${size.name}`} holds at most ${room}`
}
