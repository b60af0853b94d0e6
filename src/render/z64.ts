import { toBase64 } from './base64.ts'
import type { ByteWriter } from './bytes.ts'
import { crc16 } from './crc16.ts'
import { DynamicDeflater } from './dynamic-deflate.ts'
import type { RowBuffer } from './matches.ts'

/**
 * Graphics as ZPL's Z64: zlib in base64, with a checksum of the base64 text (ZPL II Programming Guide, "ZB64 Encoding and
 * Compression").
 *
 * They are compressed here, because the bytes that zlib in node gives depend on the processor.
 */
export class Z64 {
  readonly #deflater = new DynamicDeflater()
  #file!: ByteWriter

  /** The next row, `rowLength` bytes. It holds the previous one, and the caller changes it before each `write`. */
  get row(): RowBuffer {
    return this.#deflater.row
  }

  /** Begins a graphic. @param rowLength  bytes a row, 1 to 32,768 */
  begin(file: ByteWriter, rowLength: number): void {
    this.#file = file
    this.#deflater.begin(rowLength)
  }

  /** Appends the row `times` times. Its bytes outside of [from, to) equal those of the previous row. */
  write(times: number, from: number, to: number): void {
    this.#deflater.write(times, from, to)
  }

  /** Appends the previous row, which may be that of the graphic before, `times` more times. */
  repeat(times: number): void {
    this.#deflater.repeat(times)
  }

  /** Ends the graphic. */
  finish(): void {
    const file = this.#file
    file.ascii(':Z64:')
    const start = file.end
    this.#deflater.finish(file)
    toBase64(file, start)
    file.ascii(`:${crc16(file.array, start, file.end).toString(16).padStart(4, '0')}`)
  }
}
