/**
 * Bytes written one after another into an array that grows.
 *
 * A renderer runs from beginning to end without a pause, so all of them share one writer, and a picture takes no more memory
 * than its own bytes.
 */
export class ByteWriter {
  /** The bytes written are those before `end`. To write here directly, call `room` first. */
  array: Uint8Array = new Uint8Array(smallest)
  end = 0

  /** Makes room for `count` more bytes; may replace the array. */
  room(count: number): void {
    if (this.end + count <= this.array.length) return
    const larger = new Uint8Array(2 * (this.end + count))
    larger.set(this.array.subarray(0, this.end))
    this.array = larger
  }

  /** @param text of ASCII characters only */
  ascii(text: string): void {
    this.room(text.length)
    for (let i = 0; i < text.length; i++) this.array[this.end++] = text.charCodeAt(i)
  }

  /** @param text of characters that are a byte each, U+0000 to U+00FF; a line feed follows */
  line(text: string): void {
    this.ascii(text)
    this.room(1)
    this.array[this.end++] = lineFeed
  }

  utf8(text: string): void {
    // a UTF-16 unit takes three bytes at most
    this.room(3 * text.length)
    this.end += encoder.encodeInto(text, this.array.subarray(this.end)).written
  }

  bytes(bytes: Uint8Array): void {
    this.room(bytes.length)
    this.array.set(bytes, this.end)
    this.end += bytes.length
  }

  /** @param value a whole number, its magnitude below 2 ** 31 */
  integer(value: number): void {
    this.room(12)
    const { array } = this
    if (value < 0) {
      array[this.end++] = minus
      value = -value
    }
    let digits = 1
    for (let power = 10; value >= power; power *= 10) digits++
    for (let at = this.end + digits - 1; at >= this.end; at--) {
      const tenth = (value / 10) | 0
      array[at] = zero + value - 10 * tenth
      value = tenth
    }
    this.end += digits
  }

  /** A copy of the bytes written; the writer is empty afterwards. */
  taken(): Uint8Array {
    const { array, end } = this
    const result = Buffer.allocUnsafe(end)
    result.set(array.subarray(0, end))
    this.end = 0
    if (this.array.length > largestKept) this.array = new Uint8Array(smallest)
    return result
  }
}

const smallest = 1 << 14
const largestKept = 1 << 20
const lineFeed = 0x0a
const minus = 0x2d
const zero = 0x30
const encoder = new TextEncoder()

/** Scratch; contents are not kept between calls of renderers. */
const shared = new ByteWriter()

/** The writer that all renderers share, emptied: the bytes of the renderer before must have been taken. */
export function freshWriter(): ByteWriter {
  shared.end = 0
  return shared
}
