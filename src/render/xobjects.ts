import type { TextMark } from '../layout/scene.ts'
import type { SharedOutline } from '../text/index.ts'
import { ByteWriter } from './bytes.ts'
import { boundsOf, type MaskMark, writeShared } from './content.ts'
import { dotsOf } from './paint.ts'
import { compressed, type PdfStream, pdfStream } from './pdf-stream.ts'
import { scanlines } from './png.ts'

/** Outlines of this many bytes and more are compressed: a document has hundreds of smaller ones, which would take longer than its drawing. */
const largeOutline = 8192

/** The form XObject that draws a shared outline. ISO 32000-1:2008, 8.10. */
export function formOf(outline: SharedOutline): PdfStream {
  const out = new ByteWriter()
  writeShared(out, outline)
  const dictionary = { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} }
  return pdfStream(out, { dictionary, least: largeOutline })
}

/** The dots of a text as an image mask (ISO 32000-1:2008, 8.9.6.2). */
export function maskOf(text: TextMark, name: string): { readonly mark: MaskMark; readonly image: PdfStream } {
  const { matrix, left, top } = dotsOf(text)
  const { width, height } = matrix
  const dictionary = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ImageMask: true,
    BitsPerComponent: 1,
  }
  // without the types of filters
  const rows = scanlines(matrix).filter((_, at) => at % (1 + Math.ceil(width / 8)) > 0)
  return { mark: { kind: 'mask', name, x: left, y: top, width, height }, image: compressed(dictionary, rows) }
}

/** The name of the image mask with this index. */
export const maskName = (index: number): string => `M${index}`
