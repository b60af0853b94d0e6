/** The pins of the print heads of Brother's label printers that print a label, by the manuals that name their tapes. */

import { moved } from './dots.ts'
import type { ExpectedHead, PlannedSheet } from './expected.ts'
import { unreadable } from './failure.ts'
import type { Feeding, NamedSides } from './order.ts'

/** In mm, how wide a tape is; pins right of those that reach it; pins that reach it. */
type Tape = readonly [width: number, right: number, area: number]

interface PrintHead {
  readonly pins: number
  /** Lines of the shortest label on continuous tape. */
  readonly leastLines: number
  readonly tapes: readonly Tape[]
}

/** 300 dpi: Raster Command Reference QL-500 to QL-1060N, "print area". */
const ql720: readonly Tape[] = [
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
]
const ql1296: readonly Tape[] = [
  [12, 73, 106],
  [29, 50, 306],
  [38, 56, 413],
  [50, 56, 554],
  [54, 44, 590],
  [62, 56, 696],
  [102, 56, 1164],
]
/** 180 dpi: Raster Command Reference PT-E550W/P750W/P710BT 1.01, p. 20. */
const pt128: readonly Tape[] = [
  [3.5, 52, 24],
  [6, 48, 32],
  [9, 39, 50],
  [12, 29, 70],
  [18, 8, 112],
  [24, 0, 128],
]
/** 360 dpi: Raster Command Reference PT-P900/P950NW 1.02, p. 23. */
const pt560: readonly Tape[] = [
  [3.5, 264, 48],
  [6, 256, 64],
  [9, 235, 106],
  [12, 213, 150],
  [18, 171, 234],
  [24, 128, 320],
  [36, 61, 454],
]

/** Round labels of 12 and 24 mm on a QL of 720 pins (brother_ql 2020, labels); one of 1296 has 44 pins more on the right. */
const round: readonly Tape[] = [
  [12, 113, 94],
  [24, 42, 236],
]

/** QL-500 to 560 and 650TD cut labels that are 295 lines long, the others of the series such of 150. */
const longLines: readonly string[] = ['QL-500', 'QL-550', 'QL-560', 'QL-650TD']

/** The head of a model, or else of the resolution, and for labels that are too wide for most the widest. */
function printHead(model: string | undefined, { perInch }: ExpectedHead, across: number): PrintHead {
  const narrow = { pins: 720, leastLines: longLines.includes(model ?? '') ? 295 : 150, tapes: ql720 }
  const wide = { pins: 1296, leastLines: 150, tapes: ql1296 }
  const [small, large] = [
    { pins: 128, leastLines: 31, tapes: pt128 },
    { pins: 560, leastLines: 62, tapes: pt560 },
  ]
  if (model?.startsWith('QL-1')) return wide
  if (model?.startsWith('QL-')) return narrow
  if (model?.startsWith('PT-')) return model.startsWith('PT-P9') ? large : small
  if (perInch === 180) return small
  if (perInch === 360) return large
  return across > 62 + tolerance ? wide : narrow
}

/** In mm: how far a label may be wider than its tape. */
const tolerance = 0.6

/** Dots at each end of a die-cut label of 300 dpi that heads do not reach. */
const unreached = 36

/** How a label is printed on a head. */
interface OnHead extends Pick<Feeding, 'model' | 'media'> {
  readonly named: NamedSides | undefined
  /** Dots by which pairs of columns begin further right. */
  readonly shift: number
}

/** The sheet on all pins of the head, which its lines have. @throws VerificationFailure for what no tape has room for */
export function onHead(sheet: PlannedSheet, { model, media, named, shift }: OnHead): PlannedSheet {
  const { head, width, height } = sheet
  const fine = head.perInch === 600 ? 2 : 1
  const across = width / head.perMillimetre
  const { pins, leastLines, tapes } = printHead(model, head, across)
  const columns = Math.ceil(width / fine)
  const tape = tapeOf({ tapes, pins, columns, across, perPin: head.perMillimetre / fine, named })
  if (tape === undefined) throw unreadable('Brother: no tape is as wide')
  const [, right, area] = tape.found
  const isDieCut = (media ?? (named && (named.along === undefined ? 'continuous' : 'gap'))) === 'gap'
  const lines = isDieCut && !tape.isArea ? dieCutLines(sheet, across, named) : height
  const cutAbove = (height - lines) >> 1
  // what the tape does not reach is missing on both sides, and what it has room for is in its middle
  const missing = Math.max(0, columns - area)
  const printed = columns - missing
  const pinsRight = right + ((area - printed) >> 1)
  const left = fine * (pins - pinsRight - printed - (missing >> 1)) + shift
  return {
    ...sheet,
    width: fine * pins,
    height: isDieCut ? lines : Math.max(lines, fine * leastLines),
    pins,
    labels: sheet.labels.map((label) => ({
      ...label,
      room: moved(label.room, left, -cutAbove),
      places: label.places.map((place) => ({ area: moved(place.area, left, -cutAbove) })),
    })),
  }
}

interface Width {
  readonly tapes: readonly Tape[]
  readonly pins: number
  readonly columns: number
  /** In mm. */
  readonly across: number
  readonly perPin: number
  readonly named: NamedSides | undefined
}

/** The tape that a label is printed on, and whether the label is what the head reaches of it; undefined if all are narrower. */
function tapeOf({ tapes, pins, columns, across, perPin, named }: Width) {
  const isTape = tapes.some(([width]) => Math.round(width * perPin) === columns)
  const reached = isTape ? undefined : tapes.find(([, , area]) => area === columns)
  if (reached !== undefined) return { found: reached, isArea: true }
  const off = ([width]: Tape): number => Math.abs(width - across)
  if (named?.isRound) {
    const label = round.find((each) => off(each) <= tolerance)
    const [width, right, area] = label ?? [0, 0, 0]
    return label && { found: [width, right + (pins === 1296 ? 44 : 0), area] as Tape, isArea: false }
  }
  const alike = tapes.filter((each) => off(each) <= tolerance).toSorted((a, b) => off(a) - off(b))
  const found = alike[0] ?? tapes.find(([width]) => width >= across)
  return found && { found, isArea: false }
}

/** Lines of a die-cut label that are printed: as many as its maker says, or all but those at its ends. */
function dieCutLines({ head, height }: PlannedSheet, across: number, named: NamedSides | undefined): number {
  const isAsItLies = named !== undefined && Math.abs(named.across - across) <= tolerance
  const area = isAsItLies ? named.area : undefined
  if (area?.along !== undefined) return Math.min(height, Math.round((area.along * head.perInch) / area.perInch))
  return height - 2 * Math.min((head.perInch === 600 ? 2 : 1) * unreached, height >> 1)
}
