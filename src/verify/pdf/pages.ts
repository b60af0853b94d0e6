/** The pages of a PDF, and what is on them (ISO 32000-1:2008, 7.7.3). */

import type { Matrix } from '../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { blankPage, burn } from '../dots.ts'
import type { Head } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { Page } from '../page.ts'
import { boxAround, paintContent, type Resources, type Transform, wholeDots, type XObject } from './content.ts'
import { type Dictionary, PdfObjects, type PdfStream, Reference, type Value } from './file.ts'

/** The entries that each dictionary may have: another, as Rotate, could change what comes out. */
const entries = {
  catalogue: ['Type', 'Pages', 'Names', 'ViewerPreferences', 'Version'],
  tree: ['Type', 'Count', 'Kids', 'MediaBox', 'Resources'],
  page: ['Type', 'Parent', 'MediaBox', 'Resources', 'Contents'],
  content: ['Length', 'Filter'],
  resources: ['ProcSet', 'Font', 'XObject'],
  form: ['Type', 'Subtype', 'BBox', 'Resources', 'Length', 'Filter'],
  mask: ['Type', 'Subtype', 'ImageMask', 'Decode', 'Width', 'Height', 'BitsPerComponent', 'Length', 'Filter'],
  font: ['Type', 'Subtype', 'BaseFont', 'Encoding'],
} as const

/** The most forms whose boxes are kept: documents with many scripts have thousands. */
const mostForms = 2000

/**
 * The pages in their order; those that follow one another and share all that is on them are one with its copies.
 *
 * @throws VerificationFailure
 */
export function* pdfPages(bytes: Uint8Array, head: Head): Generator<Page> {
  const objects = new PdfObjects(bytes)
  const catalogue = known('catalogue', objects.dictionary(objects.root))
  const tree = known('tree', objects.dictionary(catalogue.get('Pages')))
  const kids = tree.get('Kids')
  if (tree.get('Type') !== '/Pages' || !Array.isArray(kids) || tree.get('Count') !== kids.length) {
    throw unreadable('the PDF has no list of pages')
  }
  const reader = new PageReader(objects, tree, head)
  for (let i = 0; i < kids.length; ) {
    const parts = reader.parts(kids[i])
    let copies = 1
    while (i + copies < kids.length && isSame(parts, reader.parts(kids[i + copies]))) copies++
    yield { ...reader.page(parts), copies }
    i += copies
  }
}

/** What a page is made of: the numbers of objects, and its box. */
interface Parts {
  readonly contents: Value | undefined
  readonly resources: Value | undefined
  readonly mediaBox: Value | undefined
}

function isSame(a: Parts, b: Parts): boolean {
  return (
    numberOf(a.contents) === numberOf(b.contents) &&
    numberOf(a.resources) === numberOf(b.resources) &&
    `${a.mediaBox}` === `${b.mediaBox}`
  )
}

const numberOf = (value: Value | undefined): number => (value instanceof Reference ? value.number : 0)

class PageReader {
  readonly #objects: PdfObjects
  readonly #tree: Dictionary
  readonly #dotsPerPoint: number
  readonly #forms = new Map<number, readonly Box[]>()
  #isHelvetica = new Map<number, boolean>()

  constructor(objects: PdfObjects, tree: Dictionary, { perInch }: Head) {
    this.#objects = objects
    this.#tree = tree
    this.#dotsPerPoint = perInch / 72
  }

  parts(kid: Value | undefined): Parts {
    const page = known('page', this.#objects.dictionary(kid))
    if (page.get('Type') !== '/Page') throw unreadable('the PDF has something else than pages')
    const own = (name: string): Value | undefined => page.get(name) ?? this.#tree.get(name)
    return { contents: page.get('Contents'), resources: own('Resources'), mediaBox: own('MediaBox') }
  }

  page({ contents, resources, mediaBox }: Parts): Omit<Page, 'copies'> {
    const [left, bottom, width, height] = Array.isArray(mediaBox) ? mediaBox : []
    if (left !== 0 || bottom !== 0 || typeof width !== 'number' || typeof height !== 'number') {
      throw unreadable('a page of the PDF has another box')
    }
    const scale = this.#dotsPerPoint
    // paper need not be a whole number of dots
    const dots = blankPage(Math.round(width * scale), Math.round(height * scale))
    const words: Box[] = []
    const { dictionary, bytes } = this.#objects.stream(contents)
    known('content', dictionary)
    const named = this.#resources(known('resources', this.#objects.dictionary(resources)), dots)
    // points are from the lower left corner, dots from the upper left one
    paintContent(latin1(bytes), [scale, 0, 0, -scale, 0, height * scale], named, { dots, words })
    return { dots, words }
  }

  #resources(resources: Dictionary, dots: Matrix): Resources {
    const [fonts, xobjects] = ['Font', 'XObject'].map((name) => resources.get(name))
    return {
      isHelvetica: (name) => fonts instanceof Map && this.#isFont(fonts.get(name)),
      xobject: (name) => {
        const reference = xobjects instanceof Map ? xobjects.get(name) : undefined
        if (!(reference instanceof Reference)) throw unreadable('a page of the PDF draws what it does not have')
        return this.#xobject(reference, dots)
      },
    }
  }

  #isFont(reference: Value | undefined): boolean {
    const number = numberOf(reference)
    let isFont = this.#isHelvetica.get(number)
    if (isFont === undefined) {
      const font = known('font', this.#objects.dictionary(reference))
      isFont = font.get('BaseFont') === '/Helvetica' && font.get('Encoding') === '/WinAnsiEncoding'
      this.#isHelvetica.set(number, isFont)
    }
    return isFont
  }

  #xobject(reference: Reference, dots: Matrix): XObject {
    const known = this.#forms.get(reference.number)
    if (known !== undefined) return { kind: 'form', boxes: known }
    const stream = this.#objects.stream(reference)
    switch (stream.dictionary.get('Subtype')) {
      case '/Form': {
        const boxes = formBoxes(stream)
        if (this.#forms.size === mostForms) this.#forms.clear()
        this.#forms.set(reference.number, boxes)
        return { kind: 'form', boxes }
      }
      case '/Image':
        return { kind: 'mask', paint: (transform) => paintMask(stream, transform, dots) }
      default:
        throw unreadable('the PDF has an object of another kind')
    }
  }
}

/** The boxes around the ink of a form, in its units. It has outlines alone, and no objects of others. */
function formBoxes({ dictionary, bytes }: PdfStream): readonly Box[] {
  known('form', dictionary)
  const words: Box[] = []
  paintContent(latin1(bytes), [1, 0, 0, 1, 0, 0], nothing, { dots: undefined, words })
  return words
}

const nothing: Resources = {
  isHelvetica: () => false,
  xobject() {
    throw unreadable('a form of the PDF draws another')
  },
}

/** Burns the dots of an image mask, which paints where a bit is 1 (8.9.6.2). It fills a unit square, its first row on top. */
function paintMask({ dictionary, bytes }: PdfStream, transform: Transform, dots: Matrix): void {
  known('mask', dictionary)
  const [width, height] = [dictionary.get('Width'), dictionary.get('Height')]
  const isMask =
    dictionary.get('ImageMask') === true &&
    dictionary.get('BitsPerComponent') === 1 &&
    `${dictionary.get('Decode')}` === '1,0'
  if (!isMask || typeof width !== 'number' || typeof height !== 'number') throw unreadable('the PDF has a picture')
  const [a, b, c, d] = transform
  const box = wholeDots(boxAround(transform, [0, 0, 1, 1]))
  const isUpright = a > 0 && b === 0 && c === 0 && d < 0
  if (!isUpright || box.right - box.left !== width || box.bottom - box.top !== height) {
    throw unreadable('a mask of the PDF is not of whole dots')
  }
  const rowLength = (width + 7) >> 3
  if (bytes.length !== rowLength * height) throw unreadable('a mask of the PDF has other bytes')
  burn(dots, { bytes, rowLength, x: box.left, y: box.top })
}

/** The dictionary, of which every entry is known. @throws VerificationFailure */
function known(kind: keyof typeof entries, dictionary: Dictionary): Dictionary {
  const names: readonly string[] = entries[kind]
  const other = [...dictionary.keys()].find((name) => !names.includes(name))
  if (other !== undefined) throw unreadable(`the PDF has ${other} in the dictionary of a ${kind}`)
  return dictionary
}

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
