/** The service's report on a document, as far as the page shows it. Lengths are mm. */

import type { heal } from '../../words/heal/en.ts'

export interface LabelSymbol {
  readonly type: string
  readonly text: string
  readonly addon?: string
  /** On the label, without quiet zones. */
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  /** The width of a module; null where the symbol is left as it was. */
  readonly x: { readonly before: number; readonly after: number | null }
  readonly state: keyof typeof heal.states
  readonly grade?: { readonly before: string | null; readonly after: string | null }
}

/** PNGs in base64. */
export interface LabelPictures {
  readonly before: string
  readonly after: string
}

export interface Label {
  /** From 1. */
  readonly page: number
  readonly part?: number
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly notes: readonly { readonly code: keyof typeof heal.notes }[]
  readonly symbols: readonly LabelSymbol[]
  readonly pictures?: LabelPictures
}

export interface DocumentReport {
  readonly pages: readonly Label[]
}

/** Whether an answer is such a report: a proxy may have put another in its place. */
export function isReport(body: unknown): body is DocumentReport {
  const { pages } = (body ?? {}) as Partial<DocumentReport>
  return Array.isArray(pages) && pages.every(({ notes, symbols }) => Array.isArray(notes) && Array.isArray(symbols))
}

export const isHealed = ({ state }: LabelSymbol): boolean => state === 'healed'
