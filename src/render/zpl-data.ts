/** The data of a graphic of ZPL, in ASCII. */

/** Zlib's bytes as Z64: base64, and the checksum of its text (ZPL II Programming Guide, "ZB64 Encoding and Compression"). */
export function z64(zlib: Uint8Array): string {
  const text = base64(zlib)
  return `:Z64:${text}:${crc16(text).toString(16).padStart(4, '0')}`
}

/** RFC 4648, 4; by what node and browsers have. */
function base64(bytes: Uint8Array): string {
  let text = ''
  // as many as may be arguments of a function
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/**
 * CRC-16/XMODEM of ASCII: x^16 + x^12 + x^5 + 1, most significant bit first, from zero, without an inversion.
 *
 * @returns 0 to 65535
 */
export function crc16(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc = remainders[(crc >>> 8) ^ text.charCodeAt(i)]! ^ ((crc << 8) & 0xffff)
  }
  return crc
}

/** The remainder of each byte followed by two bytes of zero. */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8
  for (let bit = 0; bit < 8; bit++) rest = (rest << 1) ^ (rest & 0x8000 ? 0x11021 : 0)
  return rest
})

/**
 * Rows as compressed hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme").
 *
 * A digit is preceded by how often it is repeated: G to Y are 1 to 19, g to z are 20, 40, and so on up to 400, and their sum is
 * the count. A comma fills the row with zeros; a colon repeats the row above. The exclamation mark, which fills with ones, is left
 * out: some readers take the rest of the row for its count.
 *
 * @param rowLength  bytes a row, 1 or more
 */
export function runLengthHex({ bytes, rowLength }: { readonly bytes: Uint8Array; readonly rowLength: number }): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += rowLength) {
    text += at > 0 && isAsAbove(bytes, at, rowLength) ? ':' : rowHex(bytes.subarray(at, at + rowLength))
  }
  return text
}

function isAsAbove(bytes: Uint8Array, at: number, rowLength: number): boolean {
  for (let i = at; i < at + rowLength; i++) if (bytes[i] !== bytes[i - rowLength]) return false
  return true
}

function rowHex(row: Uint8Array): string {
  const count = 2 * row.length
  const digitAt = (at: number): number => (row[at >> 1]! >> (at & 1 ? 0 : 4)) & 15
  const codes: number[] = []
  for (let from = 0, to = 0; from < count; from = to) {
    const digit = digitAt(from)
    while (to < count && digitAt(to) === digit) to++
    if (digit === 0 && to === count) codes.push(comma)
    else pushRun(codes, hexDigits.charCodeAt(digit), to - from)
  }
  return String.fromCharCode(...codes)
}

/** The shorter of a run's two forms. */
function pushRun(codes: number[], digit: number, count: number): void {
  if (count === 2) codes.push(digit)
  for (let rest = count > 2 ? count : 0; rest > 0; rest -= mostAtOnce) {
    const part = Math.min(rest, mostAtOnce)
    if (part >= 20) codes.push(beforeTwenty + Math.floor(part / 20))
    if (part % 20 > 0) codes.push(beforeOne + (part % 20))
  }
  codes.push(digit)
}

const hexDigits = '0123456789ABCDEF'
const comma = ','.charCodeAt(0)
/** The letters before those of one and of twenty. */
const [beforeOne, beforeTwenty] = ['F'.charCodeAt(0), 'f'.charCodeAt(0)]
/** z and Y. */
const mostAtOnce = 419
