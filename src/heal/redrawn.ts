/** A symbol drawn again: its modules as they were read, on whole dots, at the nearest place where nothing stands in its quiet zones. */

import { darken, lightMatrix, type Matrix } from '../../symbologies/matrix/index.ts'
import { type DotArea, moved, movedArea, type SymbolMark, type Turn, turned, turnedArea } from '../layout/scene.ts'
import { columnsOf } from '../reader/check/report.ts'
import type { BarGroup } from './bars.ts'
import type { CertainSymbol } from './recognised.ts'
import { isLight, lighten } from './rest.ts'
import { isTwoWidths } from './two-widths.ts'

/** What was drawn. */
export interface Redrawn {
  readonly mark: SymbolMark
  /** X in dots. */
  readonly module: number
  /** Its modules, and with them its quiet zones as high as all bars are, in dots. */
  readonly place: DotArea
  readonly zone: DotArea
  /** Whether guard bars are shorter than they were, where words stand below them. */
  readonly isShortened: boolean
}

/** The least share of its X that a symbol keeps. */
const leastShare = 0.75

/**
 * Draws a symbol again on the dots of its label, from which it is taken.
 *
 * @param dots  of the label, with all that is on it but the symbols that were drawn again; changed if there is room
 * @returns undefined if it has no room on whole dots
 */
export function redrawn(symbol: CertainSymbol, dots: Matrix, others: readonly Redrawn[]): Redrawn | undefined {
  const without = { ...dots, words: dots.words.slice() }
  for (const area of oldAreas(symbol)) lighten(without, area)
  for (const module of modulesFor(symbol)) {
    const found = placed(symbol, module, { dots: without, others })
    if (found === undefined) continue
    dots.words.set(without.words)
    return found
  }
  return undefined
}

/** Whole dots for X: the nearest, and one less where that is too wide; one more of what would lose too much. */
function modulesFor({ module }: CertainSymbol): readonly number[] {
  const nearest = Math.max(1, Math.round(module))
  const kept = [nearest, nearest - 1].filter((dots) => dots >= leastShare * module)
  return kept.length === 0 ? [nearest + 1] : kept
}

/** A symbol in dots, upright, with the upper left corner of its modules at the origin. */
interface Shape {
  readonly matrix: Matrix
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** What belongs to it, and has to be light but for its modules: between its quiet zones, as high as all bars are. */
  readonly zone: DotArea
  /** What bars are longer by than the others. */
  readonly longer: readonly DotArea[]
}

function matrixShape({ reading }: CertainSymbol, module: number): Shape {
  const { rows, quiet } = reading
  const matrix = matrixOf(rows)
  const edges = (count: number): number[] => Array.from({ length: count + 1 }, (_, i) => i * module)
  const [width, height] = [matrix.width * module, matrix.height * module]
  const zone = {
    ...{ left: -quiet.left * module, top: -quiet.top * module },
    ...{ right: width + quiet.right * module, bottom: height + quiet.bottom * module },
  }
  return { matrix, xs: edges(matrix.width), ys: edges(matrix.height), zone, longer: [] }
}

function matrixOf(rows: readonly string[]): Matrix {
  const matrix = lightMatrix(rows[0]!.length, rows.length)
  for (const [y, row] of rows.entries()) for (let x = 0; x < row.length; x++) if (row[x] === '1') darken(matrix, x, y)
  return matrix
}

/** Bars in dots: as high as they were, their lines where they were. @param isShort  whether none is longer than the others */
function barsShape(symbol: CertainSymbol, groups: readonly BarGroup[], module: number, isShort: boolean): Shape {
  const { reading } = symbol
  const row = reading.rows[0]!
  const { columns, xs } = elements(symbol, module)
  const line = linesOf(symbol)
  const spans = groups.map(({ top, bottom, longer }) => {
    const [first, last] = [line(top), line(bottom)]
    return { top: first, bottom: Math.max(first + 1, last), long: longer && Math.max(last, line(longer.bottom)) }
  })
  const ys = [...new Set(spans.flatMap(({ top, bottom, long = bottom }) => [top, bottom, long]))].sort((a, b) => a - b)
  const matrix = lightMatrix(columns.length, ys.length - 1)
  const longer: DotArea[] = []
  for (const [i, { from, to, longer: long }] of groups.entries()) {
    const span = spans[i]!
    for (const [k, [start]] of columns.entries()) {
      if (start < from || start >= to || row[start] !== '1') continue
      const isLong = !isShort && (long?.columns.includes(start - leading(row, start)) ?? false)
      const bottom = isLong ? span.long! : span.bottom
      for (let y = ys.indexOf(span.top); y < ys.indexOf(bottom); y++) darken(matrix, k, y)
      if (isLong && bottom > span.bottom) longer.push({ left: xs[k]!, top: span.bottom, right: xs[k + 1]!, bottom })
    }
  }
  const { quiet } = reading
  const zone = {
    ...{ left: -quiet.left * module, right: xs.at(-1)! + quiet.right * module },
    // a bearer bar may begin a dot before the bars end
    top: Math.max(...groups.map(({ bearers }, i) => spans[i]!.top + Number(bearers.above))),
    bottom: Math.min(...groups.map(({ bearers }, i) => spans[i]!.bottom - Number(bearers.below))),
  }
  return { matrix, xs, ys, zone, longer }
}

/** How many modules of the same bar are before this one. */
function leading(row: string, at: number): number {
  let count = 0
  while (row[at - count - 1] === '1') count++
  return count
}

/** The columns that are drawn, each from a module to another, and their edges in dots: modules, or bars and spaces of two widths. */
function elements(
  { reading, ratio }: CertainSymbol,
  module: number,
): { readonly columns: readonly (readonly [from: number, to: number])[]; readonly xs: readonly number[] } {
  const row = reading.rows[0]!
  const isEven = !isTwoWidths(reading.symbology)
  const wide = isEven ? 0 : wideDots(module, ratio)
  const runs = isEven ? Array.from(row, () => '1') : (row.match(/1+|0+/g) ?? [])
  const columns: [number, number][] = []
  const xs = [0]
  for (const { length } of runs) {
    const from = columns.at(-1)?.[1] ?? 0
    columns.push([from, from + length])
    xs.push(xs.at(-1)! + (length === 1 ? module : wide))
  }
  return { columns, xs }
}

/** Wide elements in dots: as many times wider as they were, within the 2.25 and 3 that both standards allow at any X (ISO/IEC 16388, 16390). */
function wideDots(module: number, ratio: number): number {
  const [least, most] = [Math.ceil(2.25 * module), 3 * module]
  return Math.min(most, Math.max(least, Math.round(ratio * module)))
}

/** Whether the lines of a symbol count from left to right or from top to bottom of the label. */
const isDownward = (turn: Turn): boolean => turn === 'N' || turn === 'L'

/** The dots from the first line of a symbol to another one, whose ends are on whole dots of the label. */
function linesOf({ place, turn, bars }: CertainSymbol): (v: number) => number {
  const start = { N: place.top, R: place.right, I: place.bottom, L: place.left }[turn]
  const step = isDownward(turn) ? 1 : -1
  const first = Math.min(...bars!.map(({ top }) => top))
  const dot = (v: number): number => Math.round(start + step * v)
  return (v) => step * (dot(v) - dot(first))
}

/** The dot of the label, along the lines of a symbol, where the first of its bars begin. */
function firstLine({ place, turn, bars }: CertainSymbol): number {
  const first = Math.min(...bars!.map(({ top }) => top))
  const start = { N: place.top, R: place.right, I: place.bottom, L: place.left }[turn]
  return Math.round(isDownward(turn) ? start + first : start - first)
}

/**
 * What a symbol was, in dots: all between its first and its last bar, and a dot around each bar, which a renderer that rounds may have
 * darkened. Bearer bars are left, and so is what touches the ends of bars.
 */
function oldAreas(symbol: CertainSymbol): readonly DotArea[] {
  const { reading, place, turn, bars, module } = symbol
  if (bars === undefined) return [outward(place, 1)]
  const columns = columnsOf(reading)
  const edges = oldEdges(symbol)
  return bars.flatMap(({ from, to, top, bottom, longer, bearers }) => {
    const isMain = from < columns
    const own = { left: isMain ? 0 : from * module, right: isMain ? lengthOf(place, turn) : to * module, top, bottom }
    const inner = {
      ...own,
      top: bearers.above ? Math.round(top) : top,
      bottom: bearers.below ? Math.round(bottom) : bottom,
    }
    const each = barsOf(reading.rows[0]!, from, to).map((bar) => ({
      ...{ left: edges(bar.from), right: edges(bar.to) },
      top: bearers.above ? Math.round(top) + 1 : top,
      bottom: longer?.columns.includes(bar.from) ? longer.bottom : bearers.below ? Math.round(bottom) - 1 : bottom,
    }))
    return [outward(onLabel(inner, place, turn), 0), ...each.map((bar) => outward(onLabel(bar, place, turn), 1))]
  })
}

/** The bars of a row between two of its modules, the last not included. */
const barsOf = (row: string, from: number, to: number): { readonly from: number; readonly to: number }[] =>
  Array.from(row.slice(from, to).matchAll(/1+/g), ({ index, 0: bar }) => ({
    from: from + index,
    to: from + index + bar.length,
  }))

/** Where modules began before a symbol was drawn again, in dots from its first bar. */
function oldEdges({ reading, place, turn, module, ratio }: CertainSymbol): (column: number) => number {
  const columns = columnsOf(reading)
  const own = lengthOf(place, turn)
  if (!isTwoWidths(reading.symbology))
    return (column) => (column <= columns ? (column * own) / columns : column * module)
  const units = (reading.rows[0]!.match(/1+|0+/g) ?? []).flatMap((run) =>
    Array.from(run, () => (run.length > 1 ? ratio / run.length : 1)),
  )
  const edges = [0]
  for (const unit of units) edges.push(edges.at(-1)! + unit)
  return (column) => (edges[column]! * own) / edges.at(-1)!
}

const lengthOf = ({ left, top, right, bottom }: DotArea, turn: Turn): number =>
  turn === 'N' || turn === 'I' ? right - left : bottom - top

/** A box of an upright symbol, as it lies on the label. */
function onLabel(box: DotArea, place: DotArea, turn: Turn): DotArea {
  switch (turn) {
    case 'N':
      return areaAt(place.left + box.left, place.top + box.top, box)
    case 'R':
      return areaAt(place.right - box.bottom, place.top + box.left, sideways(box))
    case 'I':
      return areaAt(place.right - box.right, place.bottom - box.bottom, box)
    case 'L':
      return areaAt(place.left + box.top, place.bottom - box.right, sideways(box))
  }
}

const sideways = ({ left, top, right, bottom }: DotArea): DotArea => ({
  left: top,
  top: left,
  right: bottom,
  bottom: right,
})

const areaAt = (left: number, top: number, box: DotArea): DotArea => ({
  ...{ left, top, right: left + box.right - box.left, bottom: top + box.bottom - box.top },
})

const outward = ({ left, top, right, bottom }: DotArea, by: number): DotArea => ({
  ...{ left: Math.floor(left + tiny) - by, top: Math.floor(top + tiny) - by },
  ...{ right: Math.ceil(right - tiny) + by, bottom: Math.ceil(bottom - tiny) + by },
})

const tiny = 1e-6

/** What else is on the label. */
interface Surroundings {
  readonly dots: Matrix
  /** Symbols that were drawn again. */
  readonly others: readonly Redrawn[]
}

/** The symbol at the nearest place to where it was where it has room. */
function placed(symbol: CertainSymbol, module: number, { dots, others }: Surroundings): Redrawn | undefined {
  const { place: before, turn, bars } = symbol
  const shapeOf = (isShort: boolean): Shape =>
    bars === undefined ? matrixShape(symbol, module) : barsShape(symbol, bars, module, isShort)
  const shape = shapeOf(false)
  const frame = { width: shape.xs.at(-1)!, height: shape.ys.at(-1)!, turn }
  const zone = turnedArea(shape.zone, frame)
  const own = turnedArea({ left: 0, top: 0, right: frame.width, bottom: frame.height }, frame)
  const longer = shape.longer.map((area) => turnedArea(area, frame))
  const isSideways = turn === 'R' || turn === 'L'
  const addon = (symbol.reading.rows[0]!.length - columnsOf(symbol.reading)) * symbol.module
  const middle = middleOf(symbol, addon)
  const start = {
    x: bars !== undefined && isSideways ? lineStart(symbol, own.right) : Math.round(middle.x - own.right / 2),
    y: bars !== undefined && !isSideways ? lineStart(symbol, own.bottom) : Math.round(middle.y - own.bottom / 2),
  }
  const growth = Math.abs(frame.width - lengthOf(before, turn) - addon)
  const most = Math.ceil(growth / 2 + 2 * Math.max(symbol.module, module))
  for (const step of nearest(most, bars === undefined ? 'both' : isSideways ? 'y' : 'x')) {
    const at = { x: start.x + step.x, y: start.y + step.y }
    const [place, area] = [movedArea(own, at.x, at.y), movedArea(zone, at.x, at.y)]
    if (!isInside(area, dots) || !isInside(place, dots) || !isLight(dots, area)) continue
    if (others.some((other) => doMeet(other.zone, place) || doMeet(other.place, area))) continue
    const isShortened = longer.some((bar) => !isLight(dots, around(movedArea(bar, at.x, at.y), isSideways)))
    const { matrix, xs, ys } = isShortened ? shapeOf(true) : shape
    const mark: SymbolMark = {
      kind: 'modules',
      matrix,
      xs,
      ys,
      symbol: { area: joined(shape.zone, { left: 0, top: 0, right: frame.width, bottom: frame.height }), module },
    }
    return { mark: moved(turned(mark, frame), at.x, at.y), module, place, zone: area, isShortened }
  }
  return undefined
}

/** The smallest area with both. */
const joined = (a: DotArea, b: DotArea): DotArea => ({
  ...{ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top) },
  ...{ right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) },
})

const doMeet = (a: DotArea, b: DotArea): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** A dot on both sides of a bar. */
const around = ({ left, top, right, bottom }: DotArea, isSideways: boolean): DotArea =>
  isSideways ? { left, top: top - 1, right, bottom: bottom + 1 } : { left: left - 1, top, right: right + 1, bottom }

const isInside = ({ left, top, right, bottom }: DotArea, { width, height }: Matrix): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height

/** The middle of what a symbol was with its add-on, which is behind its last bar. */
function middleOf({ place, turn }: CertainSymbol, addon: number): { readonly x: number; readonly y: number } {
  const [x, y] = [(place.left + place.right) / 2, (place.top + place.bottom) / 2]
  const half = addon / 2
  return { N: { x: x + half, y }, R: { x, y: y + half }, I: { x: x - half, y }, L: { x, y: y - half } }[turn]
}

/** Where on the label the side of a turned shape begins along its lines. @param length  of that side */
function lineStart(symbol: CertainSymbol, length: number): number {
  const first = firstLine(symbol)
  return isDownward(symbol.turn) ? first : first - length
}

/** Steps away from a place, the nearest first. */
function* nearest(most: number, free: 'x' | 'y' | 'both'): Generator<{ readonly x: number; readonly y: number }> {
  for (let away = 0; away <= most; away++) {
    const steps = away === 0 ? [0] : [-away, away]
    if (free === 'x') for (const x of steps) yield { x, y: 0 }
    else if (free === 'y') for (const y of steps) yield { x: 0, y }
    else {
      for (let x = -away; x <= away; x++) {
        for (let y = -away; y <= away; y++) if (Math.max(Math.abs(x), Math.abs(y)) === away) yield { x, y }
      }
    }
  }
}
