/** A run of a shard: what an earlier run has left undone is drawn, chunk by chunk, and then joined. */

import { lstat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { version } from '../../root.ts'
import type { TableRow } from '../../table/index.ts'
import { type Exit, exit, Failure } from '../command.ts'
import { durableFile, fallible, unlessAbsent } from '../files.ts'
import { printMessage } from '../output.ts'
import { ChunkFolder, chunkRows, chunksOf, damagedFile } from './chunks.ts'
import { fileDigest, isSame } from './digest.ts'
import { type Destination, mostPages } from './document-output.ts'
import { joinDocuments } from './join.ts'
import { cleared, removeParts } from './left-files.ts'
import {
  type BadRow,
  type ChunkRecord,
  differences,
  Manifest,
  mostRows,
  type OutputFile,
  type ShardOrigin,
  writeManifest,
} from './manifest.ts'
import { BatchProgress, Sums, summaryLine, sumOf } from './progress.ts'
import { type RowRange, rowsOfShard, type ShardPlan } from './shard.ts'
import { ChunkDrawing } from './shard-drawing.ts'
import { ShardInput } from './shard-input.ts'

/** Draws a shard, or what an earlier run left of it. @throws Failure */
export async function drawShard(plan: ShardPlan): Promise<Exit> {
  await refuseOccupied(plan.place)
  const input = await ShardInput.open(plan)
  try {
    const { notes, ...facts } = await input.scan(plan.signal)
    for (const note of notes) printMessage(plan.shell, note)
    const range = rowsOfShard(plan.shard, facts.rows)
    const origin = originOf(plan, facts, range)
    const earlier = await finishedEarlier(plan, origin)
    if (earlier !== undefined) return earlier
    try {
      return await new ShardRun(plan, input, origin).run()
    } catch (error) {
      // another run of the same shard may have finished it, and removed what this one was working on
      const overtaken = error instanceof Failure && error.exit === exit.files
      const other = overtaken ? await finishedEarlier(plan, origin).catch(() => undefined) : undefined
      if (other === undefined) throw error
      return other
    }
  } finally {
    await input.close()
  }
}

function originOf({ shard, options }: ShardPlan, input: ShardOrigin['input'], range: RowRange): ShardOrigin {
  const size = range.last - range.first + 1
  if (size > mostRows) {
    const needed = Math.ceil(input.rows / mostRows)
    throw new Failure(
      exit.usage,
      `this shard has ${size} rows, at most ${mostRows} are accepted: give ${needed} shards or more`,
    )
  }
  return { quietzone: version(), input, options, shard: { ...shard, ...range } }
}

/** @throws Failure for a device, or for a folder where a file is to be */
async function refuseOccupied({ place, form }: Destination): Promise<void> {
  const found = form && (await fallible(place, () => lstat(place).catch(unlessAbsent)))
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return
  throw new Failure(exit.usage, `${place} is no regular file; the document of a shard is one`)
}

/** A run that draws the chunks that are missing. */
class ShardRun {
  readonly #plan: ShardPlan
  readonly #input: ShardInput
  readonly #origin: ShardOrigin
  readonly #chunks: readonly RowRange[]
  readonly #sums = new Sums()
  /** Chunks that are finished, and bad rows that an earlier run told. */
  #finished = 0
  #toldEarlier = 0
  #pages = 0

  constructor(plan: ShardPlan, input: ShardInput, origin: ShardOrigin) {
    this.#plan = plan
    this.#input = input
    this.#origin = origin
    this.#chunks = chunksOf(origin.shard)
  }

  async run(): Promise<Exit> {
    const { place } = this.#plan
    const folder = await ChunkFolder.open(outputPath(place), this.#origin)
    for (const path of [folder.path, ...(place.form === undefined ? [place.place] : [])])
      await cleared(this.#plan.shell, path)
    if (!(await this.#drawMissing(folder))) return this.#stopped()
    const document = await this.#joined(folder)
    const { totals } = this.#sums
    const path = manifestPath(place)
    await writeManifest(
      await durableFile(path, folder.path),
      { ...this.#origin, ...totals },
      { outputs: document ?? this.#images(folder), bad: this.#badRows(folder) },
    )
    await removed(this.#plan)
    const failed = sumOf(totals.failed)
    const see = failed === 0 ? '' : `; see ${path}`
    printMessage(this.#plan.shell, `${summaryLine(place.place, totals, this.#toldEarlier)}${see}`)
    return failed === 0 ? exit.done : exit.refused
  }

  /** Draws the chunks that are not finished, in order. Returns false if the user stops it. */
  async #drawMissing(folder: ChunkFolder): Promise<boolean> {
    const { shard, input } = this.#origin
    const progress = new BatchProgress(this.#plan.shell, input.bytes)
    const drawing = await ChunkDrawing.open(this.#plan, { folder, progress })
    let rows: AsyncGenerator<TableRow> | undefined
    try {
      for (const [index, range] of this.#chunks.entries()) {
        const known = await this.#knownRecord(folder, index, range)
        if (known !== undefined) {
          drawing.keep(known)
          this.#toldEarlier += known.bad.length
          await this.#count(known)
          continue
        }
        rows ??= this.#input.rows({ first: range.first, last: shard.last })
        const record = await drawing.draw(index, range, rows).catch(async (error) => {
          await this.#refuseChanged(folder)
          throw error
        })
        if (record === undefined) return false
        await this.#refuseChanged(folder)
        await folder.finish(index, record)
        await this.#count(record)
      }
      return true
    } finally {
      progress.clear()
      await rows?.return(undefined)
    }
  }

  /** @throws Failure if the rows in hand may be those of another input */
  #refuseChanged({ path }: ChunkFolder): Promise<void> {
    return this.#input.refuseChanged(
      `the same command goes on with the file as it was; to begin anew with what it is now, remove ${path}`,
    )
  }

  /** The record of a chunk that is finished and whole. */
  async #knownRecord(folder: ChunkFolder, index: number, range: RowRange): Promise<ChunkRecord | undefined> {
    const record = await folder.record(index, range)
    if (record === undefined) return undefined
    const damaged = await damagedFile(this.#filesOf(folder), record.files)
    if (damaged === undefined) return record
    printMessage(
      this.#plan.shell,
      `${damaged} is missing or damaged: rows ${record.first} to ${record.last} are drawn again`,
    )
    return undefined
  }

  /** The folder with the files that records name. */
  #filesOf(folder: ChunkFolder): string {
    return this.#plan.place.form === undefined ? this.#plan.place.place : folder.path
  }

  async #count(record: ChunkRecord): Promise<void> {
    this.#finished++
    this.#sums.add(record)
    for (const { pages = 0 } of record.files) this.#pages += pages
    if (this.#pages <= mostPages) return
    throw new Failure(exit.usage, `this shard has more than the ${mostPages} pages of one PDF: give more shards`)
  }

  #stopped(): Exit {
    const kept = `${this.#finished} of ${this.#chunks.length} chunks of ${chunkRows} rows are kept`
    printMessage(this.#plan.shell, `stopped: ${kept}; to go on: ${this.#plan.command}`)
    return exit.interrupted
  }

  /** Joins the documents of the chunks, if the output is a document; none has no label. */
  async #joined(folder: ChunkFolder): Promise<readonly OutputFile[] | undefined> {
    const { place, form } = this.#plan.place
    if (form === undefined) return undefined
    const paths: string[] = []
    for await (const { files } of this.#records(folder)) paths.push(...files.map(({ file }) => join(folder.path, file)))
    if (paths.length === 0) return []
    const title = basename(place, extname(place))
    const digest = await joinDocuments(paths, await durableFile(place, folder.path), { format: form.format, title })
    return [{ file: basename(place), ...digest, ...(form.format === 'pdf' && { pages: this.#pages }) }]
  }

  async *#records(folder: ChunkFolder): AsyncGenerator<ChunkRecord> {
    for (const [index, range] of this.#chunks.entries()) {
      const record = await folder.record(index, range)
      if (record === undefined) throw new Failure(exit.files, `${folder.path} was changed: run the same command again`)
      yield record
    }
  }

  async *#images(folder: ChunkFolder): AsyncGenerator<OutputFile> {
    const within = basename(this.#plan.place.place)
    for await (const { files } of this.#records(folder)) {
      for (const { file, ...digest } of files) yield { file: `${within}/${file}`, ...digest }
    }
  }

  async *#badRows(folder: ChunkFolder): AsyncGenerator<BadRow> {
    for await (const { bad } of this.#records(folder)) yield* bad
  }
}

/** The path of an output without the slash at its end. */
const outputPath = ({ place }: Destination): string => join(dirname(place), basename(place))
const manifestPath = (place: Destination): string => `${outputPath(place)}.manifest.json`

/** The exit code of a run that finished the shard, if its outputs are still there. @throws Failure if they are not what they were */
async function finishedEarlier(plan: ShardPlan, origin: ShardOrigin): Promise<Exit | undefined> {
  const { place, shell } = plan
  const path = manifestPath(place)
  const manifest = await Manifest.read(path)
  if (manifest === undefined) return undefined
  const others = differences(manifest.head, origin)
  if (others.length > 0) {
    const all = others.slice(0, 3).join('; ')
    throw new Failure(exit.usage, `${path} is of another run: ${all}; give another output, or remove ${path}`)
  }
  let missing: string | undefined
  for await (const { file, ...wanted } of manifest.entries('outputs')) {
    const output = join(dirname(path), file)
    const found = await fileDigest(output)
    if (found === undefined) missing ??= output
    else if (!isSame(found, wanted)) {
      const advice = 'remove it, and run the same command again, which draws its rows again'
      throw new Failure(exit.usage, `${output} is not what ${path} says (SHA-256 ${found.sha256}): ${advice}`)
    }
  }
  if (missing !== undefined) {
    printMessage(shell, `${missing} is missing: the rows are drawn again`)
    return undefined
  }
  await removed(plan)
  const failed = sumOf(manifest.head.failed)
  printMessage(shell, `finished earlier, and whole: ${summaryLine(place.place, manifest.head, failed)}; see ${path}`)
  return failed === 0 ? exit.done : exit.refused
}

/** Removes the folder of the chunks, and what killed runs have left in the folder of the images. */
async function removed({ place, shell }: ShardPlan): Promise<void> {
  if (place.form === undefined) await removeParts(place.place)
  const folder = ChunkFolder.beside(outputPath(place))
  const others = await folder.remove()
  if (others.length > 0)
    printMessage(shell, `${folder.path} stays: quietzone did not write ${others.slice(0, 3).join(', ')}`)
}
