import type { RowChecksum } from './adler32.ts'
import type { ByteWriter } from './bytes.ts'

/** Appends a zlib stream (RFC 1950) bit by bit: its ends, and the bits of deflate between them. */
export class ZlibStream {
  protected file!: ByteWriter
  /** Bits that do not fill a byte yet, and their number. */
  protected held = 0
  protected heldBits = 0

  /** Begins a stream. @param file the stream is appended to it */
  protected open(file: ByteWriter): void {
    this.file = file
    this.held = 0
    this.heldBits = 0
    file.reserve(3)
    // RFC 1950, 2.2: deflate with a window of 32 KiB; check bits that make the two bytes a multiple of 31
    file.array[file.end++] = 0x78
    file.array[file.end++] = 0x01
  }

  /** Appends `count` bits, least significant first; at most 24 of them. The writer has room for them and three bytes more. */
  protected put(bits: number, count: number): void {
    const { file } = this
    const { array, end } = file
    const held = this.held | (bits << this.heldBits)
    const heldBits = this.heldBits + count
    // all four, as the processor cannot predict how many are complete
    array[end] = held
    array[end + 1] = held >>> 8
    array[end + 2] = held >>> 16
    array[end + 3] = held >>> 24
    file.end = end + (heldBits >>> 3)
    this.held = held >>> (heldBits & 24)
    this.heldBits = heldBits & 7
  }

  /** Where the next bit is, counted from the first of the file. */
  protected get position(): number {
    return 8 * this.file.end + this.heldBits
  }

  /** Appends the bits [from, to) of the file again, at least 16 of them. */
  protected putAgain(from: number, to: number): void {
    const { file, heldBits } = this
    file.reserve((to - from + 64) >>> 3)
    const { array } = file
    const bitsAt = (at: number): number => ((array[at >>> 3]! | (array[(at >>> 3) + 1]! << 8)) >>> (at & 7)) & 0xff
    let { held } = this
    let { end } = file
    let at = from
    for (; at + 8 <= to; at += 8) {
      held |= bitsAt(at) << heldBits
      array[end++] = held
      held >>>= 8
    }
    this.held = held
    file.end = end
    this.put(bitsAt(at) & ((1 << (to - at)) - 1), to - at)
  }

  /** Ends the stream after the code for the end of a block. */
  protected close({ value }: RowChecksum): void {
    const { file } = this
    file.reserve(8)
    this.put(0, -this.heldBits & 7)
    for (let shift = 24; shift >= 0; shift -= 8) file.array[file.end++] = value >>> shift
  }
}
