/** The dots of a label as rows of bytes, as printers take them. */

import { differentRow, endOfDark, firstDark, type Matrix } from '../../symbologies/matrix/index.ts'

/** Columns [left, right), rows [top, bottom). */
export interface DotBox {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The box around what is dark; no rows if nothing is. */
export function darkBox(dots: Matrix): DotBox {
  let [left, top, right, bottom] = [dots.width, 0, 0, 0]
  for (let y = 0; y < dots.height; y++) {
    const end = endOfDark(dots, y)
    if (end === 0) continue
    if (bottom === 0) top = y
    left = Math.min(left, firstDark(dots, y))
    right = Math.max(right, end)
    bottom = y + 1
  }
  return { left, top, right, bottom }
}

/** A part of a picture whose rows are whole bytes. */
export interface ByteRows {
  /** Bytes a row. */
  readonly rowLength: number
  /** One bit a dot, most significant bit left, dark 1, padded with 0. */
  readonly bytes: Uint8Array
}

/** The bytes [first, end) of the rows [top, bottom); all of the picture by default. */
export function byteRows(
  dots: Matrix,
  { first, end, top, bottom } = { first: 0, end: (dots.width + 7) >>> 3, top: 0, bottom: dots.height },
): ByteRows {
  const rowLength = end - first
  const bytes = new Uint8Array(rowLength * (bottom - top))
  const row = new Uint8Array(4 * dots.stride)
  const view = new DataView(row.buffer)
  for (let y = top, next = top; y < bottom; y = next) {
    next = Math.min(bottom, differentRow(dots, y))
    for (let i = 0; i < dots.stride; i++) view.setUint32(4 * i, dots.words[dots.stride * y + i]!)
    for (let same = y; same < next; same++) bytes.set(row.subarray(first, end), rowLength * (same - top))
  }
  return { rowLength, bytes }
}

/** The box around what is dark, widened to whole bytes; undefined if nothing is dark. */
export function darkRows(dots: Matrix): (ByteRows & { readonly left: number; readonly top: number }) | undefined {
  const { left, top, right, bottom } = darkBox(dots)
  if (bottom === 0) return undefined
  const first = left >>> 3
  return { left: 8 * first, top, ...byteRows(dots, { first, end: (right + 7) >>> 3, top, bottom }) }
}

/** Dark and light exchanged, padding included, for languages in which 0 is black. */
export function inverted(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte) => byte ^ 0xff)
}

export function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}

/** ASCII and bytes, one after another. */
export function joined(parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array {
  const encoder = new TextEncoder()
  return concatenated(
    parts.map((part) =>
      typeof part === 'string' ? encoder.encode(part) : part instanceof Uint8Array ? part : Uint8Array.from(part),
    ),
  )
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** A number of two bytes, the low one first. */
export const lowHigh = (value: number): readonly [number, number] => [value & 0xff, (value >>> 8) & 0xff]
