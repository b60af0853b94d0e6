/** The print heads of Brother's label printers: their pins, and which of them reach a tape. */

import { FitError } from '../layout/fit.ts'
import type { Resolution } from '../layout/resolution.ts'
import { type BrotherModel, type Handling, type MeasuredLabel, type Media, mediaOf } from './language.ts'

/** A print head, and how its printers are told of lines. */
export interface BrotherHead {
  readonly pins: number
  readonly tapes: readonly Tape[]
  readonly series: 'QL' | 'PT'
  /** Whether lines are packed (TIFF PackBits), and blank ones are a command of their own. */
  readonly isPacked: boolean
  /** Lines that the printer feeds at both ends of a label on continuous tape. */
  readonly margin: number
  /** The fewest and the most lines of a page. */
  readonly lines: { readonly least: number; readonly most: number }
}

/** Which pins reach a tape, counted from the right, as the printed side is seen with its first line on top. */
export interface Tape {
  /** In mm; 4 mm tape has 3.5. */
  readonly width: number
  /** Pins right of those that reach it, which come first in a line. */
  readonly right: number
  /** Pins that reach it. */
  readonly area: number
}

const tape = ([width, right, area]: readonly [number, number, number]): Tape => ({ width, right, area })

/** 300 dpi, 720 pins (Raster Command Reference QL-500 to QL-1060N, QL-710W/720NW). */
const narrowQl: readonly Tape[] = (
  [
    [12, 29, 106],
    [17, 0, 165],
    [23, 42, 202],
    [29, 6, 306],
    [38, 12, 413],
    [39, 6, 425],
    [50, 12, 554],
    [52, 0, 578],
    [54, 0, 590],
    [62, 12, 696],
  ] as const
).map(tape)

/** 300 dpi, 1296 pins (Raster Command Reference QL-500 to QL-1060N). */
const wideQl: readonly Tape[] = (
  [
    [12, 73, 106],
    [29, 50, 306],
    [38, 56, 413],
    [50, 56, 554],
    [54, 44, 590],
    [62, 56, 696],
    [102, 56, 1164],
  ] as const
).map(tape)

/** 180 dpi, 128 pins (Raster Command Reference PT-E550W/P750W/P710BT 1.01, p. 20). */
const narrowPt: readonly Tape[] = (
  [
    [3.5, 52, 24],
    [6, 48, 32],
    [9, 39, 50],
    [12, 29, 70],
    [18, 8, 112],
    [24, 0, 128],
  ] as const
).map(tape)

/** 360 dpi, 560 pins (Raster Command Reference PT-P900/P950NW 1.02, p. 23). */
const widePt: readonly Tape[] = (
  [
    [3.5, 264, 48],
    [6, 256, 64],
    [9, 235, 106],
    [12, 213, 150],
    [18, 171, 234],
    [24, 128, 320],
    [36, 61, 454],
  ] as const
).map(tape)

const ql = { series: 'QL', margin: 35, lines: { least: 150, most: 11811 } } as const
const pt = { series: 'PT', isPacked: true } as const

/** QL-500 to 570, 600, 700 and 800 take no lines that are packed. */
const [plainQl, packedQl, widestQl] = [
  { ...ql, pins: 720, tapes: narrowQl, isPacked: false },
  { ...ql, pins: 720, tapes: narrowQl, isPacked: true },
  { ...ql, pins: 1296, tapes: wideQl, isPacked: true },
] as const satisfies readonly BrotherHead[]
const [pt180, pt360] = [
  { ...pt, pins: 128, tapes: narrowPt, margin: 14, lines: { least: 31, most: 7086 } },
  { ...pt, pins: 560, tapes: widePt, margin: 28, lines: { least: 62, most: 14172 } },
] as const satisfies readonly BrotherHead[]
/** QL-500 to 560 and 650TD print labels of 295 lines and more. */
const longer = { lines: { least: 295, most: ql.lines.most } }

const heads: Readonly<Record<BrotherModel, BrotherHead>> = {
  'QL-500': { ...plainQl, ...longer },
  'QL-550': { ...plainQl, ...longer },
  'QL-560': { ...plainQl, ...longer },
  'QL-570': plainQl,
  'QL-580N': packedQl,
  'QL-600': plainQl,
  'QL-650TD': { ...packedQl, ...longer },
  'QL-700': plainQl,
  'QL-710W': packedQl,
  'QL-720NW': packedQl,
  'QL-800': plainQl,
  'QL-810W': packedQl,
  'QL-820NWB': packedQl,
  'QL-1050': widestQl,
  'QL-1060N': widestQl,
  'QL-1100': widestQl,
  'QL-1110NWB': widestQl,
  'QL-1115NWB': widestQl,
  'PT-E550W': pt180,
  'PT-P700': pt180,
  'PT-P710BT': pt180,
  'PT-P750W': pt180,
  'PT-P900': pt360,
  'PT-P900W': pt360,
  'PT-P950NW': pt360,
}

/** Dots that a print head does not reach at each end of a die-cut label: 29 x 90 mm prints 991 of 1063 lines. */
const unreached = 36

/** Where a label lies on its tape. */
export interface Placed {
  readonly head: BrotherHead
  readonly tape: Tape
  readonly media: Media | undefined
  /** The columns [left, right) and the rows [top, bottom) of the label that are printed. */
  readonly printed: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
  /** Pins right of the label's last printed column. */
  readonly pinsRight: number
  /** Lines of the shortest label on continuous tape. */
  readonly leastLines: number
  /** Of the paper in mm, as printers know it. */
  readonly width: number
  /** The length of a die-cut label in mm. */
  readonly length: number
}

/** Rolls that print black and red (Brother's Raster Command Reference of QL-800, 810W and 820NWB, two-colour printing). */
export const twoColoured: readonly string[] = ['dk-22251']

/**
 * Where a label lies on the tape that is as wide, or is the narrowest that is wider: in its middle. A label of as many dots as the pins
 * that reach a tape is what is printed of it.
 *
 * At 600 dpi a QL has 300 across and 600 along the feed: a pin prints two columns of dots.
 *
 * Without a model, 180 dpi is a PT of 128 pins, 360 dpi one of 560; 300 dpi is a QL of 720 pins that takes no packed lines, or for what
 * is wider than its tapes one of 1296.
 *
 * @throws FitError for a label that is wider than all tapes, or longer than pages can be, or on a roll of two colours
 */
export function placedLabel(label: MeasuredLabel, handling: Handling): Placed {
  const { resolution, paper, stock } = label
  if (stock !== undefined && twoColoured.includes(stock.name)) {
    const message = `${stock.name} is a roll of two colours: a printer in which it is takes only jobs of two colours, and those of here have one; a roll of one colour such as dk-22205 is printed`
    throw new FitError('size', message)
  }
  const finer = isFine(resolution) ? 2 : 1
  const dots = { width: Math.ceil(label.dots.width / finer), height: label.dots.height }
  const head = headOf(handling.model, resolution.perInch, paper.across)
  const media = mediaOf(label, handling)
  const perMillimetre = resolution.perMillimetre / finer
  const isWhole = head.tapes.some(({ width }) => Math.round(width * perMillimetre) === dots.width)
  const exact = isWhole ? undefined : head.tapes.find(({ area }) => area === dots.width)
  const tape = exact ?? (stock?.isRound ? roundOn(head, paper.across) : tapeFor(paper.across, head.tapes))
  if (tape === undefined) {
    const { width } = head.tapes.at(-1)!
    throw new FitError(
      'size',
      `${Math.round(10 * paper.across) / 10} mm are wider than the ${width} mm of the widest tape`,
    )
  }
  const beyond = Math.max(0, dots.width - tape.area)
  const left = beyond >>> 1
  const right = left + dots.width - beyond
  const lines = exact === undefined && media === 'gap' ? linesOf(label) : dots.height
  const top = (dots.height - lines) >>> 1
  const bottom = top + lines
  if (lines > finer * head.lines.most) {
    throw new FitError('size', `${lines} lines are more than the ${finer * head.lines.most} that one label may have`)
  }
  const ends = media === 'gap' && exact !== undefined ? 2 * finer * unreached : 0
  return {
    head,
    leastLines: finer * head.lines.least,
    tape,
    media,
    // of narrow labels on a wide backing their own
    width: Math.ceil(isAsFed(label) ? stock!.across : tape.width),
    printed: { left, top, right, bottom },
    pinsRight: tape.right + ((tape.area - (right - left)) >>> 1),
    length: Math.round((dots.height + ends) / resolution.perMillimetre),
  }
}

/** Whether a label is for a QL at 300 x 600 dpi. */
export const isFine = ({ perInch }: Resolution): boolean => perInch === 600

/** Whether a label of a stock with a name lies as that says, and is not turned. */
const isAsFed = ({ paper, stock }: Pick<MeasuredLabel, 'paper' | 'stock'>): boolean =>
  stock !== undefined && Math.abs(stock.across - paper.across) <= tolerance

/** The lines of a die-cut label that are printed: as its maker says of it, or else all but those at the ends. */
function linesOf({ dots, resolution, paper, stock }: MeasuredLabel): number {
  const area = isAsFed({ paper, stock }) ? stock?.area : undefined
  const ends = (isFine(resolution) ? 2 : 1) * unreached
  if (area?.along === undefined) return dots.height - 2 * Math.min(ends, dots.height >>> 1)
  return Math.min(dots.height, Math.round((area.along * resolution.perInch) / area.perInch))
}

/** Round labels lie in the middle of a backing that is wider, at the same pins whatever their size (brother_ql 2020, labels). */
function roundOn({ pins }: BrotherHead, across: number): Tape | undefined {
  const found = roundLabels.find(({ width }) => Math.abs(width - across) <= tolerance)
  return found && { ...found, right: found.right + (pins === widestQl.pins ? 44 : 0) }
}

const roundLabels: readonly Tape[] = (
  [
    [12, 113, 94],
    [24, 42, 236],
  ] as const
).map(tape)

function headOf(model: string | undefined, perInch: number, across: number): BrotherHead {
  if (model !== undefined && Object.hasOwn(heads, model)) return heads[model as BrotherModel]
  if (perInch === 180) return pt180
  if (perInch === 360) return pt360
  return across > narrowQl.at(-1)!.width + tolerance ? widestQl : plainQl
}

/** In mm: how far a label may be wider than its tape. */
const tolerance = 0.6

/** The tape that is nearest in width, or else the narrowest that is wider. */
function tapeFor(across: number, tapes: readonly Tape[]): Tape | undefined {
  const off = ({ width }: Tape): number => Math.abs(width - across)
  const near = tapes.filter((each) => off(each) <= tolerance).toSorted((a, b) => off(a) - off(b))
  return near[0] ?? tapes.find(({ width }) => width >= across)
}
