/** What endpoints have in common: a query is read, a refusal says what would do, and the names that are ignored are listed. */

import {
  type Answer,
  type Answering,
  type AnswerStep,
  type Endpoint,
  type Fault,
  faultsAnswer,
  type Steps,
} from '../../answer.ts'
import type { Interruptible } from '../../interruptible.ts'
import { countersIn, type NumberOf, withNumbers } from '../../request/counters.ts'
import type { GivenValues, Parameters, Request } from '../../request/parameter.ts'
import { type Query, queryParser } from '../../request/query.ts'
import { type Others, type Reader, requestReader, type SymbolParameters, symbolReader } from '../../request/reader.ts'
import { madeOf } from '../../request/refusals.ts'
import { notTaken, withState } from './counters/next-numbers.ts'

/** Like endpoint, for requests for a symbol: its symbology decides which options there are. */
export function symbolEndpoint<T extends SymbolParameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
  numberOf?: NumberOf,
): Endpoint {
  return endpoint(table, answer, symbolReader(table), numberOf)
}

/**
 * An endpoint with the parameters in `table`.
 *
 * @param answer    to a request without faults in its form; may throw the errors of drawing, which are answered with what would draw
 * @param numberOf  the numbers that counters give next, where words may name counters
 */
export function endpoint<T extends Parameters>(
  table: T,
  answer: (request: Request<T>) => Answer,
  read: Reader<Request<T>> = requestReader(table),
  numberOf?: NumberOf,
): Endpoint {
  return queryEndpoint(table, ({ given, others }) => {
    const answered = (values: GivenValues): Answer => {
      const found = madeOf(values, (each) => read(each, others), answer)
      return 'made' in found ? found.made : faultsAnswer(found.code, found.message, found.faults)
    }
    const counters = countersIn(given)
    if (numberOf === undefined || counters.length === 0) return answered(given)
    return withState(() => {
      const numbered = withNumbers(given, numberOf)
      if ('faults' in numbered) return numbersRefused(numbered.faults)
      return notTaken(answered(numbered.given), counters)
    })
  })
}

/** 422: counters that give no number for a label. @param faults  one or more */
export function numbersRefused(faults: readonly Fault[]): Answer {
  const message = faults.map(({ parameter, message }) => `${parameter}: ${message}`).join('; ')
  return faultsAnswer(faults[0]!.code, message, faults)
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

/** The steps, for `yield*`, which keep `more` bytes besides. */
export function* stepsOf(steps: Steps, more = 0): Generator<AnswerStep, StepsEnd> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    yield { ...step.value, kept: step.value.kept + more }
  }
}

type StepsEnd = Steps extends Iterator<AnswerStep, infer End> ? End : never

/** Work that others may interrupt as steps. @param kept  bytes that are kept at each */
export function* inSteps<T>(work: Interruptible<T>, kept: () => number): Generator<AnswerStep, T> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    yield { kept: kept() }
  }
}

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
