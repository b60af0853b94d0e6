import { characterSet, decoded, type Eci } from '../../../symbologies/eci/index.ts'
import { type DataMatrixTrace, quoted } from '../../../symbologies/index.ts'
import { hexadecimal } from '../bits.ts'
import { nameOf } from '../names.ts'

/** The bytes of the message, and what they mean under its ECIs. */
export interface Bytes {
  readonly bytes: Uint8Array
  /** The character that each byte is; undefined for a byte of a character of several. */
  readonly characters: readonly (string | undefined)[]
  /** The character that begins with each byte, and '' at the end; undefined for the later bytes of a character. */
  readonly beginnings: readonly (string | undefined)[]
}

/** The bytes of a symbol's message. Without an ECI they are ISO/IEC 8859-1, or UTF-8 if that was asked for. */
export function bytesOf({
  bytes,
  eci,
  ecis,
  unannounced,
}: Pick<DataMatrixTrace, 'bytes' | 'eci' | 'ecis' | 'unannounced'>): Bytes {
  const ranges = ecis ?? [{ eci: eci ?? (unannounced === 'utf8' ? 26 : 3), from: 0 }]
  const [first] = ranges
  const before: [Eci, number][] = first === undefined || first.from > 0 ? [[3, 0]] : []
  const all = [...before, ...ranges.map((range): [Eci, number] => [range.eci, range.from])]
  const characters: (string | undefined)[] = []
  const beginnings: (string | undefined)[] = []
  for (const [i, [number, from]] of all.entries()) {
    const set = characterSet(number)
    for (const character of decoded(number, bytes.subarray(from, all[i + 1]?.[1])) ?? '') {
      const count = set.bytesOf(character.codePointAt(0)!)?.length ?? 1
      characters.push(count === 1 ? character : undefined)
      beginnings.push(character)
      for (let n = 1; n < count; n++) {
        characters.push(undefined)
        beginnings.push(undefined)
      }
    }
  }
  beginnings.push('')
  return { bytes, characters, beginnings }
}

/** The title of a byte: its character, or its number if the character has several bytes. */
export function namesOf({ bytes, characters }: Bytes): (index: number) => string {
  return (index) => {
    const character = characters[index]
    return character === undefined ? hexadecimal(bytes[index]!) : nameOf(character)
  }
}

/** Bytes `from` to `to`, quoted; in hexadecimal if a character of several bytes is incomplete. */
export function quotedBytes({ bytes, beginnings }: Bytes, from: number, to: number): string {
  if (beginnings[from] !== undefined && beginnings[to] !== undefined) return quoted(beginnings.slice(from, to).join(''))
  return Array.from(bytes.subarray(from, to), (byte) => hexadecimal(byte)).join(' ')
}
