import type { ByteWriter } from './bytes.ts'
import type { PdfDictionary } from './pdf-syntax.ts'

/** A stream as a PDF has it (ISO 32000-1:2008, 7.3.8). It can be sent to another thread. */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: PdfDictionary
  readonly bytes: Uint8Array
}

/** Shorter streams would hardly be shorter compressed. */
const worthCompressing = 200

// browsers, which have no zlib, leave streams as they are
const zlib = typeof process === 'object' ? process.getBuiltinModule?.('node:zlib') : undefined

declare const process:
  | { getBuiltinModule?(id: 'node:zlib'): { deflateSync(bytes: Uint8Array): Uint8Array } }
  | undefined

/** The bytes as a stream, compressed where node's zlib is at hand. */
export function compressed(dictionary: PdfDictionary, bytes: Uint8Array): PdfStream {
  if (zlib === undefined) return { dictionary, bytes }
  return { dictionary: { ...dictionary, Filter: 'FlateDecode' }, bytes: zlib.deflateSync(bytes) }
}

interface StreamStyle {
  readonly dictionary?: PdfDictionary
  /** Streams of fewer bytes are not compressed; 200 by default. */
  readonly least?: number
}

/** A stream of operators, compressed where that makes it shorter. */
export function pdfStream(
  content: ByteWriter,
  { dictionary = {}, least = worthCompressing }: StreamStyle = {},
): PdfStream {
  const bytes = content.take()
  const stream = bytes.length < least ? { dictionary, bytes } : compressed(dictionary, bytes)
  return stream.bytes.length + filter.length < bytes.length ? stream : { dictionary, bytes }
}

/** What a dictionary says of it. */
export const filter = '/Filter/FlateDecode'
