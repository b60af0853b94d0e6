/**
 * The finished chunks of a shard, in a folder beside its output: for each a record, and for a document the chunk's own document.
 *
 * A chunk is finished when its record has its name: before that, what it holds is on the disk. All names are given by renaming, and
 * what has a name never changes but for the same bytes. So two runs of the same shard at the same time do no harm, no lock can be
 * left behind, and after a power failure a chunk is finished or not there.
 */

import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { documentFormats } from '../../render/print-document.ts'
import { exit, Failure } from '../command.ts'
import { codeOf, durableFile, fallible, isTemporary, syncFolder, unlessAbsent, written } from '../files.ts'
import { type Digest, digestOf, fileDigest, isSame, regularFile } from './digest.ts'
import { type ChunkRecord, differences, isOrigin, isRecord, type OutputFile, type ShardOrigin } from './manifest.ts'
import type { RowRange } from './shard.ts'

/** The rows of a chunk; the last one of a shard may have fewer. */
export const chunkRows = 1000

const runFile = 'run.json'

/** The names of this program's files in the folder. */
const endings: readonly string[] = ['json', ...documentFormats]
const isChunk = (name: string): boolean => endings.includes(/^chunk-\d{6}\.([a-z]+)$/.exec(name)?.[1] ?? '')
const isOwn = (name: string): boolean => isChunk(name) || name === runFile || isTemporary(name)

/** Bytes of a record: a thousand rows with the names of their images, or with what is wrong with them. */
const mostRecordBytes = 1 << 26

export class ChunkFolder {
  readonly path: string

  private constructor(path: string) {
    this.path = path
  }

  /** The folder beside an output for chunks of this origin, new or with those that are finished. @throws Failure if it has others */
  static async open(output: string, origin: ShardOrigin): Promise<ChunkFolder> {
    const folder = ChunkFolder.beside(output)
    const { path } = folder
    const found = await fallible(path, () => lstat(path).catch(unlessAbsent))
    if (found === undefined) await fallible(path, () => mkdir(path, { recursive: false }).catch(unlessThere))
    else if (!found.isDirectory()) {
      throw new Failure(
        exit.usage,
        `${path} is no folder, and chunks are kept there: remove it, or give another output`,
      )
    }
    const was = await folder.#originOfChunks()
    if (was === undefined) {
      // chunks whose origin is not known
      await folder.#removeChunks()
      await folder.#seal(runFile, { origin, chunkRows })
      await syncFolder(dirname(path))
      return folder
    }
    const others = differences(was, origin)
    if (others.length === 0) return folder
    const all = others.slice(0, 3).join('; ')
    const advice = 'to go on, give what it was begun with; to begin anew, remove that folder'
    throw new Failure(exit.usage, `${path} has chunks of another run: ${all}; ${advice}`)
  }

  /** The path of a chunk's document. @param index  from 0 */
  document(index: number, extension: string): string {
    return join(this.path, `${chunkName(index)}.${extension}`)
  }

  /** The record of a finished chunk. Undefined if it is not finished, or damaged. */
  async record(index: number, range: RowRange): Promise<ChunkRecord | undefined> {
    const found = await this.#sealed(`${chunkName(index)}.json`)
    return isRecord(found, range) ? found : undefined
  }

  /** Makes a chunk a finished one. What it holds must have outlasted a power failure, or be found missing by its digest. */
  async finish(index: number, record: ChunkRecord): Promise<void> {
    await this.#seal(`${chunkName(index)}.json`, record)
  }

  /** Deletes it, if it has nothing else. Returns the names of others' files, which stay. */
  async remove(): Promise<readonly string[]> {
    if ((await fallible(this.path, () => lstat(this.path).catch(unlessAbsent))) === undefined) return []
    await this.#removeChunks()
    await fallible(this.path, () => rm(join(this.path, runFile), { force: true }))
    const left = await this.#names()
    if (left.length === 0) await fallible(this.path, () => rmdir(this.path).catch(unlessFull))
    return left.filter((name) => !isOwn(name))
  }

  /** The folder beside an output, whether it is there or not. */
  static beside(output: string): ChunkFolder {
    return new ChunkFolder(`${output}.progress`)
  }

  /** What its chunks are made of; undefined if that is missing or damaged. */
  async #originOfChunks(): Promise<ShardOrigin | undefined> {
    const found = (await this.#sealed(runFile)) as { readonly origin?: unknown } | null | undefined
    return isOrigin(found?.origin) ? found.origin : undefined
  }

  async #removeChunks(): Promise<void> {
    for (const name of await this.#names()) {
      if (!isOwn(name) || name === runFile) continue
      // this program makes no folder of that name
      await fallible(this.path, () => rm(join(this.path, name), { force: true }).catch(unlessFolder))
    }
  }

  #names(): Promise<readonly string[]> {
    return fallible(this.path, async () => (await readdir(this.path).catch(unlessAbsent)) ?? [])
  }

  /** Writes a value with its SHA-256. */
  async #seal(name: string, value: object): Promise<void> {
    const text = JSON.stringify(value)
    await written(await durableFile(join(this.path, name)), `${text}\n${digestOf(Buffer.from(text)).sha256}\n`)
  }

  /** A value that `seal` wrote; undefined if it is missing or damaged. */
  async #sealed(name: string): Promise<unknown> {
    const file = await regularFile(join(this.path, name))
    if (file === undefined) return undefined
    try {
      if ((await file.stat()).size > mostRecordBytes) return undefined
      const [text = '', sum, ...rest] = (await fallible(this.path, () => file.readFile('utf8'))).split('\n')
      const isWhole = rest.join() === '' && digestOf(Buffer.from(text)).sha256 === sum
      return isWhole ? JSON.parse(text) : undefined
    } finally {
      await file.close()
    }
  }
}

const chunkName = (index: number): string => `chunk-${`${index + 1}`.padStart(6, '0')}`

/** The first file that is not what the record says; undefined if all are whole. @param folder  that of the files */
export async function damagedFile(folder: string, files: readonly OutputFile[]): Promise<string | undefined> {
  for (const { file, ...digest } of files) {
    if (!isSame(await fileDigest(join(folder, file)), digest satisfies Digest)) return join(folder, file)
  }
  return undefined
}

/** The rows of each chunk of a shard. */
export function chunksOf({ first, last }: RowRange): readonly RowRange[] {
  const count = Math.ceil((last - first + 1) / chunkRows)
  return Array.from({ length: count }, (_, i) => {
    const from = first + i * chunkRows
    return { first: from, last: Math.min(last, from + chunkRows - 1) }
  })
}

function unlessThere(error: unknown): undefined {
  if (codeOf(error) !== 'EEXIST') throw error
}

function unlessFull(error: unknown): void {
  if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) throw error
}

function unlessFolder(error: unknown): void {
  if (!['ERR_FS_EISDIR', 'EISDIR'].includes(codeOf(error))) throw error
}
