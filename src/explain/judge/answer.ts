/** What a program answers to a case: a picture, modules, or why there is neither. */

import { formatOf } from '../../reader/check/index.ts'
import type { Reply } from './process.ts'

export type Answer =
  | { readonly kind: 'matrix'; readonly rows: readonly string[] }
  | { readonly kind: 'file'; readonly file: Uint8Array }
  | { readonly kind: 'refusal'; readonly why: string }
  /** The program has no such symbology or option, which is not judged. */
  | { readonly kind: 'unsupported'; readonly why: string }
  /** @property code  `timeout`, `crash`, `too_much` or `form` */
  | { readonly kind: 'none'; readonly code: string; readonly why: string }

/** The answer in what a program wrote: a PNG, an SVG, or a line of JSON. */
export function answerIn(reply: Reply): Answer {
  if (reply.kind === 'failed') return { kind: 'none', code: reply.code, why: reply.why }
  if (reply.kind === 'refused') return { kind: 'refusal', why: reply.why }
  const { bytes } = reply
  const format = formatOf(bytes)
  if (format === 'PNG' || format === 'SVG') return { kind: 'file', file: bytes }
  const text = new TextDecoder().decode(bytes).trim()
  const json = jsonIn(text)
  return (json && answerInJson(json)) ?? otherForm(text)
}

/** The members of an object in JSON; undefined if the text is not one. */
export function jsonIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function answerInJson({ matrix, png, svg, error, unsupported }: Readonly<Record<string, unknown>>): Answer | undefined {
  if (Array.isArray(matrix) && matrix.every((row): row is string => typeof row === 'string')) {
    return { kind: 'matrix', rows: matrix }
  }
  if (typeof png === 'string') return { kind: 'file', file: Buffer.from(png, 'base64') }
  if (typeof svg === 'string') return { kind: 'file', file: new TextEncoder().encode(svg) }
  if (typeof error === 'string') return { kind: 'refusal', why: error }
  return typeof unsupported === 'string' ? { kind: 'unsupported', why: unsupported } : undefined
}

function otherForm(text: string): Answer {
  const accepted = 'a PNG, an SVG, or a line of JSON with matrix, png, svg, error or unsupported'
  const given = text === '' ? 'nothing' : JSON.stringify(text.slice(0, 80))
  return { kind: 'none', code: 'form', why: `${given} was written; accepted: ${accepted}` }
}
