/** EAN-13, EAN-8, UPC-A and UPC-E. ISO/IEC 15420:2009; GS1 General Specifications, 5.2 */

import * as tables from '../../../symbologies/tables.ts'
import { expectedGtin } from '../gs1/expected.ts'
import { gtinOf } from '../gs1/gtin.ts'
import type { Scan } from '../picture/scan.ts'
import { referenceSymbol } from '../reference.ts'
import { Findings, type Flaw, type Reading, type Rule, shortened } from '../report.ts'
import {
  apportionedGroups,
  columnSpan,
  countsOf,
  judgeBars,
  judgeLinearReference,
  judgeQuiet,
  type LinearRule,
  linearRules,
  modulesOfCounts,
  rightCheckDigit,
  seenAs,
  sizeOf,
  sumOf,
  unitOf,
  widthFlaws,
  word,
} from './linear.ts'
import { expandedSix, zeroSuppressed } from './upce-digits.ts'

type EanSymbology = 'ean13' | 'ean8' | 'upca' | 'upce'
type EanRule = LinearRule | 'guard.left' | 'guard.centre' | 'guard.right' | 'character' | 'parity' | 'check' | 'zeros'

interface Guard {
  readonly rule: 'guard.left' | 'guard.centre' | 'guard.right'
  readonly at: number
  readonly modules: string
}

interface Layout {
  readonly width: number
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
    ...linearRules(
      standard,
      { quiet: '4.3.4', widths: '4.3.3', polarity: '4.1', text: '4.3.5' },
      { left: quiet.left, right: quiet.right },
    ),
    'guard.left': [`${standard}, 4.3.2.2`, 'the left guard is bar, space, bar, one module each'],
    'guard.centre': [`${standard}, 4.3.2.2`, 'the centre guard is space, bar, space, bar, space, one module each'],
    'guard.right': [`${standard}, 4.3.2.2`, `the right guard is ${last.length} bars and spaces, one module each`],
    character: [`${standard}, table 1`, 'every symbol character is a digit of number set A, B or C'],
    parity: [`${standard}, tables 3 and 4`, 'the symbology has this order of number sets'],
    check: ['GS1 General Specifications, 7.9.1', 'the check digit is right'],
    zeros: ['GS1 General Specifications, 5.2', 'the six digits are the result of zero suppression'],
  } satisfies Record<EanRule, Rule>
  return { width: end + last.length, quiet, guards, digits, rules }
}

const layouts: Readonly<Record<EanSymbology, Layout>> = {
  ean13: layoutOf(6, { left: 11, right: 7 }),
  upca: layoutOf(6, { left: 9, right: 9 }),
  ean8: layoutOf(4, { left: 7, right: 7 }),
  upce: layoutOf(0, { left: 9, right: 7 }),
}

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
    judgeQuiet(findings, scan, { ...layout.quiet, unit })
    judgeBars(findings, scan)
    findings.judge('widths', widthFlaws(scan.widths, counts, unit))
    const guards = layout.guards.filter((guard) => isGuard(guard, modules, findings)).length
    const characters = layout.digits.map((at) => characterAt(modules, at))
    const known = characters.filter((character) => character !== undefined).length
    findings.judge('character', invalidCharacters(layout, characters))
    const likeness = (guards + known) / (layout.guards.length + characters.length)
    const text = known === characters.length ? textOf(symbology, characters as Character[], findings) : undefined
    if (text !== undefined) judgeText(findings, { symbology, text, expected }, modules)
    return {
      symbology,
      ...(text !== undefined && { text }),
      findings,
      ...seenAs(modules, layout.quiet),
      size: sizeOf(scan, unit.module),
      likeness,
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
      judgeParity(findings, characters, 'AAAACCCC')
      return checked(findings, digits, characters)
    case 'upca':
      judgeParity(findings, characters, 'AAAAAACCCCCC')
      return checked(findings, digits, characters)
    case 'ean13': {
      const first = tables.ean13LeadingSets.findIndex((left) => `${left}CCCCCC` === found)
      if (first < 0) return unknownParity(findings, characters)
      findings.pass('parity')
      return checked(findings, `${first}${digits}`, characters)
    }
    case 'upce':
      return upceText(characters, findings)
  }
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

/** Number system, six digits, check digit: the number sets encode the first and the last of these. */
function upceText(characters: readonly Character[], findings: Findings<EanRule>): string | undefined {
  const found = characters.map(({ set }) => set).join('')
  const bySystem = [tables.upceSystemZeroSets, tables.upceSystemOneSets]
  const system = bySystem.findIndex((rows) => rows.includes(found))
  if (system < 0) return unknownParity(findings, characters)
  findings.pass('parity')
  const six = characters.map(({ digit }) => digit).join('')
  const check = bySystem[system]!.indexOf(found)
  const full = `${system}${expandedSix(six)}${check}`
  const right = rightCheckDigit(full)
  const message = `the number sets encode the check digit ${check}; the right one is ${right}`
  findings.judge('check', full.endsWith(right) ? [] : [{ message, modules: columnSpan(3, 45) }])
  if (zeroSuppressed(full) === six) findings.pass('zeros')
  else findings.note('zeros', `zero suppression gives ${zeroSuppressed(full)} for the UPC-A ${full}`, columnSpan(3, 45))
  return `${system}${six}${check}`
}

function judgeText(
  findings: Findings<EanRule>,
  { symbology, text, expected }: { symbology: EanSymbology; text: string; expected: string | undefined },
  modules: Uint8Array,
): void {
  if (expected !== undefined) {
    const message = `the symbol carries ${text}, not ${shortened(expected)}`
    findings.judge('text', sameNumber(symbology, text, expected) ? [] : [{ message }])
  }
  // Encoders refuse a wrong check digit; given none, they add the right one.
  const data = text.slice(0, -1)
  judgeLinearReference(findings, referenceSymbol(symbology, data), modules)
}

/** The check digit may be left out; UPC-E may be given as its six digits, or as its UPC-A. */
function sameNumber(symbology: EanSymbology, text: string, expected: string): boolean {
  const gtin = expectedGtin(expected)
  if (gtin !== undefined) return gtin === gtinOf(symbology, text)
  if (expected === text || expected === text.slice(0, -1)) return true
  if (symbology !== 'upce') return false
  const full = `${text[0]}${expandedSix(text.slice(1, 7))}${text[7]}`
  return (text[0] === '0' && expected === text.slice(1, 7)) || expected === full || expected === full.slice(0, -1)
}
