import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import type { ImageFormat, Limits } from '../draw.ts'
import { type PdfPages, pdfPages } from '../render/pdf.ts'
import { exit, Failure, Refused } from './command.ts'
import type { Endpoint } from './endpoints.ts'
import { refuseUnsafe, TakenNames } from './names.ts'
import { because, printData, withFormatOf } from './output.ts'
import type { Row } from './sheet.ts'

/** Where the pictures of a batch go. */
export interface Sink {
  /** @throws Refused for a fault of this row; Failure where there is no point in going on */
  put(row: Row): Promise<void>
  finish(): Promise<void>
  /** Leaves nothing half done behind. */
  abandon(): Promise<void>
}

const formats: readonly string[] = ['png', 'svg', 'pdf'] satisfies ImageFormat[]

/** A file for each row in `folder`: named by the row, or else by its number. */
export async function folderSink(folder: string, endpoint: Endpoint, limits: Limits): Promise<Sink> {
  await fallible(folder, () => mkdir(folder, { recursive: true }))
  const taken = new TakenNames()
  return {
    async put({ number, given, file }) {
      const stem = file ?? `${number}`.padStart(6, '0')
      refuseUnsafe(stem)
      const extension = extname(stem).slice(1).toLowerCase()
      const isImage = formats.includes(extension)
      const { format, bytes } = endpoint.draw(isImage ? withFormatOf(stem, given) : given, limits)
      if (isImage && extension !== format) {
        throw new Refused('invalid_parameter', `file: ${stem} says ${extension}, and format ${format}`)
      }
      const name = isImage ? stem : `${stem}.${format}`
      refuseUnsafe(name)
      taken.take(name, number)
      await fallible(join(folder, name), () => writeFile(join(folder, name), bytes))
    },
    async finish() {},
    async abandon() {},
  }
}

/** Pages of one PDF: more than printers are fed at once, and the number that memory is counted for. */
const mostPages = 100_000

/** One PDF in `file`, or for `-` on standard output, with the pages of all rows. */
export async function pdfSink(file: string, endpoint: Endpoint, limits: Limits): Promise<Sink> {
  const pages = pdfPages(basename(file, extname(file)))
  const out = file === '-' ? standardOutput : await replacement(file)
  let count = 0
  const counted: PdfPages = {
    ...pages,
    add(scene, copies) {
      if (count + copies > mostPages) throw new Refused('does_not_fit', `one PDF has at most ${mostPages} pages here`)
      count += copies
      pages.add(scene, copies)
    },
  }
  return {
    async put({ given }) {
      const format = given.format?.[0] ?? 'pdf'
      if (format !== 'pdf') {
        throw new Refused(
          'invalid_parameter',
          `format: every page of one PDF is pdf, and not ${JSON.stringify(format)}`,
        )
      }
      endpoint.addTo(counted, { ...given, format: [format] }, limits)
      await out.write(pages.take())
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

interface Output {
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

const standardOutput: Output = { write: printData, async finish() {}, async abandon() {} }

/** A file that takes the place of `path` when it is complete. What is no plain file, such as a device, is written to as it is. */
async function replacement(path: string): Promise<Output> {
  const isSpecial = await stat(path).then(
    (found) => !found.isFile(),
    () => false,
  )
  const part = isSpecial ? path : `${path}.${process.pid}.part`
  const handle = await fallible(part, () => open(part, isSpecial ? 'w' : 'wx'))
  const abandon = async (): Promise<void> => {
    await handle.close()
    if (!isSpecial) await rm(part, { force: true })
  }
  return {
    write: (bytes) => fallible(part, () => handle.writeFile(bytes)),
    async finish() {
      await fallible(part, () => handle.close())
      if (!isSpecial) await fallible(path, () => rename(part, path))
    },
    abandon,
  }
}

async function fallible<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new Failure(exit.files, `${path} cannot be written: ${because(error)}`)
  }
}
