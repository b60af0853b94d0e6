/** The table of a batch as it is read: text as it arrives, or what is made of a workbook. */

import { isWorkbook, tableOfWorkbook, Workbook } from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import { type TableReading, tableFailure } from './rows.ts'

/** A table that begins to arrive. */
export interface TableInput {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly reading: TableReading
  /** Whether the chunks are made of a workbook, so that they are not the bytes of the file. */
  readonly isMade: boolean
}

/** Bytes of a file that is a workbook, and bytes of a part of it, unpacked, or of its table. */
const [largestFile, mostUnpacked] = [64 << 20, 256 << 20] as const

/** A table from the chunks of a file. @throws Failure if it is a workbook that cannot be read */
export async function tableInput(chunks: AsyncIterable<Uint8Array>, reading: TableReading): Promise<TableInput> {
  const iterator = chunks[Symbol.asyncIterator]()
  const arrived: Uint8Array[] = []
  let size = 0
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    arrived.push(next.value)
    size += next.value.length
    // as many bytes as a ZIP file is known by
    if (size < 4) continue
    const start = arrived.length === 1 ? next.value : Buffer.concat(arrived)
    if (!isWorkbook(start)) break
    if (size > largestFile) throw tooLarge()
  }
  const start = Buffer.concat(arrived)
  if (!isWorkbook(start)) return { chunks: rejoined(start, iterator), reading, isMade: false }
  return { chunks: pieces(workbookTable(start, reading)), reading: { ...reading, ...tableOfWorkbook }, isMade: true }
}

/** The table of a workbook in pieces. @throws Failure if it cannot be read */
export function* workbookTable(bytes: Uint8Array, { worksheet }: TableReading): Generator<Uint8Array> {
  if (bytes.length > largestFile) throw tooLarge()
  try {
    yield* Workbook.at(bytes, { mostBytes: mostUnpacked }).table(worksheet)
  } catch (error) {
    throw tableFailure(error)
  }
}

function tooLarge(): Failure {
  return new Failure(exit.usage, `a workbook has at most ${largestFile >> 20} MiB: save its sheet as "CSV UTF-8"`)
}

async function* rejoined(start: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (start.length > 0) yield start
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return?.()
  }
}

async function* pieces(made: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* made
}
