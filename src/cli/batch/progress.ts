import { quoted } from '../../../symbologies/index.ts'
import { warningText } from '../../plan/warning.ts'
import type { RowPlace } from '../../table/index.ts'
import { printMessage, showProgress } from '../output.ts'
import type { DrawnRow, RowOutcome, RowRefusal, Success } from './drawn-row.ts'

/** Milliseconds between two updates of the progress bar. */
const updateInterval = 100
/** Rows that are told for each kind of warning. */
const mostTold = 10
/** Characters between the brackets of the bar. */
const barWidth = 24

/** Reports the progress of a batch on standard error: every failure, the first warnings of each kind, a summary, and a bar if it is a terminal. */
export class Progress {
  private drawn = 0
  private readonly failures = new Map<string, number>()
  private readonly warnings = new Map<string, number>()
  private lostLineFeeds = 0
  /** Rows before those that are wanted. */
  private before = 0
  /** Rows of which no label is wanted. */
  private unwanted = 0
  private readonly size: number | undefined
  private readonly showsBar = process.stderr.isTTY
  /** When the bar was last updated; 0 if it is not shown. */
  private shownAt = 0

  /** @param size  bytes of the input, if known */
  constructor(size: number | undefined) {
    this.size = size
  }

  /** Without those that were left out. */
  get rows(): number {
    return this.drawn + this.failed + this.unwanted
  }

  /** The number of the last row, from 1. */
  private get row(): number {
    return this.before + this.rows
  }

  /** Rows are left out, which are before those that are wanted or were drawn earlier. */
  skip(count = 1): void {
    this.before += count
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Counts a row that was drawn and written, or refused, and reports its fault or its warnings. */
  tell({ line, end }: Pick<RowPlace, 'line' | 'end'>, outcome: RowOutcome<DrawnRow>): void {
    if (outcome === 'skipped') this.unwanted++
    else if ('code' in outcome) {
      this.refused(line, outcome)
    } else {
      this.succeeded(line, outcome)
      this.progress(end)
    }
  }

  private succeeded(line: number, { drawn: { warnings }, hasLostLineFeed }: Success<DrawnRow>): void {
    this.drawn++
    for (const warning of warnings) {
      const count = (this.warnings.get(warning.code) ?? 0) + 1
      this.warnings.set(warning.code, count)
      if (count <= mostTold) this.printMessage(`row ${this.row} (line ${line}): warning: ${warningText(warning)}`)
      if (count === mostTold + 1) this.printMessage('further rows with this warning are counted at the end')
    }
    if (hasLostLineFeed) this.lostLineFeeds++
  }

  private refused(line: number, { code, message, suggestion }: RowRefusal): void {
    this.failures.set(code, (this.failures.get(code) ?? 0) + 1)
    const values = Object.entries(suggestion ?? {}).map(([name, value]) => `${name}=${quoted(value)}`)
    const advice = values.length === 0 ? '' : ` (try ${values.join(', ')})`
    this.printMessage(`row ${this.row} (line ${line}): ${code}: ${message}${advice}`)
  }

  /** Writes a one-line message in place of the bar. */
  printMessage(line: string): void {
    this.clear()
    printMessage(line)
  }

  /** @param place  where the images are */
  summary(place: string): void {
    const codes = (counts: ReadonlyMap<string, number>): string =>
      [...counts].map(([code, count]) => `${count} ${code}`).join(', ')
    const failed = this.failed === 0 ? '' : `; ${this.failed} failed: ${codes(this.failures)}`
    const warned = this.warnings.size === 0 ? '' : `; warnings: ${codes(this.warnings)}`
    const texts = this.lostLineFeeds === 1 ? 'text' : 'texts'
    const trimmed =
      this.lostLineFeeds === 0 ? '' : `; a line feed at the end of ${this.lostLineFeeds} ${texts} was removed`
    const skipped = this.unwanted === 0 ? '' : `; ${this.unwanted} skipped: qty 0`
    this.printMessage(`${this.drawn} of ${this.rows} rows drawn to ${place}${failed}${skipped}${warned}${trimmed}`)
  }

  clear(): void {
    if (this.shownAt > 0) showProgress('')
    this.shownAt = 0
  }

  private progress(end: number): void {
    const now = this.showsBar ? performance.now() : 0
    if (!this.showsBar || now - this.shownAt < updateInterval) return
    const part = this.size === undefined ? undefined : Math.min(1, end / this.size)
    const filled =
      part === undefined
        ? ''
        : `[${'#'.repeat(Math.floor(part * barWidth)).padEnd(barWidth, '.')}] ${Math.floor(part * 100)} % `
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`
    showProgress(`${filled}${this.rows} rows${failed}`)
    this.shownAt = now
  }
}
