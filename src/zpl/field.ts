/** A bar code field between the reader of ZPL, which knows its state and its data, and the symbols, which are drawn from these alone. */

import type { Encoded } from '../../symbologies/index.ts'
import type { ModulesMark } from '../layout/scene.ts'

/** How a field is turned, as ZPL calls it: normal, rotated by 90 degrees clockwise, inverted, or read from the bottom up. */
export const orientations = ['N', 'R', 'I', 'B'] as const
export type FieldOrientation = (typeof orientations)[number]

/** A bar code field as it is to be drawn: a `^B*` command, the state around it, and its data. */
export interface SymbolField {
  /** The two letters after the caret, such as `BC`. */
  readonly command: string
  /** The parameters as sent, without defaults; '' where one is left out. The orientation, where it is the first, is among them. */
  readonly parameters: readonly string[]
  /** `^FW`, which stands where the command names no orientation. */
  readonly orientation: FieldOrientation
  /** `^BY`: dots of a module, ratio of wide to narrow, dots of height. */
  readonly module: number
  readonly ratio: number
  readonly height: number
  /** The field's data after ^FH, as the bytes that the printer has, and as text by the encoding of ^CI. */
  readonly bytes: Uint8Array
  readonly text: string
  /** Dots a mm of the head: 6, 8, 12 or 24. */
  readonly dpmm: number
}

/** A piece of an interpretation line. */
export interface InterpretationPiece {
  readonly text: string
  /** Zebra's font and its magnified size, in dots. */
  readonly font: string
  readonly height: number
  readonly width: number
  /** Dots from the upper left of the bars to the upper left of its cells. */
  readonly x: number
  readonly y: number
  /** The width in dots over which it is centred. */
  readonly within: number
}

/** How much a finding matters: a fault keeps a label from being what was meant, a warning may, a note does not. */
export type FindingKind = 'fault' | 'warning' | 'note'

/** A finding about a field, which its caller gives its command and its offset. */
export interface FieldFinding {
  /** Stable, in snake_case. */
  readonly code: string
  readonly kind: FindingKind
  readonly message: string
  readonly suggestion?: string
}

/** What is drawn of a bar code field, upright (orientation N), the upper left dot of its bars or modules at (0, 0). */
export interface DrawnField {
  /** Bars and modules in whole dots, with `symbol` for the symbologies that are judged. */
  readonly modules: readonly ModulesMark[]
  /** Dots of bars or modules, without interpretation line. */
  readonly width: number
  readonly height: number
  /** The orientation that the command names, else the field's. */
  readonly orientation: FieldOrientation
  readonly lines: readonly InterpretationPiece[]
  /** Dots by which the whole is moved from the field's origin. */
  readonly offset: { readonly x: number; readonly y: number }
  /** The same where ^FT places the field: none if it is left out. */
  readonly typeset?: { readonly x: number; readonly y: number }
  /** `judged` is false for symbologies of others, which have no `encoded`. */
  readonly symbol: {
    readonly type: string
    readonly text: string
    readonly judged: boolean
    readonly encoded?: Encoded
    /** What readers transmit: its text, or the bytes of its text in UTF-8. Undefined where function characters or modes make it something else. */
    readonly transmitted?: 'text' | 'utf8' | undefined
    /** Of guard bars: how many there are, and by how many dots they are longer than the others. */
    readonly guards?: { readonly count: number; readonly drop: number }
  }
  readonly findings: readonly FieldFinding[]
}
