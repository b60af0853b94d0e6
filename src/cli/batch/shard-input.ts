/** The table of a shard: read once to count its rows, and again for those of the shard. */

import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { isWorkbook, type TablePlace, TableReader, type TableRow, tableOfWorkbook } from '../../table/index.ts'
import { exit, Failure } from '../command.ts'
import { unreadable } from '../files.ts'
import { pathOf, type Shell } from '../shell.ts'
import type { RowRange, ShardPlan } from './shard.ts'
import { type BatchReading, columnNotes, tableFailure, tellEncoding, workbookTable } from './table.ts'

/** What a table is, whoever reads it. */
export interface InputFacts {
  readonly name: string
  readonly bytes: number
  readonly sha256: string
  readonly rows: number
}

/** Bytes that are read at a time: to count rows, and to read them. */
const [countedBytes, readBytes] = [1 << 20, 1 << 16] as const

/** The most places that are kept; of more, every second one is forgotten. */
const mostPlaces = 10_000

/** The file of a table, and how it is read. */
type ShardSource = Pick<ShardPlan, 'shell' | 'file' | 'reading'>

/** The table of a shard: a file that is read twice. First all of it, to count its rows; then the rows of the shard. */
export class ShardInput {
  readonly #shell: Shell
  readonly #name: string
  readonly #reading: BatchReading
  readonly #file: FileHandle
  /** What it was when it was opened. */
  readonly #found: Stats
  /** What is made of a workbook, in place of the bytes of the file. */
  readonly #table: Uint8Array | undefined
  /** Rows from which reading can go on. */
  #places: TablePlace[] = []

  private constructor(
    { shell, file: name, reading }: ShardSource,
    file: FileHandle,
    found: Stats,
    table: Uint8Array | undefined,
  ) {
    this.#shell = shell
    this.#name = name
    this.#reading = table === undefined ? reading : { ...reading, ...tableOfWorkbook }
    this.#file = file
    this.#found = found
    this.#table = table
  }

  /** @throws Failure if it is not a file, which can be read twice */
  static async open(source: ShardSource): Promise<ShardInput> {
    const { shell, file: name, reading } = source
    if (name === '-') throw readOnce('standard input')
    const path = pathOf(shell, name)
    const kind = await readable(name, () => stat(path))
    // to read a folder is an error of its own
    if (!kind.isFile() && !kind.isDirectory()) throw readOnce(name)
    const file = await readable(name, () => open(path, 'r'))
    const found = await readable(name, () => file.stat())
    return new ShardInput(source, file, found, await madeTable(name, reading, file))
  }

  /** Reads all of it. Returns its columns without a meaning too. @throws Failure */
  async scan(signal: AbortSignal): Promise<InputFacts & { readonly notes: readonly string[] }> {
    const hash = createHash('sha256')
    let bytes = 0
    try {
      const reader = new TableReader(this.#reading)
      for await (const chunk of chunksOf(this.#name, this.#file, 0, countedBytes)) {
        if (signal.aborted) throw new Failure(exit.interrupted, 'stopped while the rows were counted')
        hash.update(chunk)
        bytes += chunk.length
        if (this.#table === undefined) this.#pass(reader, chunk)
      }
      if (this.#table !== undefined) this.#pass(reader, this.#table)
      reader.end()
      tellEncoding(this.#shell, reader)
      await this.refuseChanged('the same command begins anew')
      const facts = { name: basename(this.#name), bytes, sha256: hash.digest('hex'), rows: reader.rowCount }
      return { ...facts, notes: columnNotes(reader, this.#reading) }
    } catch (error) {
      throw tableFailure(error, this.#reading)
    }
  }

  /** The rows of a range. @throws Failure */
  async *rows({ first, last }: RowRange): AsyncGenerator<TableRow> {
    const place = this.#places.findLast(({ rows }) => rows < first)
    const reader = await this.#readerAt(place)
    const wanted = (row: TableRow): boolean => row.index >= first && row.index <= last
    for await (const chunk of this.#chunks(place?.byte ?? 0, readBytes)) {
      yield* reader.push(chunk).filter(wanted)
      if (reader.rowCount >= last) return
    }
    yield* reader.end().filter(wanted)
  }

  async #readerAt(place: TablePlace | undefined): Promise<TableReader> {
    const reader = new TableReader(this.#reading)
    if (place === undefined) return reader
    for await (const chunk of this.#chunks(0, readBytes)) {
      reader.push(chunk)
      if (reader.header !== undefined) break
    }
    reader.resume(place)
    return reader
  }

  /** @throws Failure with this advice if it is not what it was when it was opened */
  async refuseChanged(advice: string): Promise<void> {
    const { size, mtimeMs } = await readable(this.#name, () => this.#file.stat())
    if (size === this.#found.size && mtimeMs === this.#found.mtimeMs) return
    throw new Failure(exit.files, `${this.#name} was changed while it was read: ${advice}`)
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #pass(reader: TableReader, chunk: Uint8Array): void {
    reader.pass(chunk)
    if (reader.place !== undefined) this.#keep(reader.place)
  }

  async *#chunks(start: number, length: number): AsyncGenerator<Uint8Array> {
    if (this.#table === undefined) yield* chunksOf(this.#name, this.#file, start, length)
    else yield this.#table.subarray(start)
  }

  #keep(place: TablePlace): void {
    if (this.#places.length === mostPlaces) this.#places = this.#places.filter((_, i) => i % 2 === 0)
    this.#places.push(place)
  }
}

/** What a file has from a byte on, `length` bytes at a time. @throws Failure */
async function* chunksOf(name: string, file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  for (let at = start; ; ) {
    const { buffer, bytesRead } = await readable(name, () => file.read(Buffer.allocUnsafe(length), 0, length, at))
    if (bytesRead === 0) return
    at += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** The table of a file that is a workbook; undefined if it is not one. @throws Failure if it cannot be read */
async function madeTable(name: string, reading: BatchReading, file: FileHandle): Promise<Uint8Array | undefined> {
  const { buffer, bytesRead } = await readable(name, () => file.read(Buffer.alloc(4), 0, 4, 0))
  if (!isWorkbook(buffer.subarray(0, bytesRead))) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of chunksOf(name, file, 0, countedBytes)) chunks.push(chunk)
  return Buffer.concat([...workbookTable(Buffer.concat(chunks), reading)])
}

function readOnce(name: string): Failure {
  const advice = `each shard reads the whole table, twice; save it as a file, and give its name`
  return new Failure(exit.usage, `--shard: ${name} can be read only once; ${advice}`)
}

async function readable<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw unreadable(name, error)
  }
}
