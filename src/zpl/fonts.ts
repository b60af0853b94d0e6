/**
 * Zebra's resident fonts (ZPL II Programming Guide, "Fonts and Bar Codes": "Standard Printer Fonts", "Proportional and Fixed Spacing",
 * "Font Matrices"): their cells in dots, and the advance widths of font 0.
 */

/** A font of fixed pitch, drawn in whole multiples of its cell. Lengths are dots at a magnification of 1. */
export interface CellFont {
  readonly kind: 'cells'
  readonly height: number
  readonly width: number
  /** Dots between characters. */
  readonly gap: number
  /** Dots from the top of the cell to the baseline. */
  readonly baseline: number
  /** Whether it has capitals alone. */
  readonly isCapital: boolean
}

/** Font 0 and those of its kind, of any size. */
export interface ScalableFont {
  readonly kind: 'scalable'
  /** Dots, where no size is asked for. */
  readonly height: number
  readonly width: number
}

export type ZebraFont = CellFont | ScalableFont

const cells = (
  [height, width]: readonly [number, number],
  gap: number,
  baseline: number,
  isCapital = false,
): CellFont => ({ kind: 'cells', height, width, gap, baseline, isCapital })

const scalable = (height: number, width: number): ScalableFont => ({ kind: 'scalable', height, width })

/** Fonts whose cells are the same on all heads. */
const everywhere: { readonly [name: string]: ZebraFont } = {
  A: cells([9, 5], 1, 7),
  B: cells([11, 7], 2, 11, true),
  C: cells([18, 10], 2, 14),
  D: cells([18, 10], 2, 14),
  F: cells([26, 13], 3, 21),
  G: cells([60, 40], 8, 48),
  GS: cells([24, 24], 2, 24),
  P: scalable(20, 18),
  Q: scalable(28, 24),
  R: scalable(35, 31),
  S: scalable(40, 35),
  T: scalable(48, 42),
  U: scalable(59, 53),
  V: scalable(80, 71),
}

/** OCR-B and OCR-A, whose cells keep their size on paper: by dots a mm. */
const byHead: { readonly [name: string]: { readonly [dpmm: number]: CellFont } } = {
  E: { 6: cells([21, 10], 5, 17), 8: cells([28, 15], 5, 23), 12: cells([42, 20], 8, 34) },
  H: { 6: cells([17, 11], 5, 17, true), 8: cells([21, 13], 6, 21, true), 12: cells([34, 22], 9, 34, true) },
}

/** Font 0, 15 x 12 dots where no size is asked for. */
const font0 = scalable(15, 12)

/** The font of a name: one letter or digit, or GS; font 0 stands for those that a printer has not. */
export function zebraFont(name: string, dpmm: number): ZebraFont {
  const sizes = byHead[name]
  return sizes === undefined ? (everywhere[name] ?? font0) : (sizes[dpmm] ?? sizes[12]!)
}

/** Whether a printer has a font of this name by itself. */
export const isResident = (name: string): boolean => name === '0' || name in everywhere || name in byHead

/** The size in which a font is drawn, in dots. */
export interface DrawnFont {
  readonly name: string
  /** Of the cell, magnified. */
  readonly height: number
  readonly width: number
  /** From the top of the cell to the baseline. */
  readonly ascent: number
  readonly font: ZebraFont
}

const mostMagnified = 10

/** The size that a printer gives a font: whole multiples of cells from 1 to 10; what is left out follows from the other. */
export function sizedFont(
  name: string,
  { height, width }: { readonly height?: number | undefined; readonly width?: number | undefined },
  dpmm: number,
): DrawnFont {
  const font = zebraFont(name, dpmm)
  if (font.kind === 'scalable') {
    const tall = height || (width ? width : font.height)
    const wide = width || (height ? height : font.width)
    return { name, height: tall, width: wide, ascent: Math.round(0.75 * tall), font }
  }
  const times = (asked: number | undefined, cell: number): number | undefined =>
    asked ? Math.min(mostMagnified, Math.max(1, Math.round(asked / cell))) : undefined
  const down = times(height, font.height)
  const across = times(width, font.width)
  const [y, x] = [down ?? across ?? 1, across ?? down ?? 1]
  return { name, height: y * font.height, width: x * font.width, ascent: y * font.baseline, font }
}

/**
 * Advance widths of font 0 in thousandths of its width, measured on pictures of Labelary, whose font 0 has those of the printer's
 * CG Triumvirate Bold Condensed.
 */
const advances: readonly (readonly [advance: number, characters: string])[] = [
  [267, " |'"],
  [268, '/:;.,Iijlft¡'],
  [300, '()'],
  [321, '!"[]{}r`-'],
  [375, 'z°'],
  [385, 'º'],
  [405, 'ª'],
  [428, 'cksvxyJçšž'],
  [440, '«»'],
  [482, '0123456789$#*?_^abdeghnopquELFTZ¿£¥§'],
  [535, 'ABCKPSVXY'],
  [589, 'DGHNOQRU'],
  [642, '&w'],
  [650, '®©'],
  [750, 'Mm'],
  [802, 'W%@'],
  [840, '¬'],
  [910, '½¼¾'],
  [1000, '+<=>~'],
]

const advanceOf = new Map(advances.flatMap(([advance, characters]) => [...characters].map((each) => [each, advance])))

/** The advance of a character of font 0 in widths; that of the letter without its accent; undefined of others. */
export function font0Advance(character: string): number | undefined {
  const own = advanceOf.get(character) ?? advanceOf.get(character.normalize('NFD')[0]!)
  return own === undefined ? undefined : own / 1000
}
