/** What becomes of the rows of a batch: told as they are drawn, counted, and summed up in a line. */

import { quoted } from '../../../symbologies/index.ts'
import { warningText } from '../../plan/warning.ts'
import type { RowPlace } from '../../table/index.ts'
import { printMessage, showProgress } from '../output.ts'
import type { Shell } from '../shell.ts'
import type { ChunkRecord, RowCounts, Totals } from './manifest.ts'
import type { RowOutcome, RowRefusal, Success } from './rows.ts'

/** Milliseconds between two updates of the progress bar. */
const updateInterval = 100
/** Rows that are told for each kind of warning. */
const mostTold = 10
/** Characters between the brackets of the bar. */
const barWidth = 24

/** Reports the progress of a batch on standard error: every failure, the first warnings of each kind, a summary, and a bar if it is a terminal. */
export class BatchProgress {
  #drawn = 0
  readonly #failures = new Map<string, number>()
  readonly #warnings = new Map<string, number>()
  #lostLineFeeds = 0
  /** Rows of which no label is wanted. */
  #unwanted = 0
  readonly #size: number | undefined
  readonly #shell: Shell
  /** When the bar was last updated; 0 if it is not shown. */
  #shownAt = 0

  /** @param size  bytes of the input, if known */
  constructor(shell: Shell, size: number | undefined) {
    this.#shell = shell
    this.#size = size
  }

  /** Without those that were left out. */
  get rows(): number {
    return this.#drawn + this.failed + this.#unwanted
  }

  get failed(): number {
    return [...this.#failures.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Counts a row that was drawn and written, or refused, and reports its fault or its warnings. */
  tell(place: Pick<RowPlace, 'number' | 'line' | 'end'>, outcome: RowOutcome): void {
    const { end } = place
    if (outcome === 'skipped') this.#unwanted++
    else if ('code' in outcome) this.#refused(place, outcome)
    else {
      this.#succeeded(place, outcome)
      this.#progress(end)
    }
  }

  #succeeded(
    { number, line }: Pick<RowPlace, 'number' | 'line'>,
    { drawn: { warnings }, hasLostLineFeed }: Success,
  ): void {
    this.#drawn++
    for (const warning of warnings) {
      count(this.#warnings, warning.code)
      const times = this.#warnings.get(warning.code)!
      if (times <= mostTold) this.printMessage(`row ${number} (line ${line}): warning: ${warningText(warning)}`)
      if (times === mostTold + 1) this.printMessage('further rows with this warning are counted at the end')
    }
    if (hasLostLineFeed) this.#lostLineFeeds++
  }

  #refused({ number, line }: Pick<RowPlace, 'number' | 'line'>, { code, message, suggestion }: RowRefusal): void {
    count(this.#failures, code)
    const values = Object.entries(suggestion ?? {}).map(([name, value]) => `${name}=${quoted(value)}`)
    const advice = values.length === 0 ? '' : ` (try ${values.join(', ')})`
    this.printMessage(`row ${number} (line ${line}): ${code}: ${message}${advice}`)
  }

  /** Writes a one-line message in place of the bar. */
  printMessage(line: string): void {
    this.clear()
    printMessage(this.#shell, line)
  }

  /** @param place  where the images are */
  summary(place: string): void {
    const totals = {
      drawn: this.#drawn,
      skipped: this.#unwanted,
      failed: Object.fromEntries(this.#failures),
      warnings: Object.fromEntries(this.#warnings),
      lineFeeds: this.#lostLineFeeds,
    }
    this.printMessage(summaryLine(place, totals))
  }

  clear(): void {
    if (this.#shownAt > 0) showProgress(this.#shell, '')
    this.#shownAt = 0
  }

  #progress(end: number): void {
    if (!this.#shell.stderr.isTTY) return
    const now = performance.now()
    if (now - this.#shownAt < updateInterval) return
    const part = this.#size === undefined ? undefined : Math.min(1, end / this.#size)
    const filled =
      part === undefined
        ? ''
        : `[${'#'.repeat(Math.floor(part * barWidth)).padEnd(barWidth, '.')}] ${Math.floor(part * 100)} % `
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`
    showProgress(this.#shell, `${filled}${this.rows} rows${failed}`)
    this.#shownAt = now
  }
}

/** What became of the rows, in one readable line. @param earlier  the bad rows that were told by an earlier run */
export function summaryLine(
  place: string,
  { drawn, skipped, failed, warnings, lineFeeds }: Totals,
  earlier = 0,
): string {
  const bad = sumOf(failed)
  const told = earlier === 0 ? '' : earlier === bad ? ', all told earlier' : `, of them ${earlier} told earlier`
  return [
    `${drawn} of ${drawn + bad + skipped} rows drawn to ${place}`,
    ...(bad === 0 ? [] : [`${bad} failed: ${codes(failed)}${told}`]),
    ...(skipped === 0 ? [] : [`${skipped} skipped: qty 0`]),
    ...(sumOf(warnings) === 0 ? [] : [`warnings: ${codes(warnings)}`]),
    ...(lineFeeds === 0
      ? []
      : [`a line feed at the end of ${lineFeeds} ${lineFeeds === 1 ? 'text' : 'texts'} was removed`]),
  ].join('; ')
}

/** Adds up what became of rows. */
export class Sums {
  #drawn = 0
  #skipped = 0
  #lineFeeds = 0
  readonly #failed = new Map<string, number>()
  readonly #warnings = new Map<string, number>()

  add({ drawn, skipped, lineFeeds, bad, warnings }: Omit<ChunkRecord, 'first' | 'last' | 'files' | 'names'>): void {
    this.#drawn += drawn
    this.#skipped += skipped
    this.#lineFeeds += lineFeeds
    for (const { code } of bad) count(this.#failed, code)
    for (const [code, times] of Object.entries(warnings)) count(this.#warnings, code, times)
  }

  get totals(): Totals {
    return {
      drawn: this.#drawn,
      skipped: this.#skipped,
      failed: sorted(this.#failed),
      warnings: sorted(this.#warnings),
      lineFeeds: this.#lineFeeds,
    }
  }
}

export function count(counts: Map<string, number>, code: string, times = 1): void {
  counts.set(code, (counts.get(code) ?? 0) + times)
}

/** In the order of the codes, whatever the order of the rows. */
export function sorted(counts: ReadonlyMap<string, number>): RowCounts {
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

export const sumOf = (counts: RowCounts): number => Object.values(counts).reduce((sum, each) => sum + each, 0)

const codes = (counts: RowCounts): string =>
  Object.entries(counts)
    .map(([code, times]) => `${times} ${code}`)
    .join(', ')
