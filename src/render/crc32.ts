/** The generator polynomial of ISO/IEC 15948:2004, annex D, without x^32; the lowest power is the highest bit. */
const polynomial = 0xedb88320

/** How many bytes are read at a time. */
const slices = 8

/** The remainder of each byte followed by 0, 1, … 7 bytes of zero: 256 for each. */
const remainders = remaindersOf(slices)

function remaindersOf(count: number): Int32Array {
  const table = new Int32Array(256 * count)
  for (let byte = 0; byte < 256; byte++) {
    let value = byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? polynomial ^ (value >>> 1) : value >>> 1
    table[byte] = value
  }
  for (let i = 256; i < table.length; i++) table[i] = (table[i - 256]! >>> 8) ^ table[table[i - 256]! & 0xff]!
  return table
}

/**
 * The checksum of a chunk of a PNG, of the bytes [from, to): ISO/IEC 15948:2004, 5.5 and annex D.
 *
 * Eight bytes at a time: each of them would otherwise wait for the one before.
 *
 * @returns 0 to 2 ** 32 - 1
 */
export function crc32(bytes: Uint8Array, from: number, to: number): number {
  const table = remainders
  let crc = -1
  let i = from
  for (; i + slices <= to; i += slices) {
    crc ^= bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24)
    crc =
      table[0x700 + (crc & 0xff)]! ^
      table[0x600 + ((crc >>> 8) & 0xff)]! ^
      table[0x500 + ((crc >>> 16) & 0xff)]! ^
      table[0x400 + (crc >>> 24)]! ^
      table[0x300 + bytes[i + 4]!]! ^
      table[0x200 + bytes[i + 5]!]! ^
      table[0x100 + bytes[i + 6]!]! ^
      table[bytes[i + 7]!]!
  }
  for (; i < to; i++) crc = table[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
