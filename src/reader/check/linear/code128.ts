/** Code 128: its rules and its reader. ISO/IEC 15417:2007 */

import { code128Patterns } from '../../../../symbologies/tables.ts'
import { carries, type Fnc1 } from '../gs1/message.ts'
import type { Effort } from '../picture/effort.ts'
import type { Scan } from '../picture/scan.ts'
import { referenceSymbol } from '../reference.ts'
import {
  Findings,
  type Flaw,
  type FunctionCharacter,
  type ModulePlace,
  type Rule,
  type SymbolReading,
} from '../report.ts'
import { otherText } from '../text.ts'
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

type Code128Rule =
  | LinearRule
  | 'start'
  | 'stop'
  | 'character'
  | 'check'
  | 'sequence'
  | 'separator'
  | 'programming'
  | 'append'
  | 'fnc1'
  | 'shortest'

const standard = 'ISO/IEC 15417:2007'
const quiet = { left: 10, right: 10 }

export const rules: Readonly<Record<Code128Rule, Rule>> = {
  ...linearRules(standard, { quiet: '4.3.3', widths: '4.3.1', polarity: '4.1', text: '4.3.4' }, quiet),
  start: [`${standard}, 4.3.2 a)`, 'the symbol begins with start character A, B or C'],
  stop: [`${standard}, 4.3.2 e)`, 'the symbol ends with the stop character'],
  character: [`${standard}, table 1`, 'every symbol character is in the table'],
  check: [`${standard}, 4.3.2 d) and Annex A`, 'the check character is the weighted sum modulo 103'],
  sequence: [`${standard}, 4.3.4`, 'code sets, shifts and function characters come only where they have a meaning'],
  separator: ['GS1 General Specifications, 7.8', 'FNC1 separates the elements', 'note'],
  programming: [`${standard}, 4.3.4.2`, 'the symbol is not meant to program the reader', 'note'],
  append: [`${standard}, 4.3.4.2`, 'no reader is told to put the text before that of the next symbol', 'note'],
  fnc1: [`${standard}, 4.3.4.2 and Annex B`, 'FNC1 stands only in symbols that begin with it', 'note'],
  shortest: [`${standard}, Annex E`, 'no shorter sequence of symbol characters carries the same text', 'note'],
}

const characterWidth = 11
/** The stop pattern with its last bar: 2331112. */
const stopPattern = 0b1100011101011
const stopWidth = 13
const startA = 103

/** Values by the modules of their symbol characters. */
const byPattern = new Map(Array.from(code128Patterns, (pattern, value) => [pattern, value] as const))
const unknown = -1

export function readCode128(scan: Scan, expected: string | undefined, effort: Effort): SymbolReading | undefined {
  const counts = countsIn(scan, effort)
  if (counts === undefined) return undefined
  const modules = modulesOfCounts(counts)
  const length = Math.floor((modules.length - stopWidth) / characterWidth)
  if (modules.length !== length * characterWidth + stopWidth) return undefined
  const values = Array.from(
    { length },
    (_, i) => byPattern.get(word(modules, i * characterWidth, characterWidth)) ?? unknown,
  )
  const known = values.filter((value) => value >= 0).length
  // What is hardly Code 128 gets no findings: there could be thousands, one for each character.
  if ((known + 2) / (values.length + 2) < leastLikeness) return undefined
  const findings = new Findings<Code128Rule>('code128', rules)
  const unit = unitOf(scan.widths, counts, scan.soft)
  judgeQuiet(findings, scan, { ...quiet, unit })
  judgeBars(findings, scan)
  findings.judge('widths', widthFlaws(scan.widths, counts, unit))
  judgeFractionOf(findings, scan, { wanted: counts.map((count) => count * unit.module), unit })
  const framed = judgeFrame(findings, values, modules)
  const likeness = (framed + known) / (values.length + 2)
  const read = known === values.length ? messageIn(findings, values, modules, expected) : undefined
  return {
    symbology: 'code128',
    ...(read && { text: read.text }),
    ...(read?.fnc1 && { fnc1: read.fnc1 }),
    details: {
      ...(known === values.length && { codewords: values }),
      ...(read !== undefined && read.functions.length > 0 && { fnc: read.functions }),
    },
    findings,
    ...seenAs(modules, quiet),
    size: sizeOf(scan, unit.module),
    likeness,
    isCertain: isFramed(framed, { known, length: values.length }) && misfit(scan.widths, counts) <= mostMisfit,
    place: scan.place,
  }
}

/**
 * The most comparisons of a width with whole modules if bars are missing or too many, so that the number of symbol
 * characters is unknown. Up to 700 bars and spaces are tried with every possible number of characters; more are tried
 * with fewer numbers, those closest to one character for each six bars and spaces.
 */
const mostTried = 300_000
const fewestTried = 8
/** The same for all bars of a picture, as many as for the longest line of bars and a hundred others, in all directions. */
const mostTriedInAll = 30_000_000

/** Modules of each bar and space: character by character if the elements make whole characters, or else one by one. */
function countsIn({ widths }: Scan, effort: Effort): number[] | undefined {
  const sum = sumOf(widths)
  if (widths.length % 6 === 1 && widths.length >= 25) {
    return countsByCharacter(widths, (widths.length - 7) / 6)
  }
  const nearest = Math.max(1, Math.round((widths.length - 7) / 6))
  const span = Math.max(fewestTried, Math.floor(mostTried / widths.length)) >> 1
  const first = Math.max(3, nearest - span)
  const last = Math.min(8 + (widths.length >> 1), nearest + span)
  effort.tried += (last - first + 1) * widths.length
  if (effort.tried > mostTriedInAll) {
    effort.skipped++
    return undefined
  }
  let best = { total: 0, deviation: Infinity }
  for (let characters = first; characters <= last; characters++) {
    const total = characters * characterWidth + stopWidth
    let deviation = 0
    for (let i = 0; i < widths.length && deviation < best.deviation; i++) {
      const modules = (widths[i]! * total) / sum
      deviation += Math.abs(modules - Math.max(1, Math.round(modules)))
    }
    if (deviation < best.deviation) best = { total, deviation }
  }
  return countsOf(widths, sum / best.total)
}

/** Undefined as soon as too many of the `characters` are invalid: a long line of stripes makes 20,000 of them. */
function countsByCharacter(widths: readonly number[], characters: number): number[] | undefined {
  const counts: number[] = []
  let left = (1 - leastLikeness) * (characters + 2)
  for (let i = 0; i < characters && left >= 0; i++) {
    const six = apportionedGroups(widths.slice(6 * i, 6 * i + 6), [[6, characterWidth]])
    if (!byPattern.has(word(modulesOfCounts(six), 0, characterWidth))) left--
    counts.push(...six)
  }
  if (left < 0) return undefined
  counts.push(...apportionedGroups(widths.slice(-7), [[7, stopWidth]]))
  return counts.every((count) => count <= 4) ? counts : undefined
}

/** Judges start and stop characters, and whether all others exist; returns how many of the two are right. */
function judgeFrame(findings: Findings<Code128Rule>, values: readonly number[], modules: Uint8Array): number {
  const start = values[0]!
  const started = start >= startA && start < startA + 3
  const stopped = word(modules, modules.length - stopWidth, stopWidth) === stopPattern
  const first = columnSpan(0, characterWidth)
  const last = columnSpan(modules.length - stopWidth, modules.length)
  findings.judge(
    'start',
    started ? [] : [{ message: 'the first symbol character is not a start character', modules: first }],
  )
  findings.judge(
    'stop',
    stopped ? [] : [{ message: 'the last symbol character is not the stop character', modules: last }],
  )
  const invalidCharacters = values.flatMap((value, i): Flaw[] => {
    if (value >= 0) return []
    const at = i * characterWidth
    return [{ message: `symbol character ${i} is not in the table`, modules: columnSpan(at, at + characterWidth) }]
  })
  findings.judge('character', invalidCharacters)
  return Number(started) + Number(stopped)
}

function messageIn(
  findings: Findings<Code128Rule>,
  values: readonly number[],
  modules: Uint8Array,
  expected: string | undefined,
): Message | undefined {
  const check = values[values.length - 1]!
  const data = values.slice(0, -1)
  const sum = data.reduce((total, value, i) => total + value * Math.max(1, i))
  const at = data.length * characterWidth
  const message = `the check character has the value ${check}; the sum ${sum} modulo 103 is ${sum % 103}`
  const place = columnSpan(at, at + characterWidth)
  findings.judge('check', sum % 103 === check ? [] : [{ message, modules: place }])
  if (data[0]! < startA || data[0]! >= startA + 3) return undefined
  const read = messageOf(data)
  findings.judge(
    'sequence',
    read.flaws.map(({ at: character, message: why }) => ({
      message: `symbol character ${character}: ${why}`,
      modules: columnSpan(character * characterWidth, (character + 1) * characterWidth),
    })),
  )
  judgeMessage(findings, read, { values, modules, expected })
  return read
}

function judgeMessage(
  findings: Findings<Code128Rule>,
  { text, fnc1, programs, special, separators, flaws, functions }: Message,
  { values, modules, expected }: { values: readonly number[]; modules: Uint8Array; expected: string | undefined },
): void {
  if (expected !== undefined) {
    const message = otherText(text, expected)
    findings.judge('text', carries({ text, fnc1 }, expected) ? [] : [{ message }])
  }
  const gs1 = fnc1 === 'first'
  if (gs1) findings.judge('separator', separators.map(separatorFlaw))
  judgeFunctions(findings, functions, fnc1)
  if (special || flaws.length > 0 || text === '') return
  const reference = referenceSymbol('code128', text, programs && !gs1 ? { reader: 'init' } : { gs1 })
  if (reference === undefined) return
  const shortest = reference.trace.values.length - 1
  if (values.length <= shortest) findings.pass('shortest')
  else
    findings.note(
      'shortest',
      `${values.length - 1} symbol characters before the check character; ${shortest - 1} carry the same text`,
    )
  judgeLinearReference(findings, reference, modules)
}

/** Notes what function characters do to the text; FNC1 in GS1-128 and FNC4 are part of what it says. */
function judgeFunctions(
  findings: Findings<Code128Rule>,
  functions: readonly FunctionCharacter[],
  fnc1: Fnc1 | undefined,
): void {
  for (const { name, at } of functions) {
    const place = symbolCharacter(at)
    if (name === 'FNC3') {
      const message = `symbol character ${at} is FNC3: the symbol programs the reader; its text is not data`
      findings.note('programming', message, place)
    }
    if (name === 'FNC2') {
      const message = `symbol character ${at} is FNC2: readers keep the text, and put it before that of the next symbol`
      findings.note('append', message, place)
    }
    if (name !== 'FNC1' || fnc1 === 'first') continue
    const isSecond = fnc1 === 'second' && at === functions.find((each) => each.name === 'FNC1')?.at
    const meaning = isSecond
      ? 'FNC1 in the second position: data of the application that the characters before it name'
      : 'FNC1, which readers transmit as the control character GS'
    findings.note('fnc1', `symbol character ${at} is ${meaning}`, place)
  }
}

const symbolCharacter = (at: number): ModulePlace[] => columnSpan(at * characterWidth, (at + 1) * characterWidth)

function separatorFlaw(at: number): Flaw {
  const message = `symbol character ${at} is the control character GS, which separates elements as FNC1 does, but may cost more characters`
  return { kind: 'note', message, modules: symbolCharacter(at) }
}

/** @param values start and data, each 0 to 106, without check and stop */
function messageOf(values: readonly number[]): Message {
  const message = new Message(values[0]!)
  for (let at = 1; at < values.length; at++) message.take(values[at]!, at)
  message.end(values.length - 1)
  return message
}

type CodeSet = 'A' | 'B' | 'C'

/** The meanings of the values 96 to 102 in each code set; in C the values up to 99 are pairs of digits. */
const special: Readonly<Record<CodeSet, readonly string[]>> = {
  //  96      97      98       99       100      101      102
  A: ['FNC3', 'FNC2', 'shift', 'codeC', 'codeB', 'FNC4', 'FNC1'],
  B: ['FNC3', 'FNC2', 'shift', 'codeC', 'FNC4', 'codeA', 'FNC1'],
  C: ['', '', '', '', 'codeB', 'codeA', 'FNC1'],
}

const isFunction = (meaning: string): meaning is FunctionCharacter['name'] => meaning.startsWith('FNC')

const separator = '\x1d'

/** The application indicator: all that may precede an FNC1 which announces the format of the data. */
const indicator = /^([A-Za-z]|\d\d)$/

/**
 * What symbol characters say, read one by one with the state that the standard prescribes for readers. ISO/IEC 15417:2007,
 * 4.3.4, table 1
 */
class Message {
  /** ISO 8859-1; GS (U+001D) for a function character 1 that is data (Annex B). */
  text = ''
  /** How FNC1 announces the format of the data, if it does (Annex B). */
  fnc1: Fnc1 | undefined
  /** Has FNC3 as its first character: it programs the reader. */
  programs = false
  /** Has FNC2, FNC3 elsewhere, or FNC1 without one in the first position, which no text expresses. */
  special = false
  /** The symbol characters that are GS itself, not FNC1. */
  readonly separators: number[] = []
  /** All function characters, in their order. */
  readonly functions: FunctionCharacter[] = []
  /** Symbol characters that have no meaning where they are. */
  readonly flaws: { readonly at: number; readonly message: string }[] = []
  #set: CodeSet
  /** The code set of the next symbol character only. */
  #shifted: CodeSet | undefined
  /** FNC4 is in force until further notice, or for the next character only. */
  #latched = false
  #once = false
  #lastWasFnc4 = false

  constructor(start: number) {
    this.#set = (['A', 'B', 'C'] as const)[start - 103]!
  }

  take(value: number, at: number): void {
    const set = this.#shifted ?? this.#set
    const wasShifted = this.#shifted !== undefined
    this.#shifted = undefined
    if (value >= 103) {
      this.flaws.push({ at, message: value === 106 ? 'stop before the end' : 'a start character inside the symbol' })
      return
    }
    if (value < (set === 'C' ? 100 : 96)) {
      this.#data(value, set, at)
      return
    }
    const meaning = special[set][value - 96]!
    if (wasShifted) this.flaws.push({ at, message: `shift before ${meaning}, which is not a data character` })
    if (isFunction(meaning)) this.functions.push({ name: meaning, at })
    this.#special(meaning, set, at)
  }

  end(at: number): void {
    if (this.#shifted !== undefined) this.flaws.push({ at, message: 'shift with nothing after it' })
    if (this.#once) this.flaws.push({ at, message: 'FNC4 with nothing after it' })
  }

  #data(value: number, set: CodeSet, at: number): void {
    this.#lastWasFnc4 = false
    if (set === 'C') {
      this.text += String(value).padStart(2, '0')
      return
    }
    const low = set === 'A' && value >= 64 ? value - 64 : value + 32
    const character = String.fromCharCode(low + (this.#latched !== this.#once ? 128 : 0))
    if (character === separator) this.separators.push(at)
    this.text += character
    this.#once = false
  }

  #special(meaning: string, set: CodeSet, at: number): void {
    const afterFnc4 = this.#lastWasFnc4
    this.#lastWasFnc4 = meaning === 'FNC4'
    switch (meaning) {
      case 'shift':
        this.#shifted = set === 'A' ? 'B' : 'A'
        break
      case 'codeA':
      case 'codeB':
      case 'codeC':
        this.#select(meaning.slice(-1) as CodeSet, at)
        // A code set may be selected between FNC4 and its character, and does not affect FNC4.
        break
      case 'FNC4':
        // Two in a row toggle the latch; the first of them then does not count alone.
        if (afterFnc4) this.#latched = !this.#latched
        this.#once = !afterFnc4
        this.#lastWasFnc4 = !afterFnc4
        break
      case 'FNC1':
        this.#fnc1(at)
        break
      case 'FNC3':
        if (at === 1) this.programs = true
        else this.special = true
        break
      default:
        this.special = true
    }
  }

  /** Annex B: in the first position, or in the second after an application indicator, it is not data. */
  #fnc1(at: number): void {
    if (at === 1) {
      this.fnc1 = 'first'
      return
    }
    if (this.fnc1 !== 'first') this.special = true
    if (at === 2 && indicator.test(this.text)) this.fnc1 = 'second'
    else this.text += separator
  }

  #select(set: CodeSet, at: number): void {
    if (set === this.#set) this.flaws.push({ at, message: `code set ${set} is selected while it is in force already` })
    this.#set = set
  }
}
