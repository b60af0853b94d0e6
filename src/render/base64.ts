import type { ByteWriter } from './bytes.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0))
/** Two letters for each 12 bits, the first in the high byte. */
const pairs = Uint16Array.from({ length: 4096 }, (_, bits) => (codes[bits >>> 6]! << 8) | codes[bits & 63]!)
const padding = '='.charCodeAt(0)

/** Replaces the bytes of a file from `start` on by their base64, with padding (RFC 4648, 4). */
export function toBase64(file: ByteWriter, start: number): void {
  const length = file.end - start
  const groups = Math.ceil(length / 3)
  file.reserve(4 * groups - length)
  const { array } = file
  const view = new DataView(array.buffer, array.byteOffset)
  // behind the last byte there are zeros, whose letters are padding
  array.fill(0, file.end, start + 3 * groups)
  // the last first, as letters take the place of the bytes
  for (let i = groups - 1; i >= 0; i--) {
    const from = start + 3 * i
    const bits = (array[from]! << 16) | (array[from + 1]! << 8) | array[from + 2]!
    view.setUint32(start + 4 * i, (pairs[bits >>> 12]! << 16) | pairs[bits & 0xfff]!)
  }
  file.end = start + 4 * groups
  array.fill(padding, file.end - (3 * groups - length), file.end)
}
