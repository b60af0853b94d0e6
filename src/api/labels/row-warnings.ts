import { type Warning, warningText } from '../../plan/warning.ts'

/** Warnings that have a header each. */
const mostWarnings = 10

/** The warnings of many rows. */
export class RowWarnings {
  private readonly listed: string[] = []
  private count = 0

  /** Adds the warnings of a row. @param number  of the row, from 1 */
  add(number: number, warnings: readonly Warning[]): void {
    this.count += warnings.length
    for (const warning of warnings.slice(0, mostWarnings - this.listed.length)) {
      this.listed.push(warningText({ ...warning, message: `row ${number}: ${warning.message}` }))
    }
  }

  /** Names and values alternate. */
  headers(): string[] {
    const more = this.count - this.listed.length
    const lines = more > 0 ? [...this.listed, `more; ${more} more warnings`] : this.listed
    return lines.flatMap((line) => ['Quietzone-Warning', line])
  }
}
