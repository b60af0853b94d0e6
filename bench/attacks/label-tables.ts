/** Tables of labels as long and as costly as they may be, in every format that takes much. */

import type { AttackRequest } from '../four-clients.ts'

const headers = { 'Content-Type': 'text/csv' }
const mebibyte = 1 << 20

/** 500 different rows that fill a mebibyte, or less if each text has its `longest` characters. */
function rowsOf(longest: number): Uint8Array {
  const length = Math.min(longest, Math.floor(mebibyte / 500) - 8)
  const rows = Array.from({ length: 500 }, (_, i) => `${'aB3$'.repeat(Math.ceil(length / 4)).slice(0, length)}${i}\n`)
  return Buffer.from(`text\n${rows.join('')}`)
}

export const name = 'tables of 500 labels'

export function* requests(): Iterable<AttackRequest> {
  const [large, usual] = [rowsOf(2000), rowsOf(100)]
  for (const [query, body] of [
    ['type=qr&size=4x6&format=pdf', large],
    ['type=qr&size=4x6&dpi=600&format=zpl', large],
    ['type=datamatrix&size=200x200mm&dpi=600&format=pdf', usual],
    ['type=qr&size=200x200mm&dpi=600&format=zpl', usual],
    ['type=qr&size=50x30&format=pdf&qty=20', usual],
  ] as const) {
    yield { method: 'POST', path: `/api/v1/labels?${query}`, headers, body }
  }
}
