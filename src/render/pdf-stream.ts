import { deflateSync } from 'node:zlib'
import type { PdfDictionary } from './pdf-syntax.ts'

/** A stream as a PDF has it (ISO 32000-1:2008, 7.3.8). It can be sent to another thread. */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: PdfDictionary
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
  const level = hasOutlines ? levels.outlines : bytes.length < large ? levels.usual : levels.large
  return { dictionary: { ...dictionary, Filter: 'FlateDecode' }, bytes: deflateSync(bytes, { level }) }
}

export interface StreamStyle {
  readonly dictionary?: PdfStream['dictionary']
  readonly hasOutlines?: boolean
  /** Bytes at its start that do not count in its length. */
  readonly start?: number
}

/**
 * How long zlib searches. At the usual level it searches four times as long in the numbers of outlines as at the fastest, and saves
 * an eighth of the bytes; in those of a large symbol four times as long as at level 4, and saves a twelfth.
 */
const levels = { outlines: 1, large: 4, usual: 6 }

/** The bytes from which a stream is large: those of a symbol of about 100 by 100 modules. */
const large = 1 << 16
