import { type Answer, type Body, type BodyEndpoint, errorAnswer, faultsAnswer } from '../../answer.ts'
import type { Limits } from '../../draw.ts'
import { TableError } from '../../table/index.ts'
import { type FormFault, isFaults, Refusal } from '../form-faults.ts'
import { withIgnored } from '../ignored.ts'
import { refused } from '../images.ts'
import { UnreadableBody } from '../json-body.ts'
import type { Request } from '../parameter.ts'
import { parameters } from '../params.ts'
import type { Query } from '../query.ts'
import { type Given, queryParser, requestReader } from '../request-reader.ts'
import { csvRows } from './csv.ts'
import { documentOf, isFaulty, type JudgedRow } from './document.ts'
import { jsonRows } from './json.ts'
import { judged } from './judge.ts'
import { mostLabels, othersOf, rowNames, type SentRows } from './rows.ts'

/** The bodies of many labels. */
export const labelsBody = {
  limit: 1 << 20,
  mediaTypes: ['text/csv', 'text/tab-separated-values', 'application/json'],
} as const

/** What the query says. */
interface Asked {
  readonly request: Request<typeof parameters.labels>
  /** Values for rows that leave them out. */
  readonly forAll: Given
  readonly columns: { readonly [name: string]: string }
  /** Names that are not parameters. */
  readonly others: Query['others']
}

/** POST /api/v1/labels: one PDF, or one stream of ZPL, with a label for each row of a table, or each object of an array. */
export function labels(limits: Limits): BodyEndpoint {
  const parsed = queryParser(parameters.labels)
  const read = requestReader(parameters.labels)
  return (raw, body) => {
    const query = parsed(raw)
    const request = read(query)
    if (isFaults(request)) return withIgnored(refused(request), query.others)
    const columns = columnsIn(request.columns)
    if (isFaults(columns)) return withIgnored(refused(columns), query.others)
    return made(body, { request, forAll: forAllIn(query), columns, others: query.others }, limits)
  }
}

function forAllIn({ values, counts }: Query): Given {
  const names = Object.keys(parameters.labels)
  const given = [...names.entries()].filter(([i, name]) => counts[i]! > 0 && rowNames.includes(name))
  return Object.fromEntries(given.map(([i, name]) => [name, [values[i]!]]))
}

/** A parameter, and what stands above its column: in quotes, or as it is. */
const columnForm = /([a-z0-9]+)=(?:"((?:[^"]|"")*)"|([^,]*))(?:,|$)/g

function columnsIn(list: string | undefined): Asked['columns'] | readonly FormFault[] {
  const pairs = [...(list ?? '').matchAll(columnForm)].map(([, name = '', quoted, plain = '']) => {
    return [name, quoted?.replaceAll('""', '"') ?? plain] as const
  })
  const columns = new Map(pairs)
  if (columns.size === pairs.length) return Object.fromEntries(columns)
  return [new Refusal('invalid_parameter', 'names a parameter twice; once is accepted').fault('columns')]
}

/** The answer in steps: the rows are read, judged, and drawn. */
function* made(body: Body, asked: Asked, limits: Limits): Generator<void, Answer> {
  const sent = yield* sentRows(body, asked)
  if (!('rows' in sent)) return withIgnored(sent, asked.others)
  const others = othersOf([...(asked.others?.names ?? []), ...(sent.others?.names ?? [])])
  const more = (asked.others?.more ?? 0) + (sent.others?.more ?? 0)
  const ignored = others && { ...others, more: others.more + more }
  const { partial, format, zpl } = asked.request
  const form = { format, zpl }
  const rows: JudgedRow[] = []
  for (const row of sent.rows) {
    rows.push(judged(row, { forAll: asked.forAll, form }))
    yield
  }
  const refusal = numberRefusal(sent.count, rows)
  if (refusal !== undefined) return withIgnored(refusal, ignored)
  return withIgnored(yield* documentOf(rows, { form, partial, limits }), ignored)
}

function* sentRows(
  { mediaType, bytes }: Body,
  { request, forAll, columns }: Asked,
): Generator<void, SentRows | Answer> {
  const own = mediaType === 'text/tab-separated-values' ? 'tab' : undefined
  const delimiter = request.delimiter ?? own
  try {
    if (mediaType === 'application/json') return jsonRows(bytes)
    return yield* csvRows(bytes, { given: Object.keys(forAll), columns, delimiter })
  } catch (error) {
    if (error instanceof UnreadableBody) return errorAnswer(error.code, error.message)
    if (error instanceof TableError) return unreadableTable(error)
    throw error
  }
}

function unreadableTable({ code, message, parameter }: TableError): Answer {
  if (parameter === undefined) return errorAnswer(code, message)
  const advised = `${message}, with columns=${parameter}=HEADER in the query, or give ${parameter} there for all rows`
  return faultsAnswer(code, advised, [{ parameter, code, message: advised }])
}

/** The error if there are no rows, or too many labels. @param count  of the rows, of which `rows` are the first */
function numberRefusal(count: number, rows: readonly JudgedRow[]): Answer | undefined {
  if (count === 0) return errorAnswer('bad_request', 'there are no rows; each is a label')
  const copies = rows.reduce((sum, { label }) => sum + (isFaulty(label) ? 1 : label.qty), 0)
  const total = copies + count - rows.length
  if (total <= mostLabels) return undefined
  const found = total === count ? `${count} rows` : `${count} rows that make ${total} labels with their copies`
  return errorAnswer('too_many_labels', `${found}; at most ${mostLabels} are made at once: send several requests`)
}
