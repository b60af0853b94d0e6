import { unicodeEscapes } from '../../../../symbologies/messages.ts'
import { type Answer, type Body, errorAnswer, type Step } from '../../../answer.ts'
import type { LabelRequest } from '../../../draw.ts'
import { type FormFault, isFaults, Refusal } from '../../../request/form-faults.ts'
import type { Others } from '../../../request/parsed-query.ts'
import { type Given, rowGiven } from '../../../request/request-reader.ts'
import { unknownFaults, unknownNames } from '../../../request/unknown-names.ts'
import { withIgnored } from '../ignored.ts'
import { refused } from '../images.ts'
import type { Asked } from './asked.ts'
import { sentRows } from './body.ts'
import type { RowFault } from './row-faults.ts'
import { bytesOf, mostLabels, othersOf, rowNames, type SentRow, type SentRows, type UnreadableRow } from './rows.ts'

/** A row whose values are judged. */
export interface JudgedRow {
  /** From 1. */
  readonly number: number
  /** The label, or why it is none. */
  readonly label: LabelRequest | readonly RowFault[]
  /** Its values, with those for all rows. */
  readonly given: Given
}

interface JudgedRows {
  readonly rows: readonly JudgedRow[]
  /** Rows of which no label is wanted, and which are not among the others. */
  readonly skipped: number
  /** Names in the query and in the rows that are not parameters. */
  readonly ignored: Others | undefined
  /** Names and values alternate. */
  readonly headers: readonly string[]
}

export interface Judging {
  /** Reads the values of a row as GET /api/v1/label does. */
  readonly read: (given: Given) => LabelRequest | readonly FormFault[]
  /** The first row that is wanted, from 1. */
  readonly from: number
}

/** Whether the row has faults, so that it is no label. */
export function isFaulty<T>(label: T | readonly RowFault[]): label is readonly RowFault[] {
  return Array.isArray(label)
}

/** The rows of a body, each read and judged in a step of its own, or the error if that cannot be done. */
export function* judgedRows(body: Body, asked: Asked, { read, from }: Judging): Generator<Step, JudgedRows | Answer> {
  const sent = yield* sentRows(body, asked)
  if (!('rows' in sent)) return withIgnored(sent, asked.others)
  const ignored = ignoredIn(asked, sent)
  const rows: JudgedRow[] = []
  let bytes = 0
  const wanted = sent.rows.filter(({ number }) => number >= from)
  const kept = wanted.filter((row) => !isSkipped(row))
  const skipped = wanted.length - kept.length
  for (const row of kept) {
    const judgedRow = judged(row, asked.forAll, read)
    rows.push(judgedRow)
    bytes += bytesOfLabel(judgedRow)
    yield { kept: sent.bytes + bytes }
  }
  const refusal = numberRefusal(sent, rows, from, skipped)
  const headers = encodingHeaders(sent.note)
  return refusal === undefined ? { rows, skipped, ignored, headers } : withIgnored(refusal, ignored)
}

/** Whether no label is wanted of a row. */
function isSkipped({ content }: SentRow): boolean {
  const qty = 'values' in content ? content.values.qty : undefined
  return typeof qty === 'string' && /^0+$/.test(qty)
}

/** What shows whether the encoding of a table was guessed right. */
function encodingHeaders(note: SentRows['note']): readonly string[] {
  if (note === undefined) return []
  const word = note.word.replace(/[^ -~]/gu, unicodeEscapes)
  return [
    'Quietzone-Warning',
    `encoding_guessed; the table is read as ${note.encoding}; its first word beyond ASCII is ${word}`,
  ]
}

/** The memory that a judged row takes, in bytes. */
export function bytesOfLabel({ label }: JudgedRow): number {
  return isFaulty(label) ? label.reduce((sum, fault) => sum + bytesOf({ ...fault }), 0) : bytesOf({ ...label })
}

function ignoredIn(asked: Asked, sent: SentRows): Others | undefined {
  const others = othersOf([...(asked.others?.names ?? []), ...(sent.others?.names ?? [])])
  const more = (asked.others?.more ?? 0) + (sent.others?.more ?? 0)
  return others && { ...others, more: others.more + more }
}

function judged({ number, content, unknown }: SentRow, forAll: Given, read: Judging['read']): JudgedRow {
  if ('fault' in content) return { number, given: {}, label: [unreadable(content.fault)] }
  const given = rowGiven(content.values, forAll)
  const label = read(given)
  if (isFaults(label)) return { number, given, label: label.map(rowFault) }
  const others = label.strict ? othersOf(unknown) : undefined
  if (others === undefined) return { number, given, label }
  const missing = rowNames.filter((name) => given[name] === undefined)
  return { number, given, label: unknownFaults(unknownNames(others, missing), others.more, rowNames).map(rowFault) }
}

function unreadable({ code, message }: UnreadableRow): RowFault {
  return { fault: { parameter: 'row', code, message }, sentence: message }
}

function rowFault({ parameter, code, message, sentence, suggestion }: FormFault): RowFault {
  return { fault: { parameter, code, message, ...(suggestion && { suggestion }) }, sentence }
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
  const copies = rows.reduce((sum, { label }) => sum + (isFaulty(label) ? 1 : label.qty), 0)
  const total = copies + wanted - rows.length
  if (total <= mostLabels) return undefined
  const found = total === wanted ? `${wanted} rows` : `${wanted} rows that make ${total} labels with their copies`
  return errorAnswer('too_many_labels', `${found}; at most ${mostLabels} are made at once: send several requests`)
}

/** Of a row to begin with that is not there. */
export function afterLast(from: number, last: number): FormFault {
  return new Refusal('invalid_parameter', `${from} is after the last row, ${last}`).fault('from')
}
