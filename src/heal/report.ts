/** What is said of a page that became a label, and of the symbols on it. */

import type { Symbology } from '../../symbologies/barcode.ts'
import type { Letter } from '../reader/grade/index.ts'
import type { LeftReason } from './recognised.ts'

/** Lengths on the label in mm, from its upper left corner. */
export interface PlaceOnLabel {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface HealedSymbol {
  readonly type: Symbology
  readonly text: string
  readonly addon?: string
  /** Where it is, without quiet zones: where it was, if it is left. */
  readonly at: PlaceOnLabel
  /** The width of a module in mm: in the document, and as it is printed; null where it is left. */
  readonly x: { readonly before: number; readonly after: number | null }
  /** `healed`, or why it is left as it was. */
  readonly state: 'healed' | LeftReason
  readonly message: string
  /** How it would be graded without being drawn again, and how it is; null where nothing can be read. Where it is asked for. */
  readonly grade?: { readonly before: Letter | null; readonly after: Letter | null }
}

/** What happened to a page. */
export type PageNoteCode = 'turned' | 'cropped' | 'scaled' | 'cut' | 'dithered' | 'guards_shortened'

export interface PageNote {
  readonly code: PageNoteCode
  readonly message: string
}

export interface PageReport {
  /** From 1. */
  readonly page: number
  /** Of a page that is cut into several labels, from 1. */
  readonly part?: number
  /** Of the label, in mm. */
  readonly width: number
  readonly height: number
  /** Millimetres of the label for one of the page. */
  readonly scale: number
  readonly notes: readonly PageNote[]
  readonly symbols: readonly HealedSymbol[]
}

/** A label before and after as PNGs of its dots, in base64. */
export interface PagePictures {
  /** By a threshold, with nothing drawn again. */
  readonly before: string
  readonly after: string
}

/** What is said of a document. */
export interface DocumentReport {
  readonly pages: readonly (PageReport & { readonly pictures?: PagePictures })[]
}

/** Why a symbol is left, in words. */
export const leftWords: { readonly [reason in LeftReason]: string } = {
  doubtful: 'it is not read twice with the same modules and without a fault, so it is left as it was',
  inverted: 'it is light on dark, so it is left as it was',
  tilted: 'its sides are not parallel to those of the label, so it is left as it was',
  touched: 'something stands on its bars and may belong to it, so it is left as it was',
  no_room: 'it has no room on whole dots with its quiet zones, so it is left as it was',
}

/** Warnings as headers and messages have them: code, page, and a sentence. */
export function warningsOf({ page, notes, symbols }: PageReport): readonly { code: string; message: string }[] {
  const ofPage = notes.map(({ code, message }) => ({ code, message: `page ${page}: ${message}` }))
  const left = symbols.filter(({ state }) => state !== 'healed')
  return [
    ...ofPage,
    ...left.map(({ state, type, message }) => ({
      code: `symbol_${state}`,
      message: `page ${page}: ${type}: ${message}`,
    })),
  ]
}
