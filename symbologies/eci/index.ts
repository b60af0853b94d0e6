/** The character sets of AIM's ECI register: what symbols declare, and what their bytes then mean. */

import { memoize } from '../memoize.ts'
import { type Eci, preferredEcis } from './assignments.ts'
import { doubleByteBytes, doubleByteText } from './double-byte.ts'
import { type BytesOf, singleByteBytes, singleByteText } from './single-byte.ts'
import { platformText, unicodeBytes, utf32Text } from './unicode.ts'

export { type Eci, eciNames, ecis, preferredEcis } from './assignments.ts'

/** A character set of the register, as an encoder uses it. */
export interface CharacterSet {
  readonly bytesOf: BytesOf
  /** The bytes of `text`; undefined if the set lacks one of its characters. */
  readonly encode: (text: string) => Uint8Array | undefined
}

/** The character set of a number in the register; its tables are made when they are first used. */
export const characterSet: (eci: Eci) => CharacterSet = /* @__PURE__ */ memoize((eci: Eci) => {
  const bytesOf = bytesIn(eci)
  const encode = (text: string): Uint8Array | undefined => {
    const all: number[] = []
    for (const character of text) {
      const bytes = bytesOf(character.codePointAt(0)!)
      if (bytes === undefined) return undefined
      for (const byte of bytes) all.push(byte)
    }
    return Uint8Array.from(all)
  }
  return { bytesOf, encode }
})

function bytesIn(eci: Eci): BytesOf {
  switch (eci) {
    case 20:
    case 28:
    case 29:
    case 30:
      return doubleByteBytes(eci)
    case 25:
    case 26:
    case 32:
    case 35:
      return unicodeBytes[eci]
    default:
      return singleByteBytes(eci)
  }
}

/** The text of `bytes` in the character set of `eci`; undefined if they are not text in it. */
export function decoded(eci: Eci, bytes: Uint8Array): string | undefined {
  switch (eci) {
    case 20:
    case 28:
    case 29:
    case 30:
      return doubleByteText(eci, bytes)
    case 25:
      return platformText('utf-16be', bytes)
    case 26:
      return platformText('utf-8', bytes)
    case 32:
      return platformText('gb18030', bytes)
    case 35:
      return utf32Text(bytes)
    default:
      return singleByteText(eci, bytes)
  }
}

/** Characters that take as many bytes as each other under every ECI. Unicode has about 160 such classes. */
export interface LengthClass {
  /** One of them. */
  readonly example: number
  /** Bytes of each of them, by place in `preferredEcis`; 0 if the set lacks them. */
  readonly lengths: readonly number[]
}

/** Those found so far, and by what they take. */
const classes: LengthClass[] = []
const byLengths = new Map<string, number>()

/** By code point of the Basic Multilingual Plane: 1 + the place of its class, 0 if it has not been asked for. */
let places: Uint16Array | undefined

/** All characters beyond the Basic Multilingual Plane are alike: only the encodings of Unicode have them. */
const beyond = 0x10000

/** The class of a character, by its code point. The sets are asked for a character once in the life of the process. */
export function lengthClassOf(codePoint: number): LengthClass {
  const point = Math.min(codePoint, beyond)
  places ??= new Uint16Array(beyond + 1)
  places[point] ||= 1 + placeOf(point)
  return classes[places[point]! - 1]!
}

function placeOf(point: number): number {
  const lengths = preferredEcis.map((eci) => characterSet(eci).bytesOf(point)?.length ?? 0)
  const key = lengths.join()
  const known = byLengths.get(key)
  if (known !== undefined) return known
  byLengths.set(key, classes.length)
  return classes.push({ example: point, lengths }) - 1
}
