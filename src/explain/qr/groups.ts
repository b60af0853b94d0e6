/** The characters of a segment, grouped as they are encoded. ISO/IEC 18004:2015, 7.4.3 to 7.4.6 */

import { characterSet, type Eci } from '../../../symbologies/eci/index.ts'
import { type QrTextSegment, quoted, structure } from '../../../symbologies/index.ts'
import { hexadecimal } from '../bits.ts'
import { nameOf, setName } from '../names.ts'

export interface Group {
  readonly title: string
  readonly text: string
  readonly bits: number
}

/** @param eci the ECI in force, if any */
export function groupsOf(mode: QrTextSegment['mode'], characters: string, eci: Eci | undefined): Group[] {
  switch (mode) {
    case 'numeric':
      return inGroups(characters, 3, (digits): Group => {
        const bits = [4, 7, 10][digits.length - 1]!
        return { title: digits, text: `${Number(digits)} in ${bits} bits.`, bits }
      })
    case 'alphanumeric':
      return inGroups(characters, 2, alphanumericGroup)
    case 'byte':
      return Array.from(characters, byteGroup(characters, eci))
    case 'kanji':
      return Array.from(characters, kanjiGroup)
  }
}

function inGroups(characters: string, size: number, group: (of: string) => Group): Group[] {
  const groups: Group[] = []
  for (let i = 0; i < characters.length; i += size) groups.push(group(characters.slice(i, i + size)))
  return groups
}

function alphanumericGroup(pair: string): Group {
  const [first, second] = Array.from(pair, (character) => structure.qrAlphanumericValues[character.charCodeAt(0)]!)
  if (second === undefined) return { title: quoted(pair), text: `${first} in 6 bits.`, bits: 6 }
  return { title: quoted(pair), text: `45×${first} + ${second} = ${45 * first! + second} in 11 bits.`, bits: 11 }
}

function latinGroup(character: string): Group {
  return { title: nameOf(character), text: hexadecimals[character.charCodeAt(0)]!, bits: 8 }
}

/** Every byte as two hexadecimal digits and a full stop. */
const hexadecimals = Array.from({ length: 256 }, (_, byte) => `${hexadecimal(byte)}.`)

/** Bytes under an ECI. ASCII in UTF-8 is as in ISO/IEC 8859-1, which is also what bytes are without an ECI. */
function byteGroup(characters: string, eci: Eci = 3): (character: string) => Group {
  if (eci === 3 || (eci === 26 && isAscii(characters))) return latinGroup
  const { bytesOf } = characterSet(eci)
  const name = setName(eci)
  return (character) => {
    const bytes = bytesOf(character.codePointAt(0)!)!
    const text = bytes.map((byte) => hexadecimal(byte)).join(' ')
    return { title: nameOf(character), text: `${text} in ${name}.`, bits: 8 * bytes.length }
  }
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text)

function kanjiGroup(character: string): Group {
  const value = structure.qrKanjiValues()[character.charCodeAt(0)]! - 1
  const high = Math.floor(value / 0xc0)
  const low = value % 0xc0
  // codes up to 9FFC less 8140 are below 1F00, those from E040 on less C140 are not
  const subtracted = high < 0x1f ? 0x8140 : 0xc140
  const code = subtracted + 0x100 * high + low
  return {
    title: character,
    text:
      `Shift JIS ${hexadecimal(code, 4)}, less ${hexadecimal(subtracted, 4)}: ` +
      `${hexadecimal(high)} times C0 and ${hexadecimal(low)} is ${hexadecimal(value, 4)}, in 13 bits.`,
    bits: 13,
  }
}
