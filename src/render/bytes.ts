/**
 * Appends bytes to an array that grows.
 *
 * Renderers share one writer, since each of them runs to its end without interruption: a picture takes no more memory than its
 * own bytes.
 */
export class ByteWriter {
  /** The bytes written so far are those before `end`. To write to the array directly, call `reserve` first. */
  array: Uint8Array = new Uint8Array(smallest)
  end = 0
  /** The array that is written to after a larger one has been given away. */
  private kept = this.array

  /** Makes the array large enough for `count` more bytes; may replace it. */
  reserve(count: number): void {
    if (this.end + count <= this.array.length) return
    const larger = new Uint8Array(2 * (this.end + count))
    larger.set(this.array.subarray(0, this.end))
    this.array = larger
    if (larger.length <= largestKept) this.kept = larger
  }

  /** @param text  a character for each byte */
  ascii(text: string): void {
    this.reserve(text.length)
    const { array, end } = this
    for (let i = 0; i < text.length; i++) array[end + i] = text.charCodeAt(i)
    this.end = end + text.length
  }

  utf8(text: string): void {
    // a UTF-16 unit takes at most three bytes
    this.reserve(3 * text.length)
    this.end += encoder.encodeInto(text, this.array.subarray(this.end)).written
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    const { array, end } = this
    // calling set() takes longer than a few bytes do
    if (bytes.length > 16) array.set(bytes, end)
    else for (let i = 0; i < bytes.length; i++) array[end + i] = bytes[i]!
    this.end = end + bytes.length
  }

  /** @param value a whole number, its magnitude below 2 ** 31 */
  integer(value: number): void {
    this.reserve(longestInteger + 1)
    this.end = putInteger(this.array, this.end, value)
  }

  /** The same with a space behind it. */
  spaced(value: number): void {
    this.integer(value)
    // integer() reserves a byte more than it takes
    this.array[this.end++] = space
  }

  /** @param value a whole number from 0 to 2 ** 53, written with zeros before it. @param count of its digits at the most */
  padded(value: number, count: number): void {
    this.reserve(count)
    const { array, end } = this
    let rest = value
    for (let at = end + count - 1; at >= end; at--) {
      const tenth = Math.floor(rest / 10)
      array[at] = zero + rest - 10 * tenth
      rest = tenth
    }
    this.end = end + count
  }

  /** Empties the writer. Returns the bytes written: a copy, or the array itself where that is large and well filled. */
  take(): Uint8Array {
    const { array, end } = this
    this.end = 0
    this.array = this.kept
    if (array !== this.kept && end >= array.length / 4) return array.subarray(0, end)
    const result = allocate(end)
    result.set(array.subarray(0, end))
    return result
  }
}

/** The most bytes of a whole number below 2 ** 31. */
export const longestInteger = 11

/** Writes a whole number below 2 ** 31 into `array`, which has room for it, at `end`. Returns where it ends. */
export function putInteger(array: Uint8Array, end: number, value: number): number {
  if (value < 0) {
    array[end++] = minus
    value = -value
  }
  if (value < 10) {
    array[end] = zero + value
    return end + 1
  }
  let digits = 2
  for (let power = 100; value >= power; power *= 10) digits++
  for (let at = end + digits - 1; at >= end; at--) {
    const tenth = (value / 10) | 0
    array[at] = zero + value - 10 * tenth
    value = tenth
  }
  return end + digits
}

const smallest = 1 << 14
/** Larger arrays are not kept. */
const largestKept = 1 << 20
const space = 0x20
const minus = 0x2d
const zero = 0x30
const encoder = new TextEncoder()

let allocate = (length: number): Uint8Array => new Uint8Array(length)

/**
 * Sets what allocates the bytes that writers give; by default each file has memory of its own. A pool, as node has one, saves a small
 * picture a tenth of its time and more.
 */
export function allocateWith(allocator: (length: number) => Uint8Array): void {
  allocate = allocator
}

const shared = new ByteWriter()

/** Empties and returns the writer that all renderers share. Its bytes are lost unless they were taken. */
export function sharedWriter(): ByteWriter {
  shared.end = 0
  return shared
}
