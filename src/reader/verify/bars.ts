/** Bars from end to end: each begins and ends where the area of its symbol does, and nothing is between them. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import { isDark, isSolid, type Matrix, transposed } from '../../../symbologies/matrix/index.ts'
import type { Box, Seen } from '../check/index.ts'
import type { GuardBars, Turn } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { Narrowed } from './narrowed.ts'

/** What is said of a linear symbol. */
interface Bars {
  readonly symbology: Symbology
  /** Its digits, if there is one. */
  readonly addon: string | undefined
  /** Of the symbol on its sheet, in dots. */
  readonly area: Box
  readonly seen: Seen
  readonly turn: Turn
  /** X, in dots. */
  readonly module: number
  readonly narrowed: Narrowed | undefined
  /** Columns of dots that a pin prints together. */
  readonly columns: number
  /** The height of bars that was asked for, in dots: without the extension of guard bars and without bearer bars. */
  readonly height: number | undefined
  /** Guard bars that are other than those of the standard. */
  readonly guards: GuardBars | undefined
  /** Whether the area is a strip of bars, which are longer than it is high: all are as long as the strip. */
  readonly isStrip: boolean
}

/** By how many modules guard bars are longer than the others (ISO/IEC 15420:2009, 4.3.2). */
const guardDrop = 5

/** The bars of symbols with guard bars, without those of an add-on, and how many are longer: UPC-A's outer digits are. */
const guarded: { readonly [S in Symbology]?: { readonly bars: number; readonly guards: number } } = {
  ean13: { bars: 30, guards: 6 },
  upca: { bars: 30, guards: 10 },
  ean8: { bars: 22, guards: 6 },
  upce: { bars: 17, guards: 5 },
}

/**
 * Refuses bars that are longer or shorter than they should be, or are not all there.
 *
 * @param drawn  the dots of the symbol's area, which is as high as its bars
 * @throws VerificationFailure
 */
export function refuseOtherBars(
  drawn: Matrix,
  { symbology, addon, area, seen, turn, module, narrowed, columns, height, guards: ownGuards, isStrip }: Bars,
): void {
  const isSideways = turn === 'R' || turn === 'L'
  // a row for each line along the bars
  const lines = isSideways ? drawn : transposed(drawn)
  const { width } = lines
  const isFromEnd = turn === 'R' || turn === 'I'
  const taken = isStrip ? 0 : ((isSideways ? narrowed?.x : narrowed?.y) ?? 0)
  const takenLast = Math.trunc(taken / 2)
  const takenFirst = taken - takenLast
  const hasGuards = !isStrip && guarded[symbology] !== undefined
  const drop = ownGuards?.drop ?? (hasGuards ? guardDrop * module : 0)
  const pins = { columns: isSideways ? columns : 1, start: area.left }
  const whole = byPins({ from: Math.max(0, takenFirst), to: width - Math.max(0, takenLast) }, pins)
  const first = Math.max(0, whole.from)
  const end = Math.min(width, whole.to)
  /** Bars that are not guards. */
  const short = isFromEnd
    ? { from: hasGuards ? byPins({ from: drop + takenFirst, to: end }, pins).from : first, to: end }
    : { from: first, to: hasGuards ? byPins({ from: first, to: width - drop - takenLast }, pins).to : end }
  const beyond = isFromEnd ? { from: first, to: short.from } : { from: short.to, to: end }
  const besideShort = isFromEnd ? short.from - 1 : short.to
  const probe = hasGuards ? (isFromEnd ? end - 1 : first) : width >> 1
  const outside = [
    { from: 0, to: first },
    { from: end, to: width },
  ] as const
  const [outsideBars, outsideGuards] = isFromEnd ? [outside[1], outside[0]] : outside
  const bearer = symbology === 'itf14' && height !== undefined ? (width - height) / 2 : undefined
  const between = bearer !== undefined && { from: bearer - takenLast, to: width - bearer + takenFirst }
  if (height !== undefined && bearer === undefined && width !== height + drop) throw otherBars()
  const { left, top, right, bottom } = seen.place
  const [from, to] = (isSideways ? [top, bottom] : [left, right]).map(Math.round) as [number, number]
  let count = 0
  let guards = 0
  for (let line = from; line < to; line++) {
    const isBar = isDark(lines, probe, line)
    const isFirst = isBar && (line === from || !isDark(lines, probe, line - 1))
    if (isFirst) count++
    // bearer bars are at the ends of spaces
    if (!isBar && symbology === 'itf14') {
      if (between && !isBetween(lines, line, { between, first, end })) throw otherBars()
      continue
    }
    if (!isSolid(lines, line, short, isBar)) throw otherBars()
    if (!isBar) continue
    const isGuard = !hasGuards || isSolid(lines, line, beyond, true)
    if (isFirst && isGuard) guards++
    if (!isGuard && isDark(lines, besideShort, line)) throw otherBars()
    const isLonger =
      !isSolid(lines, line, outsideBars, false) || (isGuard && !isSolid(lines, line, outsideGuards, false))
    if (isLonger) throw otherBars()
  }
  const known = isStrip ? undefined : guarded[symbology]
  const { bars, guards: longBars } = known ?? { bars: barsIn(seen.rows[0]!, symbology), guards }
  if (count !== bars || guards !== (ownGuards?.count ?? longBars)) throw otherBars()
  if (addon === undefined) return
  const isForward = turn === 'N' || turn === 'R'
  // one module more on each side, for dark that is drawn wider
  const [near, far] = [(addonQuiet - 1) * module, (addonQuiet + 1 + addonWidth(addon.length)) * module]
  const rows = isForward ? { from: lines.height - far, to: lines.height - near } : { from: near, to: far }
  const room = Math.max(addonRoom.modules * module, addonRoom.dots)
  const lower = isFromEnd
    ? { from: first, to: byPins({ from: first, to: width - room - takenLast }, pins).to }
    : { from: byPins({ from: room + takenFirst, to: end }, pins).from, to: end }
  const ends = { from: first, to: end, isFromEnd }
  const lengths = [end - first, lower.to - lower.from]
  refuseOtherAddon(lines, rows, { ends, lengths, digits: addon.length })
}

/** Whether nothing but bearer bars is in a space. @param between  them, where it is light */
function isBetween(
  lines: Matrix,
  line: number,
  { between: { from, to }, first, end }: { readonly between: Span; readonly first: number; readonly end: number },
): boolean {
  return (
    isSolid(lines, line, { from, to }, false) &&
    isSolid(lines, line, { from: first, to: from }, true) &&
    isSolid(lines, line, { from: to, to: end }, true)
  )
}

/** How much lower the bars of an add-on begin, in modules, and in dots at the least, where digits are above them. */
const addonRoom = { modules: 9, dots: 10 }

/** Light modules behind an add-on, and its modules (GS1 General Specifications, 5.2.2.5 and 5.2.3.4). */
const addonQuiet = 5
const addonWidth = (digits: number): number => 9 * digits + 2

/** The bars of add-ons of two and five digits (ISO/IEC 15420:2009, 4.3.2). */
const addonBars: { readonly [digits: number]: number } = { 2: 7, 5: 16 }

/** Refuses bars of an add-on that do not begin and end where they should. @param rows  that may have them */
function refuseOtherAddon(
  lines: Matrix,
  rows: Span,
  {
    ends: { from, to, isFromEnd },
    lengths: allowed,
    digits,
  }: {
    readonly ends: Span & { readonly isFromEnd: boolean }
    /** In dots, those that bars may have. */
    readonly lengths: readonly number[]
    readonly digits: number
  },
): void {
  const places = Array.from({ length: to - from }, (_, i) => (isFromEnd ? from + i : to - 1 - i))
  const probe = places[0]!
  const bars = Array.from({ length: rows.to - rows.from }, (_, i) => rows.from + i)
  const dark = bars.filter((line) => isDark(lines, probe, line))
  const lengthOf = (line: number): number => {
    const light = places.findIndex((place) => !isDark(lines, place, line))
    return light === -1 ? places.length : light
  }
  const lengths = dark.map(lengthOf)
  const length = lengths[0] ?? 0
  const runs = dark.filter((line) => line === rows.from || !isDark(lines, probe, line - 1)).length
  const isEven = allowed.includes(length) && lengths.every((each) => each === length)
  const span = isFromEnd ? { from, to: from + length } : { from: to - length, to }
  const isLightBetween = bars.every((line) => isDark(lines, probe, line) || isSolid(lines, line, span, false))
  if (runs !== addonBars[digits] || !isEven || !isLightBetween) throw otherBars()
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

/** Bars in modules as they were read, without those of an add-on. */
const barsIn = (row: string, symbology: Symbology): number => guarded[symbology]?.bars ?? row.match(/1+/g)?.length ?? 0

const otherBars = (): VerificationFailure =>
  new VerificationFailure('place', 'the bars do not all begin and end where they should')
