/** What symbols give: what is drawn of a field, or why nothing is. */

import { doubtsAbout } from '../../../symbologies/given.ts'
import { Gs1Error } from '../../../symbologies/gs1/index.ts'
import {
  type Barcode,
  type Encoded,
  EncodeError,
  encodeContent,
  fnc1,
  type Symbology,
} from '../../../symbologies/index.ts'
import type { DrawnField, FieldFinding, SymbolField } from '../field.ts'
import type { Parameters } from './parameters.ts'

/** The longest ^FD, in bytes. ^FD: 3072 characters */
export const longestField = 3072

/** Nothing is moved. */
export const unmoved = { x: 0, y: 0 }

/** A field of which nothing is drawn, with the reason. */
export function nothing(
  { text }: SymbolField,
  parameters: Parameters,
  { type, finding }: { readonly type: string; readonly finding: FieldFinding },
): DrawnField {
  return {
    modules: [],
    width: 0,
    height: 0,
    orientation: parameters.orientation(),
    lines: [],
    offset: unmoved,
    symbol: { type, text, judged: false },
    findings: [...parameters.findings, finding],
  }
}

/** A finding about data that the symbology does not carry, so that nothing is printed. */
export const notCarried = (message: string, suggestion?: string): FieldFinding => ({
  code: 'data_not_carried',
  kind: 'fault',
  message: `${message}; nothing is printed`,
  ...(suggestion !== undefined && { suggestion }),
})

/** The finding for the refusal of an encoder. @throws what is not a refusal */
export function refusal(error: unknown): FieldFinding {
  if (!(error instanceof EncodeError)) throw error
  return notCarried(error.message)
}

/** What a symbol carries, for the report and the judge, and what is wrong with it. */
interface Judgement {
  readonly encoded: Encoded
  readonly findings: readonly FieldFinding[]
}

/** A symbol of plain text. */
export const judgementOf = (barcode: Encoded['barcode'], text: string): Judgement => ({
  encoded: { barcode, text, elements: [], doubts: doubtsAbout(barcode as Barcode) },
  findings: [],
})

/**
 * A symbol of GS1 element strings.
 *
 * @param message  without FNC1 in the first position, U+001D for those behind it
 */
export function gs1JudgementOf(symbology: Symbology, barcode: Encoded['barcode'], message: string): Judgement {
  const plain = judgementOf(barcode, message.replaceAll(fnc1, ''))
  try {
    const { text, elements, doubts } = encodeContent(symbology, { text: fnc1 + message, gs1: 'true' })
    return { encoded: { barcode, text, elements, doubts }, findings: [] }
  } catch (error) {
    if (error instanceof EncodeError) return plain
    if (!(error instanceof Gs1Error)) throw error
    const findings = error.faults.map(({ code, message }): FieldFinding => ({ code, kind: 'fault', message }))
    return { ...plain, findings }
  }
}
