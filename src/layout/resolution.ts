/** The resolution of a print head. All drawing is in its dots. */
export interface Resolution {
  readonly perInch: number
  readonly perMillimetre: number
  /** A whole number, as PNG has it. */
  readonly perMetre: number
}

/** By their usual names: 152 and 203 dpi are 6 and 8 dots a millimetre, the others are dots an inch. */
export const resolutions = {
  152: { perInch: 152.4, perMillimetre: 6, perMetre: 6000 },
  180: { perInch: 180, perMillimetre: 180 / 25.4, perMetre: 7087 },
  203: { perInch: 203.2, perMillimetre: 8, perMetre: 8000 },
  300: { perInch: 300, perMillimetre: 300 / 25.4, perMetre: 11811 },
  360: { perInch: 360, perMillimetre: 360 / 25.4, perMetre: 14173 },
  600: { perInch: 600, perMillimetre: 600 / 25.4, perMetre: 23622 },
} as const satisfies { readonly [dpi: string]: Resolution }

export const dpis = ['152', '180', '203', '300', '360', '600'] as const
export type Dpi = (typeof dpis)[number]

/** The heads of tape and receipt printers alone: nobody has them for other labels. */
export const tapeDpis: readonly Dpi[] = ['180', '360']

/** Where none is given. */
export const usualDpi = '300' satisfies Dpi

/** The length of `dots` in mm, to three decimals, as limits of module widths are given. */
export function millimetres(dots: number, { perMillimetre }: Resolution): number {
  return Math.round((1000 * dots) / perMillimetre) / 1000
}

/** As limits of module widths are written. */
export const threeDecimals = (length: number): string => length.toFixed(3)

/** `1 dot a module`, `2 dots a module` */
export const dotsAModule = (count: number): string => `${count} ${count === 1 ? 'dot' : 'dots'} a module`

/** The fewest dots that are at least `length` mm to three decimals, but one at least. */
export function fewestDots(length: number, resolution: Resolution): number {
  let dots = Math.max(1, Math.floor(length * resolution.perMillimetre))
  while (millimetres(dots, resolution) < length) dots++
  return dots
}

/** The most dots that are at most `length` mm to three decimals. */
export function mostDots(length: number, resolution: Resolution): number {
  let dots = Math.ceil(length * resolution.perMillimetre)
  while (millimetres(dots, resolution) > length) dots--
  return dots
}

/** In mm, without an application: many print heads have eight dots a mm, and scanners need more than one dot for a module. */
export const finestModule = 0.15

/** The module widths in mm that a request may want. */
export const xdimRange = { least: 0.05, most: 5 }

/** The whole number of dots that is nearest to a module width wanted, but one at least. */
export function dotsOfXdim(xdim: number, { perMillimetre }: Resolution): number {
  return Math.max(1, Math.round(xdim * perMillimetre))
}

/** A module width to ask for in order to get the given number of dots. */
export function xdimOf(dots: number, resolution: Resolution): number {
  return Math.max(xdimRange.least, millimetres(dots, resolution))
}

/** The smallest size of captions: 6 points, in dots. */
export function smallestPrint({ perInch }: Resolution): number {
  return Math.round((6 * perInch) / 72)
}
