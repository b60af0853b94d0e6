/** What commands leave for those behind them: settings that a printer keeps from format to format. */

import type { FieldOrientation } from './field.ts'

/** The sides at which a field stands: 0 left, 1 right, 2 by the direction of its text. */
export type Side = 0 | 1 | 2

/** A font with the size in dots that is asked for; undefined as the other says. */
export interface FontChoice {
  readonly name: string
  readonly height: number | undefined
  readonly width: number | undefined
}

/** The settings of a printer, each by the command that makes it. */
export interface PrinterState {
  /** ^LH, in dots. */
  home: { readonly x: number; readonly y: number }
  /** ^LS to the left and ^LT down, in dots. */
  shift: number
  top: number
  /** ^PO, ^PM, ^LR. */
  isInverted: boolean
  isMirrored: boolean
  isReversed: boolean
  /** ^FW. */
  orientation: FieldOrientation
  side: Side
  /** ^CF. */
  font: FontChoice
  /** ^BY. */
  module: number
  ratio: number
  height: number
  /** ^CI. */
  encoding: number
  /** ^MU: dots of a unit. */
  unit: number
  /** ^JM: 2 for half as many dots a millimetre. */
  scale: 1 | 2
  /** ^PW, ^LL, in dots. */
  printWidth: number | undefined
  labelLength: number | undefined
  /** ^CW: fonts by their letters. */
  aliases: ReadonlyMap<string, string>
  /** ^MC: whether the next label starts blank. */
  isCleared: boolean
}

/** The settings of a printer that was just turned on. */
export const freshState = (): PrinterState => ({
  home: { x: 0, y: 0 },
  shift: 0,
  top: 0,
  isInverted: false,
  isMirrored: false,
  isReversed: false,
  orientation: 'N',
  side: 0,
  font: { name: 'A', height: 9, width: 5 },
  module: 2,
  ratio: 3,
  height: 10,
  encoding: 0,
  unit: 1,
  scale: 1,
  printWidth: undefined,
  labelLength: undefined,
  aliases: new Map(),
  isCleared: true,
})

/** The settings that stay for the next job and move, turn or change what it prints, by their commands. */
export function leftBehind(state: PrinterState): readonly string[] {
  const left: string[] = []
  if (state.home.x !== 0 || state.home.y !== 0) left.push(`^LH${state.home.x},${state.home.y}`)
  if (state.shift !== 0) left.push(`^LS${state.shift}`)
  if (state.isInverted) left.push('^POI')
  if (state.isMirrored) left.push('^PMY')
  if (state.isReversed) left.push('^LRY')
  if (state.orientation !== 'N') left.push(`^FW${state.orientation}`)
  if (state.unit !== 1) left.push('^MU')
  if (state.scale !== 1) left.push('^JMB')
  if (!state.isCleared) left.push('^MCN')
  return left
}
