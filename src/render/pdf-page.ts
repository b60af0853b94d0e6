import type { Mark, Scene } from '../layout/scene.ts'
import { outlinesOf } from '../text/index.ts'
import { type ByteWriter, sharedWriter } from './bytes.ts'
import { isDrawnText, type MaskMark, writeMark } from './content.ts'
import { type PdfStream, pdfStream } from './pdf-stream.ts'
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
  const content = sharedWriter()
  startPage(content, paper.height)
  const start = content.end
  const pointsPerDot = 72 / resolution.perInch
  content.ascii(`${pointsPerDot} 0 0 ${pointsPerDot} 0 0 cm\n`)
  for (const mark of marks) writeMark(content, masks.get(mark) ?? mark, outlines)
  const shared = outlines?.shared ?? []
  const page: PdfPage = {
    width: paper.width,
    height: paper.height,
    content: pdfStream(content.take(), { hasOutlines: drawn.length > 0, start }),
    masks: images.map(({ image }) => image),
    forms: shared.map(({ id }) => id),
    hasHelvetica: marks.some((mark) => mark.kind === 'text' && !isDrawnText(mark)),
  }
  return { page, form: (name) => formOf(shared.find(({ id }) => id === name)!) }
}

/** y points down from here on. */
function startPage(content: ByteWriter, height: number): void {
  content.ascii(`1 0 0 -1 0 ${Math.round(height * 1e6) / 1e6} cm\n`)
}
