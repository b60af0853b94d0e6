/**
 * Deflate for pictures whose rows repeat (RFC 1951, fixed Huffman codes; RFC 1950 around it).
 *
 * Two matches are looked for, and no others: the byte before, and the same place one row above. In a picture of modules
 * these are nearly all there are, and a row that repeats costs its matches only: neither the compressor nor the checksum
 * reads it again.
 */
export class RowDeflater {
  readonly #rowLength: number
  /** Whether the row above is near enough for matches with it. */
  readonly #reach: boolean
  /** The one distance besides 1 that occurs: a row. */
  readonly #oneRow: Code
  #bytes: Uint8Array
  #end = 2
  #held = 0
  #heldBits = 0
  #previous: Uint8Array | undefined
  #adlerA = 1
  #adlerB = 0

  /** @param rowLength bytes a row, 1 or more */
  constructor(rowLength: number) {
    this.#rowLength = rowLength
    this.#reach = rowLength <= windowSize
    this.#oneRow = this.#reach ? distanceCode(rowLength) : oneByte
    this.#bytes = new Uint8Array(4 * rowLength + 1024)
    // RFC 1950, 2.2: deflate with a window of 32 KiB, and a check that makes the two bytes a multiple of 31
    this.#bytes[0] = 0x78
    this.#bytes[1] = 0x01
    // RFC 1951, 3.2.3: the only and last block, fixed codes
    this.#put(0b011, 3)
  }

  /** Appends `row` `times` times; the array is kept until the next call and must not change meanwhile. */
  write(row: Uint8Array, times: number): void {
    this.#check(row, times)
    this.#writeOnce(row)
    this.#previous = row
    const more = (times - 1) * this.#rowLength
    if (this.#reach && more >= shortestMatch) this.#match(more, this.#oneRow)
    else for (let i = 1; i < times; i++) this.#writeOnce(row)
  }

  /** The finished zlib stream. */
  finish(): Uint8Array {
    this.#room(16)
    this.#put(0, 7) // end of block
    this.#put(0, -this.#heldBits & 7)
    const adler = ((this.#adlerB << 16) | this.#adlerA) >>> 0
    for (let shift = 24; shift >= 0; shift -= 8) this.#bytes[this.#end++] = adler >>> shift
    return this.#bytes.subarray(0, this.#end)
  }

  #writeOnce(row: Uint8Array): void {
    // a literal takes 9 bits at most, and a match takes fewer than its bytes would
    this.#room(2 * this.#rowLength + 8)
    const above = this.#reach ? this.#previous : undefined
    for (let i = 0; i < row.length; ) {
      const fromAbove = above === undefined ? 0 : sameLength(row, above, i, i)
      const fromBefore = i === 0 ? 0 : sameLength(row, row, i, i - 1)
      const length = Math.max(fromAbove, fromBefore)
      if (length < shortestMatch) {
        this.#literal(row[i++]!)
      } else {
        this.#match(length, fromBefore >= fromAbove ? oneByte : this.#oneRow)
        i += length
      }
    }
  }

  #literal(byte: number): void {
    this.#put(literalCodes[byte]!, byte < 144 ? 8 : 9)
  }

  /** `length` bytes, at least the shortest match, that equal those `distance` before. */
  #match(length: number, distance: Code): void {
    this.#room(((length / longestMatch) | 0) * 5 + 16)
    while (length > 0) {
      // never leave a rest that is too short for a match
      const rest = length - longestMatch
      const part = rest <= 0 ? length : rest < shortestMatch ? longestMatch - shortestMatch : longestMatch
      this.#put(lengthCodes[part]! & 0xffff, lengthCodes[part]! >>> 16)
      this.#put(distance.bits, distance.count)
      length -= part
    }
  }

  /** Adler-32 of `times` rows at once: both sums of a repeated row are in closed form (RFC 1950, 8.2). */
  #check(row: Uint8Array, times: number): void {
    let sum = 0
    let weighted = 0
    for (let i = 0; i < row.length; i++) {
      sum += row[i]!
      weighted += sum
    }
    const n = row.length
    const pairs = ((times * (times - 1)) / 2) % adlerModulus
    const a = this.#adlerA
    const b = this.#adlerB
    this.#adlerA = (a + (sum % adlerModulus) * times) % adlerModulus
    const repeated = (((n * (sum % adlerModulus)) % adlerModulus) * pairs) % adlerModulus
    this.#adlerB = (b + ((n * times) % adlerModulus) * a + (weighted % adlerModulus) * times + repeated) % adlerModulus
  }

  #put(bits: number, count: number): void {
    this.#held |= bits << this.#heldBits
    this.#heldBits += count
    while (this.#heldBits >= 8) {
      this.#bytes[this.#end++] = this.#held
      this.#held >>>= 8
      this.#heldBits -= 8
    }
  }

  #room(bytes: number): void {
    if (this.#end + bytes <= this.#bytes.length) return
    const larger = new Uint8Array(2 * this.#bytes.length + bytes)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

const windowSize = 32768
const shortestMatch = 3
const longestMatch = 258
const adlerModulus = 65521

/** How many bytes from `at` in `row` equal those from `from` in `source`, at most to the row's end. */
function sameLength(row: Uint8Array, source: Uint8Array, at: number, from: number): number {
  let length = 0
  while (at + length < row.length && row[at + length] === source[from + length]) length++
  return length
}

/** Huffman codes are packed starting with their most significant bit, everything else with the least (3.1.1). */
function reversed(code: number, count: number): number {
  let result = 0
  for (let i = 0; i < count; i++) result |= ((code >>> i) & 1) << (count - 1 - i)
  return result
}

/** RFC 1951, 3.2.6: codes 00110000… for bytes 0 to 143, 110010000… for 144 to 255. */
const literalCodes = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 144 ? reversed(0x30 + byte, 8) : reversed(0x190 + byte - 144, 9),
)

/** For a match length of 3 to 258 its code and extra bits: the bits in the low half, their count in the high half. */
const lengthCodes = Uint32Array.from({ length: longestMatch + 1 }, (_, length) => {
  if (length < shortestMatch) return 0
  if (length === longestMatch) return (8 << 16) | reversed(0xc0 + 285 - 280, 8)
  const { code, extra, extraBits } = expGolomb(length - shortestMatch, 2)
  const symbol = 257 + code
  const [bits, count] = symbol < 280 ? [reversed(symbol - 256, 7), 7] : [reversed(0xc0 + symbol - 280, 8), 8]
  return ((count + extraBits) << 16) | (extra << count) | bits
})

interface Code {
  readonly bits: number
  readonly count: number
}

/** The five-bit code of a distance of 1 to 32768 with its extra bits. */
function distanceCode(distance: number): Code {
  const { code, extra, extraBits } = expGolomb(distance - 1, 1)
  return { bits: (extra << 5) | reversed(code, 5), count: 5 + extraBits }
}

const oneByte = distanceCode(1)

/**
 * The scheme behind both tables of RFC 1951, 3.2.5: 2 ** (k + 1) codes without extra bits, then 2 ** k codes for each
 * number of extra bits.
 */
function expGolomb(value: number, k: number): { code: number; extra: number; extraBits: number } {
  const extraBits = Math.max(0, 31 - Math.clz32(value | 1) - k)
  return { code: (extraBits << k) + (value >>> extraBits), extra: value & ((1 << extraBits) - 1), extraBits }
}
