import type { TextMark } from '../layout/scene.ts'
import type { SharedOutline } from '../text/index.ts'
import { sharedWriter } from './bytes.ts'
import { boundsOf, type MaskMark, writeShared } from './content.ts'
import { bitmapPainter, dotsOf } from './paint.ts'
import { type PdfStream, pdfStream } from './pdf-stream.ts'
import { writeRows } from './png-file.ts'

/** Outlines of this many bytes and more are compressed: a document has hundreds of smaller ones, which would take longer than its drawing. */
const largeOutline = 8192

/** The form XObject that draws a shared outline. ISO 32000-1:2008, 8.10. */
export function formOf(outline: SharedOutline): PdfStream {
  const out = sharedWriter()
  writeShared(out, outline)
  const dictionary = { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} }
  return pdfStream(out, { dictionary, least: largeOutline })
}

/** The dots of a text as an image mask (ISO 32000-1:2008, 8.9.6.2), its rows compressed as in a PNG (7.4.4.4). */
export function maskOf(text: TextMark, name: string): { readonly mark: MaskMark; readonly image: PdfStream } {
  const { matrix, left, top } = dotsOf(text)
  const { width, height } = matrix
  const out = sharedWriter()
  writeRows(out, { width, height, painters: [bitmapPainter(matrix, 0, 0)] })
  const dictionary = {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ImageMask: true,
    BitsPerComponent: 1,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: 1, BitsPerComponent: 1, Columns: width },
  }
  return { mark: { kind: 'mask', name, x: left, y: top, width, height }, image: { dictionary, bytes: out.take() } }
}

/** The name of the image mask with this index. */
export const maskName = (index: number): string => `M${index}`
