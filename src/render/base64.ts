import type { ByteWriter } from './bytes.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const codes = Uint8Array.from(alphabet, (letter) => letter.charCodeAt(0))
const padding = '='.charCodeAt(0)

/** Replaces the bytes of a file from `start` on by their base64, with padding (RFC 4648, 4). */
export function toBase64(file: ByteWriter, start: number): void {
  const length = file.end - start
  const groups = Math.ceil(length / 3)
  file.reserve(4 * groups - length)
  const { array } = file
  // behind the last byte there are zeros, whose letters are padding
  array.fill(0, file.end, start + 3 * groups)
  // the last first, as letters take the place of the bytes
  for (let i = groups - 1; i >= 0; i--) {
    const from = start + 3 * i
    const to = start + 4 * i
    const bits = (array[from]! << 16) | (array[from + 1]! << 8) | array[from + 2]!
    array[to] = codes[bits >>> 18]!
    array[to + 1] = codes[(bits >>> 12) & 63]!
    array[to + 2] = codes[(bits >>> 6) & 63]!
    array[to + 3] = codes[bits & 63]!
  }
  file.end = start + 4 * groups
  array.fill(padding, file.end - (3 * groups - length), file.end)
}
