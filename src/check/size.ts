/** Lengths on paper: pixels by the resolution of the picture. */

/** A length on paper, and the pixels that it consists of. */
export interface Length {
  /** To three decimals, as GS1's tables give them. */
  readonly mm: number
  /** To three decimals. */
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

/** @param measured  pixels, possibly with fractions */
export function lengthOf(measured: number, perMetre: number): Length {
  const pixels = Math.round(1000 * measured) / 1000
  return { mm: Math.round((1e6 * pixels) / perMetre) / 1000, pixels, perMetre }
}

/** Not rounded. */
export const millimetres = (pixels: number, perMetre: number): number => (1000 * pixels) / perMetre
