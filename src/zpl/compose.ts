/**
 * The fields of a label on one scene. Most are marks of their own, one behind the other. Where a field is reversed or white, where one leaves
 * what is printed, or the label is mirrored, the dots of all are worked out in their order, and symbols that are whole are marks again.
 */

import { lightMatrix, type Matrix, mirrored } from '../../symbologies/matrix/index.ts'
import type { Resolution } from '../layout/resolution.ts'
import { type DotArea, isOfSymbol, type ModulesMark, moved, type Scene } from '../layout/scene.ts'
import { paintModules } from '../render/paint-modules.ts'
import type { DrawnOnLabel } from './draw-field.ts'
import type { Label } from './label.ts'
import type { Budget } from './limits.ts'
import { isWithin } from './placing.ts'
import { dotsMark } from './shapes.ts'

export interface Page {
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
  /** What of it is printed: `^PW` in its middle. */
  readonly printed: DotArea
}

/** A label's scene, and which of its symbols are not printed as they were drawn. */
export interface ComposedLabel {
  readonly scene: Scene
  /** By their fields: dark dots of the symbol that are light on the label. */
  readonly erased: ReadonlyMap<DrawnOnLabel, number>
}

interface Composing {
  readonly label: Pick<Label, 'isInverted' | 'isMirrored'>
  readonly page: Page
  readonly budget: Budget
  /** The dots of the label on which this one is printed. */
  readonly under: readonly ModulesMark[]
}

/** @throws LimitReached */
export function composed(drawn: readonly DrawnOnLabel[], { label, page, budget, under }: Composing): ComposedLabel {
  const isPlain =
    !label.isMirrored &&
    drawn.every(({ field, isWhite, ink }) => {
      return !field.isReversed && !isWhite && (ink === undefined || isWithin(ink, page.printed))
    })
  const erased = new Map<DrawnOnLabel, number>()
  const marks = isPlain
    ? [...under, ...drawn.flatMap(({ marks }) => marks)]
    : flattened(drawn, { ...label, page, budget, under }, erased)
  return { scene: sceneOf(marks, drawn, label, page), erased }
}

function sceneOf(
  marks: readonly ModulesMark[],
  drawn: readonly DrawnOnLabel[],
  { isInverted }: Pick<Label, 'isInverted'>,
  { width, height, resolution }: Page,
): Scene {
  const symbols = marks.filter(isOfSymbol)
  const { perInch } = resolution
  const first = drawn.find(({ symbol }) => symbol !== undefined)
  return {
    ...{ width, height, resolution, marks, turn: isInverted ? 'I' : 'N', cut: [] },
    paper: { width: (72 * width) / perInch, height: (72 * height) / perInch },
    title: first?.symbol?.symbol.text ?? 'label',
    module: symbols.reduce((least, { symbol }) => Math.min(least, symbol.module), Number.POSITIVE_INFINITY) || 0,
    barHeight: symbols.length === 0 ? 0 : Math.max(...symbols.map(({ ys }) => ys.at(-1)! - ys[0]!)),
  }
}

interface Flattening extends Pick<Label, 'isMirrored'> {
  readonly page: Page
  readonly budget: Budget
  readonly under: readonly ModulesMark[]
}

/** All dots of a label, in which symbols that are as they were drawn are marks of their own. */
function flattened(
  drawn: readonly DrawnOnLabel[],
  { isMirrored, page, budget, under }: Flattening,
  erased: Map<DrawnOnLabel, number>,
): readonly ModulesMark[] {
  const { width, height, printed } = page
  const dots = lightMatrix(width, height)
  for (const mark of under) paintModules(dots, mark)
  for (const each of drawn) layUpon(dots, each, budget)
  keepWithin(dots, printed)
  const whole: ModulesMark[] = []
  for (const each of drawn) {
    for (const mark of each.marks.filter(isOfSymbol)) {
      const lost = lostDots(dots, mark, budget)
      if (lost > 0 || isMirrored) erased.set(each, (erased.get(each) ?? 0) + lost)
      else whole.push(mark)
    }
  }
  if (isMirrored) return [dotsMark(mirrored(dots), 0, 0)]
  // what symbols draw is drawn by them
  for (const mark of whole) combine(dots, mark, budget, (under, over) => under & ~over)
  return [...whole, dotsMark(dots, 0, 0)]
}

type Combination = (under: number, over: number) => number

const reversing: Combination = (under, over) => under ^ over
const erasing: Combination = (under, over) => under & ~over

function layUpon(dots: Matrix, { marks, field, isWhite }: DrawnOnLabel, budget: Budget): void {
  for (const mark of marks) {
    if (field.isReversed) combine(dots, mark, budget, reversing)
    else if (isWhite) combine(dots, mark, budget, erasing)
    else paintModules(dots, mark)
  }
}

/** Changes dots where a mark has ink. @throws LimitReached */
function combine(dots: Matrix, mark: ModulesMark, budget: Budget, combination: Combination): void {
  const ink = paintedRows(dots, mark, budget)
  if (ink === undefined) return
  const { matrix, top } = ink
  const offset = top * dots.stride
  for (let i = 0; i < matrix.words.length; i++) {
    const over = matrix.words[i]!
    if (over !== 0) dots.words[offset + i] = combination(dots.words[offset + i]!, over)
  }
}

/** The rows that a mark has within dots, painted on a matrix of their width; undefined if there are none. */
function paintedRows(
  dots: Matrix,
  mark: ModulesMark,
  budget: Budget,
): { readonly matrix: Matrix; readonly top: number } | undefined {
  const top = Math.max(0, mark.ys[0]!)
  const bottom = Math.min(dots.height, mark.ys.at(-1)!)
  if (top >= bottom) return undefined
  budget.spend('painted', 32 * dots.stride * (bottom - top))
  const matrix = lightMatrix(dots.width, bottom - top)
  paintModules(matrix, moved(mark, 0, -top))
  return { matrix, top }
}

/** How many dark dots of a mark are light, those beyond the dots included as one. */
function lostDots(dots: Matrix, mark: ModulesMark, budget: Budget): number {
  const [left, right, bottom] = [mark.xs[0]!, mark.xs.at(-1)!, mark.ys.at(-1)!]
  const ink = paintedRows(dots, mark, budget)
  if (ink === undefined || left < 0 || mark.ys[0]! < 0 || right > dots.width || bottom > dots.height) return 1
  const offset = ink.top * dots.stride
  let lost = 0
  for (let i = 0; i < ink.matrix.words.length; i++) lost += ones(ink.matrix.words[i]! & ~dots.words[offset + i]!)
  return lost
}

function ones(word: number): number {
  let count = 0
  for (let rest = word; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Lightens what is beyond an area. */
function keepWithin(dots: Matrix, { left, top, right, bottom }: DotArea): void {
  const { width, height, stride, words } = dots
  if (left <= 0 && top <= 0 && right >= width && bottom >= height) return
  const inside = lightMatrix(width, 1)
  const edges = { xs: [Math.max(0, left), Math.min(width, right)], ys: [0, 1] }
  paintModules(inside, { kind: 'modules', matrix: solid, ...edges })
  for (let y = 0; y < height; y++) {
    const isRow = y >= top && y < bottom
    for (let i = 0; i < stride; i++) words[y * stride + i]! &= isRow ? inside.words[i]! : 0
  }
}

const solid: Matrix = { width: 1, height: 1, stride: 1, words: Uint32Array.of(0x80000000) }
