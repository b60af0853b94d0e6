/** The parts of EAN-13, EAN-8, UPC-A and UPC-E. ISO/IEC 15420:2009 */

import * as tables from '../../../symbologies/tables.ts'
import type { Rule } from '../report.ts'
import { type AddonRule, addonRules } from './addon.ts'
import { type LinearRule, linearRules } from './linear.ts'

export type EanSymbology = 'ean13' | 'ean8' | 'upca' | 'upce'
export type EanRule =
  | LinearRule
  | AddonRule
  | 'guard.left'
  | 'guard.centre'
  | 'guard.right'
  | 'character'
  | 'parity'
  | 'check'
  | 'zeros'

export interface Guard {
  readonly rule: 'guard.left' | 'guard.centre' | 'guard.right'
  readonly at: number
  readonly modules: string
}

export interface Layout {
  readonly width: number
  /** The fewest light modules before an add-on. */
  readonly leastGap: number
  readonly quiet: { readonly left: number; readonly right: number }
  readonly guards: readonly Guard[]
  /** The column at which each digit begins. */
  readonly digits: readonly number[]
  readonly rules: Readonly<Record<EanRule, Rule>>
}

export const digitWidth = 7
const standard = 'ISO/IEC 15420:2009'

/** Two halves of `half` digits; 0 stands for the six digits of UPC-E and its special right guard. */
function layoutOf(half: number, quiet: Layout['quiet'], leastGap = quiet.right): Layout {
  const count = half === 0 ? 6 : 2 * half
  const centre = 3 + digitWidth * half
  const digits = Array.from({ length: count }, (_, i) => 3 + digitWidth * i + (half > 0 && i >= half ? 5 : 0))
  const end = digits[count - 1]! + digitWidth
  const last = half === 0 ? '010101' : '101'
  const guards: Guard[] = [
    { rule: 'guard.left', at: 0, modules: '101' },
    ...(half === 0 ? [] : [{ rule: 'guard.centre', at: centre, modules: '01010' } as const]),
    { rule: 'guard.right', at: end, modules: last },
  ]
  const rules = {
    ...linearRules(
      standard,
      { quiet: '4.3.4', widths: '4.3.3', polarity: '4.1', text: '4.3.5' },
      { left: quiet.left, right: quiet.right },
    ),
    ...addonRules(leastGap),
    'guard.left': [`${standard}, 4.3.2.2`, 'the left guard is bar, space, bar, one module each'],
    'guard.centre': [`${standard}, 4.3.2.2`, 'the centre guard is space, bar, space, bar, space, one module each'],
    'guard.right': [`${standard}, 4.3.2.2`, `the right guard is ${last.length} bars and spaces, one module each`],
    character: [`${standard}, table 1`, 'every symbol character is a digit of number set A, B or C'],
    parity: [`${standard}, tables 3 and 4`, 'the symbology has this order of number sets'],
    check: ['GS1 General Specifications, 7.9.1', 'the check digit is right'],
    zeros: ['GS1 General Specifications, 5.2', 'the six digits are the result of zero suppression'],
  } satisfies Record<EanRule, Rule>
  return { width: end + last.length, leastGap, quiet, guards, digits, rules }
}

export const layouts: Readonly<Record<EanSymbology, Layout>> = {
  ean13: layoutOf(6, { left: 11, right: 7 }),
  upca: layoutOf(6, { left: 9, right: 9 }),
  ean8: layoutOf(4, { left: 7, right: 7 }),
  upce: layoutOf(0, { left: 9, right: 7 }),
}

/** ISO/IEC 15420:2009, tables 3 and 4: the orders of number sets. */
export const numberSets: Readonly<Record<EanSymbology, readonly string[]>> = {
  ean13: tables.ean13LeadingSets.map((left) => `${left}CCCCCC`),
  upca: ['AAAAAACCCCCC'],
  ean8: ['AAAACCCC'],
  upce: [...tables.upceSystemZeroSets, ...tables.upceSystemOneSets],
}
