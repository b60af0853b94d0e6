/** PDF documents: scenes as pages, and pages as objects. */

import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { darkRunCount, type Matrix } from '../../symbologies/matrix/index.ts'
import { type Mark, type Scene, unitOf, upright } from '../layout/scene.ts'
import { outlinesOf, type SharedOutline } from '../text/index.ts'
import { dotsOf } from './paint.ts'
import {
  boundsOf,
  helveticaContent,
  helveticaName,
  invisibleContent,
  isDrawnInHelvetica,
  isInHelvetica,
  lineContent,
  maskContent,
  modulesContent,
  outlinesContent,
  sharedContent,
  shortNumber,
} from './pdf-content.ts'
import { type Dictionary, PdfFile, type Reference } from './pdfkit.ts'
import type { PrintDocument } from './print-document.ts'

/** A drawing, and how often it is there. */
export interface PdfCopies {
  readonly scene: Scene
  readonly copies: number
}

/** A PDF of one scene. The same scene always gives the same bytes: the date is fixed, and the file's id is derived from the title. */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  return pdfOf(scene.title, [{ scene, copies }])
}

/** A PDF of these pages. */
export function pdfOf(title: string, pages: Iterable<PdfCopies>): Uint8Array {
  const document = new PdfDocument(title)
  for (const { scene, copies } of pages) document.add(scene, copies)
  return document.end()
}

/** A PDF of several scenes, each on paper of its own size; the copies of one are pages that share its drawing. */
export class PdfDocument implements PrintDocument {
  readonly format = 'pdf'
  readonly #file: PdfFile
  /** What pages without forms and images refer to, by whether they have text (ISO 32000-1:2008, 7.8.3). */
  readonly #plain = new Map<boolean, Reference>()
  /** Forms by their names: each is written once. */
  readonly #forms = new Map<string, Reference>()
  #helvetica: Reference | undefined

  constructor(title: string) {
    this.#file = new PdfFile(title)
  }

  add(scene: Scene, copies: number): void {
    this.addPage(pdfPage(scene), copies)
  }

  /** Appends a page that has been drawn, `copies` times; these share its drawing. */
  addPage({ width, height, content, xobjects, hasHelvetica }: PdfPage, copies: number): void {
    const file = this.#file
    const Resources = this.#resourcesOf(xobjects, hasHelvetica)
    const Contents = file.add(content.dictionary, content.bytes)
    file.addPage({ MediaBox: [0, 0, width, height], Contents, Resources }, copies)
  }

  /** How many bytes were written since the last call of `take`. */
  get waiting(): number {
    return this.#file.waiting
  }

  take(): Uint8Array {
    return this.#file.take()
  }

  end(): Uint8Array {
    return this.#file.end()
  }

  #resourcesOf(xobjects: PdfDrawing['xobjects'], hasHelvetica: boolean): Reference {
    const added = xobjects.map(([name, stream]) => [name, this.#xobject(name, stream)] as const)
    return this.#resources(added, hasHelvetica)
  }

  #xobject(name: string, stream: PdfStream | PdfDrawing): Reference {
    const known = this.#forms.get(name)
    if (known !== undefined) return known
    const { dictionary, bytes } = 'content' in stream ? this.#form(stream) : stream
    const added = this.#file.add(dictionary, bytes)
    if (dictionary.Subtype !== 'Form') return added
    // limits memory for documents of many pages with different glyphs; a forgotten form is written again when it is needed
    if (this.#forms.size === mostForms) this.#forms.clear()
    this.#forms.set(name, added)
    return added
  }

  #form({ content, xobjects, hasHelvetica }: PdfDrawing): PdfStream {
    const Resources = this.#resourcesOf(xobjects, hasHelvetica)
    return { dictionary: { ...content.dictionary, Resources }, bytes: content.bytes }
  }

  #resources(xobjects: readonly (readonly [string, Reference])[], hasHelvetica: boolean): Reference {
    const known = xobjects.length === 0 ? this.#plain.get(hasHelvetica) : undefined
    if (known !== undefined) return known
    // one of the 14 standard fonts, which every viewer has (9.6.2.2)
    if (hasHelvetica) this.#helvetica ??= this.#file.add(helvetica)
    const resources = this.#file.add({
      // for printers of PostScript (14.2)
      ProcSet: ['PDF', 'Text', 'ImageB', 'ImageC', 'ImageI'],
      ...(hasHelvetica && this.#helvetica && { Font: { [helveticaName]: this.#helvetica } }),
      ...(xobjects.length > 0 && { XObject: Object.fromEntries(xobjects) }),
    })
    if (xobjects.length === 0) this.#plain.set(hasHelvetica, resources)
    return resources
  }
}

const mostForms = 1000
const helvetica = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }

/** A stream of a PDF (ISO 32000-1:2008, 7.3.8). */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: Dictionary
  readonly bytes: Uint8Array
}

/** What is drawn before its objects have numbers. */
export interface PdfDrawing {
  readonly content: PdfStream
  /** What the content draws, by names: forms, which have the same name in every document, and image masks. */
  readonly xobjects: readonly (readonly [name: string, stream: PdfStream | PdfDrawing])[]
  readonly hasHelvetica: boolean
}

/** A page before its objects have numbers: it can be sent to another thread, and added to any document. */
export interface PdfPage extends PdfDrawing {
  /** In points, with at most six decimals. */
  readonly width: number
  readonly height: number
}

/** Draws a scene as a page. */
export function pdfPage(scene: Scene): PdfPage {
  const { paper, resolution } = upright(scene)
  const { body, ...drawn } = marksOf(scene)
  const pointsPerDot = shortNumber(72 / resolution.perInch, 9)
  // y points down from here on
  const content = `${pointsPerDot} 0 0 -${pointsPerDot} 0 ${shortNumber(paper.height, 6)} cm\n${body}`
  const [width, height] = [paper.width, paper.height].map((points) => Math.round(points * 1e6) / 1e6)
  return { width: width!, height: height!, content: streamOf(content, {}), ...drawn }
}

/**
 * The most dark runs that a drawing has as rectangles, more than any symbol has: of pictures beyond that, each dot is a bit. Millions of
 * rectangles take a minute to write, and ten times the bytes.
 */
const mostRectangles = 65_536

/** Operators in dots, y down, and what they draw by name. */
function marksOf(scene: Scene): Omit<PdfDrawing, 'content'> & { readonly body: string } {
  const { marks } = upright(scene)
  const drawn = marks.flatMap((mark) => (mark.kind === 'text' && !isDrawnInHelvetica(mark.line) ? [mark.line] : []))
  const outlines = outlinesOf(drawn)
  const xobjects: [string, PdfStream | PdfDrawing][] = (outlines?.shared ?? []).map((outline) => [
    outline.id,
    formOf(outline),
  ])
  const placed = new Map<Scene, string>()
  const nameOf = (inner: Scene): string => {
    const known = placed.get(inner)
    if (known !== undefined) return known
    const form = formOfScene(inner)
    const name = `L${digestOf(form)}`
    placed.set(inner, name)
    if (xobjects.every(([other]) => other !== name)) xobjects.push([name, form])
    return name
  }
  let hasHelvetica = false
  let rectangles = 0
  const masked = (matrix: Matrix, x: number, y: number): string => {
    const name = `M${xobjects.length}`
    xobjects.push([name, maskOf(matrix)])
    return maskContent({ name, x, y, width: matrix.width, height: matrix.height })
  }
  const contentOf = (mark: Mark): string => {
    switch (mark.kind) {
      case 'modules': {
        const runs = darkRunCount(mark.matrix)
        const isOfDots = unitOf(mark.xs) === 1 && unitOf(mark.ys) === 1
        if (isOfDots && rectangles + runs > mostRectangles) return masked(mark.matrix, mark.xs[0]!, mark.ys[0]!)
        rectangles += runs
        return modulesContent(mark)
      }
      case 'line':
        return lineContent(mark)
      case 'placed':
        return `q 1 0 0 1 ${mark.x} ${mark.y} cm /${nameOf(mark.scene)} Do Q\n`
      case 'text': {
        const isText = isInHelvetica(mark.line)
        hasHelvetica ||= isText
        if (isDrawnInHelvetica(mark.line)) return helveticaContent(mark)
        const text = isText ? invisibleContent(mark) : ''
        if (outlines !== undefined) return text + outlinesContent(mark, outlines)
        const { matrix, left: x, top: y } = dotsOf(mark)
        return text + masked(matrix, x, y)
      }
    }
  }
  const body = marks.map(contentOf).join('')
  return { body, xobjects, hasHelvetica }
}

/** A drawing in another one as a form: what is there several times is written once (8.10). Nothing of it is beyond its edges. */
function formOfScene(scene: Scene): PdfDrawing {
  const { width, height } = upright(scene)
  const { body, ...drawn } = marksOf(scene)
  const content = streamOf(body, { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, width, height] })
  return { content, ...drawn }
}

/** A name for a form, the same for the same drawing in every document. */
function digestOf(form: PdfDrawing): string {
  const hash = createHash('sha256')
  const add = (each: PdfStream | PdfDrawing): void => {
    const { dictionary, bytes } = 'content' in each ? each.content : each
    hash.update(JSON.stringify([dictionary, bytes.length])).update(bytes)
    if (!('content' in each)) return
    for (const [name, stream] of each.xobjects) {
      hash.update(name)
      add(stream)
    }
  }
  add(form)
  return hash.digest('hex').slice(0, 32)
}

/** A stream of operators, compressed if it is so long that this makes it shorter. */
export function streamOf(content: string, dictionary: Dictionary): PdfStream {
  const bytes = Buffer.from(content, 'latin1')
  return bytes.length < 200 ? { dictionary, bytes } : deflated(bytes, dictionary)
}

/** A stream, compressed. */
export const deflated = (bytes: Uint8Array, dictionary: Dictionary): PdfStream => ({
  dictionary: { ...dictionary, Filter: 'FlateDecode' },
  bytes: deflateSync(bytes),
})

/** The form XObject that draws a shared outline (ISO 32000-1:2008, 8.10). */
const formOf = (outline: SharedOutline): PdfStream =>
  streamOf(sharedContent(outline), { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} })

/** Dots as an image mask, which paints where a bit is 1 (ISO 32000-1:2008, 8.9.6.2). */
function maskOf({ width, height, stride, words }: Matrix): PdfStream {
  const rowBytes = Math.ceil(width / 8)
  const bytes = Buffer.alloc(rowBytes * height)
  const row = Buffer.alloc(4 * stride)
  for (let y = 0; y < height; y++) {
    for (let i = 0; i < stride; i++) row.writeUInt32BE(words[y * stride + i]! >>> 0, 4 * i)
    row.copy(bytes, y * rowBytes, 0, rowBytes)
  }
  const size = { Width: width, Height: height, BitsPerComponent: 1 }
  return deflated(bytes, { Type: 'XObject', Subtype: 'Image', ImageMask: true, Decode: [1, 0], ...size })
}
