/** What was asked for, with which what bytes show is compared. */

import type { Symbology } from '../../../symbologies/barcode.ts'
import type { Box } from '../check/index.ts'

/** The formats whose bytes are read back: pictures, documents, and the languages of printers. */
export type VerifiedFormat = 'png' | 'svg' | 'pdf' | 'zpl' | 'tspl' | 'epl' | 'cpcl' | 'escpos' | 'brother' | 'dymo'

/** The contents of a symbol, as they were asked for. */
export interface ExpectedContents {
  readonly symbology: Symbology
  /** A GS1 message in any of its forms. */
  readonly text: string
  /** `link`: the message as a GS1 Digital Link URI. */
  readonly gs1: 'false' | 'true' | 'link'
  /** Of the URI, with its scheme. */
  readonly domain?: string | undefined
  readonly addon?: string | undefined
  /** Whether the text is in UTF-8 that nothing announces. */
  readonly isUtf8?: boolean | undefined
  /** With these the symbol carries a part of the text alone, which is `carried`. */
  readonly append?: { readonly part: number; readonly parts: number; readonly carried: string } | undefined
}

/** Guard bars: how many there are, and by how many dots they are longer than the others. */
export interface GuardBars {
  readonly count: number
  readonly drop: number
}

/** Where a symbol is said to be: all that is dark in its area has to belong to it, or to the digits at its bars. */
export interface ExpectedPlace {
  /** With its quiet zones, in dots of the sheet as its bytes have it. */
  readonly area: Box
}

export interface ExpectedLabel {
  /** Several symbols carry one GS1 message together. */
  readonly contents: ExpectedContents
  readonly places: readonly ExpectedPlace[]
  /** Where the label lies on its sheet, in dots: it may be moved beyond the edges of the sheet. */
  readonly room: Box
  /** X, in dots. */
  readonly module: number
  /** Of bars, in dots, if it was asked for: without the extension of guard bars and without bearer bars. */
  readonly height?: number | undefined
  /** Guard bars that are other than those of ISO/IEC 15420. */
  readonly guards?: GuardBars | undefined
  /** By how many dots dark is drawn narrower than it should be printed, across and down its sheet; less than 0 if wider. */
  readonly narrowed?: { readonly x: number; readonly y: number } | undefined
  /** Columns of dots that a pin prints together; 1 by default. Bars across the head may be longer or shorter by the others. */
  readonly columns?: number | undefined
  /** Whether a place is a strip of bars, which are longer than it is high. */
  readonly isStrip?: boolean | undefined
  /** How a symbol may stand on its sheet, clockwise: N, R, I or L. */
  readonly turns: readonly Turn[]
  /** Whether the GS1 symbols of its label were said to agree: what they show together is judged then. */
  readonly agrees?: boolean | undefined
}

export const turns = ['N', 'R', 'I', 'L'] as const
export type Turn = (typeof turns)[number]

/** One label, or several side by side, and how often they come out. */
export interface ExpectedSheet {
  /** In dots. */
  readonly width: number
  readonly height: number
  readonly labels: readonly ExpectedLabel[]
  /** Where nothing may be: on sheets, in the middle of places for labels that are left free. In dots. */
  readonly free?: readonly Box[] | undefined
  readonly copies: number
}

/** A sheet with what all sheets of its bytes have. */
export interface PlannedSheet extends ExpectedSheet {
  readonly head: ExpectedHead
  readonly pins?: number
}

/** The dots of a print head. */
export interface ExpectedHead {
  readonly perInch: number
  readonly perMillimetre: number
  /** A whole number, as PNG has it. */
  readonly perMetre: number
}

export interface Expected {
  readonly format: VerifiedFormat
  readonly head: ExpectedHead
  /** In the order of the bytes. */
  readonly sheets: readonly ExpectedSheet[]
  /** Of the print head, of Brother's printers alone: their lines have them all, and a sheet is as wide. */
  readonly pins?: number | undefined
}
