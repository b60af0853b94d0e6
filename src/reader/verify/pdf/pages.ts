/** The pages of a PDF, and what is on them (ISO 32000-1:2008, 7.7.3). */

import type { Matrix } from '../../../../symbologies/matrix/index.ts'
import type { Box } from '../../check/index.ts'
import { blankPage, burn, stamp } from '../dots.ts'
import type { ExpectedHead } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { boxAround, paintContent, type Resources, type Transform, wholeDots, type XObject } from './content.ts'
import { type Dictionary, PdfObjects, type PdfStream, type PdfValue, Reference } from './file.ts'

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

/** How far a label may be off whole dots, by what is lost where numbers are rounded. */
const wholeTolerance = 0.01

/** The most forms whose boxes are kept: documents with many scripts have thousands. */
const mostForms = 2000

/**
 * The pages in their order; those that follow one another and share all that is on them are one with its copies.
 *
 * @throws VerificationFailure
 */
export function* pdfPages(bytes: Uint8Array, head: ExpectedHead): Generator<ReadPage> {
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
  readonly contents: PdfValue | undefined
  readonly resources: PdfValue | undefined
  readonly mediaBox: PdfValue | undefined
}

function isSame(a: Parts, b: Parts): boolean {
  return (
    numberOf(a.contents) === numberOf(b.contents) &&
    numberOf(a.resources) === numberOf(b.resources) &&
    `${a.mediaBox}` === `${b.mediaBox}`
  )
}

const numberOf = (value: PdfValue | undefined): number => (value instanceof Reference ? value.number : 0)

class PageReader {
  readonly #objects: PdfObjects
  readonly #tree: Dictionary
  readonly #dotsPerPoint: number
  readonly #perMillimetre: number
  readonly #forms = new Map<number, readonly Box[]>()
  /** The label that was painted last: on sheets it mostly follows itself. */
  #label: { readonly number: number; readonly painted: Painted } | undefined
  #isHelvetica = new Map<number, boolean>()

  constructor(objects: PdfObjects, tree: Dictionary, { perInch }: ExpectedHead) {
    this.#objects = objects
    this.#tree = tree
    this.#dotsPerPoint = perInch / 72
    this.#perMillimetre = perInch / 25.4
  }

  parts(kid: PdfValue | undefined): Parts {
    const page = known('page', this.#objects.dictionary(kid))
    if (page.get('Type') !== '/Page') throw unreadable('the PDF has something else than pages')
    const own = (name: string): PdfValue | undefined => page.get(name) ?? this.#tree.get(name)
    return { contents: page.get('Contents'), resources: own('Resources'), mediaBox: own('MediaBox') }
  }

  page({ contents, resources, mediaBox }: Parts): Omit<ReadPage, 'copies'> {
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
    const canvas = { dots, words, perMillimetre: this.#perMillimetre }
    paintContent(latin1(bytes), [scale, 0, 0, -scale, 0, height * scale], named, canvas)
    return { dots, words }
  }

  /** @param isLabel  whether they are those of a label, which has no others in it */
  #resources(resources: Dictionary, dots: Matrix, isLabel = false): Resources {
    const [fonts, xobjects] = ['Font', 'XObject'].map((name) => resources.get(name))
    return {
      isHelvetica: (name) => fonts instanceof Map && this.#isFont(fonts.get(name)),
      xobject: (name) => {
        const reference = xobjects instanceof Map ? xobjects.get(name) : undefined
        if (!(reference instanceof Reference)) throw unreadable('a page of the PDF draws what it does not have')
        const found = this.#xobject(reference, dots)
        if (isLabel && found.kind === 'label') throw unreadable('a label of the PDF draws another')
        return found
      },
    }
  }

  #isFont(reference: PdfValue | undefined): boolean {
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
        if (stream.dictionary.get('Resources') instanceof Reference) {
          return { kind: 'label', place: (transform) => this.#place(reference.number, stream, { transform, dots }) }
        }
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

  /** Paints a label on a page, at whole dots. Returns the boxes of its words there. */
  #place(
    number: number,
    stream: PdfStream,
    { transform, dots }: { readonly transform: Transform; readonly dots: Matrix },
  ): readonly Box[] {
    const painted = this.#label?.number === number ? this.#label.painted : this.#painted(stream)
    this.#label = { number, painted }
    const { width, height } = painted.dots
    const { left, top, right, bottom } = boxAround(transform, [0, 0, width, height])
    const [x, y] = [Math.round(left), Math.round(top)]
    const off = [left - x, top - y, right - x - width, bottom - y - height]
    const isUpright = transform[0] > 0 && transform[1] === 0 && transform[2] === 0 && transform[3] > 0
    if (!isUpright || off.some((length) => !(Math.abs(length) <= wholeTolerance))) {
      throw unreadable('a label of the PDF is not on whole dots')
    }
    stamp(dots, painted.dots, [x, y])
    return painted.words.map((box) => ({
      left: box.left + x,
      top: box.top + y,
      right: box.right + x,
      bottom: box.bottom + y,
    }))
  }

  /** What a form draws that is a label: nothing dark is beyond its box, which would cut it off (8.10.2). */
  #painted({ dictionary, bytes }: PdfStream): Painted {
    known('form', dictionary)
    const box = dictionary.get('BBox')
    const [left, top, width, height] = Array.isArray(box) ? box : []
    if (left !== 0 || top !== 0 || typeof width !== 'number' || typeof height !== 'number') {
      throw unreadable('a label of the PDF has another box')
    }
    const dots = blankPage(width, height)
    const words: Box[] = []
    const resources = known('resources', this.#objects.dictionary(dictionary.get('Resources')))
    paintContent(latin1(bytes), [1, 0, 0, 1, 0, 0], this.#resources(resources, dots, true), { dots, words })
    return { dots, words }
  }
}

interface Painted {
  readonly dots: Matrix
  readonly words: readonly Box[]
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
