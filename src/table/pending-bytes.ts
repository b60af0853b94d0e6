/** Bytes that have arrived and are not read yet. What was appended never changes, so that views of it stay valid. */
export class PendingBytes {
  private bytes: Uint8Array = new Uint8Array(0)
  private from = 0
  private to = 0

  get length(): number {
    return this.to - this.from
  }

  /** @param index  from 0 to length - 1 */
  at(index: number): number {
    return this.bytes[this.from + index]!
  }

  view(from: number, to: number): Uint8Array {
    return this.bytes.subarray(this.from + from, this.from + to)
  }

  /** @param chunk  may be kept as it is, so it must not change afterwards */
  append(chunk: Uint8Array): void {
    const { length } = this
    if (length === 0) {
      this.bytes = chunk
      this.from = 0
      this.to = chunk.length
      return
    }
    if (this.to + chunk.length > this.bytes.length) {
      const larger = new Uint8Array(2 * (length + chunk.length))
      larger.set(this.view(0, length))
      this.bytes = larger
      this.from = 0
      this.to = length
    }
    this.bytes.set(chunk, this.to)
    this.to += chunk.length
  }

  /** Forgets the first `count` bytes. */
  drop(count: number): void {
    this.from += count
  }
}
