/**
 * What a drawing was asked for, as its request, the stock and the entry of the printer say it. Of what was laid out there is where the
 * symbols of the drawing are, as it is read: what becomes of it afterwards is computed here once more.
 */

import type { Box } from '../check/index.ts'
import type { ExpectedContents, ExpectedHead, GuardBars, Turn, VerifiedFormat } from './expected.ts'

/** A drawing, as it is read. */
export interface ExpectedOrder {
  readonly head: ExpectedHead
  /** Each with its own contents; or one in several places, whose symbols carry a message together. */
  readonly symbols: readonly OrderedSymbol[]
  readonly sides: OrderedSides
  /** Of a label, how large it was laid out, in dots as it is read. */
  readonly drawn?: { readonly width: number; readonly height: number } | undefined
  /** In mm, by which the printer makes dark wider than it is drawn, across its head and along the feed. */
  readonly gain?: AcrossAlong | undefined
  /** How much longer the printer prints all than it is drawn, across its head and along the feed. */
  readonly scale?: AcrossAlong | undefined
}

export type AcrossAlong = readonly [across: number, along: number]

export interface OrderedSymbol {
  readonly contents: ExpectedContents
  /** X, in dots. */
  readonly module: number
  /** Of bars, in mm, if it was asked for. */
  readonly height?: number | undefined
  /** Guard bars that are other than those of ISO/IEC 15420. */
  readonly guards?: GuardBars | undefined
  /** With their quiet zones, in dots of the drawing as it is read. */
  readonly areas: readonly Box[]
  /** Whether an area is a strip of bars, which are longer than it is high. */
  readonly isStrip?: boolean | undefined
  /** How a symbol may stand on the drawing as it is read, clockwise. */
  readonly turns: readonly Turn[]
  /** Whether nothing was told of symbols of its label that contradict each other. */
  readonly agrees?: boolean | undefined
}

/** The sides of a picture, which is as large as its symbol, in dots before its turn; or of a label. */
export type OrderedSides = { readonly width: number; readonly height: number; readonly turn: Turn } | StockSides

/** A label: its sides in points, across the print head and along the feed. */
export interface StockSides {
  readonly across: number
  readonly along: number
  /** Which of its sides is horizontal when it is read: the longer, the shorter, or the one across the print head. */
  readonly reads: 'landscape' | 'portrait' | 'as it lies'
  /** Of a stock with a maker's name. */
  readonly named?: NamedSides | undefined
}

/** Of a stock with a maker's name. */
export interface NamedSides {
  /** In mm. */
  readonly across: number
  /** Undefined for tape. */
  readonly along: number | undefined
  readonly isRound: boolean
  /** Dots along the feed that its maker's printers print, and how many there are to an inch. */
  readonly area?: { readonly perInch: number; readonly along: number | undefined } | undefined
}

/** How the bytes of a drawing come about, by the entry of the printer. */
export interface Feeding {
  readonly format: VerifiedFormat
  /** Whether labels lie as they are fed; documents and pictures that nobody prints stand as they are read. */
  readonly isFed: boolean
  /** The labels that are in the printer, in points; those that are drawn by default. */
  readonly stock?: AcrossAlong | undefined
  /** Degrees clockwise, of the label as it is fed otherwise. */
  readonly turn?: number | undefined
  /** To the right and down, in mm. */
  readonly offset?: readonly [x: number, y: number] | undefined
  /** Labels side by side, and from one to the next in mm. */
  readonly across?: number | undefined
  readonly pitch?: number | undefined
  readonly model?: string | undefined
  readonly media?: string | undefined
}
