/** The generator polynomial x^16 + x^12 + x^5 + 1 of CCITT, without its first term. */
const polynomial = 0x1021

/** How many bytes are read at a time. */
const slices = 4

/** The remainder of each byte followed by two bytes of zero, by three, and so on: 256 for each. */
let remainders: Uint16Array | undefined

function remaindersOf(count: number): Uint16Array {
  const table = new Uint16Array(256 * count)
  for (let byte = 0; byte < 256; byte++) table[byte] = timesX8(timesX8(byte))
  for (let i = 256; i < table.length; i++) table[i] = timesX8(table[i - 256]!)
  return table
}

/** The remainder of a remainder followed by a byte of zero. */
function timesX8(remainder: number): number {
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder & 0x8000 ? 0x10000 | polynomial : 0)
  return remainder
}

/**
 * CRC-16/XMODEM of the bytes [from, to): most significant bit first, from zero, without an inversion.
 *
 * Four bytes at a time: each of them would otherwise wait for the one before.
 *
 * @returns 0 to 65535
 */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  remainders ??= remaindersOf(slices)
  const table = remainders
  let crc = 0
  let i = from
  for (; i + slices <= to; i += slices) {
    crc =
      table[0x300 + ((crc >>> 8) ^ bytes[i]!)]! ^
      table[0x200 + ((crc & 0xff) ^ bytes[i + 1]!)]! ^
      table[0x100 + bytes[i + 2]!]! ^
      table[bytes[i + 3]!]!
  }
  for (; i < to; i++) crc = table[(crc >>> 8) ^ bytes[i]!]! ^ ((crc << 8) & 0xffff)
  return crc
}
