/**
 * The data of graphics as dots (ZPL II Programming Guide, `^GF` and `~DG`; "ZB64 Encoding and Compression"; "Alternative Data Compression
 * Scheme for ~DG and ~DB"): hexadecimal digits with run lengths, binary, and base64 with or without zlib behind a name.
 */

import { inflateSync } from 'node:zlib'
import { lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import type { FieldFinding } from './field.ts'

/** A graphic as it is described before its data. */
export interface GraphicHead {
  /** Bytes of the whole graphic, 1 to `mostGraphicBytes`. */
  readonly total: number
  /** Bytes of a row, 1 or more. */
  readonly rowLength: number
  /** Whether its data is binary; hexadecimal digits otherwise. */
  readonly isBinary: boolean
}

export const mostGraphicBytes = 8 << 20

/** A graphic, and what is wrong with its data. */
export interface ReadGraphic {
  readonly matrix: Matrix
  readonly findings: readonly FieldFinding[]
}

/** The dots of a graphic; rows for which there is no data are light. */
export function readGraphic({ total, rowLength, isBinary }: GraphicHead, data: Uint8Array): ReadGraphic {
  const findings: FieldFinding[] = []
  const rows = Math.ceil(total / rowLength)
  const bytes = new Uint8Array(rows * rowLength)
  const got = fill(bytes, { rowLength, isBinary }, data, findings)
  if (got < total && findings.length === 0) {
    findings.push({
      code: 'graphic_short',
      kind: 'fault',
      message: `the data has ${got} bytes, fewer than the ${total} that the command says`,
    })
  }
  return { matrix: matrixOf(bytes, rowLength), findings }
}

/** Fills the rows, and returns how many bytes there were. */
function fill(
  into: Uint8Array,
  { rowLength, isBinary }: Pick<GraphicHead, 'rowLength' | 'isBinary'>,
  data: Uint8Array,
  findings: FieldFinding[],
): number {
  const packed = /^\s*:([BZ])64:/i.exec(ascii(data.subarray(0, 12)))
  if (packed !== null) {
    const bytes = unpacked(data, packed[1]!.toUpperCase() === 'Z', into.length, findings)
    into.set(bytes.subarray(0, into.length))
    return bytes.length
  }
  if (isBinary) {
    into.set(data.subarray(0, into.length))
    return data.length
  }
  return fillFromHex(into, rowLength, data)
}

/**
 * Digits, each repeated as often as the letters before it say: G to Y are 1 to 19, g to z 20, 40, up to 400, and their sum counts. A comma
 * fills the row with light, an exclamation mark with dark, a colon repeats the row above. Other characters are skipped.
 */
function fillFromHex(into: Uint8Array, rowLength: number, data: Uint8Array): number {
  const perRow = 2 * rowLength
  const most = 2 * into.length
  let at = 0
  let repeat = 0
  const put = (digit: number, count: number): void => {
    const end = Math.min(most, at + count)
    if (digit !== 0) for (let i = at; i < end; i++) into[i >> 1]! |= i & 1 ? digit : digit << 4
    at = end
  }
  for (const code of data) {
    if (at >= most) break
    const digit = digitOf(code)
    if (digit >= 0) {
      put(digit, repeat || 1)
      repeat = 0
    } else if (code >= letter.G && code <= letter.Y) repeat = Math.min(most, repeat + code - letter.F)
    else if (code >= letter.g && code <= letter.z) repeat = Math.min(most, repeat + 20 * (code - letter.f))
    else if (code === letter.comma || code === letter.exclamation) {
      put(code === letter.comma ? 0 : 15, perRow - (at % perRow))
      repeat = 0
    } else if (code === letter.colon) {
      // in the middle of a row, as at its beginning, the row above is the last whole one
      const row = Math.floor(at / perRow)
      if (row > 0) into.copyWithin(row * rowLength, (row - 1) * rowLength, row * rowLength)
      at = Math.min(most, (row + 1) * perRow)
      repeat = 0
    }
  }
  return at >> 1
}

/** Codes of ASCII. */
const letter = { F: 0x46, G: 0x47, Y: 0x59, f: 0x66, g: 0x67, z: 0x7a, comma: 0x2c, exclamation: 0x21, colon: 0x3a }

/** The value of a hexadecimal digit, less than 0 if it is none. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  if (code >= 0x41 && code <= 0x46) return code - 0x37
  return -1
}

/** Base64 with the checksum of its text, and zlib within it if the name says so. */
function unpacked(data: Uint8Array, isDeflated: boolean, most: number, findings: FieldFinding[]): Uint8Array {
  const text = ascii(data).replace(/\s/g, '')
  const [, body = '', sum] = /^:[BZ]64:([^:]*)(?::([0-9a-f]{0,4}))?/i.exec(text) ?? []
  if (sum === undefined || Number.parseInt(sum, 16) !== checksum(body)) {
    const found = checksum(body).toString(16).padStart(4, '0')
    const message = `the checksum of the data is ${found}, and ${sum === undefined || sum === '' ? 'none' : sum} is sent: a printer leaves the graphic out`
    findings.push({ code: 'graphic_checksum', kind: 'fault', message, suggestion: `:${found}` })
  }
  const bytes = new Uint8Array(Buffer.from(body, 'base64'))
  if (!isDeflated) return bytes
  try {
    return new Uint8Array(inflateSync(bytes, { maxOutputLength: Math.max(1, most) + 1024 }))
  } catch {
    findings.push({
      code: 'graphic_damaged',
      kind: 'fault',
      message: 'the compressed data cannot be unpacked, or is longer than the command says',
    })
    return new Uint8Array(0)
  }
}

/** CRC-16 of the text of base64: x^16 + x^12 + x^5 + 1, from zero, most significant bit first. */
function checksum(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc
}

const ascii = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')

/** Rows of bytes, most significant bit left, as a matrix. */
function matrixOf(bytes: Uint8Array, rowLength: number): Matrix {
  const matrix = lightMatrix(8 * rowLength, bytes.length / rowLength)
  const { stride, words, height } = matrix
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < rowLength; i++) words[y * stride + (i >> 2)]! |= bytes[y * rowLength + i]! << (24 - 8 * (i & 3))
  }
  return matrix
}
