/** What a scan of a calibration page tells. */

/** Along the print head, and along the feed. */
export interface BothWays {
  readonly across: number
  readonly along: number
}

export interface Calibration {
  /** A dot in the scan. */
  readonly pixelsPerDot: number
  /** How much wider dark is than it was drawn. */
  readonly gain: { readonly mm: BothWays; readonly dots: BothWays }
  /** How much longer all is than it was drawn; null where the resolution of the scan is not known. */
  readonly scale: BothWays | null
  /** How far the print lies to the right and down of where it should, in mm; null where the edges of the label do not show. */
  readonly offset: BothWays | null
  /** Dots that print nothing and dots that always print, from 1 at the left of the label; of a row, all of it. */
  readonly dead: readonly number[]
  readonly hot: readonly number[]
  /** How many dots at the left and at the right are not on the label, or may not be: nothing is known of them. */
  readonly unseen: readonly [left: number, right: number]
  readonly darkness: 'too low' | 'right' | 'too high'
  /** Shares of light, 0 to 1. */
  readonly light: { readonly paper: number; readonly solid: number }
  /** What to change, first things first. */
  readonly advice: readonly string[]
}
