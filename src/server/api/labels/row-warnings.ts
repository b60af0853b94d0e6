import { type Warning, type WarningCode, warningText } from '../../../plan/warning.ts'
import { numbersText } from './row-faults.ts'

/** The warnings of many rows, by kind. */
export class RowWarnings {
  private readonly byCode = new Map<WarningCode, { readonly first: Warning; readonly rows: number[] }>()

  /** Adds the warnings of a row. @param number  of the row, from 1 */
  add(number: number, warnings: readonly Warning[]): void {
    for (const warning of warnings) {
      const told = this.byCode.get(warning.code)
      if (told === undefined) this.byCode.set(warning.code, { first: warning, rows: [number] })
      else if (told.rows.at(-1) !== number) told.rows.push(number)
    }
  }

  /** A line for each kind: its first row, and how many others. Names and values alternate. */
  headers(): string[] {
    return [...this.byCode.values()].flatMap(({ first, rows }) => {
      const all = rows.length === 1 ? '' : `; ${rows.length} such rows: ${numbersText(rows)}`
      const message = `row ${rows[0]}: ${first.message}${all}`
      return ['Quietzone-Warning', warningText({ ...first, message })]
    })
  }
}
