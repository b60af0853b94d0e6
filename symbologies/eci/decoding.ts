/** The text of bytes under an ECI, for readers of symbols. */

import type { Eci } from './assignments.ts'
import { isSurrogate } from './character-set.ts'
import { type DoubleByteSet, doubleByteCodes } from './double-byte.ts'
import { type SingleByteSet, singleByteCharacters } from './single-byte.ts'

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

function singleByteText(eci: SingleByteSet, bytes: Uint8Array): string | undefined {
  const characters = singleByteCharacters(eci)
  const points = Array.from(bytes, (byte) => characters[byte])
  return points.includes(undefined) ? undefined : points.map((point) => String.fromCodePoint(point!)).join('')
}

function doubleByteText(eci: DoubleByteSet, bytes: Uint8Array): string | undefined {
  const { characters, leads } = doubleByteCodes(eci)
  let text = ''
  for (let i = 0; i < bytes.length; i++) {
    const code = leads.has(bytes[i]!) ? (bytes[i]! << 8) | (bytes[++i] ?? 0) : bytes[i]!
    const unit = characters.get(code)
    if (unit === undefined) return undefined
    text += String.fromCharCode(unit)
  }
  return text
}

/** A byte order mark is a character like others. */
function platformText(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function utf32Text(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length % 4 !== 0) return undefined
  let text = ''
  for (let i = 0; i < bytes.length; i += 4) {
    const point = view.getUint32(i, true)
    if (point > 0x10ffff || isSurrogate(point)) return undefined
    text += String.fromCodePoint(point)
  }
  return text
}
