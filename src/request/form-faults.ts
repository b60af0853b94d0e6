import type { Suggestion } from '../../symbologies/index.ts'
import type { ErrorCode, Fault } from '../answer.ts'

/** By precedence: if a request has several faults, the answer has the code that comes first here. */
const faultCodes = ['invalid_encoding', 'duplicate_parameter', 'missing_parameter', 'invalid_parameter'] as const

/** Whether a fault with this code is one in the form of a request, so that nothing was tried. */
export function isFormFault(code: ErrorCode): boolean {
  return faultCodes.some((each) => each === code)
}

/** The codes of faults that are found as a request is read: the last is of words that are well formed. */
const readingCodes = [...faultCodes, 'counter_unknown'] as const

/** A fault in the form of one parameter, or of words that want a number where there is none. */
export interface FormFault extends Fault {
  readonly code: (typeof readingCodes)[number]
  /** The part of the whole error's message that is about this fault; it names the parameter. */
  readonly sentence: string
}

/** The message of an error with these faults. */
export function sentencesOf(faults: readonly FormFault[]): string {
  return faults.map(({ sentence }) => sentence).join('; ')
}

/** Compares faults for sorting by precedence. */
export function byPrecedence(a: FormFault, b: FormFault): number {
  return readingCodes.indexOf(a.code) - readingCodes.indexOf(b.code)
}

/** Why a value is refused. */
export class Refusal {
  readonly code: FormFault['code']
  /** For people, without the parameter's name. */
  readonly message: string
  /** Values with which the request would be accepted, by parameter, where they are known. */
  readonly suggestion: Suggestion | string | undefined

  /** @param suggestion  values by parameter, or the one of the parameter itself */
  constructor(code: FormFault['code'], message: string, suggestion?: Suggestion | string) {
    this.code = code
    this.message = message
    this.suggestion = suggestion
  }

  /** @param name  of the parameter */
  fault(name: string): FormFault {
    const { code, message, suggestion: given } = this
    const suggestion = typeof given === 'string' ? { [name]: given } : given
    return { parameter: name, code, message, sentence: `${name}: ${message}`, ...(suggestion && { suggestion }) }
  }
}
