import type { TextMark } from '../layout/scene.ts'
import type { SharedOutline } from '../text/index.ts'
import { freshWriter } from './bytes.ts'
import { boundsOf, type MaskMark, writeShared } from './content.ts'
import { bitmapPainter, dotsOf } from './paint.ts'
import { writeRows } from './png.ts'

/** Adds a stream to the document and returns how pages refer to it. */
export type AddStream<Reference> = (dictionary: Record<string, unknown>, bytes: Uint8Array) => Reference

/** Shared outlines as forms of the document: each is written once, before the first page that draws it. */
export class Forms<Reference> {
  readonly #add: AddStream<Reference>
  readonly #known = new Map<string, Reference>()

  constructor(add: AddStream<Reference>) {
    this.#add = add
  }

  /** ISO 32000-1:2008, 8.10. */
  of(outline: SharedOutline): Reference {
    const known = this.#known.get(outline.id)
    if (known !== undefined) return known
    const out = freshWriter()
    writeShared(out, outline)
    const dictionary = { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} }
    const form = this.#add(dictionary, out.taken())
    // bounds memory: a document can have any number of pages, each with other glyphs; some outlines are then written again
    if (this.#known.size === mostKnown) this.#known.clear()
    this.#known.set(outline.id, form)
    return form
  }
}

const mostKnown = 1000

/** The dots of a text as an image mask (ISO 32000-1:2008, 8.9.6.2), whose rows are those of a PNG (7.4.4.4). */
export function addMask<Reference>(
  add: AddStream<Reference>,
  text: TextMark,
  name: string,
): { readonly mark: MaskMark; readonly image: Reference } {
  const { matrix, left, top } = dotsOf(text)
  const { width, height } = matrix
  const out = freshWriter()
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
  const image = add(dictionary, out.taken())
  return { mark: { kind: 'mask', name, x: left, y: top, width, height }, image }
}
