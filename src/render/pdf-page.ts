import { deflateSync } from 'node:zlib'
import { type Mark, type Scene, upright } from '../layout/scene.ts'
import { outlinesOf, type SharedOutline } from '../text/index.ts'
import { dotsOf } from './paint.ts'
import {
  boundsOf,
  helveticaContent,
  isInHelvetica,
  maskContent,
  modulesContent,
  outlinesContent,
  sharedContent,
} from './pdf-content.ts'
import type { Dictionary } from './pdfkit.ts'
import { shortNumber } from './short-number.ts'

/** A stream of a PDF (ISO 32000-1:2008, 7.3.8). */
export interface PdfStream {
  /** Without the length. */
  readonly dictionary: Dictionary
  readonly bytes: Uint8Array
}

/** A page before its objects have numbers: it can be sent to another thread, and added to any document. */
export interface PdfPage {
  /** In points, with at most six decimals. */
  readonly width: number
  readonly height: number
  readonly content: PdfStream
  /** What the content draws, by names: forms, which have the same name in every document, and image masks. */
  readonly xobjects: readonly (readonly [name: string, stream: PdfStream])[]
  readonly hasHelvetica: boolean
}

/** Draws a scene as a page. */
export function pdfPage(scene: Scene): PdfPage {
  const { paper, marks, resolution } = upright(scene)
  const drawn = marks.flatMap((mark) => (mark.kind === 'text' && !isInHelvetica(mark.line) ? [mark.line] : []))
  const outlines = outlinesOf(drawn)
  const xobjects: [string, PdfStream][] = (outlines?.shared ?? []).map((outline) => [outline.id, formOf(outline)])
  let hasHelvetica = false
  const contentOf = (mark: Mark): string => {
    if (mark.kind === 'modules') return modulesContent(mark)
    if (isInHelvetica(mark.line)) {
      hasHelvetica = true
      return helveticaContent(mark)
    }
    if (outlines !== undefined) return outlinesContent(mark, outlines)
    const { matrix, left: x, top: y } = dotsOf(mark)
    const name = `M${xobjects.length}`
    xobjects.push([name, maskOf(matrix)])
    return maskContent({ name, x, y, width: matrix.width, height: matrix.height })
  }
  const pointsPerDot = shortNumber(72 / resolution.perInch, 9)
  // y points down from here on
  let content = `${pointsPerDot} 0 0 -${pointsPerDot} 0 ${shortNumber(paper.height, 6)} cm\n`
  for (const mark of marks) content += contentOf(mark)
  const [width, height] = [paper.width, paper.height].map((points) => Math.round(points * 1e6) / 1e6)
  return { width: width!, height: height!, content: streamOf(content, {}), xobjects, hasHelvetica }
}

/** A stream of operators, compressed if it is so long that this makes it shorter. */
function streamOf(content: string, dictionary: Dictionary): PdfStream {
  const bytes = Buffer.from(content, 'latin1')
  return bytes.length < 200 ? { dictionary, bytes } : deflated(bytes, dictionary)
}

const deflated = (bytes: Uint8Array, dictionary: Dictionary): PdfStream => ({
  dictionary: { ...dictionary, Filter: 'FlateDecode' },
  bytes: deflateSync(bytes),
})

/** The form XObject that draws a shared outline (ISO 32000-1:2008, 8.10). */
const formOf = (outline: SharedOutline): PdfStream =>
  streamOf(sharedContent(outline), { Type: 'XObject', Subtype: 'Form', BBox: boundsOf(outline), Resources: {} })

/** Dots as an image mask, which paints where a bit is 1 (ISO 32000-1:2008, 8.9.6.2). */
function maskOf({ width, height, stride, words }: ReturnType<typeof dotsOf>['matrix']): PdfStream {
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
