/** Symbologies whose bars and spaces are either wide or narrow: Code 39 and ITF-14. */

import type { Findings, Flaw } from '../report.ts'
import { columnsOf } from './columns.ts'
import { farthest, fitted, mostAway, quantile, sharpFraction, type Unit } from './widths.ts'

/** A gap between characters carries no data and has its own width. */
export type Kind = 'narrow' | 'wide' | 'gap'

/** Modules in the reference symbol, whose ratio is 3:1; columns in findings count these, whatever the ratio. */
export const modulesOfKind: Readonly<Record<Kind, number>> = { narrow: 1, wide: 3, gap: 1 }

export interface TwoWidths {
  readonly narrow: Unit
  /** The width of a wide element as a unit. */
  readonly wide: Unit
  readonly gap: Unit | undefined
  readonly ratio: number
  /** By how much the ratio may differ because of the pixels. */
  readonly ratioTolerance: number
  readonly flaws: Flaw[]
}

/** Up to this many widths count as flaws, as in `unitOf`. */
const mostFlawed = 2
/** A greater difference between narrow bars and narrow spaces, in pixels, is spread ink and not a fractional module. */
const mostSpread = 1.1

/** Measures bars and spaces that are already known to be narrow or wide. */
export function measured(widths: readonly number[], kinds: readonly Kind[], soft: boolean): TwoWidths {
  const units = unitsOf(widths, kinds, soft)
  const wrong = widths.flatMap((width, i) => {
    const unit = units[kinds[i]!]
    return Math.abs(width - unit.module) > unit.tolerance ? [i] : []
  })
  const { narrow, wide, gap } = units
  const exact = narrow.tolerance === 0.5
  return {
    narrow,
    wide,
    gap: kinds.includes('gap') ? gap : undefined,
    ratio: wide.module / narrow.module,
    ratioTolerance: exact ? 0.01 : Math.max(0.05, 1 / narrow.module),
    flaws: wrong.length === 0 ? [] : [widthFlaw(wrong, widths, kinds, units)],
  }
}

type Units = Readonly<Record<Kind, Unit>>

/** Units of whole pixels if most widths agree with them, or else the averages. */
function unitsOf(widths: readonly number[], kinds: readonly Kind[], soft: boolean): Units {
  const own = (kind: Kind): number[] => widths.filter((_, i) => kinds[i] === kind)
  const whole = unitsBy((kind) => Math.max(1, Math.round(quantile(own(kind), 0.5) ?? 1)), 0.5)
  const isOff = (i: number): boolean => Math.abs(widths[i]! - whole[kinds[i]!].module) > (soft ? 0.05 : 0.5)
  if (widths.filter((_, i) => isOff(i)).length <= mostFlawed) return whole
  const meanOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / Math.max(1, list.length)
  const narrow = meanOf(own('narrow'))
  const even = unitsBy((kind) => meanOf(own(kind)), soft ? Math.max(0.3, 0.12 * narrow) : sharpFraction)
  if (soft) return even
  const bars = meanOf(widths.filter((_, i) => kinds[i] === 'narrow' && i % 2 === 0))
  const spaces = meanOf(widths.filter((_, i) => kinds[i] === 'narrow' && i % 2 === 1))
  if (Math.abs(bars - spaces) >= mostSpread) return whole
  return usualFraction(widths, kinds) ?? (farthest(widths, widthsOf(kinds, even), 1) <= mostAway ? even : whole)
}

/** Ratios that symbols are drawn in. */
const usualRatios = [3, 2.5, 2]

/** Fits all sharp edges to one grid, which is more exact than an average of rounded widths. */
function usualFraction(widths: readonly number[], kinds: readonly Kind[]): Units | undefined {
  for (const ratio of usualRatios) {
    const ofModule = unitsBy((kind) => (kind === 'wide' ? ratio : 1), sharpFraction)
    const counts = widthsOf(kinds, ofModule)
    const module = fitted(widths, counts)
    if (farthest(widths, counts, module) > mostAway) continue
    return unitsBy((kind) => module * ofModule[kind].module, sharpFraction)
  }
  return undefined
}

const widthsOf = (kinds: readonly Kind[], units: Units): number[] => kinds.map((kind) => units[kind].module)

const unitsBy = (module: (kind: Kind) => number, tolerance: number): Units => ({
  narrow: { module: module('narrow'), tolerance },
  wide: { module: module('wide'), tolerance },
  gap: { module: module('gap'), tolerance },
})

function widthFlaw(
  wrong: readonly number[],
  widths: readonly number[],
  kinds: readonly Kind[],
  units: Readonly<Record<Kind, Unit>>,
): Flaw {
  const places = columnsOf(kinds.map((kind) => modulesOfKind[kind]))
  const shown = wrong.slice(0, 5).map((i) => {
    const kind = kinds[i]!
    const name = kind === 'gap' ? 'gap' : `${kind} ${i % 2 === 0 ? 'bar' : 'space'}`
    return `${name} ${1 + (i >> 1)} is ${dots(widths[i]!)} wide, the others ${dots(units[kind].module)}`
  })
  const rest = wrong.length - shown.length
  return {
    message: `${shown.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}`,
    modules: wrong.flatMap((i) => places[i]!),
  }
}

const dots = (width: number): string => `${Number(width.toFixed(1))} dots`

/** The ratio must be from `least` to 3; if it is not 3, the symbol differs from the reference. */
export function judgeRatio(findings: Findings<'ratio'>, { ratio, ratioTolerance }: TwoWidths, least: number): void {
  const found = `wide bars and spaces are ${Number(ratio.toFixed(2))} times as wide as narrow ones`
  if (ratio < least - ratioTolerance || ratio > 3 + ratioTolerance)
    findings.fault('ratio', `${found}; ${least} to 3 is allowed`)
  else if (Math.abs(ratio - 3) > ratioTolerance) findings.note('ratio', `${found}; the reference symbol has 3`)
  else findings.pass('ratio')
}

/** Makes the `count` widest of `widths` wide; undefined if they are not clearly wider than the others. */
export function widest(widths: readonly number[], count: number): Kind[] | undefined {
  const sorted = widths.toSorted((a, b) => b - a)
  const least = sorted[count - 1]!
  const next = sorted[count]!
  if (least < 1.3 * next) return undefined
  return widths.map((width) => (width >= least ? 'wide' : 'narrow'))
}
