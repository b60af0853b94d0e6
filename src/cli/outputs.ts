import { basename, extname } from 'node:path'
import { quoted } from '../../symbologies/index.ts'
import type { Given } from '../api/request-reader.ts'
import type { Drawing, Limits } from '../draw.ts'
import type { Warning } from '../plan/warning.ts'
import { pdfPages } from '../render/pdf.ts'
import type { PrintDocument } from '../render/print-document.ts'
import type { Row } from './columns.ts'
import { Refused } from './command.ts'
import type { Endpoint } from './endpoints.ts'
import { refuseUnsafe, TakenNames } from './file-names.ts'
import { isFree, makeFolder, namedFile, type Output, writeOwn } from './files.ts'
import { imageExtension, printData, withFormatOf } from './output.ts'
import { isOwnImage } from './own-files.ts'
import { partsOf } from './parts.ts'

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

/** One file per row in `folder`, named by the column `file` or else by the row's number. */
export async function folderOutput(folder: string, endpoint: Endpoint, limits: Limits): Promise<BatchOutput> {
  await makeFolder(folder)
  const taken = new TakenNames()
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
      }
      return images.flatMap(({ drawing }) => drawing.warnings)
    },
    async finish() {},
    async abandon() {},
  }
}

/** The maximum number of pages in one PDF, which bounds the memory that it takes. */
const mostPages = 100_000

/** One PDF with the pages of all rows, in `file` or, for `-`, on standard output. */
export async function pdfOutput(file: string, endpoint: Endpoint, limits: Limits): Promise<BatchOutput> {
  const pages = pdfPages(basename(file, extname(file)))
  const out = file === '-' ? standardOutput : await namedFile(file)
  let count = 0
  const counted: PrintDocument = {
    ...pages,
    add(scene, copies) {
      if (count + copies > mostPages) throw new Refused('does_not_fit', `one PDF has at most ${mostPages} pages`)
      count += copies
      pages.add(scene, copies)
    },
  }
  return {
    async put({ given }) {
      const format = given.format?.[0] ?? 'pdf'
      if (format !== 'pdf') {
        throw new Refused('invalid_parameter', `format: every page of one PDF is pdf, not ${JSON.stringify(format)}`)
      }
      const warnings = endpoint.addTo(counted, partsOf({ ...given, format: [format] }), limits)
      await out.write(pages.take())
      return warnings
    },
    async finish() {
      // a PDF has at least one page, so without any there is no file
      if (count === 0) return out.abandon()
      await out.write(pages.end())
      await out.finish()
    },
    abandon: out.abandon,
  }
}

const standardOutput: Output = { write: printData, async finish() {}, async abandon() {} }
