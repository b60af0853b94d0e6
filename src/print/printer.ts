import type { Dpi } from '../layout/resolution.ts'
import type { LabelSize } from '../layout/stock.ts'

/** What a printer is sent. */
export const languages = ['zpl', 'pdf', 'png'] as const
export type Language = (typeof languages)[number]

/** How the bitmap in a ZPL stream is packed. */
export const packings = ['z64', 'rle'] as const
export type Packing = (typeof packings)[number]

/** Where a printer is reached. Only the file of printers says this: no request does, and no answer. */
export type Address =
  /** A raw socket, such as port 9100 of a label printer. */
  | { readonly kind: 'socket'; readonly host: string; readonly port: number }
  /** A printer or a print server that speaks IPP; the URL is http or https, as `fetch` takes it. */
  | { readonly kind: 'ipp'; readonly url: string }
  /** A queue of the print system on this machine. */
  | { readonly kind: 'lp'; readonly queue: string }

/** A printer as the file of printers describes it. */
export interface Printer {
  readonly name: string
  readonly address: Address
  readonly language: Language
  readonly dpi: Dpi
  /** Its first side lies across the print head. */
  readonly stock: LabelSize
  readonly zpl: Packing
  /** Whether the printer answers ~HS. */
  readonly status: boolean
  /** 1 to 10000 */
  readonly labelsPerMinute: number
}
