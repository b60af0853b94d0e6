import type { TextMark } from '../layout/scene.ts'
import type { SharedOutline } from '../text/index.ts'
import { sharedWriter } from './bytes.ts'
import { boundsOf, type MaskMark, writeShared } from './content.ts'
import { bitmapPainter, dotsOf } from './paint.ts'
import { writeRows } from './png.ts'

/** Adds a stream to the document, and returns the reference by which pages use it. */
export type AddStream<Reference> = (dictionary: Record<string, unknown>, bytes: Uint8Array) => Reference

/** The form XObjects of shared outlines: each is written once, before the first page that draws it. */
export class Forms<Reference> {
  readonly #add: AddStream<Reference>
  readonly #known = new Map<string, Reference>()

  constructor(add: AddStream<Reference>) {
    this.#add = add
  }

  /** The form that draws `outline`. ISO 32000-1:2008, 8.10. */
  of(outline: SharedOutline): Reference {
    const known = this.#known.get(outline.id)
    if (known !== undefined) return known
    const out = sharedWriter()
    writeShared(out, outline)
    const dictionary = { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} }
    const form = this.#add(dictionary, out.take())
    // limits memory for documents of many pages with different glyphs; a forgotten form is written again when it is needed
    if (this.#known.size === mostKnown) this.#known.clear()
    this.#known.set(outline.id, form)
    return form
  }
}

const mostKnown = 1000

/** Adds the dots of a text as an image mask (ISO 32000-1:2008, 8.9.6.2), its rows compressed as in a PNG (7.4.4.4). */
export function addMask<Reference>(
  add: AddStream<Reference>,
  text: TextMark,
  name: string,
): { readonly mark: MaskMark; readonly image: Reference } {
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
  const image = add(dictionary, out.take())
  return { mark: { kind: 'mask', name, x: left, y: top, width, height }, image }
}
