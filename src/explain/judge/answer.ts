/** What a program answers to a case: a picture, modules, or why there is neither. */

import { formatOf, PictureError } from '../../reader/check/index.ts'
import { checkedFile } from '../../reader/picture-file.ts'
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
  if (reply.kind === 'silent') return { kind: 'none', code: 'crash', why: reply.why }
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

/** Undefined for an object without a member that is known. */
export function answerInJson({
  matrix,
  png,
  svg,
  error,
  unsupported,
}: Readonly<Record<string, unknown>>): Answer | undefined {
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

/** Grey values, 0 black to 255 white, top row first. */
export interface Greys {
  readonly width: number
  readonly height: number
  readonly grey: Uint8Array
}

/** Pixels of a module, light modules around a symbol, and the height of bars in modules, of a matrix as a picture. */
const painted = { pixels: 4, margin: 4, barHeight: 25 } as const

/** What was drawn, as a picture; undefined of what is none. */
export async function pictureOfAnswer(
  answer: Extract<Answer, { kind: 'matrix' | 'file' }>,
): Promise<Greys | undefined> {
  if (answer.kind === 'matrix') return paintedRows(answer.rows)
  try {
    const { picture } = await checkedFile(new Uint8Array(answer.file), {})
    return picture && { ...picture, grey: Uint8Array.from(picture.original ?? picture.grey) }
  } catch (error) {
    // PDFium, which draws SVG, need not be installed
    if (error instanceof PictureError) return undefined
    throw error
  }
}

function paintedRows(rows: readonly string[]): Greys | undefined {
  const { pixels, margin, barHeight } = painted
  const columns = Math.max(0, ...rows.map(({ length }) => length))
  if (columns === 0 || columns * rows.length > mostPainted) return undefined
  const high = rows.length === 1 ? barHeight : rows.length
  const [width, height] = [pixels * (columns + 2 * margin), pixels * (high + 2 * margin)]
  const grey = new Uint8Array(width * height).fill(255)
  for (let y = pixels * margin; y < height - pixels * margin; y++) {
    const row = rows[Math.min(rows.length - 1, Math.floor(y / pixels) - margin)]!
    for (let x = 0; x < columns; x++) {
      const at = y * width + pixels * (margin + x)
      if (row[x] === '1') grey.fill(0, at, at + pixels)
    }
  }
  return { width, height, grey }
}

/** The most modules of a picture. */
const mostPainted = 100_000
