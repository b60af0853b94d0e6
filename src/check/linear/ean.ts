/** EAN-13, EAN-8, UPC-A and UPC-E. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import type { Scan } from '../picture/scan.ts'
import { Findings, type Flaw, type Reading } from '../report.ts'
import { addonQuiet, judgeAddon } from './addon.ts'
import { columnSpan } from './columns.ts'
import { type Character, characterAt, textOf } from './ean-digits.ts'
import {
  digitWidth,
  type EanRule,
  type EanSymbology,
  type Guard,
  type Layout,
  layouts,
  numberSets,
} from './ean-layouts.ts'
import { judgeEanReference, judgeText, withAddon } from './ean-numbers.ts'
import { judgeBars, judgeQuiet, modulesOfCounts, seenAs, sizeOf } from './linear.ts'
import { apportionedGroups, countsOf, misfit, mostMisfit, sumOf, unitOf, widthFlaws } from './widths.ts'

/** Undefined for a scan that does not look like the symbology at all. */
export const readEan =
  (symbology: EanSymbology) =>
  (scan: Scan, expected?: string): Reading | undefined => {
    const layout = layouts[symbology]
    // Each bar and each space is a module wide or wider.
    if (scan.widths.length > layout.width) return undefined
    const counts = countsIn(scan, layout)
    const modules = modulesOfCounts(counts)
    if (modules.length !== layout.width) return undefined
    const findings = new Findings<EanRule>(symbology, layout.rules)
    const unit = unitOf(scan.widths, counts, scan.soft)
    const addon = judgeAddon(findings, scan, { unit, leastGap: layout.leastGap, column: layout.width })
    judgeQuiet(findings, addon === undefined ? scan : { ...scan, right: Infinity }, { ...layout.quiet, unit })
    judgeBars(findings, scan)
    findings.judge('widths', widthFlaws(scan.widths, counts, unit))
    const guards = layout.guards.filter((guard) => isGuard(guard, modules, findings)).length
    const characters = layout.digits.map((at) => characterAt(modules, at))
    const known = characters.filter((character) => character !== undefined).length
    findings.judge('character', invalidCharacters(layout, characters))
    const likeness = (guards + known) / (layout.guards.length + characters.length)
    const text = known === characters.length ? textOf(symbology, characters as Character[], findings) : undefined
    if (text !== undefined) {
      judgeText(findings, { symbology, text, addon, expected })
      judgeEanReference(findings, { symbology, text, addon }, modules)
    }
    if (addon !== undefined && symbology === 'ean8') findings.note('addon.symbology', 'EAN-8 has no add-on in GS1')
    return {
      symbology,
      ...(text !== undefined && { text }),
      ...(addon?.digits !== undefined && { addon: addon.digits }),
      findings,
      ...(addon === undefined
        ? seenAs(modules, layout.quiet)
        : seenAs(withAddon(modules, { addon, column: addon.column }), { left: layout.quiet.left, right: addonQuiet })),
      size: sizeOf(scan, unit.module),
      likeness,
      isCertain:
        damageOf(symbology, { layout, guards, characters }) <= mostDamaged[symbology] &&
        misfit(scan.widths, counts) <= mostMisfit,
      place: scan.place,
    }
  }

/** The most guards, characters and number sets that may be wrong in a symbol that is certainly of the symbology. */
const mostDamaged: Readonly<Record<EanSymbology, number>> = { ean13: 2, upca: 2, ean8: 1, upce: 1 }

/** How many guards and characters are wrong, and how many number sets if their order is that of the symbology. */
function damageOf(
  symbology: EanSymbology,
  { layout, guards, characters }: { layout: Layout; guards: number; characters: readonly (Character | undefined)[] },
): number {
  const orders = numberSets[symbology]
  const wrongSets = orders.map(
    (sets) => characters.filter((each, i) => each !== undefined && each.set !== sets[i]).length,
  )
  const unknown = characters.filter((each) => each === undefined).length
  return layout.guards.length - guards + unknown + Math.min(...wrongSets)
}

/** Modules of each bar and space: character by character if their number is right, or else one by one. */
function countsIn({ widths }: Scan, { width, guards, digits }: Layout): number[] {
  if (widths.length === 4 * digits.length + guards.reduce((sum, guard) => sum + guard.modules.length, 0)) {
    const characters = digits.map((at) => ({ at, group: [4, digitWidth] as const }))
    const others = guards.map(({ at, modules }) => ({ at, group: [modules.length, modules.length] as const }))
    const inOrder = [...characters, ...others].toSorted((a, b) => a.at - b.at)
    return apportionedGroups(
      widths,
      inOrder.map(({ group }) => group),
    )
  }
  return countsOf(widths, sumOf(widths) / width)
}

function isGuard({ rule, at, modules }: Guard, found: Uint8Array, findings: Findings<EanRule>): boolean {
  const wrong = Array.from(modules).flatMap((dark, i) =>
    found[at + i] === Number(dark) ? [] : columnSpan(at + i, at + i + 1),
  )
  const flaws: Flaw[] =
    wrong.length === 0 ? [] : [{ message: `${wrong.length} modules of the guard are wrong`, modules: wrong }]
  findings.judge(rule, flaws)
  return wrong.length === 0
}

function invalidCharacters({ digits }: Layout, characters: readonly (Character | undefined)[]): Flaw[] {
  return characters.flatMap((character, i) => {
    if (character !== undefined) return []
    const at = digits[i]!
    return [{ message: `symbol character ${i + 1} is not a digit`, modules: columnSpan(at, at + digitWidth) }]
  })
}
