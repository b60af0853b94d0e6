/** The characters of a segment, grouped as they are encoded. ISO/IEC 18004:2015, 7.4.3 to 7.4.6 */

import { type QrSegment, quoted, structure } from '../../../symbologies/index.ts'
import { hexadecimal } from '../bits.ts'
import { nameOf } from '../names.ts'

export interface Group {
  readonly title: string
  readonly text: string
  readonly bits: number
}

/** @param count the value of the count field: in byte mode the number of bytes, which distinguishes UTF-8 from ISO/IEC 8859-1 */
export function groupsOf(mode: Exclude<QrSegment['mode'], 'eci' | 'fnc1'>, characters: string, count: number): Group[] {
  switch (mode) {
    case 'numeric':
      return inGroups(characters, 3, (digits): Group => {
        const bits = [4, 7, 10][digits.length - 1]!
        return { title: digits, text: `${Number(digits)} in ${bits} bits.`, bits }
      })
    case 'alphanumeric':
      return inGroups(characters, 2, alphanumericGroup)
    case 'byte':
      return Array.from(characters, count === characters.length ? latinGroup : utf8Group)
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

const encoder = new TextEncoder()

function utf8Group(character: string): Group {
  const bytes = encoder.encode(character)
  const text = Array.from(bytes, (byte) => hexadecimal(byte)).join(' ')
  return { title: nameOf(character), text: `${text} in UTF-8.`, bits: 8 * bytes.length }
}

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
