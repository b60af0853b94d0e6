/** How far the bytes of a row equal others. */

/** The bytes of a row, which are also read and written four at a time. */
export interface RowBuffer {
  readonly bytes: Uint8Array
  readonly view: DataView
}

/** Bytes behind a row, as it is read and written four at a time. */
export const spareBytes = 4

export function rowBuffer(length: number): RowBuffer {
  const bytes = new Uint8Array(length + spareBytes)
  return { bytes, view: new DataView(bytes.buffer) }
}

/** How many bytes from `at` on, up to `to`, equal those of `above`. */
export function sameLength(row: DataView, above: DataView, at: number, to: number): number {
  let end = at
  while (end + 4 <= to && row.getInt32(end) === above.getInt32(end)) end += 4
  while (end < to && row.getUint8(end) === above.getUint8(end)) end++
  return end - at
}

/** How many bytes from `at` on, up to `to`, equal the one before `at`. */
export function runLength(row: DataView, at: number, to: number): number {
  const byte = row.getUint8(at - 1)
  const word = Math.imul(byte, 0x01010101)
  let end = at
  while (end + 4 <= to && row.getInt32(end) === word) end += 4
  while (end < to && row.getUint8(end) === byte) end++
  return end - at
}
