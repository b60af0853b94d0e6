/** Lengths on paper: pixels by the resolution of the picture. */

/** A length on paper, and the pixels that it consists of. */
export interface Length {
  /** To three decimals, as GS1's tables give them. */
  readonly mm: number
  readonly pixels: number
  /** Pixels a metre. */
  readonly perMetre: number
}

/** The size of a symbol on paper. */
export interface Size {
  /** X of a linear symbol; the width and the height of a module of a matrix symbol. */
  readonly modules: readonly [Length, ...Length[]]
  /** The bars of a linear symbol; `tolerance` is the most pixels by which they are counted too low. */
  readonly bars?: { readonly height: Length; readonly tolerance: number }
}

const thousandths = (value: number): number => Math.round(1000 * value) / 1000

export function lengthOf(pixels: number, perMetre: number): Length {
  return { mm: thousandths(millimetres(pixels, perMetre)), pixels: thousandths(pixels), perMetre }
}

/** Not rounded. */
export const millimetres = (pixels: number, perMetre: number): number => (1000 * pixels) / perMetre
