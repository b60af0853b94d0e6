/** Where a batch goes, and one document with the labels of all its rows. */

import { basename, extname } from 'node:path'
import { WrittenSheets, writtenCommands, writtenPage } from '../../draw/document.ts'
import type { Filling } from '../../layout/sheets/placing.ts'
import { type Commands, JobStream, languageTraits, type PrinterLanguage } from '../../render/language.ts'
import { PdfDocument, type PdfPage } from '../../render/pdf.ts'
import { type DocumentFormat, documentFormats } from '../../render/print-document.ts'
import type { ZplPacking } from '../../render/zpl.ts'
import { sentencesOf } from '../../request/form-faults.ts'
import { firstOf, type GivenValues } from '../../request/parameter.ts'
import { otherSheetFaults, sheetNames } from '../../request/sheets.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure, Refused } from '../command.ts'
import { type Copies, type DrawingEndpoint, type DrawingLimits, partsOf, rowEndpoints, sound } from '../endpoints.ts'
import { namedFile, type Output } from '../files.ts'
import { printData, refuseTerminal } from '../output.ts'
import { pathOf, type Shell } from '../shell.ts'
import type { BatchOutput, BatchRow, DrawnRow } from './rows.ts'

/** Where a batch goes. */
export interface Destination {
  /** A folder, or the file of a document, or `-`. */
  readonly place: string
  /** Undefined for a folder. */
  readonly form: DocumentForm | undefined
}

/** The format of a document, and how its bitmaps are packed if it is ZPL: that of each of its labels. */
export interface DocumentForm {
  readonly format: DocumentFormat
  readonly zpl: ZplPacking
  /** The values of the sheets that its labels fill, if they are on sheets. */
  readonly onSheets?: GivenValues | undefined
}

/** The place that the command line gives. @throws Failure */
/** A picture shows one label: a name of one for all rows is a mistake. @throws Failure */
function refusePicture(output: string): void {
  if (!/\.(png|svg)$/i.test(output)) return
  const name = output.slice(0, -4)
  const hint = `did you mean -o ${name}.pdf, or the folder -o ${name} with --format ${output.slice(-3).toLowerCase()}?`
  throw new Failure(exit.usage, `-o ${output} names one picture, and a batch makes one of each row; ${hint}`)
}

export function placeOf(shell: Shell, { options, given }: Arguments): Destination {
  const output = options.get('output')
  if (!output) {
    throw new Failure(exit.usage, 'no output given; give -o with a folder, or with a name that ends in .pdf or .zpl')
  }
  const place = pathOf(shell, output)
  const format = firstOf(given.format)
  const named = documentFormats.find((each) => extname(place).toLowerCase() === `.${each}`)
  if (named === undefined && place !== '-') {
    refusePicture(output)
    return { place, form: undefined }
  }
  const own = named ?? documentFormats.find((each) => each === format) ?? 'pdf'
  if (format !== undefined && format !== own) {
    const found =
      named === undefined ? `one file of all rows is ${documentFormats.join(', ')}` : `${labelsOf(own)} is ${own}`
    throw new Failure(exit.usage, `--format ${format}: ${found}; give -o with a folder`)
  }
  if (place === '-') refuseTerminal(shell, own)
  const onSheets =
    given.sheet === undefined ? undefined : Object.fromEntries(sheetNames.map((name) => [name, given[name]]))
  return { place, form: { format: own, zpl: firstOf(given.zpl) === 'rle' ? 'rle' : 'z64', onSheets } }
}

const labelsOf = (format: DocumentFormat): string =>
  format === 'pdf' ? 'every page of one PDF' : `every label of one file of ${languageTraits[format].title}`

/** @throws Refused for a row of another format, or packed in another way */
function refuseOther(given: GivenValues, { format, zpl, onSheets = {} }: DocumentForm): void {
  const [own = format, packing = zpl] = [firstOf(given.format), firstOf(given.zpl)]
  const labels = labelsOf(format)
  if (own !== format) {
    throw new Refused('invalid_parameter', `format: ${labels} is ${format}, not ${JSON.stringify(own)}`)
  }
  if (format === 'zpl' && packing !== zpl) {
    throw new Refused('invalid_parameter', `zpl: ${labels} is ${zpl}, not ${JSON.stringify(packing)}`)
  }
  const faults = otherSheetFaults(given, onSheets)
  if (faults.length > 0) throw new Refused(faults[0]!.code, sentencesOf(faults))
}

/** The drawings of a row, which stand on sheets. */
interface DrawnScenes extends DrawnRow {
  readonly composed: readonly Copies[]
}

/** @throws Refused */
export function drawScenes(row: BatchRow, endpoint: DrawingEndpoint, style: DocumentStyle): DrawnScenes {
  const composed = composedOf(row, endpoint, style)
  return { composed, warnings: warningsOf(composed) }
}

/** The pages of a row. */
interface DrawnPages extends DrawnRow {
  readonly pages: readonly { readonly page: PdfPage; readonly copies: number }[]
}

/** The labels of a row in the language of a printer. */
interface DrawnLabels extends DrawnRow {
  readonly labels: readonly Commands[]
}

interface DocumentStyle {
  readonly form: DocumentForm
  readonly limits: DrawingLimits
}

/** @throws Refused */
export function drawPages(row: BatchRow, endpoint: DrawingEndpoint, style: DocumentStyle): DrawnPages {
  const composed = composedOf(row, endpoint, style)
  const pages = composed.map((label) => ({
    copies: label.copies,
    page: sound(() => writtenPage(label, label.isVerified)),
  }))
  return { pages, warnings: warningsOf(composed) }
}

/** @throws Refused */
export function drawLabels(
  row: BatchRow,
  endpoint: DrawingEndpoint,
  style: DocumentStyle & { readonly language: PrinterLanguage },
): DrawnLabels {
  const composed = composedOf(row, endpoint, style)
  const { language, form } = style
  const written = { language, packing: form.zpl }
  const labels = composed.map((label) => sound(() => writtenCommands(label, written, label.isVerified)))
  return { labels, warnings: warningsOf(composed) }
}

function composedOf(
  { given }: BatchRow,
  endpoint: DrawingEndpoint,
  { form, limits }: DocumentStyle,
): readonly Copies[] {
  refuseOther(given, form)
  return partsOf({ format: form.format, ...given }).map((part) => endpoint.compose(part, limits))
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

/** The document of a batch: a file or, for `-`, standard output. */
export const documentFile = async (shell: Shell, file: string): Promise<Output> =>
  file === '-' ? standardOutput(shell) : namedFile(file)

const standardOutput = (shell: Shell): Output => ({
  write: (bytes) => printData(shell, bytes),
  async finish() {},
  async abandon() {},
})

/** One document with the labels of all rows, titled after its file. */
export function documentOutput(shell: Shell, file: string, { format, onSheets }: DocumentForm): Promise<BatchOutput> {
  if (format !== 'pdf') return jobOutput(shell, file)
  // any text will do: the filling does not depend on it
  const filling = onSheets && rowEndpoints.label.filling({ text: '0', type: 'qr', ...onSheets })
  return filling === undefined ? pdfOutput(shell, file) : sheetOutput(shell, file, filling)
}

/** One PDF of sheets that all labels fill. */
async function sheetOutput(shell: Shell, file: string, filling: Filling): Promise<BatchOutput<DrawnScenes>> {
  const document = new WrittenSheets(filling, basename(file, extname(file)))
  const out = await documentFile(shell, file)
  let isEmpty = true
  const flush = async (): Promise<void> => {
    if (document.pages > 0 && document.waiting > 0) await out.write(document.take())
  }
  return {
    async put(number, { composed }) {
      for (const each of composed) sound(() => document.add(each, each.isVerified))
      if (document.pages > mostPages) throw tooManyPages(`row ${number} would be on page ${document.pages}`)
      isEmpty &&= composed.length === 0
      if (document.waiting >= blockBytes) await flush()
    },
    flush,
    async finish() {
      if (isEmpty) return out.abandon()
      await out.write(sound(() => document.end()))
      await out.finish()
    },
    abandon: out.abandon,
  }
}

/** One PDF of all pages. */
async function pdfOutput(shell: Shell, file: string): Promise<BatchOutput<DrawnPages>> {
  const document = new PdfDocument(basename(file, extname(file)))
  const out = await documentFile(shell, file)
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

/** One file with all labels, as one job in the language of a printer. */
async function jobOutput(shell: Shell, file: string): Promise<BatchOutput<DrawnLabels>> {
  const out = await documentFile(shell, file)
  const stream = new JobStream()
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
  const put = async (parts: Iterable<Uint8Array>): Promise<void> => {
    for (const part of parts) {
      waiting.push(part)
      size += part.length
      if (size >= blockBytes) await flush()
    }
  }
  return {
    async put(_, { labels }) {
      isEmpty = false
      for (const label of labels) await put(stream.add(label))
    },
    flush,
    async finish() {
      if (isEmpty) return out.abandon()
      await put(stream.end())
      await flush()
      await out.finish()
    },
    abandon: out.abandon,
  }
}
