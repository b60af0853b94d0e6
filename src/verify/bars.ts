/** Bars from end to end: each begins and ends where the area of its symbol does, and nothing is between them. */

import type { Symbology } from '../../symbologies/barcode.ts'
import { isDark, isSolid, type Matrix, transposed } from '../../symbologies/matrix/index.ts'
import type { Box, Seen } from '../check/index.ts'
import type { Turn } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { Narrowed } from './narrowed.ts'

/** What is said of a linear symbol. */
interface Bars {
  readonly symbology: Symbology
  /** Of the symbol on its sheet, in dots. */
  readonly area: Box
  readonly seen: Seen
  readonly turn: Turn
  /** X, in dots. */
  readonly module: number
  readonly narrowed: Narrowed | undefined
  /** Columns of dots that a pin prints together. */
  readonly columns: number
}

/** By how many modules guard bars are longer than the others (ISO/IEC 15420:2009, 4.3.2). */
const guardDrop = 5

/** The bars of symbols with guard bars, without an add-on. */
const guarded: { readonly [S in Symbology]?: number } = { ean13: 30, upca: 30, ean8: 22, upce: 17 }

/**
 * Refuses bars that are longer or shorter than they should be, or are not all there.
 *
 * @param drawn  the dots of the symbol's area, which is as high as its bars
 * @throws VerificationFailure
 */
export function refuseOtherBars(drawn: Matrix, { symbology, area, seen, turn, module, narrowed, columns }: Bars): void {
  const isSideways = turn === 'R' || turn === 'L'
  // a row for each line along the bars
  const lines = isSideways ? drawn : transposed(drawn)
  const { width } = lines
  const isFromEnd = turn === 'R' || turn === 'I'
  const taken = (isSideways ? narrowed?.x : narrowed?.y) ?? 0
  const takenLast = Math.trunc(taken / 2)
  const takenFirst = taken - takenLast
  const hasGuards = guarded[symbology] !== undefined
  const drop = hasGuards ? guardDrop * module : 0
  const pins = { columns: isSideways ? columns : 1, start: area.left }
  const whole = byPins({ from: Math.max(0, takenFirst), to: width - Math.max(0, takenLast) }, pins)
  const first = Math.max(0, whole.from)
  const end = Math.min(width, whole.to)
  /** Bars that are no guards. */
  const short = isFromEnd
    ? { from: hasGuards ? byPins({ from: drop + takenFirst, to: end }, pins).from : first, to: end }
    : { from: first, to: hasGuards ? byPins({ from: first, to: width - drop - takenLast }, pins).to : end }
  const beyond = isFromEnd ? { from: first, to: short.from } : { from: short.to, to: end }
  const besideShort = isFromEnd ? short.from - 1 : short.to
  const probe = hasGuards ? (isFromEnd ? end - 1 : first) : width >> 1
  const { left, top, right, bottom } = seen.place
  const [from, to] = (isSideways ? [top, bottom] : [left, right]).map(Math.round) as [number, number]
  let count = 0
  for (let line = from; line < to; line++) {
    const isBar = isDark(lines, probe, line)
    if (isBar && (line === from || !isDark(lines, probe, line - 1))) count++
    // bearer bars are at the ends of spaces
    if (!isBar && symbology === 'itf14') continue
    if (!isSolid(lines, line, short, isBar)) throw otherBars()
    if (!isBar || !hasGuards) continue
    const isGuard = isSolid(lines, line, beyond, true)
    if (!isGuard && isDark(lines, besideShort, line)) throw otherBars()
  }
  if (count !== (guarded[symbology] ?? darkRunsIn(seen.rows[0]!))) throw otherBars()
}

interface Span {
  readonly from: number
  readonly to: number
}

/** What pins print of dots from `from` to `to`: all columns of those that have one of them. @param start  of the dots on their sheet */
function byPins({ from, to }: Span, { columns, start }: { readonly columns: number; readonly start: number }): Span {
  return {
    from: columns * Math.floor((start + from) / columns) - start,
    to: columns * Math.ceil((start + to) / columns) - start,
  }
}

const darkRunsIn = (row: string): number => row.match(/1+/g)?.length ?? 0

const otherBars = (): VerificationFailure =>
  new VerificationFailure('place', 'the bars do not all begin and end where they should')
