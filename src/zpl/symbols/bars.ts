/** Bars in whole dots, and the words at them. */

import { isDark, type Matrix } from '../../../symbologies/index.ts'
import type { ModulesMark } from '../../layout/scene.ts'
import type { InterpretationPiece, SymbolField } from '../field.ts'
import type { InterpretationLine } from './parameters.ts'

/** Zebra's font A: dots of a cell, of which the lower two are for descenders, and the gap to the next one. ^A, "Intercharacter gap" */
const fontA = { name: 'A', height: 9, width: 5, gap: 1 }
/** Dots between bars and the words below them, of modules of 2 and of 4 dots; measured on the pictures of Labelary, as are the next ones. */
const gapBelow = 6
/** Dots a module. */
const gapAbove = 4
const guardGap = 2
/** By which guard bars reach lower. */
const guardDrop = 6.5
/** Of digits at guard bars, by which font A is wider. */
const widened = 1.1

/** The words centred below or above bars of this width and height. ^BY: their size is that of font A times the module. */
export function interpretation(
  text: string,
  place: { readonly width: number; readonly height: number; readonly module: number },
  where: InterpretationLine,
): readonly InterpretationPiece[] {
  if (where === 'none' || text === '') return []
  const { module, width: within } = place
  const [height, width] = [fontA.height * module, fontA.width * module]
  const y = where === 'above' ? -height - gapAbove * module : place.height + gapBelow
  return [{ text, font: fontA.name, height, width, x: 0, y, within }]
}

/** Digits between or beside guard bars, in modules from the first bar. */
export interface GuardDigits {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** The digits at the guard bars of EAN and UPC. */
export function guardDigits(
  digits: readonly GuardDigits[],
  { module, height: bars }: { readonly module: number; readonly height: number },
): readonly InterpretationPiece[] {
  const [height, width] = [fontA.height * module, Math.round(fontA.width * widened * module)]
  const y = bars + guardGap * module
  return digits.map(({ text, from, to }) => {
    const x = Math.round(from * module)
    return { text, font: fontA.name, height, width, x, y, within: Math.round(to * module) - x }
  })
}

/** How far guard bars reach below the others, in dots. */
export const guardDots = (module: number): number => Math.round(guardDrop * module)

/** The width of wide bars and spaces in dots. ^BY, table of module width ratios: what is left of a dot is cut off */
export const wideDots = ({ ratio, module }: Pick<SymbolField, 'ratio' | 'module'>): number =>
  Math.max(module, Math.floor(ratio * module + 1e-6))

/** Whether wide bars and spaces are two, two and a half or three modules, which readers of drawings expect. */
export const wholeHalves = (field: Pick<SymbolField, 'ratio' | 'module'>): boolean =>
  [4, 5, 6].includes((2 * wideDots(field)) / field.module)

/**
 * The edges of bars and spaces of two widths, from a row in which narrow ones have one column and wide ones two.
 *
 * @param widths  in dots
 */
export function stretchedEdges(
  row: Matrix,
  { narrow, wide }: { readonly narrow: number; readonly wide: number },
): readonly number[] {
  const edges = [0]
  let at = 0
  for (let x = 0; x < row.width; x++) {
    const isSecond = x > 0 && isDark(row, x, 0) === isDark(row, x - 1, 0)
    at += isSecond ? wide - narrow : narrow
    edges.push(at)
  }
  return edges
}

/** Edges of columns or rows of the same number of dots. */
export const evenEdges = (count: number, dots: number): readonly number[] =>
  Array.from({ length: count + 1 }, (_, i) => i * dots)

/** Quiet zones in dots. */
interface Quiet {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** A symbol of ours, with its quiet zones, for the judge. */
export function judgedMark(
  mark: ModulesMark,
  { module, quiet }: { readonly module: number; readonly quiet: Quiet },
): ModulesMark {
  const { xs, ys } = mark
  const area = {
    left: xs[0]! - quiet.left,
    top: ys[0]! - quiet.top,
    right: xs.at(-1)! + quiet.right,
    bottom: ys.at(-1)! + quiet.bottom,
  }
  return { ...mark, symbol: { area, module } }
}

/** The quiet zones of a barcode in dots. */
export function quietDots(quiet: Quiet, dots: number): Quiet {
  const { left, right, top, bottom } = quiet
  return { left: left * dots, right: right * dots, top: top * dots, bottom: bottom * dots }
}
