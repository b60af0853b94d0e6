/** The chunks of a shard, drawn one after another, and what is recorded of each. */

import { cutAt } from '../../../symbologies/messages.ts'
import { pageCount } from '../../render/pdf-join.ts'
import type { TableRow } from '../../table/index.ts'
import { syncFile } from '../files.ts'
import type { ChunkFolder } from './chunks.ts'
import { digestOf, fileDigest } from './digest.ts'
import { documentOutput } from './document-output.ts'
import { drawRow } from './drawn-rows.ts'
import { folderOutput, TakenNames } from './folder-output.ts'
import { documentFiles } from './join.ts'
import { type BadRow, type ChunkRecord, longestMessage, type OutputFile } from './manifest.ts'
import { type BatchProgress, count, sorted } from './progress.ts'
import { type BatchOutput, pendingRow, putRow, type RowDrawing } from './rows.ts'
import type { RowRange, ShardPlan } from './shard.ts'

interface ShardOutput {
  readonly folder: ChunkFolder
  readonly progress: BatchProgress
}

/** Draws the chunks of a shard one after another. */
export class ChunkDrawing {
  readonly #plan: ShardPlan
  readonly #to: ShardOutput
  readonly #taken = new RecordedNames()
  /** Images that were written since the last chunk. */
  #images: OutputFile[] = []
  /** The folder of images, which all chunks have. */
  #pictures: BatchOutput | undefined
  readonly #drawing: RowDrawing

  private constructor(plan: ShardPlan, to: ShardOutput) {
    this.#plan = plan
    this.#to = to
    const { kind, limits, place, endpoint, reading } = plan
    const style = { kind, limits, form: place.form }
    this.#drawing = { forAll: reading.forAll, draw: drawRow(endpoint, style) }
  }

  static async open(plan: ShardPlan, to: ShardOutput): Promise<ChunkDrawing> {
    const drawing = new ChunkDrawing(plan, to)
    const { place, form } = plan.place
    if (form === undefined) {
      const written = (file: string, bytes: Uint8Array): void => void drawing.#images.push({ file, ...digestOf(bytes) })
      drawing.#pictures = await folderOutput(place, { taken: drawing.#taken, written })
    }
    return drawing
  }

  /** Takes the names of a finished chunk, so that no later row gets them. */
  keep({ names }: ChunkRecord): void {
    for (const [name, row] of names) this.#taken.take(name, row)
    this.#taken.recent = []
  }

  /** Draws the rows of a chunk. Returns undefined if the user stops it. */
  async draw(index: number, range: RowRange, rows: AsyncGenerator<TableRow>): Promise<ChunkRecord | undefined> {
    const { form } = this.#plan.place
    this.#images = []
    this.#taken.recent = []
    const path = form && this.#to.folder.document(index, form.format)
    const output = path === undefined ? this.#pictures! : await documentOutput(this.#plan.shell, path, form!)
    const rowsDrawn = await this.#rows(range, rows, output).catch(async (error) => {
      await output.abandon()
      throw error
    })
    if (rowsDrawn === undefined) {
      await output.abandon()
      return undefined
    }
    await output.finish()
    const files = path === undefined ? this.#images : await this.#documents(index, path, rowsDrawn.drawn)
    return { ...range, ...rowsDrawn, files, names: this.#taken.recent }
  }

  async #rows(range: RowRange, rows: AsyncGenerator<TableRow>, output: BatchOutput) {
    const bad: BadRow[] = []
    const warned = new Map<string, number>()
    let [drawn, skipped, lineFeeds] = [0, 0, 0]
    for (;;) {
      if (this.#plan.signal.aborted) return undefined
      const { value: found } = await rows.next()
      if (found === undefined) throw new Error(`the rows end before ${range.last}`)
      // of a chunk that is finished
      if (found.index < range.first) continue
      const { number: row, line } = found
      const outcome = await putRow(pendingRow(found, this.#drawing), output)
      this.#to.progress.tell(found, outcome)
      if (outcome === 'skipped') skipped++
      else if ('code' in outcome) {
        bad.push({ row, line, code: outcome.code, message: cutAt(outcome.message, longestMessage) })
      } else {
        for (const { code } of outcome.drawn.warnings) count(warned, code)
        drawn++
        if (outcome.hasLostLineFeed) lineFeeds++
      }
      if (found.index === range.last) return { drawn, skipped, bad, warnings: sorted(warned), lineFeeds }
    }
  }

  /** The document of a chunk, if it has any label. */
  async #documents(index: number, path: string, drawn: number): Promise<readonly OutputFile[]> {
    if (drawn === 0) return []
    const { format } = this.#plan.place.form!
    await syncFile(path)
    const digest = (await fileDigest(path))!
    const file = this.#to.folder.document(index, format).split('/').at(-1)!
    if (format !== 'pdf') return [{ file, ...digest }]
    for await (const source of documentFiles([path])) return [{ file, ...digest, pages: await pageCount(source) }]
    return []
  }
}

/** Names in use, and those of the chunk in hand. */
class RecordedNames extends TakenNames {
  recent: [name: string, row: number][] = []

  override take(name: string, row: number): void {
    super.take(name, row)
    this.recent.push([name, row])
  }
}
