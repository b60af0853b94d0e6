import { type Answer, type Fault, faultsAnswer } from '../../../answer.ts'

/** Faults that are listed. */
const mostFaults = 100

/** Different sentences in a message, and rows that are named for each. */
const [mostSentences, mostRows] = [10, 5] as const

/** A fault of a row, and what the message says of it. */
export interface RowFault {
  readonly fault: Fault
  /** For people; it names the parameter. */
  readonly sentence: string
}

/** The faults of many rows. */
export class RowFaults {
  private readonly listed: Fault[] = []
  private readonly rowsBySentence = new Map<string, number[]>()
  private count = 0
  /** Rows with faults. */
  rows = 0

  /** Adds the faults of a row. @param number  of the row, from 1 */
  add(number: number, faults: readonly RowFault[]): void {
    this.rows++
    this.count += faults.length
    for (const { fault, sentence } of faults) {
      if (this.listed.length < mostFaults) this.listed.push({ ...fault, row: number })
      const rows = this.rowsBySentence.get(sentence)
      if (rows === undefined) this.rowsBySentence.set(sentence, [number])
      else rows.push(number)
    }
  }

  /** 422. @param total  how many rows there are */
  answer(total: number): Answer {
    const sentences = [...this.rowsBySentence].map(([sentence, rows]) => `${rowsText(rows)}: ${sentence}`)
    const shown = sentences.slice(0, mostSentences)
    if (sentences.length > shown.length) shown.push(`${sentences.length - shown.length} more reasons`)
    if (this.count > mostFaults) shown.push(`the first ${mostFaults} of ${this.count} faults are listed`)
    const message = `${this.rows} of ${total} rows cannot be drawn, so nothing is: ${shown.join('; ')}`
    return faultsAnswer('invalid_rows', message, this.listed)
  }
}

/** `row 3`; `rows 3, 5, 7, 8, 9 and 12 more`. */
function rowsText(rows: readonly number[]): string {
  return `row${rows.length > 1 ? 's' : ''} ${numbersText(rows)}`
}

/** `3, 5, 7, 8, 9 and 12 more`. */
export function numbersText(rows: readonly number[]): string {
  const more = rows.length > mostRows ? ` and ${rows.length - mostRows} more` : ''
  return `${rows.slice(0, mostRows).join(', ')}${more}`
}
