/** Code 39, with and without a check character: its rules and its reader. ISO/IEC 16388:2007 */

import * as tables from '../../../../symbologies/tables.ts'
import type { Scan } from '../picture/scan.ts'
import { referenceSymbol } from '../reference.ts'
import { Findings, type Flaw, type Rule, type SymbolReading } from '../report.ts'
import { otherText, shortened } from '../text.ts'
import {
  isFramed,
  judgeBars,
  judgeFractionOf,
  judgeLinearReference,
  judgeQuiet,
  type LinearRule,
  leastLikeness,
  linearRules,
  seenAs,
  sizeOf,
} from './linear.ts'
import {
  columnSpan,
  countsOf,
  type ElementWidth,
  judgeRatio,
  misfit,
  modulesOfCounts,
  modulesOfKind,
  mostMisfit,
  quantile,
  sharpFraction,
  sumOf,
  type TwoWidths,
  twoWidthsOf,
  widest,
  word,
} from './widths.ts'

type Code39Rule = LinearRule | 'start' | 'stop' | 'character' | 'ratio' | 'gap' | 'check' | 'fullascii'

const standard = 'ISO/IEC 16388:2007'
const quiet = { left: 10, right: 10 }

export const rules: Readonly<Record<Code39Rule, Rule>> = {
  ...linearRules(standard, { quiet: '4.4', widths: '4.3.3', polarity: '4.1', text: '4.3.1' }, quiet),
  start: [`${standard}, 4.3.2`, 'the symbol begins with the start character'],
  stop: [`${standard}, 4.3.2`, 'the symbol ends with the stop character'],
  character: [`${standard}, table 1`, 'every symbol character is in the table; three of its nine elements are wide'],
  ratio: [`${standard}, 4.4 b)`, 'wide bars and spaces are three times as wide as narrow ones', 'fault or note'],
  check: [`${standard}, Annex A.1`, 'the last character is not the check character of the others', 'note'],
  fullascii: [`${standard}, Annex A.2`, 'readers of full ASCII find no pairs that stand for other characters', 'note'],
  gap: [`${standard}, 4.4 c)`, 'gaps between characters are 1 to 3 modules wide'],
}

const leastRatio = 2
/** Elements of a character, without and with the gap after it. */
const elements = 9
const pitch = elements + 1
/** Modules of a character at a ratio of 3:1, without and with the gap after it. */
const characterWidth = 15
const columnPitch = characterWidth + 1

/** Characters by their modules at a ratio of 3:1. */
const byPattern = new Map<number, string>([
  ...Array.from(tables.code39Characters, (character, value) => [tables.code39Patterns[value]!, character] as const),
  [tables.code39StartStop, '*'],
])

export function readCode39(scan: Scan, expected?: string): SymbolReading | undefined {
  const kinds = kindsIn(scan.widths)
  const counts = kinds === undefined ? countsByModule(scan.widths) : kinds.map((kind) => modulesOfKind[kind])
  if (counts === undefined) return undefined
  const modules = modulesOfCounts(counts)
  const count = (modules.length + 1) / columnPitch
  if (!Number.isInteger(count) || count < 3) return undefined
  const characters = Array.from({ length: count }, (_, i) =>
    byPattern.get(word(modules, i * columnPitch, characterWidth)),
  )
  const known = characters.filter((character) => character !== undefined).length
  if ((known + 2) / (count + 2) < leastLikeness) return undefined
  const findings = new Findings<Code39Rule>('code39', rules)
  const found = judgeWidths(findings, scan, kinds)
  judgeBars(findings, scan)
  const framed = judgeCharacters(findings, characters)
  const likeness = (framed + known) / (count + 2)
  const inner = characters.slice(1, -1)
  const text = inner.every((character) => character !== undefined) ? inner.join('') : undefined
  if (text !== undefined) judgeText(findings, text, { expected, modules })
  return {
    symbology: 'code39',
    ...(text !== undefined && { text }),
    findings,
    ...seenAs(modules, quiet),
    size: found && sizeOf(scan, found.narrow.module),
    likeness,
    isCertain:
      isFramed(framed, { known, length: count }) && (kinds !== undefined || misfit(scan.widths, counts) <= mostMisfit),
    place: scan.place,
  }
}

/** Undefined if elements are missing or too many, or the wide ones are not clearly wider. */
function kindsIn(widths: readonly number[]): ElementWidth[] | undefined {
  if (widths.length % pitch !== elements) return undefined
  const kinds: ElementWidth[] = []
  for (let at = 0; at < widths.length; at += pitch) {
    const character = widest(widths.slice(at, at + elements), 3)
    if (character === undefined) return undefined
    kinds.push(...character)
    if (at + elements < widths.length) kinds.push('gap')
  }
  return kinds
}

/**
 * For a symbol drawn at a ratio of 3:1: whole modules, in a whole number of characters. Undefined if that makes twice as
 * many characters as the elements suffice for: most would be invalid, and one wide space could make millions of them.
 */
function countsByModule(widths: readonly number[]): number[] | undefined {
  const sum = sumOf(widths)
  const half = quantile(widths, 0.25)!
  const count = Math.round((sum / half + 1) / columnPitch)
  if (pitch * count > 2 * widths.length + pitch) return undefined
  return countsOf(widths, sum / (count * columnPitch - 1))
}

/** The widths as they were measured; undefined if they are not clearly narrow or wide. */
function judgeWidths(
  findings: Findings<Code39Rule>,
  scan: Scan,
  kinds: readonly ElementWidth[] | undefined,
): TwoWidths | undefined {
  if (kinds === undefined) {
    const least = scan.widths.reduce((narrowest, width) => Math.min(narrowest, width))
    judgeQuiet(findings, scan, { ...quiet, unit: { module: least, tolerance: 0.5 } })
    findings.fault('widths', 'bars and spaces are not nine to a character, or not clearly wide or narrow')
    return undefined
  }
  const found = twoWidthsOf(scan.widths, kinds, scan.soft)
  judgeQuiet(findings, scan, { ...quiet, unit: found.narrow })
  findings.judge('widths', found.flaws)
  const wanted = kinds.map((kind) => (found[kind] ?? found.narrow).module)
  judgeFractionOf(findings, scan, { wanted, unit: found.narrow })
  judgeRatio(findings, found, leastRatio)
  judgeGap(findings, found)
  return found
}

/** How much narrower or wider gaps may seem where edges are blurred, in modules. */
const blurredGap = 0.35

/** A gap is a space, which loses what bars gain. */
function judgeGap(findings: Findings<Code39Rule>, { gap, narrow, spread }: TwoWidths): void {
  if (gap === undefined) return
  const modules = (gap.module + spread) / narrow.module
  const isBlurred = gap.tolerance !== 0.5 && gap.tolerance !== sharpFraction
  const tolerance = Math.max(gap.tolerance / narrow.module, isBlurred ? blurredGap : 0)
  const message = `gaps between characters are ${modules.toFixed(1)} modules wide; 1 to 3 are allowed`
  findings.judge('gap', modules < 1 - tolerance || modules > 3 + tolerance ? [{ message }] : [])
}

/** Judges start, stop and all characters between; returns how many of the two are right. */
function judgeCharacters(findings: Findings<Code39Rule>, characters: readonly (string | undefined)[]): number {
  const last = characters.length - 1
  const place = (i: number): Flaw['modules'] => columnSpan(i * columnPitch, i * columnPitch + characterWidth)
  const flaw = (i: number, message: string): Flaw[] =>
    characters[i] === '*' ? [] : [{ message, modules: place(i) ?? [] }]
  const start = flaw(0, 'the first symbol character is not the start character')
  const stop = flaw(last, 'the last symbol character is not the stop character')
  findings.judge('start', start)
  findings.judge('stop', stop)
  const invalidCharacters = characters.slice(1, -1).flatMap((character, i): Flaw[] => {
    if (character !== undefined && character !== '*') return []
    const what = character === '*' ? 'start or stop inside the symbol' : 'not in the table'
    return [{ message: `symbol character ${i + 1} is ${what}`, modules: place(i + 1) ?? [] }]
  })
  findings.judge('character', invalidCharacters)
  return 2 - start.length - stop.length
}

function judgeText(
  findings: Findings<Code39Rule>,
  text: string,
  { expected, modules }: { expected: string | undefined; modules: Uint8Array },
): void {
  if (expected !== undefined) {
    const message = otherText(text, expected)
    const isSame = readingsOf(text).includes(expected)
    findings.judge('text', isSame ? [] : [{ message }])
  }
  if (text.includes('*')) return
  judgeReadings(findings, text)
  judgeLinearReference(findings, referenceSymbol('code39', text), modules)
}

/** What readers may take the text for: as it is, without its check character, and with pairs as all of ASCII. */
function readingsOf(text: string): string[] {
  const all = hasCheckCharacter(text) ? [text, text.slice(0, -1)] : [text]
  return all.flatMap((each) => [each, ...(fullAscii(each) ?? [])])
}

/** Only the setting of the reader tells a check character from data, and pairs from single characters. */
function judgeReadings(findings: Findings<Code39Rule>, text: string): void {
  if (hasCheckCharacter(text)) {
    const last = columnPitch * text.length
    const message = `the last character, ${text.slice(-1)}, is the check character of the others modulo 43, or data that happens to be equal to it`
    findings.note('check', message, columnSpan(last, last + characterWidth))
  }
  const [other] = fullAscii(text) ?? []
  if (other !== undefined)
    findings.note('fullascii', `readers that are set to full ASCII read ${JSON.stringify(shortened(other))}`)
}

/** Whether the last character makes the sum modulo 43 that it should; never for a single one. */
function hasCheckCharacter(text: string): boolean {
  const values = Array.from(text, (character) => tables.code39Characters.indexOf(character))
  const check = values.pop()
  return values.length > 0 && values.reduce((sum, value) => sum + value, 0) % 43 === check
}

/**
 * The text as readers of full ASCII read it: none if it has no pairs, or a character that begins a pair without one.
 */
function fullAscii(text: string): readonly [string] | undefined {
  let count = 0
  let isWhole = true
  const read = text.replace(/([$/+%])([A-Z]?)/g, (_, shift: string, letter: string) => {
    const code = letter === '' ? -1 : codeOf(shift, letter)
    count++
    if (code < 0) isWhole = false
    return String.fromCharCode(Math.max(0, code))
  })
  return count > 0 && isWhole ? [read] : undefined
}

/** The codes that a shift character and A to Z stand for, from each letter on; those before the first letter have none. */
const firstCodes: Readonly<Record<string, readonly (readonly [from: string, code: number])[]>> = {
  $: [['A', 0x01]],
  '/': [
    ['A', 0x21],
    ['P', -1],
    ['Z', 0x3a],
  ],
  '+': [['A', 0x61]],
  '%': [
    ['A', 0x1b],
    ['F', 0x3b],
    ['K', 0x5b],
    ['P', 0x7b],
    ['U', 0x00],
    ['V', 0x40],
    ['W', 0x60],
    ['X', 0x7f],
  ],
}

/** -1 for a pair that stands for nothing. */
function codeOf(shift: string, letter: string): number {
  const [from, code] = firstCodes[shift]!.findLast(([first]) => first <= letter)!
  if (code < 0) return -1
  return Math.min(0x7f, code + letter.charCodeAt(0) - from.charCodeAt(0))
}
