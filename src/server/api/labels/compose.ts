/** Judged rows as drawings: all of them, or what is wrong with those that cannot be drawn. */

import { type Answer, type AnswerStep, type Fault, faultsAnswer } from '../../../answer.ts'
import { composingDesign, type DesignComposition, type DesignRequest } from '../../../design/compose.ts'
import type { ExpectedOrder } from '../../../draw/proof.ts'
import type { Limits } from '../../../draw.ts'
import type { Interruptible } from '../../../interruptible.ts'
import type { Scene } from '../../../layout/scene.ts'
import { type Warning, warningText } from '../../../plan/warning.ts'
import type { Numbers } from '../../../printing/index.ts'
import { drawingFaults, proving, retryingInTurns, withEscapes } from '../../../request/refusals.ts'
import { inSteps } from '../endpoint.ts'
import { bytesOfLabel, type JudgedRow, type Judging, type LabelFault } from './judge.ts'
import { copyReader, countersOfLabel, valuesOfCopy } from './numbering.ts'

/** A row as a drawing. */
export interface ComposedRow {
  /** From 1. */
  readonly row: number
  readonly copies: number
  readonly scene: Scene
  /** Whether another label of the same row follows. */
  readonly isContinued?: boolean
  /** What was asked for. */
  readonly label: DesignRequest
  readonly asked: ExpectedOrder
  /** In the order in which they are drawn. */
  readonly symbols: DesignComposition['symbols']
}

/** What becomes of the rows. */
interface RowSink {
  /** Takes the next row. Returns the error if there is no room for it. */
  add(row: ComposedRow): Answer | undefined
  /** Called when a row cannot be drawn, so that nothing will be. */
  discard(): void
  /** How many bytes it keeps. */
  kept(): number
}

export interface Composing {
  /** Whether rows that cannot be drawn are left out; otherwise nothing is drawn. */
  readonly partial: boolean
  readonly limits: Limits
  /** Reads the values of a row. */
  readonly read: Judging['read']
  /** Rows that are passed over, because no label of them is wanted. */
  readonly skipped: number
  /** For rows that name counters; undefined if none do. */
  readonly numbers?: Numbers | undefined
}

/** What is said of rows that are composed. */
export interface Composed {
  /** Names and values alternate. */
  readonly headers: readonly string[]
}

/**
 * Composes the rows in their order, each in a step, or of a design in a step for each element: all, or none unless `partial`. After a row with faults the others are composed
 * for their faults alone.
 */
export function* composeRows(
  rows: readonly JudgedRow[],
  { partial, limits, read, skipped, numbers }: Composing,
  sink: RowSink,
): Generator<AnswerStep, Composed | Answer> {
  const faults = new RowFaults()
  const warnings = new RowWarnings()
  let left = rows.length
  const bytes = rows.reduce((sum, row) => sum + bytesOfLabel(row), 0)
  let labels = 0
  let steps = 0
  /** The bytes that are kept at a step, which is counted. */
  const kept = (): number => {
    steps++
    return bytes + sink.kept()
  }
  for (const row of rows) {
    left--
    const counters = numbers === undefined ? [] : countersOfLabel(row.label)
    const singles: Iterable<SingleLabel> = counters.length === 0 ? [{ ...row, read }] : labelsOf(row, read, numbers!)
    for (const single of singles) {
      const composed = yield* inSteps(compositionOf(single, limits), kept)
      if ('faults' in composed) {
        const again = retryingInTurns(single.given, single.read, (label) => composingDesign(label, limits))
        // before what would do is proved, which takes turns
        if (!partial) sink.discard()
        faults.add(row.number, (yield* inSteps(proving(composed, again), kept)).faults)
      } else if (partial || faults.rows === 0) {
        const { copies, scene, asked, symbols } = composed
        const made = { row: row.number, copies, scene, asked, symbols, label: single.label! }
        const refusal = sink.add({ ...made, ...(single.isContinued && { isContinued: true }) })
        if (refusal !== undefined) return refusal
        warnings.add(row.number, composed.warnings)
        labels += copies
        numbers?.give(counters, labels)
      }
      // rows that are left take as many steps as those before
      yield { kept: kept(), left: Math.ceil((left * steps) / (rows.length - left)) }
      // what is wrong with one is wrong with all
      if ('faults' in composed) break
    }
  }
  const drawn = rows.length - faults.rows
  if (drawn === 0 || (faults.rows > 0 && !partial)) return faults.answer(rows.length)
  const counted = `${drawn}/${rows.length + skipped}${skipped === 0 ? '' : `; skipped=${skipped}`}`
  return { headers: ['Quietzone-Rows', counted, ...warnings.headers()] }
}

/** A label as it is composed, and how it is read again with other values. */
interface SingleLabel extends JudgedRow, Pick<Judging, 'read'> {
  readonly isContinued?: boolean
}

/** Each of the labels of a row that have numbers: they differ. */
function* labelsOf(
  { number, given, label }: JudgedRow,
  readRow: Judging['read'],
  numbers: Numbers,
): Generator<SingleLabel> {
  const read = copyReader(label!, readRow, numbers)
  const values = valuesOfCopy(given)
  for (let left = label!.qty - 1; left >= 0; left--) {
    const { request, faults } = read(values)
    yield { number, given: values, label: request, faults, read, isContinued: left > 0 }
  }
}

function* compositionOf(
  { label, faults }: JudgedRow,
  limits: Limits,
): Interruptible<(DesignComposition & { readonly copies: number }) | { readonly faults: readonly LabelFault[] }> {
  if (label === undefined) return { faults }
  try {
    return { copies: label.qty, ...(yield* composingDesign(label, limits)) }
  } catch (error) {
    const { message, faults: found } = withEscapes(drawingFaults(error), label)
    return { faults: found.map((fault) => ({ ...fault, sentence: found.length === 1 ? message : fault.message })) }
  }
}

/** Faults that are listed. */
const mostFaults = 100

/** Different sentences in a message, and rows that are named for each. */
const [mostSentences, mostRows] = [10, 5] as const

/** The faults of many rows. */
class RowFaults {
  readonly #listed: Fault[] = []
  readonly #rowsBySentence = new Map<string, number[]>()
  #count = 0
  /** Rows with faults. */
  rows = 0

  /** Adds the faults of a row. @param number  of the row, from 1 */
  add(number: number, faults: readonly LabelFault[]): void {
    this.rows++
    this.#count += faults.length
    for (const { sentence, ...fault } of faults) {
      if (this.#listed.length < mostFaults) this.#listed.push({ ...fault, row: number })
      const rows = this.#rowsBySentence.get(sentence)
      if (rows === undefined) this.#rowsBySentence.set(sentence, [number])
      else rows.push(number)
    }
  }

  /** 422. @param total  how many rows there are */
  answer(total: number): Answer {
    const sentences = [...this.#rowsBySentence].map(
      ([sentence, rows]) => `row${rows.length > 1 ? 's' : ''} ${numbersText(rows)}: ${sentence}`,
    )
    const shown = sentences.slice(0, mostSentences)
    if (sentences.length > shown.length) shown.push(`${sentences.length - shown.length} more reasons`)
    if (this.#count > mostFaults) shown.push(`the first ${mostFaults} of ${this.#count} faults are listed`)
    const others = total - this.rows
    const rest =
      others === 0 ? '' : `; partial=true leaves ${this.rows === 1 ? 'it' : 'them'} out and draws the other ${others}`
    const message = `${this.rows} of ${total} rows cannot be drawn, so nothing is: ${shown.join('; ')}${rest}`
    return faultsAnswer('invalid_rows', message, this.#listed)
  }
}

/** The warnings of many rows, by kind. */
class RowWarnings {
  readonly #byKind = new Map<string, { readonly first: Warning; readonly rows: number[] }>()

  /** Adds the warnings of a row. @param number  of the row, from 1 */
  add(number: number, warnings: readonly Warning[]): void {
    for (const warning of warnings) {
      const kind = kindOf(warning)
      const told = this.#byKind.get(kind)
      if (told === undefined) this.#byKind.set(kind, { first: warning, rows: [number] })
      else if (told.rows.at(-1) !== number) told.rows.push(number)
    }
  }

  /** A line for each kind: its first row, and how many others. Names and values alternate. */
  headers(): string[] {
    return [...this.#byKind.values()].flatMap(({ first, rows }) => {
      const all = rows.length === 1 ? '' : `; ${rows.length} such rows: ${numbersText(rows)}`
      const message = `row ${rows[0]}: ${first.message}${all}`
      return ['Quietzone-Warning', warningText({ ...first, message })]
    })
  }
}

/** The code of a warning; of a published label the rule besides, with which its message begins. */
function kindOf({ code, message }: Warning): string {
  const isOfProfile = code === 'profile_rule' || code === 'profile_advice'
  return isOfProfile ? `${code} ${message.slice(0, message.indexOf(':'))}` : code
}

/** `3, 5, 7, 8, 9 and 12 more`. */
function numbersText(rows: readonly number[]): string {
  const more = rows.length > mostRows ? ` and ${rows.length - mostRows} more` : ''
  return `${rows.slice(0, mostRows).join(', ')}${more}`
}
