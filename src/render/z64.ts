import { zlibSync } from 'fflate'
import { crc16 } from './crc16.ts'

/**
 * A graphic as ZPL's Z64: zlib in base64, with a checksum of the base64 text (ZPL II Programming Guide, "ZB64 Encoding and
 * Compression").
 *
 * It is compressed by a package, because the bytes that zlib in node gives depend on the processor.
 */
export function z64(bytes: Uint8Array): string {
  const packed = Buffer.from(zlibSync(bytes, { level: 9 })).toString('base64')
  return `:Z64:${packed}:${crc16(packed).toString(16).padStart(4, '0')}`
}
