/** The rows of a body, each read and judged: the label that it asks for, or its faults. */

import { unicodeEscapes } from '../../../../symbologies/messages.ts'
import { type Answer, type AnswerStep, type Body, errorAnswer, type Fault } from '../../../answer.ts'
import type { DesignRequest } from '../../../design/compose.ts'
import type { LabelReader } from '../../../design/request.ts'
import { type FormFault, Refusal } from '../../../request/form-faults.ts'
import type { GivenValues } from '../../../request/parameter.ts'
import { unknownFaults, unknownNames, withAdvice } from '../../../request/reader.ts'
import { guessText, isUnwanted, unfilledText } from '../../../table/index.ts'
import { refused } from '../endpoint.ts'
import { bytesOf, mostLabels, othersOf, type RowsQuery, type SentRow, type SentRows, sentRows } from './rows.ts'

/** A row whose values are judged. */
export interface JudgedRow {
  /** In a table as a spreadsheet numbers it, in an array from 1. */
  readonly number: number
  /** Its values, with those for all rows. */
  readonly given: GivenValues
  /** Undefined if the row has faults. */
  readonly label?: DesignRequest | undefined
  readonly faults: readonly LabelFault[]
}

/** A fault of a row, with what the message says of it. */
export interface LabelFault extends Fault {
  /** It names the parameter. */
  readonly sentence: string
}

interface JudgedRows {
  readonly rows: readonly JudgedRow[]
  /** Rows of which no label is wanted, and which are not among the others. */
  readonly skipped: number
  /** Names and values alternate. */
  readonly headers: readonly string[]
}

export interface Judging {
  /** Reads the values of a row as GET /api/v1/label does. */
  readonly read: LabelReader
  /** The first row that is wanted, from 1. */
  readonly from: number
}

/** The rows of a body, each read and judged in a step of its own, or the error if that cannot be done. */
export function* judgedRows(
  body: Body,
  asked: RowsQuery,
  { read, from }: Judging,
): Generator<AnswerStep, JudgedRows | Answer> {
  const sent = yield* sentRows(body, asked)
  if (!('rows' in sent)) return sent
  for (const name of sent.others.names) asked.others.add(name)
  asked.others.more += sent.others.more
  const rows: JudgedRow[] = []
  let bytes = 0
  const wanted = sent.rows.filter(({ number }) => number >= from)
  const kept = wanted.filter((row) => !('cells' in row && isUnwanted(row.cells)))
  const skipped = wanted.length - kept.length
  for (const row of kept) {
    const judgedRow = judged(row, asked, read)
    rows.push(judgedRow)
    bytes += bytesOfLabel(judgedRow)
    yield { kept: sent.bytes + bytes }
  }
  const refusal = numberRefusal(sent, rows, from, skipped)
  return refusal ?? { rows, skipped, headers: [...encodingHeaders(sent.note), ...unfilledHeaders(sent.unfilled)] }
}

function judged(row: SentRow, { form: { names }, forAll }: RowsQuery, read: Judging['read']): JudgedRow {
  const { number, index, unknown = [], unknownValues } = row
  if ('fault' in row) {
    const { code, message } = row.fault
    return { number, given: {}, faults: [{ parameter: 'row', code, message, sentence: message }] }
  }
  const given = { ...forAll, ...row.cells }
  const { request, faults } = read(given, undefined, 'later')
  const label = request && { ...request, row: index }
  if (unknown.length === 0 || (label !== undefined && !label.strict)) return { number, given, label, faults }
  const others = { ...othersOf(unknown), ...(unknownValues && { values: unknownValues }) }
  const missing = names.filter((name) => given[name] === undefined)
  const meant = unknownNames(others, missing)
  if (label === undefined) return { number, given, label, faults: faults.map((fault) => withAdvice(fault, meant)) }
  return { number, given, faults: unknownFaults(meant, others.more, names) }
}

/** The memory that a judged row takes, in bytes. */
export function bytesOfLabel({ given, label, faults }: JudgedRow): number {
  if (label !== undefined) return bytesOf(given)
  return faults.reduce((sum, { sentence }) => sum + bytesOf({ sentence }), 0)
}

/** What shows whether the encoding of a table was guessed right. */
function encodingHeaders(note: SentRows['note']): readonly string[] {
  if (note === undefined) return []
  return ['Quietzone-Warning', `encoding_guessed; ${guessText(note).replace(/[^ -~]/gu, unicodeEscapes)}`]
}

/** What tells of fields that stay as the design has them, or empty. */
function unfilledHeaders(names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : ['Quietzone-Warning', `fields_unfilled; ${unfilledText(names)}`]
}

/** The error if there are no rows, or too many labels. @param rows  those of the first `mostLabels` that are wanted */
function numberRefusal(
  { count, rows: first }: SentRows,
  rows: readonly JudgedRow[],
  from: number,
  skipped: number,
): Answer | undefined {
  if (count === 0) return errorAnswer('bad_request', 'there are no rows; each is a label')
  // the others are not here: to go on without them would lose them in silence
  if (from > 1 && count > first.length) {
    return errorAnswer('too_many_labels', `${count} rows; at most ${mostLabels} are accepted: send several requests`)
  }
  const wanted = count - (first.length - rows.length)
  if (wanted === 0 && skipped > 0) return errorAnswer('bad_request', `no label is wanted: ${skipped} rows have qty 0`)
  if (wanted === 0) return refused([afterLast(from, first.at(-1)!.number)])
  const copies = rows.reduce((sum, { label }) => sum + (label?.qty ?? 1), 0)
  const total = copies + wanted - rows.length
  if (total <= mostLabels) return undefined
  const found = total === wanted ? `${wanted} rows` : `${wanted} rows that make ${total} labels with their copies`
  return errorAnswer('too_many_labels', `${found}; at most ${mostLabels} are made at once: send several requests`)
}

/** Of a row to begin with that is not there. */
export function afterLast(from: number, last: number): FormFault {
  return new Refusal('invalid_parameter', `${from} is after the last row, ${last}`).fault('from')
}
