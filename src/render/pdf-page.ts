import type { Mark, Scene } from '../layout/scene.ts'
import { outlinesOf } from '../text/index.ts'
import { ByteWriter } from './bytes.ts'
import { isDrawnText, type MaskMark, writeMark } from './content.ts'
import { type PdfStream, pdfStream } from './pdf-stream.ts'
import { shortNumber } from './short-number.ts'
import { upright } from './upright.ts'
import { formOf, maskName, maskOf } from './xobjects.ts'

/** A page before its objects have numbers: it can be sent to another thread, and added to any document. */
export interface PdfPage {
  /** In points. */
  readonly width: number
  readonly height: number
  readonly content: PdfStream
  /** Image masks, named M0, M1 and so on. */
  readonly masks: readonly PdfStream[]
  /** The names of the forms that the page draws, each once. */
  readonly forms: readonly string[]
  readonly hasHelvetica: boolean
}

/** Gives a form by its name, which is the same for the same form in every document. */
export type FormSource = (name: string) => PdfStream

/** A drawn page, and the forms that it draws: each is made when it is asked for. */
export interface DrawnPage {
  readonly page: PdfPage
  readonly form: FormSource
}

/** Draws a scene as a page. */
export function pdfPage(scene: Scene): DrawnPage {
  const { paper, marks, resolution } = upright(scene)
  const drawn = marks.filter(isDrawnText)
  const outlines = outlinesOf(drawn.map(({ line }) => line))
  const images = outlines === undefined ? drawn.map((text, i) => maskOf(text, maskName(i))) : []
  const masks = new Map<Mark, MaskMark>(images.map(({ mark }, i) => [drawn[i]!, mark]))
  const content = new ByteWriter()
  const pointsPerDot = shortNumber(72 / resolution.perInch, 9)
  // y points down from here on
  content.ascii(`${pointsPerDot} 0 0 -${pointsPerDot} 0 ${shortNumber(paper.height, 6)} cm\n`)
  for (const mark of marks) writeMark(content, masks.get(mark) ?? mark, outlines)
  const shared = outlines?.shared ?? []
  const page: PdfPage = {
    width: paper.width,
    height: paper.height,
    content: pdfStream(content),
    masks: images.map(({ image }) => image),
    forms: shared.map(({ id }) => id),
    hasHelvetica: marks.some((mark) => mark.kind === 'text' && !drawn.includes(mark)),
  }
  return { page, form: (name) => formOf(shared.find(({ id }) => id === name)!) }
}
