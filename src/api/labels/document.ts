import { type Answer, errorAnswer } from '../../answer.ts'
import { composeLabel, type LabelRequest, type Limits } from '../../draw.ts'
import { type Warning, warningText } from '../../plan/warning.ts'
import { type DocumentFormat, printDocument } from '../../render/document.ts'
import type { ZplPacking } from '../../render/zpl.ts'
import { drawingFaults, mediaTypes } from '../images.ts'
import { type RowFault, RowFaults } from './row-faults.ts'

/** A row whose values are judged. */
export interface JudgedRow {
  /** From 1. */
  readonly number: number
  /** The label, or why it is none. */
  readonly label: LabelRequest | readonly RowFault[]
}

/** The file format of a document. */
export interface DocumentForm {
  readonly format: DocumentFormat
  /** How the bitmaps of ZPL are packed. */
  readonly zpl: ZplPacking
}

export interface DocumentStyle {
  readonly form: DocumentForm
  /** Whether rows that cannot be drawn are left out; otherwise nothing is drawn. */
  readonly partial: boolean
  readonly limits: Limits
}

/** Bytes of a document: a PDF of 500 labels of the usual kinds has one million, of 350 with the largest symbols twelve. */
const mostBytes = 16 << 20

/** Whether the row has faults, so that it is no label. */
export function isFaulty<T>(label: T | readonly RowFault[]): label is readonly RowFault[] {
  return Array.isArray(label)
}

/**
 * One PDF or one stream of ZPL of all rows in their order, each with its copies. A step draws one label.
 *
 * Its bytes are kept until all rows are drawn, because the answer is all or nothing.
 */
export function* documentOf(
  rows: readonly JudgedRow[],
  { form, partial, limits }: DocumentStyle,
): Generator<void, Answer> {
  const { format } = form
  const document = printDocument(format, { title: 'labels', packing: form.zpl })
  const faults = new RowFaults()
  const warnings = new RowWarnings()
  let bytes: Uint8Array[] = []
  let size = 0
  for (const { number, label } of rows) {
    const drawn = isFaulty(label) ? label : composed(label, limits)
    if (isFaulty(drawn)) {
      faults.add(number, drawn)
      if (!partial) bytes = []
    } else if (partial || faults.rows === 0) {
      document.add(drawn.scene, drawn.copies)
      const added = document.take()
      bytes.push(added)
      size += added.length
      if (size > mostBytes) return tooLarge(number, format)
      warnings.add(number, drawn.warnings)
    }
    yield
  }
  const drawnRows = rows.length - faults.rows
  if (drawnRows === 0 || (faults.rows > 0 && !partial)) return faults.answer(rows.length)
  bytes.push(document.end())
  return {
    status: 200,
    type: mediaTypes[format],
    body: Buffer.concat(bytes),
    maxAge: 0,
    headers: [
      'Content-Disposition',
      `inline; filename="labels.${format}"`,
      'Quietzone-Rows',
      `${drawnRows}/${rows.length}`,
      ...warnings.headers(),
    ],
  }
}

function tooLarge(row: number, format: DocumentFormat): Answer {
  const document = { pdf: 'a PDF', zpl: 'ZPL' }[format]
  const reached = `the labels up to row ${row} make ${document} of more than ${mostBytes >> 20} MiB`
  return errorAnswer('too_many_labels', `${reached}: send several requests`)
}

type Composed = ReturnType<typeof composeLabel> & { readonly copies: number }

function composed(label: LabelRequest, limits: Limits): Composed | readonly RowFault[] {
  try {
    return { ...composeLabel(label, limits), copies: label.qty }
  } catch (error) {
    const { message, faults } = drawingFaults(error)
    return faults.map((fault) => ({ fault, sentence: faults.length === 1 ? message : fault.message }))
  }
}

/** Warnings that have a header each. */
const mostWarnings = 10

/** The warnings of many rows. */
class RowWarnings {
  private readonly listed: string[] = []
  private count = 0

  add(number: number, warnings: readonly Warning[]): void {
    this.count += warnings.length
    for (const warning of warnings.slice(0, mostWarnings - this.listed.length)) {
      this.listed.push(warningText({ ...warning, message: `row ${number}: ${warning.message}` }))
    }
  }

  /** Names and values alternate. */
  headers(): string[] {
    const more = this.count - this.listed.length
    const lines = more > 0 ? [...this.listed, `more; ${more} more warnings`] : this.listed
    return lines.flatMap((line) => ['Quietzone-Warning', line])
  }
}
