/** What is judged of every linear symbol: quiet zones, bars, size, and the reference. */

import type { Barcode } from '../../../../symbologies/barcode.ts'
import { type FractionRule, fractionRules, judgeFraction } from '../fraction.ts'
import type { Scan } from '../picture/scan.ts'
import { compared, judgeReference } from '../reference.ts'
import { type Findings, type Flaw, lengthOf, type Rule, type Size, type SymbolReading } from '../report.ts'
import { sharpFraction, type Unit } from './widths.ts'

/** The rules for every linear symbol; each symbology adds more, and the clauses. */
export type LinearRule =
  | 'quiet.left'
  | 'quiet.right'
  | 'widths'
  | FractionRule
  | 'bars'
  | 'polarity'
  | 'text'
  | 'reference'

/** The rules of `LinearRule`, with the clauses of one standard. */
export function linearRules(
  standard: string,
  clause: { quiet: string; widths: string; polarity: string; text: string },
  quiet: { left: number; right: number },
): Readonly<Record<LinearRule, Rule>> {
  return {
    'quiet.left': [`${standard}, ${clause.quiet}`, `${quiet.left} modules or more are light before the first bar`],
    'quiet.right': [`${standard}, ${clause.quiet}`, `${quiet.right} modules or more are light after the last bar`],
    widths: [`${standard}, ${clause.widths}`, 'all bars and spaces have the right width, to the dot'],
    ...fractionRules(`${standard}, ${clause.widths}`),
    bars: [`${standard}, ${clause.widths}`, 'all bars are the same from their upper to their lower end'],
    polarity: [`${standard}, ${clause.polarity}`, 'bars are dark and spaces are light'],
    text: [`${standard}, ${clause.text}`, 'the symbol carries the expected text'],
    reference: [standard, 'module by module the same as the reference symbol', 'note'],
  }
}

/** The least likeness with which bars are taken for a symbol of a symbology. */
export const leastLikeness = 0.7

/**
 * Whether start, stop and nearly all characters are right, or all characters and one of start and stop.
 *
 * @param framed  how many of start and stop are right
 * @param characters  how many of all characters are in the table
 */
export function isFramed(framed: number, { known, length }: { known: number; length: number }): boolean {
  return framed === 2 ? length - known <= Math.max(1, mostUnknown * length) : framed === 1 && length - known <= 1
}

/** The share of characters that may be damaged. */
const mostUnknown = 0.15

/** The quiet zones, in modules of `unit` pixels; a lack that pixels cannot show is allowed. */
export function judgeQuiet(
  findings: Findings<LinearRule>,
  { left, right }: { left: number; right: number },
  wanted: { left: number; right: number; unit: Unit },
): void {
  const { unit } = wanted
  // With sharp fractional modules neither the quiet zone's edge nor the module's width is known to the pixel.
  const slack = unit.tolerance === sharpFraction ? 2 : unit.tolerance
  const flaw = (side: 'left' | 'right', light: number): Flaw[] => {
    if (light + slack >= wanted[side] * unit.module) return []
    return [
      { message: `the quiet zone is ${(light / unit.module).toFixed(1)} modules wide; ${wanted[side]} are needed` },
    ]
  }
  findings.judge('quiet.left', flaw('left', left))
  findings.judge('quiet.right', flaw('right', right))
}

/** Tells sharp modules that are not whole dots. @param wanted  the widths of bars and spaces at this X, in dots */
export function judgeFractionOf(
  findings: Findings<LinearRule>,
  { widths, soft }: Scan,
  { wanted, unit: { module, tolerance } }: { wanted: readonly number[]; unit: Unit },
): void {
  if (soft || tolerance !== sharpFraction) return
  const most = widths.reduce((farthest, width, i) => Math.max(farthest, Math.abs(width - wanted[i]!)), 0)
  judgeFraction(findings, module, most)
}

/** Whether the bars are the same over their whole height. */
export function judgeBars(findings: Findings<LinearRule>, { uneven, lines }: Scan): void {
  findings.judge(
    'bars',
    uneven === 0 ? [] : [{ message: `${uneven} of ${lines} lines across the bars differ from the others` }],
  )
}

/** The most pixels by which bars are counted too low: heights are rounded, and a blurred line at each end is not counted. */
const sharpHeight = 0.5
const softHeight = 2

/** The size on paper of a symbol whose modules are `module` pixels wide; undefined without a resolution. */
export function sizeOf({ resolution, lines, soft }: Scan, module: number): Size | undefined {
  if (resolution === undefined) return undefined
  const { across, down } = resolution
  const tolerance = soft ? softHeight : sharpHeight
  return { modules: [lengthOf(module, across)], bars: { height: lengthOf(lines, down), tolerance } }
}

/** The part of a reading that pages draw. */
export function seenAs(
  modules: Uint8Array,
  { left, right }: { left: number; right: number },
): Pick<SymbolReading, 'rows' | 'quiet'> {
  return { rows: [modules.join('')], quiet: { left, right, top: 0, bottom: 0 } }
}

/** Compares with the reference symbol module by module; without a reference there is no finding. */
export function judgeLinearReference(
  findings: Findings<LinearRule>,
  reference: Pick<Barcode, 'matrix'> | undefined,
  modules: Uint8Array,
): void {
  if (reference === undefined) return
  judgeReference(findings, compared({ rows: 1, columns: modules.length, dark: modules }, reference))
}
