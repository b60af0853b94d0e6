import type { Picture } from '../../../../src/reader/check/index.ts'
import { encode, type Symbology } from '../../../../symbologies/index.ts'
import { type Bars, barsPicture, blotted, widthsIn } from '../paint.ts'

const dots = 3

export interface Sample {
  readonly symbology: Symbology
  readonly text: string
  readonly quiet: { readonly left: number; readonly right: number }
  readonly bearers?: readonly [number, number]
}

export const samples: Sample[] = [
  { symbology: 'ean13', text: '5901234123457', quiet: { left: 11, right: 7 } },
  { symbology: 'ean8', text: '96385074', quiet: { left: 7, right: 7 } },
  { symbology: 'upca', text: '036000291452', quiet: { left: 9, right: 9 } },
  { symbology: 'upce', text: '01234565', quiet: { left: 9, right: 7 } },
  { symbology: 'code128', text: 'Code 128', quiet: { left: 10, right: 10 } },
  { symbology: 'code39', text: 'CODE-39', quiet: { left: 10, right: 10 } },
  { symbology: 'itf14', text: '15400141288763', quiet: { left: 10, right: 10 }, bearers: [6, 6] },
]

export const paint = (
  widths: readonly number[],
  { quiet, bearers }: Sample,
  bars: Partial<Bars> = {},
): ReturnType<typeof barsPicture> =>
  barsPicture(widths, { left: quiet.left * dots, right: quiet.right * dots, ...(bearers && { bearers }), ...bars })

/** Bars that lack some of their lines at an end, and spaces that have some of them dark; bearer bars are whole. */
export function frayed(sample: Sample, lines: number): { end: string; picture: Picture }[] {
  const { symbology, text, quiet, bearers } = sample
  const widths = widthsIn(encode(symbology, text), dots)
  const bar = 12
  const left = quiet.left * dots + widths.slice(0, bar).reduce((sum, width) => sum + width, 0)
  const ofBar = { left, width: widths[bar]!, height: lines, grey: 255 }
  const ofSpace = { left: left + widths[bar]!, width: widths[bar + 1]!, height: lines, grey: 0 }
  const top = bearers?.[0] ?? 0
  const bottom = top + 30 - lines
  const sound = paint(widths, sample)
  return [
    { end: 'a bar cut short at the top', picture: blotted(sound, { ...ofBar, top }) },
    { end: 'a bar cut short at the bottom', picture: blotted(sound, { ...ofBar, top: bottom }) },
    { end: 'a space filled at the top', picture: blotted(sound, { ...ofSpace, top }) },
    { end: 'a space filled at the bottom', picture: blotted(sound, { ...ofSpace, top: bottom }) },
  ]
}
