/** EAN-13, EAN-8, UPC-A and UPC-E: their rules and their reader. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import * as tables from '../../../../symbologies/tables.ts'
import { expectedGtin, gtinOf, rightCheckDigit, upcaOf, zeroSuppressed } from '../gs1/gtin.ts'
import type { Scan } from '../picture/scan.ts'
import { referenceSymbol } from '../reference.ts'
import { Findings, type Flaw, type Rule, type SymbolReading } from '../report.ts'
import { shortened } from '../text.ts'
import { type AddonRule, addonQuiet, addonRules, judgeAddon, type ReadAddon } from './addon.ts'
import {
  judgeBars,
  judgeFractionOf,
  judgeLinearReference,
  judgeQuiet,
  type LinearRule,
  linearRules,
  seenAs,
  sizeOf,
} from './linear.ts'
import {
  apportionedGroups,
  columnSpan,
  countsOf,
  misfit,
  modulesOfCounts,
  mostMisfit,
  sumOf,
  unitOf,
  widthFlaws,
  word,
} from './widths.ts'

type EanSymbology = 'ean13' | 'ean8' | 'upca' | 'upce'
type EanRule = LinearRule | AddonRule | Guard['rule'] | 'character' | 'parity' | 'check' | 'zeros'

interface Guard {
  readonly rule: 'guard.left' | 'guard.centre' | 'guard.right'
  readonly at: number
  readonly modules: string
}

interface Layout {
  readonly width: number
  /** Those at the right are also the fewest light modules before an add-on. */
  readonly quiet: { readonly left: number; readonly right: number }
  readonly guards: readonly Guard[]
  /** The column at which each digit begins. */
  readonly digits: readonly number[]
  readonly rules: Readonly<Record<EanRule, Rule>>
}

const digitWidth = 7

const standard = 'ISO/IEC 15420:2009'

/** Two halves of `half` digits; 0 stands for the six digits of UPC-E and its special right guard. */
function layoutOf(half: number, quiet: Layout['quiet']): Layout {
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
    ...linearRules(standard, { quiet: '4.3.4', widths: '4.3.3', polarity: '4.1', text: '4.3.5' }, quiet),
    ...addonRules(quiet.right),
    'guard.left': [`${standard}, 4.3.2.2`, 'the left guard is bar, space, bar, one module each'],
    'guard.centre': [`${standard}, 4.3.2.2`, 'the centre guard is space, bar, space, bar, space, one module each'],
    'guard.right': [`${standard}, 4.3.2.2`, `the right guard is ${last.length} bars and spaces, one module each`],
    character: [`${standard}, table 1`, 'every symbol character is a digit of number set A, B or C'],
    parity: [`${standard}, tables 3 and 4`, 'the symbology has this order of number sets'],
    check: ['GS1 General Specifications, 7.9.1', 'the check digit is right'],
    zeros: ['GS1 General Specifications, 5.2', 'the six digits are the result of zero suppression', 'note'],
  } satisfies Record<EanRule, Rule>
  return { width: end + last.length, quiet, guards, digits, rules }
}

export const layouts: Readonly<Record<EanSymbology, Layout>> = {
  ean13: layoutOf(6, { left: 11, right: 7 }),
  upca: layoutOf(6, { left: 9, right: 9 }),
  ean8: layoutOf(4, { left: 7, right: 7 }),
  upce: layoutOf(0, { left: 9, right: 7 }),
}

/** Undefined for a scan that does not look like the symbology at all. */
export const readEan =
  (symbology: EanSymbology) =>
  (scan: Scan, expected?: string): SymbolReading | undefined => {
    const layout = layouts[symbology]
    // Each bar and each space is a module wide or wider.
    if (scan.widths.length > layout.width) return undefined
    const counts = countsIn(scan, layout)
    const modules = modulesOfCounts(counts)
    if (modules.length !== layout.width) return undefined
    const findings = new Findings<EanRule>(symbology, layout.rules)
    const unit = unitOf(scan.widths, counts, scan.soft)
    const addon = judgeAddon(findings, scan, { unit, leastGap: layout.quiet.right, column: layout.width })
    judgeQuiet(findings, addon === undefined ? scan : { ...scan, right: Infinity }, { ...layout.quiet, unit })
    judgeBars(findings, scan)
    findings.judge('widths', widthFlaws(scan.widths, counts, unit))
    judgeFractionOf(findings, scan, { wanted: counts.map((count) => count * unit.module), unit })
    const guards = layout.guards.filter((guard) => isGuard(guard, modules, findings)).length
    const characters = layout.digits.map((at) => characterAt(modules, at))
    const known = characters.filter((character) => character !== undefined).length
    findings.judge('character', invalidCharacters(layout, characters))
    const likeness = (guards + known) / (layout.guards.length + characters.length)
    const text = known === characters.length ? textOf(symbology, characters as Character[], findings) : undefined
    if (text !== undefined) {
      const numbers = { symbology, text, addon }
      judgeText(findings, numbers, expected)
      judgeEanReference(findings, numbers, modules)
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
      ...(addon?.place && { addonPlace: addon.place }),
      ...(addon && { main: { columns: layout.width, leastGap: layout.quiet.right } }),
    }
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

interface Character {
  readonly set: 'A' | 'B' | 'C'
  readonly digit: string
  readonly at: number
}

const sets = ['A', 'B', 'C'] as const

function characterAt(modules: Uint8Array, at: number): Character | undefined {
  const index = tables.eanSymbolCharacters.indexOf(word(modules, at, digitWidth))
  return index < 0 ? undefined : { set: sets[Math.floor(index / 10)]!, digit: String(index % 10), at }
}

function invalidCharacters({ digits }: Layout, characters: readonly (Character | undefined)[]): Flaw[] {
  return characters.flatMap((character, i) => {
    if (character !== undefined) return []
    const at = digits[i]!
    return [{ message: `symbol character ${i + 1} is not a digit`, modules: columnSpan(at, at + digitWidth) }]
  })
}

/** ISO/IEC 15420:2009, tables 3 and 4: the orders of number sets. */
const numberSets: Readonly<Record<EanSymbology, readonly string[]>> = {
  ean13: tables.ean13LeadingSets.map((left) => `${left}CCCCCC`),
  upca: ['AAAAAACCCCCC'],
  ean8: ['AAAACCCC'],
  upce: [...tables.upceSystemZeroSets, ...tables.upceSystemOneSets],
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

/** All digits, those that the number sets encode and the check digit included; undefined if the number sets encode none. */
function textOf(
  symbology: EanSymbology,
  characters: readonly Character[],
  findings: Findings<EanRule>,
): string | undefined {
  const digits = characters.map(({ digit }) => digit).join('')
  const found = characters.map(({ set }) => set).join('')
  switch (symbology) {
    case 'ean8':
    case 'upca':
      judgeParity(findings, characters, numberSets[symbology][0]!)
      return checked(findings, digits, characters)
    case 'ean13': {
      const first = numberSets.ean13.indexOf(found)
      if (first < 0) return unknownParity(findings, characters)
      findings.pass('parity')
      return checked(findings, `${first}${digits}`, characters)
    }
    case 'upce':
      return upceText(characters, findings)
  }
}

/** Number system, six digits, check digit: the number sets encode the first and the last of these. */
function upceText(characters: readonly Character[], findings: Findings<EanRule>): string | undefined {
  const found = characters.map(({ set }) => set).join('')
  const bySystem = [tables.upceSystemZeroSets, tables.upceSystemOneSets]
  const system = bySystem.findIndex((rows) => rows.includes(found))
  if (system < 0) return unknownParity(findings, characters)
  findings.pass('parity')
  const six = characters.map(({ digit }) => digit).join('')
  const check = bySystem[system]!.indexOf(found)
  const text = `${system}${six}${check}`
  const full = upcaOf(text)
  const right = rightCheckDigit(full)
  const message = `the number sets encode the check digit ${check}; the right one is ${right}`
  findings.judge('check', full.endsWith(right) ? [] : [{ message, modules: columnSpan(3, 45) }])
  if (zeroSuppressed(full) === six) findings.pass('zeros')
  else findings.note('zeros', `zero suppression gives ${zeroSuppressed(full)} for the UPC-A ${full}`, columnSpan(3, 45))
  return text
}

/** A digit in the wrong number set is still read. */
function judgeParity(findings: Findings<EanRule>, characters: readonly Character[], wanted: string): void {
  const wrong = characters.filter(({ set }, i) => set !== wanted[i])
  const flaws = wrong.map(({ set, digit, at }) => ({
    message: `digit ${digit} is of number set ${set}`,
    modules: columnSpan(at, at + digitWidth),
  }))
  findings.judge('parity', flaws)
}

function unknownParity(findings: Findings<EanRule>, characters: readonly Character[]): undefined {
  const found = characters.map(({ set }) => set).join('')
  const modules = characters.flatMap(({ at }) => columnSpan(at, at + digitWidth))
  findings.fault('parity', `the symbology has no such order of number sets: ${found}`, modules)
  return undefined
}

function checked(findings: Findings<EanRule>, digits: string, characters: readonly Character[]): string {
  const right = rightCheckDigit(digits)
  const { at, digit } = characters[characters.length - 1]!
  const message = `the check digit is ${digit}; the right one is ${right}`
  findings.judge('check', digits.endsWith(right) ? [] : [{ message, modules: columnSpan(at, at + digitWidth) }])
  return digits
}

interface Numbers {
  readonly symbology: EanSymbology
  readonly text: string
  readonly addon: ReadAddon | undefined
}

function judgeText(
  findings: Findings<EanRule>,
  { symbology, text, addon }: Numbers,
  expected: string | undefined,
): void {
  if (expected === undefined) return
  const [main, more, ...others] = expected.split(/[+ ]/)
  const isSame =
    others.length === 0 && sameNumber(symbology, text, main ?? '') && (more === undefined || addon?.digits === more)
  const carried = addon?.digits === undefined ? text : `${text}+${addon.digits}`
  findings.judge('text', isSame ? [] : [{ message: `the symbol carries ${carried}, not ${shortened(expected)}` }])
}

/** The check digit may be left out; UPC-E may be given as its six digits, or as its UPC-A. */
function sameNumber(symbology: EanSymbology, text: string, expected: string): boolean {
  const gtin = expectedGtin(expected)
  if (gtin !== undefined) return gtin === gtinOf(symbology, text)
  if (expected === text || expected === text.slice(0, -1)) return true
  if (symbology !== 'upce') return false
  const full = upcaOf(text)
  return (text[0] === '0' && expected === text.slice(1, 7)) || expected === full || expected === full.slice(0, -1)
}

/** Encoders refuse a wrong check digit; given none, they add the right one. */
function judgeEanReference(
  findings: Findings<EanRule>,
  { symbology, text, addon }: Numbers,
  modules: Uint8Array,
): void {
  const data = text.slice(0, -1)
  if (addon === undefined || symbology === 'ean8') {
    judgeLinearReference(findings, referenceSymbol(symbology, data), modules)
  } else if (addon.digits !== undefined) {
    const reference = referenceSymbol(symbology, data, { addon: addon.digits })
    // as far from the symbol as in the reference: several widths of the gap are allowed
    const column = reference?.addon?.from ?? modules.length
    judgeLinearReference(findings, reference, withAddon(modules, { addon, column }))
  }
}

/** The modules of a symbol and of its add-on, which begins at a column. */
function withAddon(modules: Uint8Array, { addon, column }: { addon: ReadAddon; column: number }): Uint8Array {
  const all = new Uint8Array(column + addon.modules.length)
  all.set(modules)
  all.set(addon.modules, column)
  return all
}
