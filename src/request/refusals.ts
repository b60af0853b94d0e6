/** Why a request is refused: the faults of its form, and those that drawing found, each with its parameter. */

import { Gs1Error } from '../../symbologies/gs1/index.ts'
import { EncodeError, type Suggestion } from '../../symbologies/index.ts'
import type { Fault } from '../answer.ts'
import { composeLabel, type LabelRequest } from '../draw/drawing.ts'
import type { Limits } from '../drawing-size.ts'
import { FitError } from '../layout/fit.ts'
import { NotConforming } from '../plan/warning.ts'
import { type FormFault, isFaults, sentencesOf } from './form-faults.ts'
import type { Given } from './request-reader.ts'
import { type RequestRefusal, withEscapes } from './suggestions.ts'

/** The refusal of a request for its form. @param faults  one or more */
export function formRefusal(faults: readonly FormFault[]): RequestRefusal {
  const list = faults.map(({ sentence: _, ...fault }) => fault)
  return { code: faults[0]!.code, message: sentencesOf(faults), faults: list }
}

/** The faults that drawing found. @throws `error` if it is none of the request */
export function drawingFaults(error: unknown): RequestRefusal {
  if (error instanceof EncodeError) return drawingFault('text', error, error.at)
  if (error instanceof Gs1Error) return { code: error.code, message: error.message, faults: messageFaults(error) }
  if (error instanceof FitError) return drawingFault(error.parameter, error)
  if (error instanceof NotConforming) return refusedWarnings(error)
  throw error
}

function drawingFault(parameter: string, error: EncodeError | FitError, position?: number): RequestRefusal {
  const { code, message, suggestion } = error
  const fault: Fault = {
    parameter,
    code,
    message,
    ...(position !== undefined && { position }),
    ...(suggestion && { suggestion }),
  }
  return { code, message, faults: [fault] }
}

/** The faults of a GS1 message as faults of the text. */
export function messageFaults({ faults }: Gs1Error): readonly Fault[] {
  return faults.map(({ code, message, ...place }) => {
    return { parameter: 'text', code, message, position: place.from, ...place }
  })
}

function refusedWarnings({ code, message, warnings }: NotConforming): RequestRefusal {
  const faults = warnings.map(({ code: warning, parameter, message, ...more }): Fault => {
    return { parameter, code, message, warning, ...more }
  })
  return { code, message, faults }
}

/** A function that tries a label with other values, for the proof of a suggestion. @param read  its values, as `given` has them */
export function tryingLabel(
  given: Given,
  read: (given: Given) => LabelRequest | readonly FormFault[],
  limits: Limits,
): (change: Suggestion) => RequestRefusal | undefined {
  return (change) => {
    const changed = Object.fromEntries(Object.entries(change).map(([name, value]) => [name, [value]]))
    const request = read({ ...given, ...changed })
    if (isFaults(request)) return formRefusal(request)
    try {
      composeLabel(request, limits)
      return undefined
    } catch (error) {
      return withEscapes(drawingFaults(error), request)
    }
  }
}
