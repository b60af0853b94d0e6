/** The generator polynomial x^16 + x^12 + x^5 + 1 of CCITT, without its first term. */
const polynomial = 0x1021

/** The remainder of each byte followed by two of zero. */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder & 0x8000 ? polynomial : 0)
  return remainder
})

/**
 * CRC-16/XMODEM of a text: most significant bit first, from zero, without an inversion.
 *
 * @param text  of characters up to U+00FF, each a byte
 * @returns 0 to 65535
 */
export function crc16(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i++) crc = ((crc << 8) & 0xff00) ^ remainders[(crc >>> 8) ^ text.charCodeAt(i)]!
  return crc
}
