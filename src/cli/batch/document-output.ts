/** One document with the labels of all rows, in a file or, for `-`, on standard output. */

import { basename, extname } from 'node:path'
import type { Limits } from '../../draw.ts'
import { zpl } from '../../render/deflate.ts'
import { PdfDocument, type PdfPage, pdfPage } from '../../render/pdf.ts'
import { exit, Failure } from '../command.ts'
import { type Copies, type Endpoint, partsOf } from '../endpoints.ts'
import { namedFile, type Output } from '../files.ts'
import { printData } from '../output.ts'
import type { BatchOutput } from './batch-output.ts'
import type { Row } from './columns.ts'
import type { DrawnRow } from './drawn-row.ts'
import { type DocumentForm, refuseOther } from './place.ts'

/** The pages of a row. */
export interface DrawnPages extends DrawnRow {
  readonly pages: readonly { readonly page: PdfPage; readonly copies: number }[]
}

/** The labels of a row in ZPL. */
export interface DrawnLabels extends DrawnRow {
  readonly zpl: Uint8Array
}

interface DocumentStyle {
  readonly form: DocumentForm
  readonly limits: Limits
}

/** @throws Refused */
export function drawPages(row: Row, endpoint: Endpoint, style: DocumentStyle): DrawnPages {
  const composed = composedOf(row, endpoint, style)
  return {
    pages: composed.map(({ scene, copies }) => ({ copies, page: pdfPage(scene) })),
    warnings: warningsOf(composed),
  }
}

/** @throws Refused */
export function drawLabels(row: Row, endpoint: Endpoint, style: DocumentStyle): DrawnLabels {
  const composed = composedOf(row, endpoint, style)
  const labels = composed.map(({ scene, copies }) => zpl(scene, copies, style.form.zpl))
  return { zpl: Buffer.concat(labels), warnings: warningsOf(composed) }
}

function composedOf({ given }: Row, endpoint: Endpoint, { form, limits }: DocumentStyle): readonly Copies[] {
  refuseOther(given, form)
  return partsOf({ format: [form.format], ...given }).map((part) => endpoint.compose(part, limits))
}

const warningsOf = (composed: readonly Copies[]): DrawnRow['warnings'] => composed.flatMap(({ warnings }) => warnings)

/** The maximum number of pages in one PDF, which bounds the memory that it takes. */
export const mostPages = 100_000

/** The end of a batch that one PDF has no room for. @param what  what there is too much of */
export function tooManyPages(what: string): Failure {
  const advice =
    'draw it in parts with --shard 1/N and -o part-%d.pdf, or labels into a file of ZPL, which has no such bound'
  return new Failure(exit.usage, `${what}, and one PDF has at most ${mostPages} pages: ${advice}; nothing was written`)
}

/** Bytes of a document that are written at a time: a write for each label would take longer than to draw it. */
const blockBytes = 1 << 16

/** One PDF of all pages. */
export async function pdfOutput(file: string): Promise<BatchOutput<DrawnPages>> {
  const document = new PdfDocument(basename(file, extname(file)))
  const out = await documentFile(file)
  let count = 0
  const flush = async (): Promise<void> => {
    // what begins a document waits for its first page
    if (count > 0 && document.waiting > 0) await out.write(document.take())
  }
  return {
    async put(number, { pages }) {
      const sum = pages.reduce((before, { copies }) => before + copies, count)
      if (sum > mostPages) throw tooManyPages(`row ${number} would be page ${count + 1}`)
      for (const { page, copies } of pages) document.addPage(page, copies)
      count = sum
      if (document.waiting >= blockBytes) await flush()
    },
    flush,
    async finish() {
      // a PDF has at least one page, so without any there is no file
      if (count === 0) return out.abandon()
      await out.write(document.end())
      await out.finish()
    },
    abandon: out.abandon,
  }
}

/** One file of ZPL with all labels. */
export async function zplOutput(file: string): Promise<BatchOutput<DrawnLabels>> {
  const out = await documentFile(file)
  let isEmpty = true
  let waiting: Uint8Array[] = []
  let size = 0
  const flush = async (): Promise<void> => {
    if (size === 0) return
    const bytes = Buffer.concat(waiting, size)
    waiting = []
    size = 0
    await out.write(bytes)
  }
  return {
    async put(_, { zpl: labels }) {
      waiting.push(labels)
      size += labels.length
      isEmpty = false
      if (size >= blockBytes) await flush()
    },
    flush,
    async finish() {
      if (isEmpty) return out.abandon()
      await flush()
      await out.finish()
    },
    abandon: out.abandon,
  }
}

const documentFile = async (file: string): Promise<Output> => (file === '-' ? standardOutput : namedFile(file))

export const standardOutput: Output = { write: printData, async finish() {}, async abandon() {} }
