import { basename, extname } from 'node:path'
import { quoted } from '../../../symbologies/index.ts'
import type { Given } from '../../api/request-reader.ts'
import type { Drawing, Limits } from '../../draw.ts'
import type { Warning } from '../../plan/warning.ts'
import { type DocumentFormat, documentFormats, printDocument } from '../../render/document.ts'
import type { PrintDocument } from '../../render/print-document.ts'
import type { ZplPacking } from '../../render/zpl.ts'
import type { Arguments } from '../arguments.ts'
import { exit, Failure, Refused } from '../command.ts'
import type { Endpoint } from '../endpoints.ts'
import { isFree, makeFolder, namedFile, type Output, writeOwn } from '../files.ts'
import { imageExtension, printData, refuseTerminal, withFormatOf } from '../output.ts'
import { partsOf } from '../parts.ts'
import type { Row } from './columns.ts'
import { refuseUnsafe, TakenNames } from './file-names.ts'
import { isOwnImage } from './own-files.ts'

/** The output of a batch. */
export interface BatchOutput {
  /** Draws a row. Returns its warnings. @throws Refused for a fault of this row, Failure if no row can be written */
  put(row: Row): Promise<readonly Warning[]>
  finish(): Promise<void>
  /** Deletes what is incomplete. */
  abandon(): Promise<void>
}

/** An image of a row: the name of its file, with or without the extension. */
interface ImageFile {
  readonly number: number
  readonly given: Given
  readonly stem: string
}

function foreign(name: string): Refused {
  const found = 'already exists, and quietzone did not write it; it is left as it is'
  return new Refused('invalid_parameter', `file: ${quoted(name)} ${found}`)
}

/** The name with a number, in front of the extension of an image. */
function numbered(name: string, number: number): string {
  const extension = imageExtension(name)
  return extension === '' ? `${name}-${number}` : `${name.slice(0, -extension.length - 1)}-${number}.${extension}`
}

export interface FolderSurroundings {
  readonly limits: Limits
  /** Names that earlier rows have. */
  readonly taken?: TakenNames
  /** Called for each image in the folder. */
  readonly written?: (name: string, bytes: Uint8Array) => void
}

/** One file per row in `folder`, named by the column `file` or else by the row's number. */
export async function folderOutput(
  folder: string,
  endpoint: Endpoint,
  { limits, taken = new TakenNames(), written }: FolderSurroundings,
): Promise<BatchOutput> {
  await makeFolder(folder)
  const drawn = ({ number, given, stem }: ImageFile): { name: string; drawing: Drawing } => {
    const extension = imageExtension(stem)
    const drawing = endpoint.draw(extension === '' ? given : withFormatOf(stem, given), limits)
    const { format } = drawing
    const name = extension === '' ? `${stem}.${format}` : stem
    refuseUnsafe(name)
    taken.take(name, number)
    return { name, drawing }
  }
  return {
    async put({ number, given, file }) {
      const stem = file ?? `${number}`.padStart(6, '0')
      refuseUnsafe(stem)
      const parts = partsOf(given)
      const images = parts.map((part, i) => {
        return drawn({ number, given: part, stem: parts.length > 1 ? numbered(stem, i + 1) : stem })
      })
      // no part is written if another has no place
      for (const { name, drawing } of parts.length > 1 ? images : []) {
        if (!(await isFree(folder, name, isOwnImage(drawing.format)))) throw foreign(name)
      }
      for (const { name, drawing } of images) {
        if (!(await writeOwn(folder, name, drawing.bytes, isOwnImage(drawing.format)))) throw foreign(name)
        written?.(name, drawing.bytes)
      }
      return images.flatMap(({ drawing }) => drawing.warnings)
    },
    async finish() {},
    async abandon() {},
  }
}

/** The maximum number of pages in one PDF, which bounds the memory that it takes. */
export const mostPages = 100_000

/** Where a batch goes. */
export interface Place {
  /** A folder, or the file of a document, or `-`. */
  readonly place: string
  /** Undefined for a folder. */
  readonly form: DocumentForm | undefined
}

/** The place that the command line gives. @throws Failure */
export function placeOf({ options, given }: Arguments): Place {
  const place = options.get('output')
  if (!place) {
    throw new Failure(exit.usage, 'no output given; give -o with a folder, or with a name that ends in .pdf or .zpl')
  }
  const format = given.format?.[0]
  const named = documentFormats.find((each) => extname(place).toLowerCase() === `.${each}`)
  if (named === undefined && place !== '-') return { place, form: undefined }
  const own = named ?? documentFormats.find((each) => each === format) ?? 'pdf'
  if (format !== undefined && format !== own) {
    const found = named === undefined ? 'one file of all rows is pdf or zpl' : `${labelsOf[own]} is ${own}`
    throw new Failure(exit.usage, `--format ${format}: ${found}; give -o with a folder`)
  }
  if (place === '-') refuseTerminal(own)
  return { place, form: { format: own, zpl: given.zpl?.[0] === 'rle' ? 'rle' : 'z64' } }
}

const labelsOf = { pdf: 'every page of one PDF', zpl: 'every label of one file of ZPL' }

/** The format of a document, and how its bitmaps are packed if it is ZPL: that of each of its labels. */
export interface DocumentForm {
  readonly format: DocumentFormat
  readonly zpl: ZplPacking
}

/** One document with the labels of all rows, in `file` or, for `-`, on standard output. */
export async function documentOutput(
  { place: file, form }: Place & { readonly form: DocumentForm },
  endpoint: Endpoint,
  limits: Limits,
): Promise<BatchOutput> {
  const document = printDocument(form.format, { title: basename(file, extname(file)), packing: form.zpl })
  const out = file === '-' ? standardOutput : await namedFile(file)
  let count = 0
  const counted: PrintDocument = {
    ...document,
    add(scene, copies) {
      if (form.format === 'pdf' && count + copies > mostPages) {
        throw new Refused('does_not_fit', `one PDF has at most ${mostPages} pages`)
      }
      count += copies
      document.add(scene, copies)
    },
  }
  return {
    async put({ given }) {
      refuseOther(given, form)
      const warnings = endpoint.addTo(counted, partsOf({ ...given, format: [form.format] }), limits)
      await out.write(document.take())
      return warnings
    },
    async finish() {
      // a PDF has at least one page, so without any there is no file
      if (count === 0) return out.abandon()
      await out.write(document.end())
      await out.finish()
    },
    abandon: out.abandon,
  }
}

/** @throws Refused for a row of another format, or packed in another way */
function refuseOther(given: Given, { format, zpl }: DocumentForm): void {
  const [own = format, packing = zpl] = [given.format?.[0], given.zpl?.[0]]
  const labels = labelsOf[format]
  if (own !== format) {
    throw new Refused('invalid_parameter', `format: ${labels} is ${format}, not ${JSON.stringify(own)}`)
  }
  if (format === 'zpl' && packing !== zpl) {
    throw new Refused('invalid_parameter', `zpl: ${labels} is ${zpl}, not ${JSON.stringify(packing)}`)
  }
}

export const standardOutput: Output = { write: printData, async finish() {}, async abandon() {} }
