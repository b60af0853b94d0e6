/** A drawing in whole dots of a print head: its marks, and how they are moved and turned. */

import { flipped, type Matrix, mirrored, transposed } from '../../symbologies/matrix/index.ts'
import type { Line } from '../text/index.ts'
import type { NamedStock } from './named-stock.ts'
import type { Resolution } from './resolution.ts'
import { fedOrientation, type LabelSize, type Paper, type Scale } from './stock.ts'

/** A drawing in whole dots of a print head, y down. `turn` is yet to be applied to all of it. */
export interface Scene {
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
  readonly turn: Turn
  readonly marks: readonly Mark[]
  /** The size of the paper before the turn. That of a label need not be a whole number of dots. */
  readonly paper: Paper
  /** The label's stock, where it was called by its maker's name. */
  readonly stock?: NamedStock | undefined
  /** The encoded text. */
  readonly title: string
  /** The width of a module in dots. */
  readonly module: number
  /** The height in dots of the bars of a linear symbology, without the extension of guard bars. */
  readonly barHeight: number
  /** The words for which there was not enough room. */
  readonly cut: readonly Words[]
  /** By what its symbols should be narrower; undefined for a printer that prints them as they are drawn. */
  readonly compensation?: Compensation | undefined
  /** Of a drawing for a printer that prints it longer, before its turn. */
  readonly scale?: Scale | undefined
}

/** Whole dots by which dark is drawn narrower, less than 0 if it is drawn wider: on the drawing as it is printed, after its turns. */
export interface Compensation {
  readonly x: number
  readonly y: number
  /** Columns of dots that are printed together, of a head with fewer pins: `x` is a multiple of it. */
  readonly columns: 1 | 2
}

/** A drawing of a symbol without words. */
export interface SymbolScene extends Scene {
  readonly marks: readonly ModulesMark[]
}

/** A drawing of a label, without the die line around it. */
export interface LabelScene extends Scene {
  readonly marks: readonly InkMark[]
}

/** Words on a drawing: the encoded text, with the digits at bars; the caption in its place; the title above. */
export type Words = 'text' | 'caption' | 'title'

/**
 * A matrix of modules: column i covers the dots [xs[i], xs[i + 1]), row j the dots [ys[j], ys[j + 1]).
 *
 * The edges are in ascending order, one more than there are columns or rows.
 */
export interface ModulesMark {
  readonly kind: 'modules'
  readonly matrix: Matrix
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  /** Undefined for dots of anything else. */
  readonly symbol?: DrawnSymbol
}

/** What is known of a symbol besides its modules. */
interface DrawnSymbol {
  /** Its dots with its quiet zones, and with what stands in them, as bearer bars do. */
  readonly area: DotArea
  /** Dots a module. */
  readonly module: number
}

export type SymbolMark = ModulesMark & { readonly symbol: DrawnSymbol }

export const isOfSymbol = (mark: Mark): mark is SymbolMark => mark.kind === 'modules' && mark.symbol !== undefined

/** Columns [left, right) and rows [top, bottom), in dots. */
export interface DotArea {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The largest number of dots of which all distances between edges are multiples: the pitch of the modules, if they have one. */
export function unitOf(edges: readonly number[]): number {
  let [unit, step] = [0, 0]
  for (let i = 1; i < edges.length; i++) {
    const next = edges[i]! - edges[i - 1]!
    // nearly all steps are equal, and a division takes longer than all else
    if (next !== step) unit = greatestCommonDivisor(unit, next)
    step = next
  }
  return unit
}

function greatestCommonDivisor(a: number, b: number): number {
  return a === 0 ? b : greatestCommonDivisor(b % a, a)
}

/** A line of text, turned about the start of its baseline at (x, y). */
export interface TextMark {
  readonly kind: 'text'
  readonly line: Line
  /** Where its ink stands still if another font sets it narrower; in the middle by default. */
  readonly align?: 'left' | 'right'
  readonly x: number
  readonly y: number
  readonly turn: Turn
}

/** A drawing in another one, its upper left corner at (x, y). Both have the same resolution. */
export interface PlacedMark {
  readonly kind: 'placed'
  readonly scene: Scene
  readonly x: number
  readonly y: number
}

/** A thin line around a box, or around the ellipse in it. Lengths in dots need not be whole: what has no dots draws them as they are. */
export interface LineMark {
  readonly kind: 'line'
  readonly shape: 'rectangle' | 'ellipse'
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The radius of the corners of a rectangle; 0 for square ones. */
  readonly corner: number
  /** The thickness of the line, half of it on either side. */
  readonly thickness: number
}

/** What a label is drawn of, but for the die line around it. */
export type InkMark = ModulesMark | TextMark

export type Mark = InkMark | PlacedMark | LineMark

/** N: upright, R: 90 degrees clockwise, I: upside down, L: 90 degrees counter-clockwise. */
export const turns = ['N', 'R', 'I', 'L'] as const
export type Turn = (typeof turns)[number]

/** The scene with its turn applied to every mark, as all formats draw it: its own turn is then N. */
export function upright(scene: Scene): Scene {
  if (scene.turn === 'N') return scene
  const marks = scene.marks.map((mark) => turned(mark, scene))
  return framed(scene, marks)
}

/** The upright drawing of a symbol without words. */
export function uprightSymbol(scene: SymbolScene): SymbolScene {
  if (scene.turn === 'N') return scene
  const marks = scene.marks.map((mark) => turnedModules(mark, scene))
  return framed(scene, marks)
}

/** The scene with these marks, which are turned as it says. */
function framed<S extends Scene>(scene: S, marks: S['marks']): S {
  const { width, height, paper, turn, scale } = scene
  if (turn === 'I') return { ...scene, turn: 'N', marks }
  return {
    ...scene,
    width: height,
    height: width,
    paper: { width: paper.height, height: paper.width },
    ...(scale && { scale: [scale[1], scale[0]] }),
    turn: 'N',
    marks,
  }
}

/**
 * The scene as its label lies when it is fed: the first side of the stock across the print head. A label that is read the other way
 * round is turned clockwise by a quarter.
 */
export function fed(scene: Scene, stock: LabelSize): Scene {
  // shorter than its label, if the printer stretches
  const [x, y] = scene.scale ?? [1, 1]
  const [width, height] = [x * scene.paper.width, y * scene.paper.height]
  const wanted = fedOrientation(stock, scene.resolution)
  const isSideways = scene.turn === 'R' || scene.turn === 'L'
  const found = width > height !== isSideways ? 'landscape' : 'portrait'
  if (wanted === undefined || wanted === found) return scene
  return { ...scene, turn: turns[(turns.indexOf(scene.turn) + 1) % turns.length]! }
}

/** Columns of a linear symbol that is read along the feed: its bars lie across, in as many parts as they have heights. */
const mostHeights = 4

/** Whether the edges of all modules of symbols across lie on pairs of dots, so that a pin for two of them prints either both or none. */
export function isOnPairs(scene: Scene): boolean {
  const edges = upright(scene).marks.flatMap((mark) =>
    isOfSymbol(mark) && mark.matrix.width > mostHeights ? mark.xs : [],
  )
  return edges.every((edge) => (edge - edges[0]!) % 2 === 0)
}

/** The size in dots of a part of a drawing before it is turned as a whole, and the turn. */
interface Frame {
  readonly width: number
  readonly height: number
  readonly turn: Turn
}

/** The mark after its frame has been turned. The upper left corner of the frame is at the origin before and after. */
export function turned<M extends Mark>(mark: M, frame: Frame): M
export function turned(mark: Mark, frame: Frame): Mark {
  switch (mark.kind) {
    case 'modules':
      return turnedModules(mark, frame)
    case 'text':
      return turnedText(mark, frame)
    case 'placed': {
      const { scene } = mark
      const inner = upright({ ...scene, turn: composed(scene.turn, frame.turn) })
      const { width, height } = upright(scene)
      return { ...mark, scene: inner, ...turnedCorner({ ...mark, width, height }, frame) }
    }
    case 'line': {
      const isSideways = frame.turn === 'R' || frame.turn === 'L'
      const size = isSideways ? { width: mark.height, height: mark.width } : undefined
      return { ...mark, ...size, ...turnedCorner(mark, frame) }
    }
  }
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where the upper left corner of a box is after the turn. */
function turnedCorner({ x, y, width, height }: Box, frame: Frame): { readonly x: number; readonly y: number } {
  switch (frame.turn) {
    case 'N':
      return { x, y }
    case 'R':
      return { x: frame.height - y - height, y: x }
    case 'I':
      return { x: frame.width - x - width, y: frame.height - y - height }
    case 'L':
      return { x: y, y: frame.width - x - width }
  }
}

/** One turn after another. */
const composed = (first: Turn, then: Turn): Turn => turns[(turns.indexOf(first) + turns.indexOf(then)) % 4] as Turn

function turnedModules({ matrix, xs, ys, symbol }: ModulesMark, { turn, width, height }: Frame): ModulesMark {
  const own = symbol && { symbol: { ...symbol, area: turnedArea(symbol.area, { turn, width, height }) } }
  const modules = { kind: 'modules', matrix: turnedMatrix(matrix, turn), ...own } as const
  switch (turn) {
    case 'N':
      return { ...modules, xs, ys }
    case 'R':
      return { ...modules, xs: fromFarEdge(ys, height), ys: xs }
    case 'I':
      return { ...modules, xs: fromFarEdge(xs, width), ys: fromFarEdge(ys, height) }
    case 'L':
      return { ...modules, xs: ys, ys: fromFarEdge(xs, width) }
  }
}

/** The area after its frame has been turned. */
export function turnedArea({ left, top, right, bottom }: DotArea, { turn, width, height }: Frame): DotArea {
  switch (turn) {
    case 'N':
      return { left, top, right, bottom }
    case 'R':
      return { left: height - bottom, top: left, right: height - top, bottom: right }
    case 'I':
      return { left: width - right, top: height - bottom, right: width - left, bottom: height - top }
    case 'L':
      return { left: top, top: width - right, right: bottom, bottom: width - left }
  }
}

function turnedText(mark: TextMark, { turn, width, height }: Frame): TextMark {
  const { x, y } = mark
  const both = composed(mark.turn, turn)
  switch (turn) {
    case 'N':
      return mark
    case 'R':
      return { ...mark, x: height - y, y: x, turn: both }
    case 'I':
      return { ...mark, x: width - x, y: height - y, turn: both }
    case 'L':
      return { ...mark, x: y, y: width - x, turn: both }
  }
}

/** The same edges measured from the opposite side of a span of `length` dots. */
function fromFarEdge(edges: readonly number[], length: number): readonly number[] {
  const last = edges.length - 1
  const result = new Array<number>(edges.length)
  // not map(): a symbol of thousands of characters has tens of thousands of edges
  for (let i = 0; i <= last; i++) result[i] = length - edges[last - i]!
  return result
}

/** The matrix after a turn. It is mirrored before it is transposed, since one row of bars has fewer words than rows of one bar. */
export function turnedMatrix(matrix: Matrix, turn: Turn): Matrix {
  switch (turn) {
    case 'N':
      return matrix
    case 'R':
      return transposed(flipped(matrix))
    case 'I':
      return flipped(mirrored(matrix))
    case 'L':
      return transposed(mirrored(matrix))
  }
}

/** The mark `x` dots further right and `y` dots further down. */
export function moved<M extends Mark>(mark: M, x: number, y: number): M
export function moved(mark: Mark, x: number, y: number): Mark {
  switch (mark.kind) {
    case 'modules': {
      const { xs, ys, symbol } = mark
      const moved = { ...mark, xs: xs.map((edge) => edge + x), ys: ys.map((edge) => edge + y) }
      return symbol === undefined ? moved : { ...moved, symbol: { ...symbol, area: movedArea(symbol.area, x, y) } }
    }
    case 'text':
    case 'placed':
    case 'line':
      return { ...mark, x: mark.x + x, y: mark.y + y }
  }
}

/** The area `x` dots further right and `y` dots further down. */
export function movedArea({ left, top, right, bottom }: DotArea, x: number, y: number): DotArea {
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y }
}
