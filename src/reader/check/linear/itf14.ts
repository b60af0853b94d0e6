/** ITF-14. ISO/IEC 16390:2007; GS1 General Specifications, 5.3 */

import * as tables from '../../../../symbologies/tables.ts'
import { expectedGtin, rightCheckDigit } from '../gs1/gtin.ts'
import type { Scan } from '../picture/scan.ts'
import { referenceSymbol } from '../reference.ts'
import { Findings, type Flaw, type ModulePlace, type Rule, type SymbolReading } from '../report.ts'
import { shortened } from '../text.ts'
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
  columnsOf,
  countsOf,
  type ElementWidth,
  judgeRatio,
  modulesOfCounts,
  modulesOfKind,
  sumOf,
  type TwoWidths,
  twoWidthsOf,
  widest,
} from './widths.ts'

type ItfRule = LinearRule | 'start' | 'stop' | 'character' | 'ratio' | 'check' | 'bearer'

const standard = 'ISO/IEC 16390:2007'
const gs1 = 'GS1 General Specifications'
const quiet = { left: 10, right: 10 }

export const rules: Readonly<Record<ItfRule, Rule>> = {
  ...linearRules(standard, { quiet: '4.4', widths: '4.3.3', polarity: '4.1', text: '4.3.1' }, quiet),
  start: [`${standard}, 4.3.2`, 'the start pattern is bar, space, bar, space, all narrow'],
  stop: [`${standard}, 4.3.2`, 'the stop pattern is a wide bar, a narrow space and a narrow bar'],
  character: [`${standard}, table 1`, 'two of the five bars, and of the five spaces, of each pair of digits are wide'],
  ratio: [`${gs1}, 5.3.2`, 'wide bars and spaces are three times as wide as narrow ones', 'fault or note'],
  check: [`${gs1}, 7.9.1`, 'the check digit is right'],
  bearer: [`${gs1}, 5.3.2`, 'bearer bars of two modules or more run along both ends of the bars', 'fault or note'],
}

/** The most digits, start and stop that may be damaged in a symbol that is certainly ITF-14. */
const mostDamaged = 2
const leastRatio = 2.25
const pairs = 7
const startElements = 4
const pairElements = 10
const stopElements = 3
const elementCount = startElements + pairs * pairElements + stopElements
/** Modules at a ratio of 3:1. */
const symbolWidth = 4 + pairs * (6 + 4 * 3) + 5
const thinnestBearer = 2

export function readItf14(scan: Scan, expected?: string): SymbolReading | undefined {
  if (scan.widths.length > symbolWidth) return undefined
  const regular = scan.widths.length === elementCount ? kindsIn(scan.widths) : undefined
  const kinds = regular ?? kindsByModule(scan.widths)
  if (kinds === undefined) return undefined
  const findings = new Findings<ItfRule>('itf14', rules)
  const found = twoWidthsOf(scan.widths, kinds, scan.soft)
  judgeQuiet(findings, scan, { ...quiet, unit: found.narrow })
  judgeBars(findings, scan)
  findings.judge('widths', found.flaws)
  const wanted = kinds.map((kind) => (found[kind] ?? found.narrow).module)
  judgeFractionOf(findings, scan, { wanted, unit: found.narrow })
  judgeRatio(findings, found, leastRatio)
  judgeBearers(findings, scan, found)
  const counts = kinds.map((kind) => modulesOfKind[kind])
  const places = columnsOf(counts)
  const framed = judgeFrame(findings, kinds, places)
  const digits = kinds.length === elementCount ? digitsOf(kinds) : []
  const known = digits.filter((digit) => digit !== undefined).length
  judgeDigits(findings, digits, places)
  const likeness = (framed + known) / (2 + 2 * pairs)
  const text = known === 2 * pairs ? digits.join('') : undefined
  if (text !== undefined) judgeText(findings, text, { expected, kinds, places })
  return {
    symbology: 'itf14',
    ...(text !== undefined && { text }),
    findings,
    ...seenAs(modulesOfCounts(counts), quiet),
    size: sizeOf(scan, found.narrow.module),
    likeness,
    isCertain: regular !== undefined && framed > 0 && 2 - framed + 2 * pairs - known <= mostDamaged,
    place: scan.place,
  }
}

/** Of every five, the two widest are wide; in start and stop, those wider than halfway between wide and narrow. */
function kindsIn(widths: readonly number[]): ElementWidth[] | undefined {
  const kinds = new Array<ElementWidth>(elementCount).fill('narrow')
  const wide: number[] = []
  const narrow: number[] = []
  for (let at = startElements; at < elementCount - stopElements; at += pairElements) {
    for (const first of [at, at + 1]) {
      const places = [0, 2, 4, 6, 8].map((step) => first + step)
      const five = widest(
        places.map((place) => widths[place]!),
        2,
      )
      if (five === undefined) return undefined
      for (const [i, place] of places.entries()) {
        kinds[place] = five[i]!
        const list = five[i] === 'wide' ? wide : narrow
        list.push(widths[place]!)
      }
    }
  }
  const middle = (sumOf(wide) / wide.length + sumOf(narrow) / narrow.length) / 2
  const ends = [0, 1, 2, 3, elementCount - 3, elementCount - 2, elementCount - 1]
  for (const place of ends) if (widths[place]! > middle) kinds[place] = 'wide'
  return kinds
}

/** For a symbol drawn at a ratio of 3:1: elements of one and of three modules, however many there are. */
function kindsByModule(widths: readonly number[]): ElementWidth[] | undefined {
  const sum = sumOf(widths)
  const counts = countsOf(widths, sum / symbolWidth)
  if (sumOf(counts) !== symbolWidth) return undefined
  return counts.map((count) => (count >= 2 ? 'wide' : 'narrow'))
}

function judgeBearers(findings: Findings<ItfRule>, { bearers }: Scan, { narrow }: TwoWidths): void {
  const thinnest = Math.min(...bearers)
  if (thinnest === 0) findings.note('bearer', 'there are no bearer bars along both ends of the bars')
  else if (thinnest + narrow.tolerance < thinnestBearer * narrow.module) {
    findings.fault(
      'bearer',
      `a bearer bar is ${(thinnest / narrow.module).toFixed(1)} modules thick; at least 2 are needed`,
    )
  } else findings.pass('bearer')
}

/** Judges start and stop; returns how many of the two are right. */
function judgeFrame(
  findings: Findings<ItfRule>,
  kinds: readonly ElementWidth[],
  places: readonly ModulePlace[][],
): number {
  const start = wrongAt(kinds, 0, ['narrow', 'narrow', 'narrow', 'narrow'])
  const stop = wrongAt(kinds, kinds.length - stopElements, ['wide', 'narrow', 'narrow'])
  const flaws = (wrong: readonly number[], name: string): Flaw[] =>
    wrong.length === 0
      ? []
      : [
          {
            message: `${wrong.length} elements of the ${name} pattern are wrong`,
            modules: wrong.flatMap((i) => places[i]!),
          },
        ]
  findings.judge('start', flaws(start, 'start'))
  findings.judge('stop', flaws(stop, 'stop'))
  return Number(start.length === 0) + Number(stop.length === 0)
}

function wrongAt(kinds: readonly ElementWidth[], at: number, wanted: readonly ElementWidth[]): number[] {
  return wanted.flatMap((kind, i) => (kinds[at + i] === kind ? [] : [at + i]))
}

function digitsOf(kinds: readonly ElementWidth[]): (string | undefined)[] {
  return Array.from({ length: 2 * pairs }, (_, digit) => {
    const first = startElements + (digit >> 1) * pairElements + (digit & 1)
    const five = [0, 2, 4, 6, 8].map((step) => (kinds[first + step] === 'wide' ? '1' : '0')).join('')
    const value = tables.itfElements.indexOf(five)
    return value < 0 ? undefined : String(value)
  })
}

function judgeDigits(
  findings: Findings<ItfRule>,
  digits: readonly (string | undefined)[],
  places: readonly ModulePlace[][],
): void {
  if (digits.length === 0) {
    findings.fault('character', `${places.length} bars and spaces are not the ${elementCount} of 14 digits`)
    return
  }
  const invalidCharacters = digits.flatMap((digit, i): Flaw[] => {
    if (digit !== undefined) return []
    return [{ message: `symbol character ${i + 1} is not a digit`, modules: digitPlaces(places, i) }]
  })
  findings.judge('character', invalidCharacters)
}

function digitPlaces(places: readonly ModulePlace[][], digit: number): ModulePlace[] {
  const first = startElements + (digit >> 1) * pairElements + (digit & 1)
  return [0, 2, 4, 6, 8].flatMap((step) => places[first + step] ?? [])
}

function judgeText(
  findings: Findings<ItfRule>,
  text: string,
  {
    expected,
    kinds,
    places,
  }: { expected: string | undefined; kinds: readonly ElementWidth[]; places: readonly ModulePlace[][] },
): void {
  const right = rightCheckDigit(text)
  const message = `the check digit is ${text.slice(-1)}; the right one is ${right}`
  findings.judge('check', text.endsWith(right) ? [] : [{ message, modules: digitPlaces(places, 2 * pairs - 1) }])
  if (expected !== undefined) {
    const same = expected === text || expected === text.slice(0, -1) || expectedGtin(expected) === text
    findings.judge('text', same ? [] : [{ message: `the symbol carries ${text}, not ${shortened(expected)}` }])
  }
  judgeLinearReference(
    findings,
    referenceSymbol('itf14', text.slice(0, -1)),
    modulesOfCounts(kinds.map((kind) => modulesOfKind[kind])),
  )
}
