/** What a decoder answers: what it read, or that it read nothing. */

import { jsonIn } from '../answer.ts'
import type { Reply } from '../process.ts'

export type DecoderAnswer =
  /**
   * @property data  what it transmits, as text or in bytes
   * @property type  the symbology, by our names, if it says so
   */
  | { readonly kind: 'read'; readonly data: string | Uint8Array; readonly type?: string }
  | { readonly kind: 'nothing'; readonly why: string }
  /** The program does not have the symbology, which is not judged. */
  | { readonly kind: 'unsupported'; readonly why: string }
  /** @property code  `timeout`, `crash`, `too_much` or `form` */
  | { readonly kind: 'none'; readonly code: string; readonly why: string }

/** The answer in what a program wrote: a line of JSON, or the text itself. */
export function decoderAnswerIn(reply: Reply): DecoderAnswer {
  if (reply.kind === 'failed') return { kind: 'none', code: reply.code, why: reply.why }
  if (reply.kind === 'refused') return { kind: 'nothing', why: reply.why }
  if (reply.kind === 'silent') return { kind: 'nothing', why: 'nothing was written' }
  const json = jsonIn(new TextDecoder().decode(reply.bytes).trim())
  return (json && decoderAnswerInJson(json)) ?? { kind: 'read', data: reply.bytes }
}

/** Undefined for an object without a member that is known, which may be what a symbol says. */
function decoderAnswerInJson(json: Readonly<Record<string, unknown>>): DecoderAnswer | undefined {
  const { text, bytes, type, error, unsupported } = json
  const named = typeof type === 'string' ? { type } : {}
  if (typeof text === 'string') return { kind: 'read', data: text, ...named }
  if (typeof bytes === 'string') return { kind: 'read', data: new Uint8Array(Buffer.from(bytes, 'base64')), ...named }
  if (typeof error === 'string') return { kind: 'nothing', why: error }
  if (text === null || error === null) return { kind: 'nothing', why: 'nothing was read' }
  return typeof unsupported === 'string' ? { kind: 'unsupported', why: unsupported } : undefined
}
