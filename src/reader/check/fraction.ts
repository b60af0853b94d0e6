/** Modules that are not whole dots: in a sharp drawing some are a dot wider than others. */

import type { Findings, Rule } from './report.ts'

export type FractionRule = 'x.fractional'

/** @param clause  standard, edition and clause for the width of a module */
export const fractionRules = (clause: string): Readonly<Record<FractionRule, Rule>> => ({
  'x.fractional': [
    clause,
    'X is a whole number of dots; if not, no element is more than a quarter of X off its width',
    'fault or note',
  ],
})

/**
 * The share of X by which an element may be off its width: more leaves decodability below B (ISO/IEC 15416). Of 2.6 dots, a bar is up to
 * 0.8 dots off, of 2.5 dots half a dot.
 */
const mostOffOfX = 0.25

/**
 * A note that X is not whole dots, or a fault where rounding makes elements too wide or too narrow.
 *
 * @param module  X in dots
 * @param most  by how much an element is off its width, in dots
 */
export function judgeFraction(findings: Findings<FractionRule>, module: number, most: number): void {
  const number = (value: number): string => String(Number(value.toFixed(2)))
  const message = `X is ${number(module)} dots, not a whole number; elements are up to ${number(most)} dots off their width, ${Math.round((100 * most) / module)} % of X`
  if (most > mostOffOfX * module) findings.fault('x.fractional', message)
  else findings.note('x.fractional', message)
}
