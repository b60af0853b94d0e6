import { type Answer, errorAnswer } from '../../answer.ts'
import { composeLabel, type LabelRequest, type Limits } from '../../draw.ts'
import { type Warning, warningText } from '../../plan/warning.ts'
import { pdfPages } from '../../render/pdf.ts'
import { drawingFaults } from '../images.ts'
import { type RowFault, RowFaults } from './row-faults.ts'

/** A row whose values are judged. */
export interface JudgedRow {
  /** From 1. */
  readonly number: number
  /** The label, or why it is none. */
  readonly label: LabelRequest | readonly RowFault[]
}

export interface DocumentStyle {
  /** Whether rows that cannot be drawn are left out; otherwise nothing is drawn. */
  readonly partial: boolean
  readonly limits: Limits
}

/** Bytes of a document: 500 labels of the usual kinds have one million, 350 with the largest symbols twelve. */
const mostBytes = 16 << 20

/** Whether the row has faults, so that it is no label. */
export function isFaulty<T>(label: T | readonly RowFault[]): label is readonly RowFault[] {
  return Array.isArray(label)
}

/**
 * One PDF of all rows in their order, each with as many pages as it has copies. A step draws one label.
 *
 * Its bytes are kept until all rows are drawn, because the answer is all or nothing.
 */
export function* document(rows: readonly JudgedRow[], { partial, limits }: DocumentStyle): Generator<void, Answer> {
  const pages = pdfPages('labels')
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
      pages.add(drawn.scene, drawn.copies)
      const page = pages.take()
      bytes.push(page)
      size += page.length
      if (size > mostBytes) return tooLarge(number)
      warnings.add(number, drawn.warnings)
    }
    yield
  }
  const drawnRows = rows.length - faults.rows
  if (drawnRows === 0 || (faults.rows > 0 && !partial)) return faults.answer(rows.length)
  bytes.push(pages.end())
  return {
    status: 200,
    type: 'application/pdf',
    body: Buffer.concat(bytes),
    maxAge: 0,
    headers: [
      'Content-Disposition',
      'inline; filename="labels.pdf"',
      'Quietzone-Rows',
      `${drawnRows}/${rows.length}`,
      ...warnings.headers(),
    ],
  }
}

function tooLarge(row: number): Answer {
  const reached = `the labels up to row ${row} make a PDF of more than ${mostBytes >> 20} MiB`
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
