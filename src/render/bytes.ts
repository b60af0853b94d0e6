/** Appends bytes to an array that grows. */
export class ByteWriter {
  /** The bytes written so far are those before `end`. To write to the array directly, call `reserve` first. */
  array: Uint8Array = new Uint8Array(smallest)
  end = 0

  /** Makes the array large enough for `count` more bytes; may replace it. */
  reserve(count: number): void {
    if (this.end + count <= this.array.length) return
    const larger = new Uint8Array(2 * (this.end + count))
    larger.set(this.array.subarray(0, this.end))
    this.array = larger
  }

  /** @param text  a character for each byte */
  ascii(text: string): void {
    this.reserve(text.length)
    const { array, end } = this
    for (let i = 0; i < text.length; i++) array[end + i] = text.charCodeAt(i)
    this.end = end + text.length
  }

  utf8(text: string): void {
    this.bytes(new TextEncoder().encode(text))
  }

  bytes(bytes: ArrayLike<number>): void {
    this.reserve(bytes.length)
    this.array.set(bytes, this.end)
    this.end += bytes.length
  }

  /** @param value a whole number, its magnitude below 2 ** 31 */
  integer(value: number): void {
    this.reserve(longestInteger)
    this.end = putInteger(this.array, this.end, value)
  }

  /** Returns the bytes written, and goes on with none. */
  take(): Uint8Array {
    const bytes = this.array.slice(0, this.end)
    this.array = new Uint8Array(smallest)
    this.end = 0
    return bytes
  }
}

const smallest = 1 << 10

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

const minus = 0x2d
const zero = 0x30
