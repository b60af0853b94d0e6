/** What a program asks to be printed: labels of fields, each with all that decides how it is drawn. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import type { FieldBlock } from './block.ts'
import type { FieldOrientation } from './field.ts'
import type { Named } from './finding.ts'
import type { Shape } from './shapes.ts'
import type { FontChoice, Side } from './state.ts'

/** Where a field stands, in dots of the label. */
export interface Origin {
  readonly x: number
  readonly y: number
  /** `corner`: the upper left or right corner of the field, `^FO`; `baseline`: where its baseline or its lower edge begins, `^FT`. */
  readonly anchor: 'corner' | 'baseline'
  readonly side: Side
}

/** Words in a font. */
export interface TextContent {
  readonly kind: 'text'
  readonly font: FontChoice
  readonly orientation: FieldOrientation
  readonly block?: FieldBlock | undefined
  /** `^TB`: the height at which a block is cut. */
  readonly cutAt?: number | undefined
  /** `^FP`: across, down, or from right to left, and dots between characters. */
  readonly direction: 'H' | 'V' | 'R'
  readonly gap: number
}

/** `^GS`: a registered trademark, copyright and others, by letters. */
export interface SignContent {
  readonly kind: 'sign'
  readonly height: number | undefined
  readonly width: number | undefined
  readonly orientation: FieldOrientation
}

/** A bar code: a command and the state around it. */
export interface SymbolContent {
  readonly kind: 'symbol'
  readonly command: string
  readonly parameters: readonly string[]
  readonly orientation: FieldOrientation
  readonly module: number
  readonly ratio: number
  readonly height: number
  /** Of its interpretation line, where `^A` stands before it. */
  readonly font: FontChoice | undefined
}

export interface ShapeContent {
  readonly kind: 'shape'
  readonly shape: Shape
  readonly isWhite: boolean
}

export interface GraphicContent {
  readonly kind: 'graphic'
  readonly matrix: Matrix
  readonly magnified: readonly [across: number, down: number]
}

export type Content = TextContent | SignContent | SymbolContent | ShapeContent | GraphicContent

/** The data of a field, behind `^FH`. */
export interface FieldData {
  readonly bytes: Uint8Array
  readonly text: string
  /** `^SN`, `^SF`: how it changes from label to label. */
  readonly serial?: Serial | undefined
}

export type Serial =
  | { readonly kind: 'number'; readonly step: number; readonly hasZeros: boolean }
  | { readonly kind: 'mask'; readonly mask: string; readonly step: string }

export interface Field {
  /** What it is: the bar code, the shape, or `^FD` of words. */
  readonly command: Named
  /** Undefined behind the text before it, `^FT` without a place. */
  readonly origin: Origin | 'behind'
  readonly content: Content
  readonly isReversed: boolean
  /** Undefined of what has none, and of a number without a value. */
  readonly data: FieldData | undefined
}

/** A label, with its copies. */
export interface Label {
  /** Its first command. */
  readonly command: Named
  readonly fields: readonly Field[]
  /** `^PQ`. */
  readonly copies: number
  /** How many labels before it have its serial numbers. */
  readonly serial: number
  /** In dots, where the program says it. */
  readonly printWidth: number | undefined
  readonly length: number | undefined
  /** `^LT`: dots down. */
  readonly top: number
  readonly isInverted: boolean
  readonly isMirrored: boolean
  /** Whether it is printed upon the label before it: `^MCN` there. */
  readonly isUponLast: boolean
}
