import { quoted } from '../../../symbologies/index.ts'
import { hexadecimal } from '../bits.ts'
import { nameOf } from '../names.ts'

/** The bytes of the message, and whether they are UTF-8 or ISO/IEC 8859-1. */
export interface Bytes {
  readonly bytes: Uint8Array
  readonly utf8: boolean
}

/** The title of a byte: its character, or its number if the character has several bytes in UTF-8. */
export function namesOf({ bytes, utf8 }: Bytes): (index: number) => string {
  return (index) => {
    const byte = bytes[index]!
    return utf8 && byte > 127 ? hexadecimal(byte) : nameOf(String.fromCharCode(byte))
  }
}

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Bytes `from` to `to`, quoted; in hexadecimal if a character of UTF-8 is incomplete. */
export function quotedBytes({ bytes, utf8 }: Bytes, from: number, to: number): string {
  const own = bytes.subarray(from, to)
  if (!utf8) return quoted(Array.from(own, (byte) => String.fromCharCode(byte)).join(''))
  const text = utf8Decoder.decode(own)
  return text.includes('\ufffd') ? Array.from(own, (byte) => hexadecimal(byte)).join(' ') : quoted(text)
}
