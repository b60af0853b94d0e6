import { lstat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type Exit, exit, Failure, version } from '../command.ts'
import { durableFile, fallible, unlessAbsent } from '../files.ts'
import { printMessage } from '../output.ts'
import { ChunkFolder, chunkRows, chunksOf, damagedFile } from './chunks.ts'
import { ignoredColumns } from './columns.ts'
import { mostPages } from './document-output.ts'
import { joinDocuments } from './documents.ts'
import { finishedEarlier, manifestPath, outputPath, removed } from './finished-shard.ts'
import { cleared } from './left-files.ts'
import { writeManifest } from './manifest.ts'
import { type ChunkRecord, mostRows, type Origin, type OutputFile } from './manifest-values.ts'
import type { Place } from './place.ts'
import { Progress } from './progress.ts'
import { type RowRange, rowsOfShard } from './shard.ts'
import { ChunkDrawing } from './shard-drawing.ts'
import { ShardInput } from './shard-input.ts'
import type { ShardPlan } from './shard-plan.ts'
import { Sums, summaryLine, sumOf } from './totals.ts'

/** Draws a shard, or what an earlier run left of it. @throws Failure */
export async function drawShard(plan: ShardPlan): Promise<Exit> {
  await refuseOccupied(plan.place)
  const input = await ShardInput.open(plan.file, plan.reading)
  try {
    const { unused, ...facts } = await input.scan(plan.signal)
    if (unused.length > 0) printMessage(ignoredColumns(unused))
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

function originOf({ shard, options }: ShardPlan, input: Origin['input'], range: RowRange): Origin {
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
async function refuseOccupied({ place, form }: Place): Promise<void> {
  const found = form && (await fallible(place, () => lstat(place).catch(unlessAbsent)))
  if (found === undefined || found.isFile() || found.isSymbolicLink()) return
  throw new Failure(exit.usage, `${place} is no regular file; the document of a shard is one`)
}

/** A run that draws the chunks that are missing. */
class ShardRun {
  private readonly plan: ShardPlan
  private readonly input: ShardInput
  private readonly origin: Origin
  private readonly chunks: readonly RowRange[]
  private readonly sums = new Sums()
  /** Chunks that are finished, and bad rows that an earlier run told. */
  private finished = 0
  private toldEarlier = 0
  private pages = 0

  constructor(plan: ShardPlan, input: ShardInput, origin: Origin) {
    this.plan = plan
    this.input = input
    this.origin = origin
    this.chunks = chunksOf(origin.shard)
  }

  async run(): Promise<Exit> {
    const { place } = this.plan
    const folder = await ChunkFolder.open(ChunkFolder.beside(outputPath(place)).path, this.origin)
    for (const path of [folder.path, ...(place.form === undefined ? [place.place] : [])]) await cleared(path)
    if (!(await this.drawMissing(folder))) return this.stopped()
    const document = await this.joined(folder)
    const { totals } = this.sums
    const path = manifestPath(place)
    await writeManifest(
      await durableFile(path, folder.path),
      { ...this.origin, ...totals },
      { outputs: document ?? this.images(folder), bad: this.badRows(folder) },
    )
    await removed(place)
    const failed = sumOf(totals.failed)
    const see = failed === 0 ? '' : `; see ${path}`
    printMessage(`${summaryLine(place.place, totals, this.toldEarlier)}${see}`)
    return failed === 0 ? exit.done : exit.refused
  }

  /** Draws the chunks that are not finished, in order. Returns false if the user stops it. */
  private async drawMissing(folder: ChunkFolder): Promise<boolean> {
    const { plan, origin } = this
    const progress = new Progress(origin.input.bytes)
    progress.skip(origin.shard.first - 1)
    const drawing = await ChunkDrawing.open(plan, { folder, progress })
    let rows: AsyncGenerator | undefined
    try {
      for (const [index, range] of this.chunks.entries()) {
        const known = await this.knownRecord(folder, index, range)
        if (known !== undefined) {
          progress.skip(range.last - range.first + 1)
          drawing.keep(known)
          this.toldEarlier += known.bad.length
          await this.count(known)
          continue
        }
        rows ??= this.input.rows({ first: range.first, last: origin.shard.last })
        const record = await drawing.draw(index, range, rows as ReturnType<ShardInput['rows']>).catch(async (error) => {
          await this.refuseChanged(folder)
          throw error
        })
        if (record === undefined) return false
        await this.refuseChanged(folder)
        await folder.finish(index, record)
        await this.count(record)
      }
      return true
    } finally {
      progress.clear()
      await rows?.return(undefined)
    }
  }

  /** @throws Failure if the rows in hand may be those of another input */
  private refuseChanged({ path }: ChunkFolder): Promise<void> {
    return this.input.refuseChanged(
      `the same command goes on with the file as it was; to begin anew with what it is now, remove ${path}`,
    )
  }

  /** The record of a chunk that is finished and whole. */
  private async knownRecord(folder: ChunkFolder, index: number, range: RowRange): Promise<ChunkRecord | undefined> {
    const record = await folder.record(index, range)
    if (record === undefined) return undefined
    const damaged = await damagedFile(this.filesOf(folder), record.files)
    if (damaged === undefined) return record
    printMessage(`${damaged} is missing or damaged: rows ${record.first} to ${record.last} are drawn again`)
    return undefined
  }

  /** The folder with the files that records name. */
  private filesOf(folder: ChunkFolder): string {
    return this.plan.place.form === undefined ? this.plan.place.place : folder.path
  }

  private async count(record: ChunkRecord): Promise<void> {
    this.finished++
    this.sums.add(record)
    for (const { pages = 0 } of record.files) this.pages += pages
    if (this.pages <= mostPages) return
    throw new Failure(exit.usage, `this shard has more than the ${mostPages} pages of one PDF: give more shards`)
  }

  private stopped(): Exit {
    const { chunks, finished, plan } = this
    printMessage(
      `stopped: ${finished} of ${chunks.length} chunks of ${chunkRows} rows are kept; to go on: ${plan.command}`,
    )
    return exit.interrupted
  }

  /** Joins the documents of the chunks, if the output is a document; none has no label. */
  private async joined(folder: ChunkFolder): Promise<readonly OutputFile[] | undefined> {
    const { place, form } = this.plan.place
    if (form === undefined) return undefined
    const paths: string[] = []
    for await (const { files } of this.records(folder)) paths.push(...files.map(({ file }) => join(folder.path, file)))
    if (paths.length === 0) return []
    const title = basename(place, extname(place))
    const digest = await joinDocuments(paths, await durableFile(place, folder.path), { format: form.format, title })
    return [{ file: basename(place), ...digest, ...(form.format === 'pdf' && { pages: this.pages }) }]
  }

  private async *records(folder: ChunkFolder): AsyncGenerator<ChunkRecord> {
    for (const [index, range] of this.chunks.entries()) {
      const record = await folder.record(index, range)
      if (record === undefined) throw new Failure(exit.files, `${folder.path} was changed: run the same command again`)
      yield record
    }
  }

  private async *images(folder: ChunkFolder): AsyncGenerator<OutputFile> {
    const within = basename(this.plan.place.place)
    for await (const { files } of this.records(folder)) {
      for (const { file, ...digest } of files) yield { file: `${within}/${file}`, ...digest }
    }
  }

  private async *badRows(folder: ChunkFolder): AsyncGenerator<ChunkRecord['bad'][number]> {
    for await (const { bad } of this.records(folder)) yield* bad
  }
}
