/** A value that is not a text, or not one that is accepted. */
export interface Malformed {
  /** The reason, for people. */
  readonly fault: string
  /** The code of the error; `invalid_encoding` if there is none. */
  readonly code?: 'invalid_parameter'
}

/** `bytes` decoded as UTF-8, or their fault. */
export function utf8Value(bytes: Uint8Array): string | Malformed {
  const text = utf8Text(bytes)
  return typeof text === 'string' ? text : notUtf8(bytes[text.at]!, text.at)
}

function notUtf8(byte: number, at: number): Malformed {
  const hex = byte.toString(16).toUpperCase().padStart(2, '0')
  return { fault: `byte ${at + 1} of the decoded value, ${hex}, starts no UTF-8 character` }
}

/** The index of the first byte, from 0, that is not part of valid UTF-8. */
interface NotUtf8 {
  readonly at: number
}

/**
 * `bytes` as text, if all of them are well-formed UTF-8: no overlong or truncated sequences, no surrogates, nothing beyond
 * U+10FFFF. A byte order mark is a character like any other.
 *
 * The Unicode Standard, version 15.0, 3.9: table 3-7, Well-Formed UTF-8 Byte Sequences
 */
export function utf8Text(bytes: Uint8Array): string | NotUtf8 {
  try {
    return decoder.decode(bytes)
  } catch {
    let at = 0
    for (let length = sequenceLength(bytes, 0); length > 0; length = sequenceLength(bytes, at)) at += length
    return { at }
  }
}

/** Tells that bytes are not UTF-8, but not where. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Bytes of the well-formed sequence that starts at `at`; 0 if none does. */
export function sequenceLength(bytes: Uint8Array, at: number): number {
  const length = lengthAfter(bytes[at]!)
  return length > 0 && continued(bytes, at, length) ? length : 0
}

/** Bytes of a sequence that starts with `lead`; 0 if none can. */
function lengthAfter(lead: number): 0 | 1 | 2 | 3 | 4 {
  if (lead < 0x80) return 1
  if (lead < 0xc2) return 0
  if (lead < 0xe0) return 2
  if (lead < 0xf0) return 3
  return lead < 0xf5 ? 4 : 0
}

/** The four leads whose second byte has narrower bounds than 80..BF: they exclude overlong forms, surrogates, and points beyond U+10FFFF. */
const secondBounds = new Map([
  [0xe0, [0xa0, 0xbf]],
  [0xed, [0x80, 0x9f]],
  [0xf0, [0x90, 0xbf]],
  [0xf4, [0x80, 0x8f]],
] as const)

function continued(bytes: Uint8Array, start: number, length: number): boolean {
  if (start + length > bytes.length) return false
  for (let i = start + 1; i < start + length; i++) if (bytes[i]! >> 6 !== 0b10) return false
  if (length < 3) return true
  const bounds = secondBounds.get(bytes[start]! as 0xe0)
  const second = bytes[start + 1]!
  return bounds === undefined || (second >= bounds[0] && second <= bounds[1])
}
