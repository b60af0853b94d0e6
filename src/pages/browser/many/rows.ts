/** Rows of which labels are made: what each asks for, what is wrong with it, which are picked, and the parts of them that one request takes. */

import { isUnwanted } from '../../../table/form.ts'
import { type CellProblem, type Mapped, valuesOf } from '../../../table/mapping.ts'
import type { Body, Fault } from '../service.ts'

/** One row, as it is shown and asked for. */
export interface LabelRow {
  /** From 1; of a table, as the spreadsheet numbers it. */
  readonly number: number
  /** Its parameters. */
  readonly values: { readonly [parameter: string]: string }
  /** Why it can be no label, as far as that is known without the service. */
  readonly problems: readonly CellProblem[]
}

export interface TableRows {
  readonly count: number
  /** @param index  0 to count - 1 */
  row(index: number): LabelRow
  /** The number of a row, which need not be read for it. */
  numberOf(index: number): number
}

/** The rows of a sheet below its headings. @param needsText  whether a row without a text for its symbol is a fault */
export function sheetRows({ sheet, headings, mapping }: Omit<Mapped, 'columns'>, needsText = true): TableRows {
  const width = sheet.rows[headings ?? 0]?.cells?.length ?? 0
  const first = headings === undefined ? 0 : headings + 1
  return {
    count: sheet.rows.length - first,
    numberOf: (index) => sheet.rows[first + index]!.number,
    row: (index) => {
      const row = sheet.rows[first + index]!
      const { values, problems } = valuesOf(sheet, row, mapping, width)
      const isWithout = needsText && problems.length === 0 && values.text === undefined && !isUnwanted(values)
      const missing: CellProblem = { parameter: 'text', problem: { kind: 'noText', value: '' } }
      return { number: row.number, values, problems: isWithout ? [missing] : problems }
    },
  }
}

/** What one request takes: labels with their copies, and bytes. */
export interface TableBounds {
  readonly labels: number
  readonly bytes: number
}

/** Rows that one document has, and their labels. */
export interface DocumentRows {
  readonly indexes: readonly number[]
  readonly labels: number
}

/** Rows with what a person and the service have made of them: repairs, picks, faults. */
export class Batch {
  readonly rows: TableRows
  readonly #repaired = new Map<number, LabelRow['values']>()
  /** What the service says of rows, by index. */
  #faults = new Map<number, readonly Fault[]>()
  /** Numbers of the rows that are picked; undefined for all. */
  #picked: ReadonlySet<number> | undefined
  /** The rows by index, as they were read. */
  readonly #read: (LabelRow | undefined)[] = []

  constructor(rows: TableRows) {
    this.rows = rows
  }

  row(index: number): LabelRow {
    this.#read[index] ??= this.rows.row(index)
    const row = this.#read[index]
    const repaired = this.#repaired.get(index)
    return repaired === undefined ? row : { ...row, values: repaired }
  }

  /** Gives a row other values. */
  repair(index: number, values: LabelRow['values']): void {
    this.#repaired.set(index, { ...this.row(index).values, ...values })
    this.#faults.delete(index)
  }

  get repairs(): number {
    return this.#repaired.size
  }

  /** @param numbers  of the rows that are wanted; undefined for all */
  pick(numbers: ReadonlySet<number> | undefined): void {
    this.#picked = numbers
  }

  isPicked(index: number): boolean {
    return this.#picked?.has(this.rows.numberOf(index)) ?? true
  }

  /** What the service says of a row, in place of what it said before. */
  refuse(index: number, faults: readonly Fault[]): void {
    this.#faults.set(index, faults)
  }

  /** Forgets what the service has said: the labels are others. */
  forgetFaults(): void {
    this.#faults = new Map()
  }

  faultsOf(index: number): readonly Fault[] {
    return this.#faults.get(index) ?? []
  }

  isFaulty(index: number): boolean {
    return this.#faults.has(index) || this.row(index).problems.length > 0
  }

  /** Whether no label of a row is wanted, because it says so. */
  isSkipped(index: number): boolean {
    return isUnwanted(this.row(index).values)
  }

  /** The rows with something wrong, by index, whether they are picked or not. */
  get faulty(): readonly number[] {
    return this.#indexes((index) => this.isFaulty(index) && !this.isSkipped(index))
  }

  /** The rows that have a label, by index. */
  get shown(): readonly number[] {
    return this.#indexes((index) => !this.isSkipped(index))
  }

  /** The rows whose labels will be made: those that are picked, and have no fault that is known. */
  get wanted(): readonly number[] {
    return this.#indexes((index) => this.isPicked(index) && !this.isFaulty(index) && !this.isSkipped(index))
  }

  #indexes(isWanted: (index: number) => boolean): number[] {
    return Array.from({ length: this.rows.count }, (_, index) => index).filter(isWanted)
  }

  /** The rows as the service takes them. */
  body(indexes: readonly number[]): Body {
    const rows = indexes.map((index) => this.row(index).values)
    return { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(rows)) }
  }

  /**
   * The rows that are wanted in parts of as many as one request takes, in their order. A row that is too much by itself is a part of its
   * own: the service says why it refuses it.
   *
   * @param copies  of a row that does not say how many
   */
  parts(copies: number, most: TableBounds): DocumentRows[] {
    const parts: DocumentRows[] = []
    let indexes: number[] = []
    let [labels, bytes] = [0, 2]
    for (const index of this.wanted) {
      const { values } = this.row(index)
      const more = copiesIn(values) ?? copies
      const size = sizeOf(values)
      if ((labels + more > most.labels || bytes + size > most.bytes) && indexes.length > 0) {
        parts.push({ indexes, labels })
        indexes = []
        labels = 0
        bytes = 2
      }
      indexes.push(index)
      labels += more
      bytes += size
    }
    if (indexes.length > 0) parts.push({ indexes, labels })
    return parts
  }
}

/** How many copies a row asks for; undefined if it says nothing about them, or nothing that is a number. */
export function copiesIn({ qty }: LabelRow['values']): number | undefined {
  return qty !== undefined && /^\d{1,9}$/.test(qty) ? Number(qty) : undefined
}

/** What a row is called by: its text, or else the first value that it has. */
export const firstWords = (values: LabelRow['values']): string => values.text ?? Object.values(values)[0] ?? ''

/** Bytes of a row in JSON at most: six for a character that is escaped. */
function sizeOf(values: LabelRow['values']): number {
  return Object.entries(values).reduce((sum, [name, value]) => sum + name.length + 6 * value.length + 6, 3)
}
