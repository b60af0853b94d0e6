import { memoize } from '../../../../symbologies/memoize.ts'
import type { Answer, Body, BodyEndpoint, LongAnswer, Step } from '../../../answer.ts'
import type { Limits } from '../../../draw.ts'
import { isFaults } from '../../../request/form-faults.ts'
import type { Request } from '../../../request/parameter.ts'
import { parameters } from '../../../request/params.ts'
import { queryParser } from '../../../request/query.ts'
import { requestReader } from '../../../request/request-reader.ts'
import { givenSymbolReader } from '../../../request/symbol-request.ts'
import { withIgnored } from '../ignored.ts'
import { refused } from '../images.ts'
import { type Asked, columnsIn, forAllIn } from './asked.ts'
import { type DocumentForm, documentOf } from './document.ts'
import { judgedRows } from './judge.ts'

export { labelsBody } from './body.ts'

/** How rows are read, by the form of their document, which is that of each of them. */
const readerFor = memoize((format: DocumentForm['format']) =>
  memoize((zpl: DocumentForm['zpl']) => {
    const { row } = parameters
    const fixed = {
      format: { ...row.format, words: [format], default: format },
      zpl: { ...row.zpl, words: [zpl], default: zpl },
    } as const
    return givenSymbolReader({ ...row, ...fixed })
  }),
)

/** POST /api/v1/labels: one PDF, or one stream of ZPL, with a label for each row of a table, or each object of an array. */
export function labels(limits: Limits): BodyEndpoint {
  const parsed = queryParser(parameters.labels)
  const read = requestReader(parameters.labels)
  return (raw, body) => {
    const query = parsed(raw)
    const { others } = query
    const request = read(query)
    if (isFaults(request)) return withIgnored(refused(request), others)
    const columns = columnsIn(request.columns)
    if (isFaults(columns)) return withIgnored(refused(columns), others)
    const { delimiter, header, encoding } = request
    const asked = { forAll: forAllIn(query, parameters.labels), columns, delimiter, header, encoding, others }
    return made(body, asked, { request, limits })
  }
}

interface Making {
  readonly request: Request<typeof parameters.labels>
  readonly limits: Limits
}

/** The answer in steps: the rows are read, judged, and drawn. */
function* made(body: Body, asked: Asked, { request, limits }: Making): Generator<Step, Answer | LongAnswer> {
  const { format, zpl, partial } = request
  const read = readerFor(format)(zpl)
  const judged = yield* judgedRows(body, asked, { read, from: 1 })
  if ('status' in judged) return judged
  const { rows, skipped, headers, ignored } = judged
  const answer = yield* documentOf(rows, { format, zpl }, { partial, limits, read, skipped })
  return withIgnored<Answer | LongAnswer>({ ...answer, headers: [...answer.headers, ...headers] }, ignored)
}
