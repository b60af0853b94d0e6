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
import type { FormFault } from '../../request/form-faults.ts'
import type { GivenValues, Parameters, Request } from '../../request/parameter.ts'
import { type Query, queryParser } from '../../request/query.ts'
import { type Others, type Reader, requestReader, type SymbolParameters, symbolReader } from '../../request/reader.ts'
import { drawingFaults, formRefusal, madeOf } from '../../request/refusals.ts'
import type { Route } from '../route.ts'
import { notTaken, withState } from './counters/next-numbers.ts'

/** What can be asked at a path, with all parameters of its query. */
export type Operation = Route & { readonly parameters: Parameters }

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

/** An endpoint that draws nothing: faults in the form of its parameters are told without a try of other values. */
export function plainEndpoint<T extends Parameters, Rest extends readonly unknown[], A extends Answering>(
  table: T,
  answer: (request: Request<T>, ...rest: Rest) => A,
): (raw: string, ...rest: Rest) => A | Answer {
  const read = requestReader(table)
  return queryEndpoint(table, ({ given, others }, ...rest: Rest): A | Answer => {
    const { request, faults } = read(given, others)
    return request === undefined ? refused(faults) : answer(request, ...rest)
  })
}

/**
 * 422: the symbology cannot carry the text, the symbol does not fit, or a strict request has warnings. Nothing is suggested, because
 * nobody has tried it.
 *
 * @throws `error` if it is any other error
 */
export function unprocessable(error: unknown): Answer {
  const { code, message, faults } = drawingFaults(error)
  return faultsAnswer(code, message, faults.map(withoutSuggestion))
}

const withoutSuggestion = ({ suggestion: _, ...fault }: Fault): Fault => fault

/** 400: the faults in the form of the parameters. Nothing is suggested, because nobody has tried it. */
export function refused(faults: readonly FormFault[]): Answer {
  const { code, message, faults: list } = formRefusal(faults)
  return faultsAnswer(code, message, list.map(withoutSuggestion))
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
