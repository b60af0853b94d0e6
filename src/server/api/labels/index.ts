/** POST /api/v1/labels: one PDF, or one job in the language of a printer, with a label for each row of a table, or each object of an array. */

import { memoize } from '../../../../symbologies/memoize.ts'
import {
  type Answer,
  type AnswerStep,
  type Body,
  type BodyEndpoint,
  type Caller,
  errorAnswer,
  type LongAnswer,
  type Steps,
} from '../../../answer.ts'
import { countersOf } from '../../../design/compose.ts'
import type { Design } from '../../../design/design.ts'
import { type Designs, noDesigns } from '../../../design/designs.ts'
import { besideDesign, designReader, designRows, labelReader, withFields } from '../../../design/request.ts'
import { LabelDocument } from '../../../draw/document.ts'
import { fillingOf } from '../../../draw/sheets.ts'
import type { Limits } from '../../../draw.ts'
import type { Filling } from '../../../layout/sheets/placing.ts'
import type { Counters, Numbers } from '../../../printing/index.ts'
import type { VerifyPolicy } from '../../../reader/verify/policy.ts'
import { languageTraits } from '../../../render/language.ts'
import type { DocumentFormat } from '../../../render/print-document.ts'
import type { ZplPacking } from '../../../render/zpl.ts'
import { type NumberOf, unnumbered } from '../../../request/counters.ts'
import { byPrecedence } from '../../../request/form-faults.ts'
import type { GivenValues } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader, symbolReader } from '../../../request/reader.ts'
import { symbolRows } from '../../../request/rows.ts'
import { firstFaults, otherSheetFaults } from '../../../request/sheets.ts'
import { drawn } from '../../route.ts'
import { nextNumbers, notTaken, withState } from '../counters/next-numbers.ts'
import { designCalled, designInBody, designName, mayHaveDesign, namedDesign } from '../designs/asked.ts'
import { inSteps, numbersRefused, type Operation, queryEndpoint, refused, stepsOf } from '../endpoint.ts'
import { mediaTypeOf } from '../images.ts'
import { usualProof, verifiedLabels } from '../proof.ts'
import { type Composing, composeRows } from './compose.ts'
import { type JudgedRow, judgedRows } from './judge.ts'
import { type GiveNumbers, numbersFor } from './numbering.ts'
import { firstPage, firstPicture, isPicture, type PictureFormat } from './picture.ts'
import { labelsBody, type RowsQuery, rowsQuery } from './rows.ts'

/** What labels are made with, besides what is asked for. */
export interface Making {
  readonly limits: Limits
  readonly designs?: Designs
  /** What is read back. */
  readonly policy?: VerifyPolicy
  /** Undefined if the service keeps no state. */
  readonly counters?: Counters | undefined
}

export const labelsOperation = (making: Making): Operation => ({
  path: '/api/v1/labels',
  ...drawn,
  parameters: { ...parameters.labels, design: namedDesign },
  body: labelsBody,
  endpoint: labels(making),
})

export function labels({ limits, designs = noDesigns, policy = usualProof.policy, counters }: Making): BodyEndpoint {
  const give: GiveNumbers | undefined = counters && ((counts) => counters.preview(counts))
  const making = { limits, policy, give, numberOf: nextNumbers(counters) }
  const plain = plainLabels(making)
  return (raw, body, sender) => {
    const name = designName(raw)
    const design = name === undefined ? undefined : designCalled(name, designs)
    if (design !== undefined && 'status' in design) return design
    if (design !== undefined) return designed(design, raw, body)
    return mayHaveDesign(body) ? orInBody(plain, raw, body, sender) : plain(raw, body, sender)
  }

  /** With a design in the body; otherwise as `endpoint` answers. */
  function* orInBody(endpoint: typeof plain, raw: string, body: Body, sender: Caller): Steps {
    const found = yield* designInBody(body)
    if (found !== undefined && 'status' in found) return found
    const answering = found === undefined ? endpoint(raw, body, sender) : designed(found.design, raw, found.body)
    return 'next' in answering ? yield* stepsOf(answering, found?.kept) : answering
  }

  function designed(design: Design, raw: string, body: Body): Steps | Answer {
    return designedLabels(design, making)(raw, body)
  }
}

function plainLabels({ limits, numberOf: _, ...making }: DocumentMaking) {
  const read = requestReader(parameters.labels, undefined, firstFaults)
  return queryEndpoint(parameters.labels, (query, body: Body, _sender: Caller): Steps | Answer => {
    const { given, others } = query
    const { request, faults } = read(unnumbered(given), others)
    if (request === undefined) return refused(faults)
    const { rows, faults: ofColumns } = rowsQuery(query, symbolRows, request)
    if (ofColumns.length > 0) return refused(ofColumns)
    const { format, zpl, partial } = request
    const readRow = withSheet(readerFor(format)(zpl), rows.forAll)
    return made(body, rows, { format, zpl, partial, filling: fillingOf(request), ...making, read: readRow }, limits)
  })
}

/** Labels of a design, whose fields are columns, names in JSON, or parameters of the query for all rows. */
function designedLabels(design: Design, { limits, numberOf, ...making }: DocumentMaking) {
  const table = withFields(parameters.designedLabels, design)
  const form = designRows(design, parameters.designedRow)
  const read = requestReader(table, undefined, firstFaults)
  return queryEndpoint(table, (sent, body: Body): Steps | Answer => {
    const query = besideDesign(sent)
    const { given, others } = query
    const { request, faults } = read(given, others)
    if (request === undefined) return refused(faults)
    const { rows, faults: ofColumns } = rowsQuery(query, form, request)
    if (ofColumns.length > 0) return refused(ofColumns)
    const { format, zpl, partial } = request
    const { designedRow } = parameters
    const filling = fillingOf(request)
    if (filling === undefined && isPicture(format)) {
      const readFirst = designReader(
        design,
        { now: new Date(), numberOf },
        { ...parameters.designed, format: { ...parameters.designed.format, words: [format], default: format } },
      )
      return firstPicture(body, rows, {
        name: design.name,
        read: readFirst,
        counters: countersOf(design),
        limits,
        isVerified: making.policy === 'all',
      })
    }
    const fixed = {
      format: { ...designedRow.format, words: [format], default: format },
      zpl: { ...designedRow.zpl, words: [zpl], default: zpl },
    }
    const readRow = designReader(design, { now: new Date() }, { ...designedRow, ...fixed })
    const common = { format, zpl, partial, filling, ...making, read: withSheet(readRow, rows.forAll) }
    return made(body, rows, common, limits)
  })
}

/** How documents are made. */
interface DocumentMaking extends Pick<Common, 'policy' | 'give'> {
  readonly limits: Limits
  /** What counters give next, for pictures. */
  readonly numberOf: NumberOf | undefined
}

/** What the labels of a request have in common. */
interface Common {
  /** A picture is one of the first page. */
  readonly format: DocumentFormat | PictureFormat
  readonly zpl: DocumentForm['zpl']
  readonly partial: boolean
  /** How sheets are filled, if labels are on sheets. */
  readonly filling?: Filling | undefined
  /** What is read back. */
  readonly policy: VerifyPolicy
  /** The numbers that labels would get if they were printed; undefined if the service keeps no state. */
  readonly give: GiveNumbers | undefined
  readonly read: Composing['read']
}

/** The answer in steps: the rows are read, judged, and drawn. */
function* made(
  body: Body,
  asked: RowsQuery,
  { format, zpl, filling, policy, give, partial, read }: Common,
  limits: Limits,
): Generator<AnswerStep, Answer | LongAnswer> {
  const judged = yield* judgedRows(body, asked, { read, from: 1 })
  if ('status' in judged) return judged
  const { rows, skipped, headers } = judged
  const isVerified = isAnyVerified(rows, policy === 'all')
  const numbers = numbersShown(rows, give)
  if (numbers !== undefined && 'status' in numbers) return numbers
  const composing = { partial, limits: { ...limits, isReadBack: isVerified }, read, skipped, numbers }
  const answer = isPicture(format)
    ? yield* firstPage(rows, { format, filling, isVerified }, composing)
    : yield* documentOf(rows, { format, zpl, filling, isVerified }, composing)
  const shown = numbers?.taken.map(({ counter }) => counter.name) ?? []
  return notTaken({ ...answer, headers: [...answer.headers, ...headers] }, shown)
}

/** Numbers for rows that name counters, which nobody takes; undefined if none do. */
function numbersShown(rows: readonly JudgedRow[], give: GiveNumbers | undefined): Numbers | Answer | undefined {
  const wanted = rows.map(({ number, label }) => ({ row: number, label, copies: label?.qty ?? 1 }))
  const numbers = withState(() => numbersFor(wanted, give))
  return numbers !== undefined && 'parameter' in numbers ? numbersRefused([numbers]) : numbers
}

/** The file format of a document. */
interface DocumentForm {
  readonly format: DocumentFormat
  /** How the bitmaps of ZPL are packed. */
  readonly zpl: ZplPacking
  /** Whether it is read back before its first byte leaves. */
  readonly isVerified: boolean
  /** How sheets are filled, if labels are on sheets. */
  readonly filling?: Filling | undefined
}

/** How rows are read, by the form of their document, which is that of each of them. */
const readerFor = memoize((format: Common['format']) =>
  memoize((zpl: DocumentForm['zpl']) => {
    const { row } = parameters
    const fixed = {
      format: { ...row.format, words: [format], default: format },
      zpl: { ...row.zpl, words: [zpl], default: zpl },
    } as const
    return labelReader(symbolReader({ ...row, ...fixed }))
  }),
)

/** A reader that refuses labels on other sheets than all of the document. */
function withSheet(read: Composing['read'], forAll: GivenValues): Composing['read'] {
  return (given, others, numbering) => {
    const reading = read(given, others, numbering)
    const faults = otherSheetFaults(given, forAll)
    return faults.length === 0 ? reading : { faults: [...reading.faults, ...faults].sort(byPrecedence) }
  }
}

/** Bytes of all labels of a request: a PDF of 500 of the usual kinds has one million, of 350 with the largest symbols twelve. */
const mostBytes = 16 << 20

/**
 * One PDF or one job of all rows in their order, each with its copies. A step draws one label.
 *
 * Its bytes are kept until all rows are drawn, because the answer is all or nothing, and says its length first.
 */
function* documentOf(
  rows: readonly JudgedRow[],
  { format, zpl, filling, isVerified }: DocumentForm,
  composing: Composing,
): Generator<AnswerStep, Answer | LongAnswer> {
  const document = new LabelDocument({ format, title: 'labels', packing: zpl, filling, isVerified })
  const made = format === 'pdf' ? 'a PDF' : languageTraits[format].title
  let count = 0
  const composed = yield* composeRows(rows, composing, {
    add(label) {
      document.add(label)
      count += label.copies
      return tooLarge(label.row, document.length, made)
    },
    discard: () => document.discard(),
    kept: () => document.length,
  })
  if ('status' in composed) return composed
  const pieces = yield* inSteps(document.end(), () => document.length)
  return {
    status: 200,
    type: mediaTypeOf(format),
    body: { length: document.length, pieces: given(pieces) },
    maxAge: 0,
    headers: [
      'Content-Disposition',
      `inline; filename="labels.${format}"`,
      ...composed.headers,
      ...(isVerified ? verifiedLabels(count) : []),
    ],
  }
}

/** Whether rows are read back: all of them if one asks for it. */
export function isAnyVerified(rows: readonly JudgedRow[], isByPolicy: boolean): boolean {
  return isByPolicy || rows.some(({ label }) => label?.verify)
}

/** The pieces, each forgotten as it is given. */
function* given(pieces: Uint8Array[]): Generator<Uint8Array> {
  for (const [i, piece] of pieces.entries()) {
    pieces[i] = nothing
    yield piece
  }
}

const nothing = new Uint8Array(0)

/** The error if labels are too large for one request. @param made  what the labels up to the row make, for people */
export function tooLarge(row: number, bytes: number, made: string): Answer | undefined {
  if (bytes <= mostBytes) return undefined
  const reached = `the labels up to row ${row} make ${made} of more than ${mostBytes >> 20} MiB`
  return errorAnswer('too_many_labels', `${reached}: send several requests`)
}
