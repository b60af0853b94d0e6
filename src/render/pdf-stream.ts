import { deflateSync } from 'node:zlib'

/** A stream as a PDF has it (ISO 32000-1:2008, 7.3.8). It can be sent to another thread. */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: { readonly [key: string]: unknown }
  readonly bytes: Uint8Array
}

/**
 * Streams of this many bytes and more are compressed. A call of zlib leaves about 300 kB to the garbage collector and takes
 * longer than all other work for a label.
 */
const worthCompressing = 8192

/** A stream of numbers, compressed if it is large. */
export function pdfStream(
  bytes: Uint8Array,
  { dictionary = {}, hasOutlines = false, start = 0 }: StreamStyle = {},
): PdfStream {
  if (bytes.length - start < worthCompressing) return { dictionary, bytes }
  const compressed = hasOutlines ? deflatedFast(bytes) : deflateSync(bytes)
  return { dictionary: { ...dictionary, Filter: 'FlateDecode' }, bytes: compressed }
}

export interface StreamStyle {
  readonly dictionary?: PdfStream['dictionary']
  readonly hasOutlines?: boolean
  /** Bytes at its start that do not count in its length. */
  readonly start?: number
}

/** For outlines: at the default level zlib searches four times as long in their numbers, and saves an eighth of the bytes. */
const deflatedFast = (bytes: Uint8Array): Uint8Array => deflateSync(bytes, { level: 1 })
