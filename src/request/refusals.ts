/** Why a request is refused, and the smallest change of it that draws. */

import { Gs1Error } from '../../symbologies/gs1/index.ts'
import { EncodeError, type Suggestion } from '../../symbologies/index.ts'
import type { ErrorCode, Fault } from '../answer.ts'
import { DrawingRefusal } from '../drawing-refusal.ts'
import { type Interruptible, uninterrupted } from '../interruptible.ts'
import { escapable, escaped } from './escapes.ts'
import { type FormFault, sentencesOf } from './form-faults.ts'
import type { GivenValues } from './parameter.ts'
import type { RequestReading } from './reader.ts'

/** Why a request is refused. */
export interface RequestRefusal {
  readonly code: ErrorCode
  readonly message: string
  /** One or more. */
  readonly faults: readonly Fault[]
}

/**
 * What `make` makes of the request that is given, or why it is refused, with the change that draws.
 *
 * @param read  may throw NotServed
 * @param make  may throw the errors of drawing
 * @param written  names what the refusal suggests as the request has it
 */
export function madeOf<R extends object, T>(
  given: GivenValues,
  read: (given: GivenValues) => RequestReading<R>,
  make: (request: R) => T,
  written: Written = withEscapes,
): Made<T> | RequestRefusal {
  return uninterrupted(making(given, read, atOnce(make), written))
}

/** The same of a `make` that may be interrupted. */
export function* making<R extends object, T>(
  given: GivenValues,
  read: (given: GivenValues) => RequestReading<R>,
  make: (request: R) => Interruptible<T>,
  written: Written = withEscapes,
): Interruptible<Made<T> | RequestRefusal> {
  const found = yield* attempt(given, read, make, written)
  return 'made' in found ? found : yield* proving(found, retryingInTurns(given, read, make, written))
}

const atOnce = <R, T>(make: (request: R) => T) =>
  // biome-ignore lint/correctness/useYield: nobody has a turn before it is done
  function* (request: R): Interruptible<T> {
    return make(request)
  }

/** The refusal of a request, in the words in which the request is written. */
export type Written = (refusal: RequestRefusal, request: object | undefined) => RequestRefusal

/** What comes of a request that is not refused. */
interface Made<T> {
  readonly made: T
}

function* attempt<R extends object, T>(
  given: GivenValues,
  read: (given: GivenValues) => RequestReading<R>,
  make: (request: R) => Interruptible<T>,
  written: Written,
): Interruptible<Made<T> | RequestRefusal> {
  let request: R | undefined
  try {
    const reading = read(given)
    request = reading.request
    return request === undefined ? formRefusal(reading.faults) : { made: yield* make(request) }
  } catch (error) {
    return written(drawingFaults(error), request)
  }
}

/** A function that tries the request with other values, for the proof of a suggestion. */
export function retryingInTurns<R extends object>(
  given: GivenValues,
  read: (given: GivenValues) => RequestReading<R>,
  make: (request: R) => Interruptible<unknown>,
  written: Written = withEscapes,
): (change: Suggestion) => Interruptible<RequestRefusal | undefined> {
  return function* (change) {
    const found = yield* attempt({ ...given, ...change }, read, make, written)
    return 'made' in found ? undefined : found
  }
}

/** What another service draws, and this one does not. */
export class NotServed extends DrawingRefusal {
  /** @param suggestion  what does the same work, by the parameters of the other service */
  constructor(parameter: string, message: string, suggestion?: Suggestion) {
    super([{ parameter, code: 'not_served', message, ...(suggestion && { suggestion }) }], message)
    this.name = 'NotServed'
  }
}

/** The refusal of a request for its form. @param faults  one or more */
export function formRefusal(faults: readonly FormFault[]): RequestRefusal {
  const list = faults.map(({ sentence: _, ...fault }) => fault)
  return { code: faults[0]!.code, message: sentencesOf(faults), faults: list }
}

/** The faults that drawing found. @throws `error` if it is not one of the request */
export function drawingFaults(error: unknown): RequestRefusal {
  if (error instanceof DrawingRefusal) return { code: error.code, message: error.message, faults: error.faults }
  if (error instanceof Gs1Error) return { code: error.code, message: error.message, faults: messageFaults(error) }
  if (error instanceof EncodeError) return encodingFault(error)
  throw error
}

function encodingFault({ code, message, at: position, suggestion }: EncodeError): RequestRefusal {
  const more = { ...(position !== undefined && { position }), ...(suggestion && { suggestion }) }
  return { code, message, faults: [{ parameter: 'text', code, message, ...more }] }
}

/** The faults of a GS1 message as faults of the text. */
export function messageFaults({ faults }: Gs1Error): readonly Fault[] {
  return faults.map(({ code, message, ...place }) => {
    return { parameter: 'text', code, message, position: place.from, ...place }
  })
}

/** The most changes that are tried one after the other, each for a fault that the one before brought to light. */
const mostChanges = 4

/**
 * The refusal with the change that draws, each value at a fault that it is about. The suggestions of all faults are applied, and those
 * of the faults that are found then; what does not draw in the end is not suggested.
 *
 * @param again  what comes of the request with these values in place of its own; undefined if it draws
 */
export function withProof<R extends Pick<RequestRefusal, 'faults'>>(
  refusal: R,
  again: (change: Suggestion) => Pick<RequestRefusal, 'faults'> | undefined,
): R {
  return uninterrupted(proving(refusal, atOnce(again)))
}

/** The same of an `again` that may be interrupted. */
export function* proving<R extends Pick<RequestRefusal, 'faults'>>(
  refusal: R,
  again: (change: Suggestion) => Interruptible<Pick<RequestRefusal, 'faults'> | undefined>,
): Interruptible<R> {
  if (refusal.faults.every(({ suggestion }) => suggestion === undefined)) return refusal
  const left = { ...(yield* changeThatDraws(refusal.faults, again)) }
  // each fault has the values that it suggested, as far as no other has them before it
  const faults = refusal.faults.map(({ suggestion, ...fault }): Fault => {
    const own = Object.keys(suggestion ?? {}).filter((name) => name in left)
    if (own.length === 0) return fault
    const values = own.map((name): [string, string] => [name, left[name]!])
    for (const name of own) delete left[name]
    return { ...fault, suggestion: Object.fromEntries(values) }
  })
  // what the faults that were found later suggested
  const first = faults.findIndex(({ suggestion }) => suggestion !== undefined)
  const told = faults.map((fault, i) =>
    i === first ? { ...fault, suggestion: { ...fault.suggestion, ...left } } : fault,
  )
  return { ...refusal, faults: told }
}

function* changeThatDraws(
  faults: readonly Fault[],
  again: (change: Suggestion) => Interruptible<Pick<RequestRefusal, 'faults'> | undefined>,
): Interruptible<Suggestion | undefined> {
  let change: Suggestion = {}
  let found = faults
  for (let i = 0; i < mostChanges; i++) {
    // of several faults that change the same parameter, the first; the others are found again
    const next: Suggestion = Object.assign({}, ...found.map(({ suggestion }) => suggestion).reverse())
    if (Object.entries(next).every(([name, value]) => change[name] === value)) return undefined
    change = { ...change, ...next }
    // each try draws a label
    yield
    const refusal = yield* again(change)
    if (refusal === undefined) return change
    found = refusal.faults
  }
  return undefined
}

/** The refusal with suggestions as the request is written: with escapes, if it has them. */
export function withEscapes<R extends Pick<RequestRefusal, 'faults'>>(refusal: R, request: object | undefined): R {
  if (request === undefined || !('escapes' in request) || request.escapes !== true) return refusal
  const faults = refusal.faults.map(({ suggestion, ...fault }) => {
    if (suggestion === undefined) return fault
    const entries = Object.entries(suggestion)
    const written = entries.map(([name, value]) => [name, escapable.includes(name) ? escaped(value) : value])
    return { ...fault, suggestion: Object.fromEntries(written) as Suggestion }
  })
  return { ...refusal, faults }
}
