/** The encodings of tables: UTF-8, and UTF-16 with a byte order mark, as Excel saves "Unicode text". */

export interface Encoding {
  /** Bytes of the byte order mark at the start of the input. */
  readonly mark: number
  /** The next bytes of the input in UTF-8. A byte that completes nothing waits for the next call. */
  utf8(chunk: Uint8Array): Uint8Array
  /** What the end of the input leaves. */
  rest(): Uint8Array
  /** How many bytes of the input became these. */
  sizeOf(utf8: Uint8Array): number
}

/** Byte order marks, and the encodings that they announce. */
const marks: readonly { readonly mark: readonly number[]; readonly encoding: () => Encoding }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: () => utf8(3) },
  { mark: [0xff, 0xfe], encoding: () => utf16('little') },
  { mark: [0xfe, 0xff], encoding: () => utf16('big') },
]

/** The encoding of an input that begins with these bytes; undefined if more are needed to tell, unless there are no more. */
export function encodingOf(start: Uint8Array, isLast: boolean): Encoding | undefined {
  const possible = marks.filter(({ mark }) => mark.every((byte, i) => start[i] === undefined || start[i] === byte))
  const found = possible.find(({ mark }) => start.length >= mark.length)
  if (found !== undefined) return found.encoding()
  return possible.length > 0 && !isLast ? undefined : utf8(0)
}

function utf8(mark: number): Encoding {
  return { mark, utf8: (chunk) => chunk, rest: () => new Uint8Array(0), sizeOf: ({ length }) => length }
}

/** No UTF-8 has this byte: it stands for half a code unit at the end. */
const broken = 0xff

/**
 * UTF-16 to UTF-8. A surrogate without its other half becomes three bytes that are not UTF-8, so that it is a fault of its cell only.
 *
 * The Unicode Standard, version 15.0, 3.9: D91 and table 3-6
 */
function utf16(order: 'little' | 'big'): Encoding {
  let odd: number | undefined
  /** A high surrogate whose other half has not arrived. */
  let high: number | undefined
  const unitOf = order === 'little' ? (a: number, b: number) => a | (b << 8) : (a: number, b: number) => (a << 8) | b
  return {
    mark: 2,
    utf8(chunk) {
      // three bytes a unit, and three for a surrogate that has waited
      const bytes = new Uint8Array(3 * ((chunk.length + 1) >> 1) + 3)
      let length = 0
      const write = (point: number): void => {
        length = writePoint(bytes, length, point)
      }
      for (const byte of chunk) {
        if (odd === undefined) {
          odd = byte
          continue
        }
        const unit = unitOf(odd, byte)
        odd = undefined
        const isLow = unit >= 0xdc00 && unit < 0xe000
        if (high !== undefined && isLow) write(0x10000 + ((high - 0xd800) << 10) + (unit - 0xdc00))
        else if (high !== undefined) write(high)
        const isPair = high !== undefined && isLow
        high = unit >= 0xd800 && unit < 0xdc00 ? unit : undefined
        if (!isPair && high === undefined) write(unit)
      }
      return bytes.subarray(0, length)
    },
    rest() {
      const bytes = new Uint8Array(4)
      let length = high === undefined ? 0 : writePoint(bytes, 0, high)
      if (odd !== undefined) bytes[length++] = broken
      return bytes.subarray(0, length)
    },
    sizeOf: utf16Size,
  }
}

/** Bytes of UTF-16 for bytes made by `writePoint`: every lead but the continuations is a unit, of four bytes it is two. */
function utf16Size(utf8: Uint8Array): number {
  let size = 0
  for (const byte of utf8) if (byte >> 6 !== 0b10) size += byte === broken ? 1 : byte < 0xf0 ? 2 : 4
  return size
}

/** Writes a code point at `at`. Returns the index after it. */
function writePoint(bytes: Uint8Array, at: number, point: number): number {
  if (point < 0x80) {
    bytes[at] = point
    return at + 1
  }
  const following = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  bytes[at] = ((0xf00 >> (following + 1)) & 0xff) | (point >> (6 * following))
  for (let i = 1; i <= following; i++) bytes[at + i] = 0x80 | ((point >> (6 * (following - i))) & 0x3f)
  return at + following + 1
}
