/** What is wrong with rows, each kind once, with what would put all rows of the kind right. */

import type { Problem } from '../../../table/problems.ts'
import type { Fault } from '../service.ts'
import type { Batch, LabelRow } from './rows.ts'

/** What a change of a text is, for the words of its button. */
export type Change = 'zeros' | 'checkDigit' | 'other'

/** Rows with the same thing wrong. */
export interface RowFinding {
  /** What the first row has. */
  readonly fault: Fault | undefined
  readonly problem: Problem | undefined
  readonly parameter: string | undefined
  /** By index, in order; one or more. */
  readonly rows: readonly number[]
  /** What would put them right, and of what kind that is; undefined if nobody knows. */
  readonly repair: RowRepair | undefined
}

export interface RowRepair {
  readonly change: Change
  /** What is changed of each row. */
  readonly values: ReadonlyMap<number, LabelRow['values']>
}

/** The findings in the order of their first rows. */
export function findingsIn(batch: Batch): readonly RowFinding[] {
  const found = new Map<string, { -readonly [K in keyof RowFinding]: RowFinding[K] } & { rows: number[] }>()
  const add = (key: string, index: number, finding: Omit<RowFinding, 'rows' | 'repair'>): void => {
    const before = found.get(key)
    if (before === undefined) found.set(key, { ...finding, rows: [index], repair: undefined })
    else if (before.rows.at(-1) !== index) before.rows.push(index)
  }
  for (const index of batch.faulty) {
    const { problems, values } = batch.row(index)
    for (const { parameter, problem } of problems) {
      // errors of formulas are one kind, whichever they are
      add(`${problem.kind} ${parameter}`, index, { fault: undefined, problem, parameter })
    }
    for (const fault of batch.faultsOf(index)) {
      const { parameter, code, rule = '', suggestion } = fault
      const change = suggestion === undefined ? '' : changeOf(values, suggestion)
      add(`${code} ${parameter} ${rule} ${change}`, index, { fault, problem: undefined, parameter })
    }
  }
  return [...found.values()].map((finding) => ({ ...finding, repair: repairOf(batch, finding) }))
}

function repairOf(batch: Batch, { fault, rows }: Pick<RowFinding, 'fault' | 'rows'>): RowRepair | undefined {
  if (fault?.suggestion === undefined) return undefined
  const change = changeOf(batch.row(rows[0]!).values, fault.suggestion)
  const values = new Map<number, LabelRow['values']>()
  for (const index of rows) {
    // all that is proposed for a row: one value is not right without the others
    const all = batch.faultsOf(index).map(({ suggestion = {} }) => suggestion)
    values.set(index, Object.assign({}, ...all.reverse()))
  }
  return { change, values }
}

function changeOf({ text = '' }: LabelRow['values'], suggestion: LabelRow['values']): Change {
  const { text: other, ...others } = suggestion
  if (other === undefined || Object.keys(others).length > 0) return 'other'
  if (/^0+$/.test(other.slice(0, -text.length)) && other.endsWith(text)) return 'zeros'
  return other.length === text.length && other.slice(0, -1) === text.slice(0, -1) ? 'checkDigit' : 'other'
}

/** Symbologies of numbers, and how many digits these have. */
const digits: { readonly [type: string]: number } = { ean13: 13, upca: 12, ean8: 8, itf14: 14 }

/**
 * The rows whose numbers are drawn with a check digit that is worked out, and that are complete with a zero before them: most likely a
 * spreadsheet has lost it.
 *
 * @param type  the symbology of rows that do not say theirs
 */
export function lostZeros(batch: Batch, type: string): RowRepair | undefined {
  const values = new Map<number, LabelRow['values']>()
  for (const index of batch.wanted) {
    const { text = '', type: own = type } = batch.row(index).values
    const length = digits[own]
    if (length !== undefined && text.length === length - 1 && isComplete(`0${text}`))
      values.set(index, { text: `0${text}` })
  }
  return values.size === 0 ? undefined : { change: 'zeros', values }
}

/** Whether digits end in their check digit (GS1 General Specifications, 7.9). */
function isComplete(number: string): boolean {
  const weighted = [...number].reverse().map((digit, i) => Number(digit) * (i % 2 === 0 ? 1 : 3))
  return /^\d{7,14}$/.test(number) && weighted.reduce((sum, value) => sum + value, 0) % 10 === 0
}

/** Rows that are looked at to tell what their numbers are, and how many of ten have to be such numbers. */
const [mostJudged, enough] = [200, 8] as const

/** The symbology that the numbers of most rows are made for: EAN-13, UPC-A, EAN-8 or ITF-14; undefined if they are others. */
export function symbologyOf(batch: Batch): string | undefined {
  const rows = batch.wanted.slice(0, mostJudged).map((index) => batch.row(index).values)
  // rows that say their own know better
  if (rows.length === 0 || rows.some(({ type }) => type !== undefined)) return undefined
  const texts = rows.map(({ text = '' }) => text).filter(isComplete)
  const counted = Object.entries(digits).map(([type, length]) => {
    const whole = texts.filter((text) => text.length === length).length
    return { type, whole, count: whole + texts.filter((text) => text.length === length - 1).length }
  })
  counted.sort((a, b) => b.count - a.count || b.whole - a.whole)
  const { type, count } = counted[0]!
  return count * 10 >= rows.length * enough ? type : undefined
}
