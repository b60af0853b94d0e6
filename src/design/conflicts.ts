/** Ink of one element where it keeps another from being read, or beyond the edges of the label. */

import { darkRunsBetween } from '../../symbologies/matrix/index.ts'
import type { Interruptible } from '../interruptible.ts'
import type { InkMark, ModulesMark } from '../layout/scene.ts'
import type { Warning, WarningCode } from '../plan/warning.ts'
import { inkOf } from '../render/paint.ts'
import type { Rect } from './shapes.ts'

/** An element that is drawn. */
export interface DrawnElement {
  /** What it is called in messages. */
  readonly label: string
  readonly marks: readonly InkMark[]
  /** Of a symbol: it with its quiet zones. */
  readonly zone?: Rect | undefined
  /** Where no ink of others may be: the ink of a text, a symbol with its quiet zones and words. */
  readonly kept?: Rect | undefined
}

/** A warning about elements of a design. */
export interface ElementWarning extends Warning {
  /** What they are called: of ink in a quiet zone, the symbol that it may keep from being read. */
  readonly labels: readonly string[]
  /** Whether a symbol cannot be read back so. */
  readonly isUnreadable?: boolean
}

/** The warnings about elements that are in each other's way, or leave the label. */
export function* conflictsIn(elements: readonly DrawnElement[], page: Rect): Interruptible<readonly ElementWarning[]> {
  const inked = elements.flatMap((element) => {
    const box = inkBox(element.marks)
    return box === undefined ? [] : [{ ...element, box }]
  })
  const beyond = inked.filter(({ box, kept }) => !isWithin(joined(box, kept), page))
  const found = beyond.map(
    ({ label, zone }): ElementWarning => ({
      ...warning('off_page', `${label} leaves the label`, [label]),
      isUnreadable: zone !== undefined && !isWithin(zone, page),
    }),
  )
  for (const [i, one] of inked.entries()) {
    if (inked.length > 1) yield
    for (const other of inked.slice(i + 1)) found.push(...conflictsBetween(one, other))
  }
  return found
}

const warning = (code: WarningCode, message: string, labels: readonly string[]): ElementWarning => ({
  ...{ code, parameter: 'design', message, labels },
})

/** An element with the rectangle around its ink. */
type Inked = DrawnElement & { readonly box: Rect }

function conflictsBetween(one: Inked, other: Inked): readonly ElementWarning[] {
  const pairs = [
    [one, other],
    [other, one],
  ] as const
  const inZone = pairs.filter(([{ zone }, intruder]) => zone !== undefined && hasInk(intruder, zone))
  if (inZone.length > 0) {
    return inZone.map(([symbol, { label }]) => ({
      ...warning('ink_in_quiet_zone', `${label} has ink in ${symbol.label} or its quiet zone`, [symbol.label]),
      isUnreadable: true,
    }))
  }
  const isOverlapping = pairs.some(([{ kept }, intruder]) => kept !== undefined && hasInk(intruder, kept))
  return isOverlapping
    ? [warning('elements_overlap', `${one.label} and ${other.label} overlap`, [one.label, other.label])]
    : []
}

/** Whether an element has ink in a rectangle: text anywhere between its letters, others where their dots are. */
function hasInk({ marks, kept, zone, box }: Inked, rect: Rect): boolean {
  if (!meet(box, rect)) return false
  if (kept !== undefined && zone === undefined) return true
  return marks.some((mark) => (mark.kind === 'text' ? meet(inkOf(mark), rect) : hasModules(mark, rect)))
}

const meet = (a: Rect, b: Rect): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const isWithin = (a: Rect, b: Rect): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom

export function joined(a: Rect, b: Rect | undefined): Rect {
  if (b === undefined) return a
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)]
  return { left, top, right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) }
}

/** The rectangle around the ink of marks; undefined if there is none. */
export function inkBox(marks: readonly InkMark[]): Rect | undefined {
  const boxes = marks.map((mark) => (mark.kind === 'text' ? inkOf(mark) : moduleBox(mark)))
  const inked = boxes.filter(({ left, right, top, bottom }) => left < right && top < bottom)
  return inked.length === 0 ? undefined : inked.reduce(joined)
}

function moduleBox({ xs, ys }: ModulesMark): Rect {
  return { left: xs[0]!, top: ys[0]!, right: xs.at(-1)!, bottom: ys.at(-1)! }
}

function hasModules({ matrix, xs, ys }: ModulesMark, { left, top, right, bottom }: Rect): boolean {
  const columns = { from: firstAfter(xs, left), to: lastBefore(xs, right) }
  if (columns.from >= columns.to) return false
  const runs = new Float64Array(columns.to - columns.from + 1)
  for (let y = firstAfter(ys, top); y < lastBefore(ys, bottom); y++) {
    if (darkRunsBetween(matrix, y, columns, runs) > 0) return true
  }
  return false
}

/** The first column or row that ends after a place. */
function firstAfter(edges: readonly number[], place: number): number {
  const index = edges.findIndex((edge) => edge > place)
  return index < 0 ? edges.length - 1 : Math.max(0, index - 1)
}

/** The number of columns or rows that begin before a place. */
function lastBefore(edges: readonly number[], place: number): number {
  const index = edges.findIndex((edge) => edge >= place)
  return index < 0 ? edges.length - 1 : index
}
