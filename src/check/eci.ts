/** The text of bytes under an ECI, by the assignments of AIM's ECI register. */

/** Encodings by assignment number, under the names of `TextDecoder`, which has no true ISO 8859-1. */
const encodings: Readonly<Record<number, string>> = {
  4: 'iso-8859-2',
  5: 'iso-8859-3',
  6: 'iso-8859-4',
  7: 'iso-8859-5',
  8: 'iso-8859-6',
  9: 'iso-8859-7',
  10: 'iso-8859-8',
  12: 'iso-8859-10',
  15: 'iso-8859-13',
  16: 'iso-8859-14',
  17: 'iso-8859-15',
  18: 'iso-8859-16',
  20: 'shift_jis',
  21: 'windows-1250',
  22: 'windows-1251',
  23: 'windows-1252',
  24: 'windows-1256',
  25: 'utf-16be',
  26: 'utf-8',
  28: 'big5',
  29: 'gb18030',
  30: 'euc-kr',
  32: 'gb18030',
  33: 'utf-16le',
}

/** ISO 8859-1, which is also the default interpretation of both standards. */
const latin1 = new Set([1, 3])
const ascii = new Set([27, 170])
const asBytes = new Set([899])

/** The text, or undefined if the bytes are invalid under the ECI; `known` is false for an ECI that is not in the tables above. */
export function textUnder(eci: number | undefined, bytes: Uint8Array): { text: string | undefined; known: boolean } {
  const plain = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  if (eci === undefined || latin1.has(eci) || asBytes.has(eci)) return { text: plain, known: true }
  if (ascii.has(eci)) return { text: bytes.every((byte) => byte < 128) ? plain : undefined, known: true }
  const encoding = encodings[eci]
  if (encoding === undefined) return { text: plain, known: false }
  return { text: decoded(encoding, bytes), known: true }
}

/** Undefined if the bytes are invalid in the encoding. */
export function decoded(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
