/** What endpoints have in common: a query is read, a refusal says what would do, and the names that are ignored are listed. */

import { type Answer, type Answering, type Endpoint, faultsAnswer, type Steps } from '../../answer.ts'
import type { Parameters, Request } from '../../request/parameter.ts'
import { type Query, queryParser } from '../../request/query.ts'
import { type Others, type Reader, requestReader, type SymbolParameters, symbolReader } from '../../request/reader.ts'
import { madeOf } from '../../request/refusals.ts'

/** Like endpoint, for requests for a symbol: its symbology decides which options there are. */
export function symbolEndpoint<T extends SymbolParameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
): Endpoint {
  return endpoint(table, answer, symbolReader(table))
}

/**
 * An endpoint with the parameters in `table`.
 *
 * @param answer  to a request without faults in its form; may throw the errors of drawing, which are answered with what would draw
 */
export function endpoint<T extends Parameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
  read: Reader<Request<T>> = requestReader(table),
): Endpoint {
  return queryEndpoint(table, ({ given, others }) => {
    const found = madeOf(given, (values) => read(values, others), answer)
    return 'made' in found ? found.made : faultsAnswer(found.code, found.message, found.faults)
  })
}

/** An endpoint whose query is parsed for `table`. Its answer lists the names that it ignores: those in the query, and those that are added. */
export function queryEndpoint<Rest extends readonly unknown[], A extends Answering>(
  table: Parameters,
  answer: (query: Query, ...rest: Rest) => A,
): (raw: string, ...rest: Rest) => A {
  const parsed = queryParser(table)
  return (raw, ...rest) => {
    const query = parsed(raw)
    return withIgnored(answer(query, ...rest), query.others)
  }
}

/** The answer with the names that are known as ignored when it is made: Quietzone-Ignored, safe in a header and of bounded length. */
export function withIgnored<A extends Answering | Pick<Answer, 'headers'>>(answering: A, others: Others): A {
  if (answering instanceof Promise) return answering.then((answer) => withIgnored(answer, others)) as A
  if ('next' in answering) return ending(answering, others) as A
  if (others.names.size === 0) return answering
  return { ...answering, headers: [...answering.headers, 'Quietzone-Ignored', listed(others)] }
}

/** The steps, for `yield*`. */
export const stepsOf = (steps: Steps) => ({ [Symbol.iterator]: () => steps })

function* ending(steps: Steps, others: Others): Steps {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return withIgnored(step.value, others)
    yield step.value
  }
}

/** Names that are the same once they are cut are listed once. */
function listed({ names, more }: Others): string {
  const list = [...new Set([...names].map(encoded))].join(', ')
  return more > 0 ? `${list};more=${more}` : list
}

const longestName = 40

/** A character of a token (RFC 9110, 5.6.2) that stands for itself. */
const plain = /^[!#$&'*+.^_`|~0-9A-Za-z-]$/

/** `name` in percent-encoded UTF-8, cut at `longestName` characters, after a whole character of the name. */
function encoded(name: string): string {
  let text = ''
  for (const character of name) {
    const next = plain.test(character) ? character : percentEncoded(character)
    if (text.length + next.length > longestName) break
    text += next
  }
  return text
}

function percentEncoded(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&')
}
