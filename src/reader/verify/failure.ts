/** Why bytes are not what was asked for. */

/** What was found wrong: the bytes themselves, where a symbol stands, what it says, how large it is, or how many labels there are. */
export type FailureRule =
  | 'bytes'
  | 'page'
  | 'place'
  | 'symbol'
  | 'symbology'
  | 'text'
  | 'x-dimension'
  | 'turn'
  | 'label'
  | 'labels'
  | 'copies'

/** Bytes that do not show what was asked for, or that are not understood. Its message never has the text of a label. */
export class VerificationFailure extends Error {
  override readonly name = 'VerificationFailure'
  readonly rule: FailureRule
  /** The finding of the checker that decided, as `qr.errorcorrection`. */
  readonly finding: string | undefined
  /** The label, from 1, in the order of the bytes. */
  label: number | undefined

  constructor(rule: FailureRule, message: string, finding?: string) {
    super(message)
    this.rule = rule
    this.finding = finding
  }
}

/** The failure of bytes that are not as they should be written. */
export const unreadable = (message: string): VerificationFailure => new VerificationFailure('bytes', message)
