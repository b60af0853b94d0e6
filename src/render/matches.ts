/** How far the bytes of a row equal others. */

/** How many bytes from `at` on, up to `to`, equal those of `above`. */
export function sameLength(row: Uint8Array, above: Uint8Array, at: number, to: number): number {
  let end = at
  while (end < to && row[end] === above[end]) end++
  return end - at
}

/** How many bytes from `at` on, up to `to`, equal the one before `at`. */
export function runLength(row: Uint8Array, at: number, to: number): number {
  const byte = row[at - 1]!
  let end = at
  while (end < to && row[end] === byte) end++
  return end - at
}
