import type { Refused } from './command.ts'
import { say, showProgress } from './output.ts'

/** Milliseconds between two looks of the progress bar. */
const pace = 100
/** Characters of the bar itself. */
const bar = 24

/** What has become of the rows of a batch, told on standard error: a bar on a terminal only, every failure, a summary. */
export class Progress {
  private drawn = 0
  private readonly failures = new Map<string, number>()
  private readonly size: number | undefined
  private readonly showsBar = process.stderr.isTTY
  private shown = 0

  /** @param size  bytes of the input, where that is known */
  constructor(size: number | undefined) {
    this.size = size
  }

  get rows(): number {
    return this.drawn + this.failed
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0)
  }

  /** @param end  bytes of the input up to the end of the row */
  succeeded(end: number): void {
    this.drawn++
    this.progress(end)
  }

  refused(line: number, { code, message }: Refused): void {
    this.failures.set(code, (this.failures.get(code) ?? 0) + 1)
    this.say(`row ${this.rows} (line ${line}): ${code}: ${message}`)
  }

  /** A line for people, clear of the bar. */
  say(line: string): void {
    this.clear()
    say(line)
  }

  /** @param place  where the pictures are */
  summary(place: string): void {
    const codes = [...this.failures].map(([code, count]) => `${count} ${code}`).join(', ')
    const failed = this.failed === 0 ? '' : `; ${this.failed} failed: ${codes}`
    this.say(`${this.drawn} of ${this.rows} rows drawn to ${place}${failed}`)
  }

  clear(): void {
    if (this.shown > 0) showProgress('')
    this.shown = 0
  }

  private progress(end: number): void {
    const now = this.showsBar ? performance.now() : 0
    if (!this.showsBar || now - this.shown < pace) return
    const part = this.size === undefined ? undefined : Math.min(1, end / this.size)
    const filled =
      part === undefined ? '' : `[${'#'.repeat(Math.floor(part * bar)).padEnd(bar, '.')}] ${Math.floor(part * 100)} % `
    const failed = this.failed === 0 ? '' : `, ${this.failed} failed`
    showProgress(`${filled}${this.rows} rows${failed}`)
    this.shown = now
  }
}
