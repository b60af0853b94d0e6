/** Bars from end to end: each begins and ends where the area of its symbol does, and nothing is between them. */

import type { Symbology } from '../../symbologies/barcode.ts'
import { isDark, isSolid, type Matrix, transposed } from '../../symbologies/matrix/index.ts'
import type { Seen } from '../check/index.ts'
import type { Turn } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { Narrowed } from './narrowed.ts'

/** What is said of a linear symbol. */
interface Bars {
  readonly symbology: Symbology
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
export function refuseOtherBars(drawn: Matrix, { symbology, seen, turn, module, narrowed, columns }: Bars): void {
  const isSideways = turn === 'R' || turn === 'L'
  // a row for each line along the bars
  const lines = isSideways ? drawn : transposed(drawn)
  const { width } = lines
  const isFromEnd = turn === 'R' || turn === 'I'
  const taken = (isSideways ? narrowed?.x : narrowed?.y) ?? 0
  const takenLast = Math.trunc(taken / 2)
  const takenFirst = taken - takenLast
  /** Dots that are open at each end: where a pin prints two columns, bars across the head end on pairs. */
  const open = isSideways && columns > 1 ? columns - 1 + Math.abs(taken) : 0
  const first = Math.max(0, takenFirst) + open
  const end = width - Math.max(0, takenLast) - open
  const hasGuards = guarded[symbology] !== undefined
  const drop = hasGuards ? guardDrop * module : 0
  /** Bars that are no guards. */
  const short = isFromEnd
    ? { from: hasGuards ? drop + takenFirst + open : first, to: end }
    : { from: first, to: hasGuards ? width - drop - takenLast - open : end }
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
    if (!isGuard && open === 0 && isDark(lines, besideShort, line)) throw otherBars()
  }
  if (count !== (guarded[symbology] ?? darkRunsIn(seen.rows[0]!))) throw otherBars()
}

const darkRunsIn = (row: string): number => row.match(/1+/g)?.length ?? 0

const otherBars = (): VerificationFailure =>
  new VerificationFailure('place', 'the bars do not all begin and end where they should')
