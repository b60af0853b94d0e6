import { base64 } from './base64.ts'
import { sharedWriter } from './bytes.ts'
import { crc16 } from './crc16.ts'
import type { EqualRows } from './dot-rows.ts'
import { DynamicDeflater } from './dynamic-deflate.ts'

// scratch; contents are not kept between calls
const deflater = new DynamicDeflater()

/**
 * A graphic as ZPL's Z64: zlib in base64, with a checksum of the base64 text (ZPL II Programming Guide, "ZB64 Encoding and
 * Compression").
 *
 * It is compressed here, because the bytes that zlib in node gives depend on the processor.
 */
export function z64(rows: readonly EqualRows[], bytesPerRow: number): string {
  const file = sharedWriter()
  deflater.write(file, rows, bytesPerRow)
  const packed = base64(file.take())
  return `:Z64:${packed}:${crc16(packed).toString(16).padStart(4, '0')}`
}
