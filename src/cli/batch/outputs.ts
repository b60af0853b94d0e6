import type { Limits } from '../../draw.ts'
import { type RowKind, rowEndpoints } from '../endpoints.ts'
import type { BatchOutput } from './batch-output.ts'
import { drawLabels, drawPages, pdfOutput, zplOutput } from './document-output.ts'
import type { DrawnRow, DrawRow } from './drawn-row.ts'
import { drawImages, folderOutput } from './folder-output.ts'
import type { DocumentForm } from './place.ts'

/** What the rows of files are drawn for. It can be sent to another thread. */
export interface RowStyle {
  readonly kind: RowKind
  readonly limits: Limits
  /** The document that they are in; undefined for an image each. */
  readonly form: DocumentForm | undefined
}

/** How a row is drawn in this style, for an output of its form. */
export function drawRow({ kind, limits, form }: RowStyle): DrawRow<DrawnRow> {
  const endpoint = rowEndpoints[kind]
  switch (form?.format) {
    case undefined:
      return (row) => drawImages(row, endpoint, limits)
    case 'pdf':
      return (row) => drawPages(row, endpoint, { form: form!, limits })
    case 'zpl':
      return (row) => drawLabels(row, endpoint, { form: form!, limits })
  }
}

/** The output for rows of this form. */
export function fileOutput(place: string, form: DocumentForm | undefined): Promise<BatchOutput<DrawnRow>> {
  switch (form?.format) {
    case undefined:
      return folderOutput(place)
    case 'pdf':
      return pdfOutput(place)
    case 'zpl':
      return zplOutput(place)
  }
}
