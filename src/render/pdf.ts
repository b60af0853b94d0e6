import type { Mark, Scene } from '../layout/scene.ts'
import { outlinesOf } from '../text/index.ts'
import { sharedWriter } from './bytes.ts'
import { helveticaName, isDrawnText, type MaskMark, writeMark } from './content.ts'
import { PdfFile, type Reference } from './pdf-file.ts'
import type { PrintDocument } from './print-document.ts'
import { upright } from './upright.ts'
import { type AddStream, addMask, Forms } from './xobjects.ts'

/**
 * A PDF of one scene. The same scene always gives the same bytes: the date is fixed, and the file's id is derived from the date
 * and the title.
 */
export function pdf(scene: Scene, copies = 1): Uint8Array {
  const pages = pdfPages(scene.title)
  pages.add(scene, copies)
  return pages.end()
}

/** A PDF of several scenes, each on paper of its own size; the copies of one are pages that share its drawing. */
export function pdfPages(title: string): PrintDocument {
  const file = new PdfFile(title)
  const addStream: AddStream<Reference> = (dictionary, bytes) => file.addStream(dictionary, bytes)
  const forms = new Forms(addStream)
  let helvetica: Reference | undefined
  return {
    add(scene, copies) {
      const { paper, marks, resolution } = upright(scene)
      file.startPage(paper.width, paper.height)
      const drawn = marks.filter(isDrawnText)
      const outlines = outlinesOf(drawn.map(({ line }) => line))
      for (const outline of outlines?.shared ?? []) file.nameXObject(outline.id, forms.of(outline))
      const masks = new Map<Mark, MaskMark>()
      for (const [i, text] of outlines === undefined ? drawn.entries() : []) {
        const { mark, image } = addMask(addStream, text, `M${i}`)
        masks.set(text, mark)
        file.nameXObject(mark.name, image)
      }
      const content = sharedWriter()
      const pointsPerDot = 72 / resolution.perInch
      content.ascii(`${pointsPerDot} 0 0 ${pointsPerDot} 0 0 cm\n`)
      for (const mark of marks) writeMark(content, masks.get(mark) ?? mark, outlines)
      file.write(content.take(), drawn.length > 0)
      if (marks.some((mark) => mark.kind === 'text' && !isDrawnText(mark))) {
        helvetica ??= file.addObject(builtInFont)
        file.nameFont(helveticaName, helvetica)
      }
      file.endPage(copies)
    },
    take: () => file.take(),
    end: () => file.end(),
  }
}

/** One of the 14 standard fonts, which every viewer has (ISO 32000-1:2008, 9.6.2.2). */
const builtInFont = { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Encoding: 'WinAnsiEncoding' }
