/** POST /api/v1/labels: one PDF, or one job in the language of a printer, with a label for each row of a table, or each object of an array. */

import { memoize } from '../../../../symbologies/memoize.ts'
import { type Answer, type Body, type BodyEndpoint, errorAnswer, type LongAnswer, type Step } from '../../../answer.ts'
import { expectedOf, type PlannedSheet, sheetOf } from '../../../draw/proof.ts'
import { fillingOf } from '../../../draw/sheets.ts'
import type { Limits } from '../../../draw.ts'
import { printDocument } from '../../../render/deflate.ts'
import { languageTraits } from '../../../render/language.ts'
import type { DocumentFormat } from '../../../render/print-document.ts'
import type { ZplPacking } from '../../../render/zpl.ts'
import { byPrecedence } from '../../../request/form-faults.ts'
import type { Given, Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { requestReader, symbolReader } from '../../../request/reader.ts'
import { otherSheetFaults } from '../../../request/sheets.ts'
import type { Filling } from '../../../sheets/placing.ts'
import { verifying } from '../../../verify/index.ts'
import type { VerifyPolicy } from '../../../verify/policy.ts'
import { queryEndpoint } from '../endpoint.ts'
import { mediaTypes, refused } from '../images.ts'
import { usualProof, verifiedLabels } from '../proof.ts'
import { type Composing, composeRows } from './compose.ts'
import { type JudgedRow, judgedRows } from './judge.ts'
import { type Asked, columnsIn, forAllIn } from './rows.ts'

export function labels(limits: Limits, policy: VerifyPolicy = usualProof.policy): BodyEndpoint {
  const read = requestReader(parameters.labels)
  return queryEndpoint(parameters.labels, (query, body: Body) => {
    const { given, others } = query
    const { request, faults } = read(given, others)
    if (request === undefined) return refused(faults)
    const { columns, faults: ofColumns } = columnsIn(request.columns)
    if (ofColumns.length > 0) return refused(ofColumns)
    const { delimiter, header, encoding, worksheet } = request
    const asked = { forAll: forAllIn(query), columns, delimiter, header, encoding, worksheet, others }
    return made(body, asked, request, { limits, policy })
  })
}

/** The answer in steps: the rows are read, judged, and drawn. */
function* made(
  body: Body,
  asked: Asked,
  asking: Request<typeof parameters.labels>,
  { limits, policy }: { readonly limits: Limits; readonly policy: VerifyPolicy },
): Generator<Step, Answer | LongAnswer> {
  const { format, zpl, partial } = asking
  const read = withSheet(readerFor(format)(zpl), asked.forAll)
  const judged = yield* judgedRows(body, asked, { read, from: 1 })
  if ('status' in judged) return judged
  const { rows, skipped, headers } = judged
  const filling = fillingOf(asking)
  const answer = yield* documentOf(
    rows,
    { format, zpl, filling, isVerified: filling === undefined && isAnyVerified(rows, policy === 'all') },
    { partial, limits, read, skipped },
  )
  return { ...answer, headers: [...answer.headers, ...headers] }
}

/** The file format of a document. */
interface DocumentForm {
  readonly format: DocumentFormat
  /** How the bitmaps of ZPL are packed. */
  readonly zpl: ZplPacking
  /** Whether it is read back before its first byte leaves; sheets of labels are not. */
  readonly isVerified: boolean
  /** How sheets are filled, if labels are on sheets. */
  readonly filling?: Filling | undefined
}

/** How rows are read, by the form of their document, which is that of each of them. */
const readerFor = memoize((format: DocumentForm['format']) =>
  memoize((zpl: DocumentForm['zpl']) => {
    const { row } = parameters
    const fixed = {
      format: { ...row.format, words: [format], default: format },
      zpl: { ...row.zpl, words: [zpl], default: zpl },
    } as const
    return symbolReader({ ...row, ...fixed })
  }),
)

/** A reader that refuses labels on other sheets than all of the document. */
function withSheet(read: Composing['read'], forAll: Given): Composing['read'] {
  return (given) => {
    const reading = read(given)
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
): Generator<Step, Answer | LongAnswer> {
  const document = printDocument(format, { title: 'labels', packing: zpl, filling })
  const made = format === 'pdf' ? 'a PDF' : languageTraits[format].title
  let pieces: Uint8Array[] = []
  let size = 0
  let sheets: PlannedSheet[] = []
  const composed = yield* composeRows(rows, composing, {
    add({ row, copies, scene, asked }) {
      document.add(scene, copies)
      if (isVerified) sheets.push(sheetOf([{ scene, asked }], copies, { format }))
      const refusal = tooLarge(row, size + document.waiting, made)
      if (refusal !== undefined) return refusal
      const added = document.take()
      pieces.push(added)
      size += added.length
      return undefined
    },
    discard() {
      pieces = []
      size = 0
      sheets = []
    },
    kept: () => size,
  })
  if ('status' in composed) return composed
  const last = document.end()
  pieces.push(last)
  if (isVerified) {
    pieces = [Buffer.concat(pieces)]
    for (const _ of verifying(pieces[0]!, expectedOf(sheets, format))) yield { kept: size + last.length }
  }
  const count = sheets.reduce((sum, { copies }) => sum + copies, 0)
  return {
    status: 200,
    type: mediaTypes[format],
    body: { length: size + last.length, pieces: given(pieces) },
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
