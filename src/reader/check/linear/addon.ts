/** The add-ons of EAN and UPC. ISO/IEC 15420:2009; GS1 General Specifications, 5.2.2.5 */

import * as tables from '../../../../symbologies/tables.ts'
import type { Box } from '../picture/picture.ts'
import type { Scan } from '../picture/scan.ts'
import type { Findings, Flaw, Rule } from '../report.ts'
import {
  apportionedGroups,
  columnSpan,
  countsOf,
  misfit,
  modulesOfCounts,
  mostMisfit,
  sumOf,
  type Unit,
  unitOf,
  widthFlaws,
  word,
} from './widths.ts'

export type AddonRule =
  `addon.${'gap' | 'quiet' | 'bars' | 'widths' | 'guard' | 'separator' | 'character' | 'parity' | 'symbology'}`

const standard = 'ISO/IEC 15420:2009, 4.3.2'
const gs1 = 'GS1 General Specifications'
/** Light modules after an add-on. */
export const addonQuiet = 5
const mostGap = 12

/** @param leastGap  in modules */
export const addonRules = (leastGap: number): Readonly<Record<AddonRule, Rule>> => ({
  'addon.gap': [`${gs1}, 5.2.3.4`, `${leastGap} to ${mostGap} modules are light before the add-on`],
  'addon.quiet': [`${gs1}, 5.2.3.4`, `${addonQuiet} modules or more are light after the add-on`],
  'addon.bars': [standard, 'bars beside the symbol are an add-on, the same from their upper to their lower end'],
  'addon.widths': [standard, 'the bars and spaces of the add-on have the right width, to the dot'],
  'addon.guard': [standard, 'the add-on begins with a bar and a space of one module and a bar of two'],
  'addon.separator': [standard, 'a space and a bar of one module stand between the digits of the add-on'],
  'addon.character': [standard, 'every symbol character of the add-on is a digit of number set A or B'],
  'addon.parity': [`${gs1}, 5.2.2.5`, 'the number sets of the add-on are those of its check sum'],
  'addon.symbology': [`${gs1}, 5.2.2.5`, 'the symbology may have an add-on', 'note'],
})

const digitWidth = 7
const pitch = digitWidth + 2
const guard = { modules: 0b1011, width: 4 }
const separator = 0b01

const widthOf = (digits: number): number => guard.width + pitch * digits - 2

/** Bars and spaces: three of the guard, four of each digit, two of each separator. */
const elementsOf = (digits: number): number => 6 * digits + 1

/** An add-on as it was read. */
export interface ReadAddon {
  /** Undefined if they cannot be read. */
  readonly digits: string | undefined
  readonly modules: Uint8Array
  /** The first of them, counted from the symbol's. */
  readonly column: number
  /** The pixels of its bars, if there are no others. */
  readonly place: Box | undefined
}

/**
 * Judges the bars to the right of a symbol whose modules are of `unit`; undefined if they are not an add-on, which is a
 * fault if they are where one may be.
 */
export function judgeAddon(
  findings: Findings<AddonRule>,
  scan: Scan,
  { unit, leastGap, column }: { unit: Unit; leastGap: number; column: number },
): ReadAddon | undefined {
  const found = scan.next && addonIn(scan.next, unit)
  if (found === undefined) {
    const message = otherBars(scan.beyond ?? [], unit)
    if (message !== undefined) findings.fault('addon.bars', message)
    return undefined
  }
  const { bars, count, counts, modules } = found
  judgeRoom(findings, { right: scan.right, next: bars }, { unit, leastGap })
  const uneven = `${bars.uneven} of ${bars.lines} lines across the add-on differ from the others`
  findings.judge('addon.bars', bars.uneven === 0 ? [] : [{ message: uneven }])
  const from = column + Math.round(scan.right / unit.module)
  const shifted = (flaws: readonly Flaw[]): Flaw[] =>
    flaws.map((flaw) => ({
      ...flaw,
      modules: (flaw.modules ?? []).map((place) => ({ ...place, column: place.column + from })),
    }))
  findings.judge('addon.widths', shifted(widthFlaws(bars.widths, counts, unitOf(bars.widths, counts, bars.soft))))
  const characters = charactersIn(modules, count)
  findings.judge('addon.guard', shifted(guardFlaws(modules)))
  findings.judge('addon.separator', shifted(separatorFlaws(modules, count)))
  findings.judge('addon.character', shifted(invalidCharacters(characters)))
  const place = bars === scan.next ? bars.place : undefined
  if (characters.some((character) => character === undefined))
    return { digits: undefined, modules, column: from, place }
  const digits = characters.map((character) => character?.digit).join('')
  const sets = characters.map((character) => character?.set).join('')
  findings.judge('addon.parity', shifted(parityFlaws(digits, sets)))
  return { digits, modules, column: from, place }
}

/** Bars that are an add-on of `count` digits, perhaps a damaged one. */
interface AddonBars {
  readonly bars: Scan
  readonly count: number
  readonly counts: readonly number[]
  readonly modules: Uint8Array
}

/** All of the bars if they are as wide as an add-on, or else the first of them if these are a sound one. */
function addonIn(bars: Scan, unit: Unit): AddonBars | undefined {
  const width = sumOf(bars.widths) / unit.module
  const count = [2, 5].find((digits) => Math.abs(width - widthOf(digits)) < 1)
  const whole = count === undefined ? undefined : fittedTo(bars, count)
  if (whole !== undefined) return whole
  for (const digits of [5, 2]) {
    const elements = elementsOf(digits)
    const space = bars.widths[elements]
    if (space === undefined) continue
    const first = fittedTo({ ...bars, widths: bars.widths.slice(0, elements), right: space }, digits)
    // two digits of five have a separator behind them, and the others
    const isAll = digits === 5 || space >= 1.5 * unit.module || width < widthOf(2) + addonQuiet + 1
    if (first !== undefined && isAll && isSoundAddon(first, unit)) return first
  }
  return undefined
}

function fittedTo(bars: Scan, count: number): AddonBars | undefined {
  const counts = countsIn(bars.widths, count)
  const modules = modulesOfCounts(counts)
  if (modules.length !== widthOf(count) || misfit(bars.widths, counts) > mostMisfit) return undefined
  return { bars, count, counts, modules }
}

function isSoundAddon({ bars, count, modules }: AddonBars, unit: Unit): boolean {
  if (Math.abs(sumOf(bars.widths) / unit.module - widthOf(count)) >= 1) return false
  if (guardFlaws(modules).length > 0 || separatorFlaws(modules, count).length > 0) return false
  const characters = charactersIn(modules, count)
  const digits = characters.map((character) => character?.digit ?? '').join('')
  const sets = characters.map((character) => character?.set ?? '').join('')
  return digits.length === count && parityFlaws(digits, sets).length === 0
}

/** The widest bar of an add-on, in modules: a line beside a symbol is one bar as wide as that or narrower. */
const widestBar = 4

/** What is said of bars where an add-on may be; undefined if there are none, or one alone that is a line. */
function otherBars(beyond: readonly number[], { module, tolerance }: Unit): string | undefined {
  const end = (mostGap + widthOf(5)) * module - tolerance
  const within: number[] = []
  let [at, from, to] = [0, 0, 0]
  for (const [i, width] of beyond.entries()) {
    if (i % 2 === 1 && at < end) {
      if (within.length === 0) from = at
      within.push(width)
      to = at + width
    }
    at += width
  }
  if (within.length === 0 || (within.length === 1 && within[0]! <= widestBar * module + tolerance)) return undefined
  const modules = (pixels: number): string => (pixels / module).toFixed(1)
  const found = `${within.length} ${within.length === 1 ? 'bar' : 'bars'} in ${modules(to - from)} modules`
  const accepted = [2, 5].map((digits) => `${(elementsOf(digits) + 1) / 2} bars in ${widthOf(digits)} modules`)
  return `${found}, ${modules(from)} modules after the symbol, are no add-on; one has ${accepted.join(' or ')}`
}

/** Modules of each bar and space: character by character if their number is right, or else one by one. */
function countsIn(widths: readonly number[], digits: number): number[] {
  if (widths.length !== elementsOf(digits)) return countsOf(widths, sumOf(widths) / widthOf(digits))
  const rest = Array.from({ length: digits }, (_, i) =>
    i === 0 ? [[4, digitWidth] as const] : [[2, 2] as const, [4, digitWidth] as const],
  )
  return apportionedGroups(widths, [[3, guard.width], ...rest.flat()])
}

function judgeRoom(
  findings: Findings<AddonRule>,
  { right, next }: { readonly right: number; readonly next: Scan },
  { unit, leastGap }: { unit: Unit; leastGap: number },
): void {
  const modules = (pixels: number): string => (pixels / unit.module).toFixed(1)
  const slack = 2 * unit.tolerance
  const isNear = right + slack >= leastGap * unit.module && right - slack <= mostGap * unit.module
  const gap = `${modules(right)} modules are light before the add-on; ${leastGap} to ${mostGap} are allowed`
  findings.judge('addon.gap', isNear ? [] : [{ message: gap }])
  const isFree = next.right + slack >= addonQuiet * unit.module
  const margin = `the quiet zone after the add-on is ${modules(next.right)} modules wide; ${addonQuiet} are needed`
  findings.judge('addon.quiet', isFree ? [] : [{ message: margin }])
}

interface Character {
  readonly set: 'A' | 'B'
  readonly digit: string
}

const columnOf = (digit: number): number => guard.width + pitch * digit

function charactersIn(modules: Uint8Array, count: number): (Character | undefined)[] {
  return Array.from({ length: count }, (_, i) => {
    const index = tables.eanSymbolCharacters.indexOf(word(modules, columnOf(i), digitWidth))
    return index < 0 || index >= 20 ? undefined : { set: index < 10 ? 'A' : 'B', digit: String(index % 10) }
  })
}

function guardFlaws(modules: Uint8Array): Flaw[] {
  if (word(modules, 0, guard.width) === guard.modules) return []
  return [{ message: 'the guard of the add-on is wrong', modules: columnSpan(0, guard.width) }]
}

function separatorFlaws(modules: Uint8Array, count: number): Flaw[] {
  return Array.from({ length: count - 1 }, (_, i) => columnOf(i + 1) - 2).flatMap((at, i) =>
    word(modules, at, 2) === separator
      ? []
      : [{ message: `the separator after digit ${i + 1} of the add-on is wrong`, modules: columnSpan(at, at + 2) }],
  )
}

function invalidCharacters(characters: readonly (Character | undefined)[]): Flaw[] {
  return characters.flatMap((character, i) => {
    if (character !== undefined) return []
    const modules = columnSpan(columnOf(i), columnOf(i) + digitWidth)
    return [{ message: `symbol character ${i + 1} of the add-on is not a digit of number set A or B`, modules }]
  })
}

/** The order of number sets takes the place of a check digit: two digits modulo 4, or the sum of five with weights 3 and 9. */
function parityFlaws(digits: string, sets: string): Flaw[] {
  const weighted = Array.from(digits).reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 3 : 9), 0)
  const wanted =
    digits.length === 2 ? tables.eanTwoDigitSets[Number(digits) % 4]! : tables.eanFiveDigitSets[weighted % 10]!
  if (sets === wanted) return []
  const message = `the number sets of the add-on ${digits} are ${sets}; by its check sum they should be ${wanted}`
  const modules = Array.from(digits).flatMap((_, i) => columnSpan(columnOf(i), columnOf(i) + digitWidth))
  return [{ message, modules }]
}
