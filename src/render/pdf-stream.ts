import { ByteWriter } from './bytes.ts'
import { ContentDeflater } from './content-deflate.ts'
import type { PdfDictionary } from './pdf-syntax.ts'

/** A stream as a PDF has it (ISO 32000-1:2008, 7.3.8). It can be sent to another thread. */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: PdfDictionary
  readonly bytes: Uint8Array
}

/** Shorter streams would hardly be shorter compressed. */
const worthCompressing = 200

// scratch; contents are not kept between calls
let deflater: ContentDeflater | undefined
const compressed = new ByteWriter()

interface StreamStyle {
  readonly dictionary?: PdfDictionary
  /** Streams of fewer bytes are not compressed; 200 by default. */
  readonly least?: number
}

/** A stream of operators, compressed where that makes it shorter. Empties the writer. */
export function pdfStream(
  content: ByteWriter,
  { dictionary = {}, least = worthCompressing }: StreamStyle = {},
): PdfStream {
  if (content.end < least) return { dictionary, bytes: content.take() }
  compressed.end = 0
  deflater ??= new ContentDeflater()
  const isWhole = deflater.write(compressed, content.array, content.end)
  if (!isWhole || compressed.end + filter.length >= content.end) return { dictionary, bytes: content.take() }
  content.end = 0
  return { dictionary: { ...dictionary, Filter: 'FlateDecode' }, bytes: compressed.take() }
}

/** What a dictionary says of it. */
export const filter = '/Filter/FlateDecode'
