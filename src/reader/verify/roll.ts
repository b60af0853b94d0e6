/**
 * Where labels are on a roll, computed from what was asked for, the stock and the entry of the printer: how they are turned, moved and
 * placed side by side. Nothing that arranges or draws is asked.
 */

import { isMatrixSymbology } from '../../../symbologies/catalogue.ts'
import type { Box } from '../check/index.ts'
import { onHead } from './brother-head.ts'
import { moved } from './dots.ts'
import { type Expected, type ExpectedHead, type ExpectedLabel, type PlannedSheet, turns } from './expected.ts'
import { VerificationFailure } from './failure.ts'
import type { Narrowed } from './narrowed.ts'
import type { AcrossAlong, ExpectedOrder, Feeding, OrderedSymbol, StockSides } from './order.ts'

/** What bytes of these sheets show. @param sheets  of one format and resolution, one at least */
export function expectedOf(sheets: readonly PlannedSheet[], format: Expected['format']): Expected {
  const { head, pins } = sheets[0]!
  return { format, head, sheets, ...(pins !== undefined && { pins }) }
}

/** A sheet with these labels side by side, as they are fed. @param copies  in the bytes */
export function sheetOf(labels: readonly ExpectedOrder[], copies: number, feeding: Feeding): PlannedSheet {
  const { format, offset = [0, 0], across = 1, pitch = 0 } = feeding
  const lying = labels.map((label) => fedLabel(label, quartersOf(label, feeding)))
  const [{ head, sides }] = labels as [ExpectedOrder]
  const dotsOf = (mm: number): number => Math.round(mm * head.perMillimetre)
  const [first] = lying as [FedLabel]
  const columns = columnsIn(format, head)
  const sheet: PlannedSheet = {
    head,
    width: dotsOf((across - 1) * pitch) + first.width,
    height: Math.max(...lying.map(({ height }) => height)),
    copies,
    labels: lying.flatMap((label, i) =>
      labelsAt(label, [dotsOf(i * pitch) + dotsOf(offset[0]), dotsOf(offset[1])], columns),
    ),
    free: Array.from({ length: across - labels.length }, (_, i) =>
      moved(middleOf(first), dotsOf((labels.length + i) * pitch), 0),
    ),
  }
  if (format !== 'brother') return sheet
  const named = 'named' in sides ? sides.named : undefined
  return onHead(sheet, { ...feeding, named, shift: pairedBy(first, dotsOf(offset[0]), columns) })
}

/** Dots across that a pin prints: a QL has 300 pins an inch, also where it is fed by 600 lines. */
const columnsIn = (format: Feeding['format'], { perInch }: ExpectedHead): number =>
  format === 'brother' && perInch === 600 ? 2 : 1

/** A drawing as it lies on its sheet, in dots. */
interface FedLabel extends Pick<ExpectedOrder, 'head' | 'gain'> {
  readonly width: number
  readonly height: number
  readonly symbols: readonly OrderedSymbol[]
}

/** By how many quarters a drawing is turned clockwise. */
function quartersOf({ head, sides }: ExpectedOrder, { isFed, stock, turn = 0 }: Feeding): number {
  if (!('across' in sides)) return turns.indexOf(sides.turn)
  const [width, height] = sidesAsRead(sides)
  const isOtherWay = isFed && isLyingOtherWay([width, height], stock ?? [sides.across, sides.along], head)
  return (isOtherWay ? 1 : 0) + turn / 90
}

/**
 * Whether a label that is read so lies turned by a quarter on its stock, both in points. Of a stock whose sides differ by a dot at most
 * nobody sees it: labels are not turned for it.
 */
export function isLyingOtherWay(
  [width, height]: AcrossAlong,
  [across, along]: AcrossAlong,
  { perInch }: ExpectedHead,
): boolean {
  const isSquare = Math.abs(across - along) * perInch <= 1.5 * 72
  return !isSquare && width > height !== across > along
}

/** The width and the height of a label as it is read, in points. */
export function sidesAsRead({ across, along, reads }: StockSides): readonly [width: number, height: number] {
  const sides = [across, along] as const
  if (reads === 'as it lies') return sides
  const [long, short] = [Math.max(...sides), Math.min(...sides)]
  return reads === 'landscape' ? [long, short] : [short, long]
}

/** The dots of a length in points. */
const dotsIn = (points: number, { perInch }: ExpectedHead): number => Math.round((points * perInch) / 72)

/** Half as wide and high as a label, in its middle: what its neighbours lose at their edges does not reach it. */
const middleOf = ({ width, height }: FedLabel): Box => ({
  left: width >> 2,
  top: height >> 2,
  right: width - (width >> 2),
  bottom: height - (height >> 2),
})

/**
 * A drawing turned clockwise by the given number of quarters.
 *
 * @throws VerificationFailure for a label that was laid out larger or smaller than its stock
 */
export function fedLabel(
  { head, symbols, sides, drawn, gain, scale = [1, 1] }: ExpectedOrder,
  quarters: number,
): FedLabel {
  const isSideways = quarters % 2 === 1
  const asRead = isSideways ? [scale[1], scale[0]] : scale
  const [width, height] =
    'across' in sides
      ? (sidesAsRead(sides).map((points, i) => dotsIn(points / asRead[i]!, head)) as [number, number])
      : [sides.width, sides.height]
  // where labels are cut in their middle, or fed in whole bytes, their bytes do not show it
  if (drawn !== undefined && (drawn.width !== width || drawn.height !== height)) {
    const found = `${drawn.width} x ${drawn.height} dots`
    throw new VerificationFailure('page', `the label is laid out on ${found}, not ${width} x ${height}`)
  }
  const turned = symbols.map((symbol) => ({
    ...symbol,
    areas: symbol.areas.map((area) => turnedBox(area, { width, height }, quarters % 4)),
    turns: symbol.turns.map((turn) => turns[(turns.indexOf(turn) + quarters) % 4]!),
  }))
  const [across, down] = isSideways ? [height, width] : [width, height]
  return { head, gain, width: across, height: down, symbols: turned }
}

/** A box in a drawing of this size after the drawing was turned clockwise by 0 to 3 quarters. */
function turnedBox(box: Box, size: { readonly width: number; readonly height: number }, quarters: number): Box {
  if (quarters === 0) return box
  const { left, top, right, bottom } = box
  const once = { left: size.height - bottom, top: left, right: size.height - top, bottom: right }
  return turnedBox(once, { width: size.height, height: size.width }, quarters - 1)
}

/** The contents of a label, each with the places where it is to be. @param place  of the label on its sheet, in dots */
export function labelsAt(
  { head, gain, width, height, symbols }: FedLabel,
  [x, y]: readonly [number, number],
  columns: number,
): readonly ExpectedLabel[] {
  const room = moved({ left: 0, top: 0, right: width, bottom: height }, x, y)
  return symbols.map(({ contents, module, height: bars, areas, isStrip, turns, guards, agrees }) => {
    const narrowed = gain && narrowedBy(gain, head, columns, module)
    const places = areas.map((area) => ({ area: moved(area, x, y) }))
    const barDots =
      bars === undefined || isMatrixSymbology(contents.symbology) ? {} : { height: dotsOfBars(bars, head) }
    return {
      contents,
      places,
      room,
      module,
      ...barDots,
      turns,
      columns,
      ...(guards && { guards }),
      ...(agrees && { agrees }),
      ...(isStrip && { isStrip }),
      ...(narrowed && { narrowed }),
    }
  })
}

const dotsOfBars = (mm: number, { perMillimetre }: ExpectedHead): number => Math.round(mm * perMillimetre)

/**
 * The dots by which dark is drawn narrower for a gain in mm: of the narrowest bar, and of the narrowest space, one is left.
 *
 * @returns undefined where the gain is less than half a dot both ways
 */
function narrowedBy(
  [across, along]: AcrossAlong,
  head: ExpectedHead,
  columns: number,
  module: number,
): Narrowed | undefined {
  const wanted = (mm: number, step: number): number => step * Math.round((mm * head.perMillimetre) / step)
  const limited = (dots: number, step: number): number => {
    const most = step * Math.floor((module - 1) / step)
    // + 0: never the negative zero
    return Math.max(-most, Math.min(most, dots)) + 0
  }
  const [x, y] = [wanted(across, columns), wanted(along, 1)]
  return x === 0 && y === 0 ? undefined : { x: limited(x, columns), y: limited(y, 1) }
}

/**
 * By how many dots a label is further right where a pin prints two columns: pairs begin with the first bar or module of its symbols,
 * whose quiet zones are whole pairs.
 */
function pairedBy({ head, gain, symbols }: FedLabel, right: number, columns: number): number {
  if (columns === 1) return 0
  const edges = symbols.flatMap(({ contents, areas, module, turns: allowed }) => {
    const { x } = (gain && narrowedBy(gain, head, columns, module)) ?? { x: 0 }
    const taken = x - Math.trunc(x / 2)
    // bars across the head end where their area does, and do not grow beyond it
    const isAcross = !isMatrixSymbology(contents.symbology) && allowed.every((turn) => turn === 'R' || turn === 'L')
    return areas.map(({ left }) => left + (isAcross ? Math.max(0, taken) : taken))
  })
  return edges.length === 0 ? 0 : (Math.min(...edges) + right) & 1
}
