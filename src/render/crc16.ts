/** The generator polynomial x^16 + x^12 + x^5 + 1 of CCITT, without its first term. */
const polynomial = 0x1021

/** The remainder of each byte followed by two of zero, and by three. */
const remainders = Uint16Array.from({ length: 256 }, (_, byte) => timesX8(timesX8(byte)))
const remaindersBefore = remainders.map(timesX8)

/** The remainder of a remainder followed by a byte of zero. */
function timesX8(remainder: number): number {
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder & 0x8000 ? 0x10000 | polynomial : 0)
  return remainder
}

/**
 * CRC-16/XMODEM of the bytes [from, to): most significant bit first, from zero, without an inversion.
 *
 * @returns 0 to 65535
 */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  const isOdd = (to - from) % 2 === 1
  let crc = isOdd ? remainders[bytes[from]!]! : 0
  // two bytes at a time: each remainder has to wait for the one before
  for (let i = isOdd ? from + 1 : from; i < to; i += 2)
    crc = remaindersBefore[(crc >>> 8) ^ bytes[i]!]! ^ remainders[(crc & 0xff) ^ bytes[i + 1]!]!
  return crc
}
