/** Code 128 and GS1-128. ISO/IEC 15417:2007 */

import {
  type Barcode,
  type Code128Options,
  type Code128Trace,
  catalogue,
  code128,
  fnc1,
  quoted,
  rowsOf,
  structure,
} from '../../symbologies/index.ts'
import { type Explanation, explanationOf, type Part, quietZone, type Step } from './explanation.ts'
import { columns, widthsIn } from './linear.ts'
import { nameOf } from './notation.ts'

const { standard } = catalogue.code128
const { width } = structure.code128Characters

/** How many terms of the sum are written out; the symbol characters show the others. */
const termsShown = 40

export function explainCode128(text: string, options: Code128Options = {}): Explanation {
  const barcode = code128(text, options)
  const { values } = barcode.trace
  const row = rowsOf(barcode.matrix)[0]!
  const characters = values.length - 3
  return explanationOf(barcode, {
    text,
    summary: `${characters} symbol ${characters === 1 ? 'character' : 'characters'} between start and check character`,
    steps: [
      quietZone(barcode, `${standard}, 4.3.3`),
      startStep(barcode, row),
      ...(options.reader ? [readerStep(row)] : []),
      ...codeSetSteps(barcode, row, dataOf(text, options)),
      checkStep(barcode, row),
      stopStep(barcode, row),
    ],
  })
}

const setNames = ['A', 'B', 'C'] as const
type CodeSet = (typeof setNames)[number]
const startA = 103

const codeSets: Readonly<Record<CodeSet, string>> = {
  A: 'capital letters, digits and control characters',
  B: 'capital and small letters, digits and punctuation',
  C: 'pairs of digits',
}

function startStep({ trace: { values } }: Barcode<Code128Trace>, row: string): Step {
  const set = setNames[values[0]! - startA]!
  return {
    id: 'start',
    title: `Start ${set}`,
    clause: `${standard}, 4.3.2 a)`,
    text: `The symbol begins in code set ${set}: ${codeSets[set]}. In the sum for the check character the start value has weight 1.`,
    values: { value: values[0]!, weight: 1, widths: widthsIn(row, 0, width) },
    modules: columns(0, width),
  }
}

/** In code sets A and B. */
const codeFnc3 = 96

function readerStep(row: string): Step {
  return {
    id: 'reader',
    title: 'FNC3',
    clause: `${standard}, 4.3.4 and Table 1`,
    text:
      'The symbol sets up the reader: its text is an instruction and is not transmitted. FNC3 is in code sets A and B ' +
      'only, so that the symbol starts in one of them.',
    values: { value: codeFnc3, weight: 1, widths: widthsIn(row, width, 2 * width) },
    modules: columns(width, 2 * width),
  }
}

/** What the symbol characters carry. */
interface Data {
  readonly data: string
  /** How many characters of it stand before the text. */
  readonly added: number
  /** The position of its first symbol character. */
  readonly first: number
}

function dataOf(text: string, { gs1, reader }: Code128Options): Data {
  return gs1 ? { data: fnc1 + text, added: 1, first: 1 } : { data: text, added: 0, first: reader === undefined ? 1 : 2 }
}

/** What a symbol character means. */
interface Meaning {
  readonly title: string
  readonly text: string
}

/** The state of a reader. */
interface Reader {
  set: CodeSet
  /** Whether the FNC4 latch is on. */
  latched: boolean
  /** Whether the next character is from the other code set. */
  shifted: boolean
  /** Whether a single FNC4 applies to the next character. */
  high: boolean
}

/** A step for each segment of text in one code set, with the symbol characters that select the set. */
function codeSetSteps(
  { trace: { values, segments } }: Barcode<Code128Trace>,
  row: string,
  { data, added, first: firstCharacter }: Data,
): Step[] {
  const reader: Reader = { set: setNames[values[0]! - startA]!, latched: false, shifted: false, high: false }
  // indexed by value, which determines the widths
  const widths: string[] = []
  let n = firstCharacter
  return segments.map(({ codeSet, latched, from, to }, i): Step => {
    const first = n
    const parts: Part[] = []
    for (let at = from; at < to; n++) {
      const value = values[n]!
      const carried = data.slice(at, at + charactersIn(value, reader))
      at += carried.length
      widths[value] ??= widthsIn(row, n * width, (n + 1) * width)
      const { title, text: meaning } =
        value === codeFnc1
          ? separator(at === 1)
          : carried === ''
            ? control(value, reader, values[n + 1]!)
            : character(reader, carried)
      parts.push({
        title,
        text: meaning,
        values: { value, weight: n, widths: widths[value] },
        modules: columns(n * width, (n + 1) * width),
      })
    }
    return {
      id: `code-set-${i + 1}`,
      title: `Code set ${codeSet}${latched ? ', FNC4 latched' : ''}: ${quoted(data.slice(Math.max(from, added), to))}`,
      clause: `${standard}, 4.3.4 and Table 1`,
      text:
        `Code set ${codeSet} has ${codeSets[codeSet]}${latched ? ', here all 128 higher' : ''}. ` +
        'The sets are chosen so that the whole text takes the fewest symbol characters.',
      values: { codeSet, latched, from: Math.max(0, from - added), to: to - added, characters: n - first },
      modules: columns(first * width, n * width),
      parts,
    }
  })
}

/** How many characters of the text a symbol character carries. */
function charactersIn(value: number, { set }: Reader): number {
  if (value === codeFnc1) return 1
  if (set === 'C') return value < 100 ? 2 : 0
  return value < 96 ? 1 : 0
}

const codeFnc1 = 102

function separator(isFirst: boolean): Meaning {
  const text = isFirst
    ? 'In the first position: the symbol carries GS1 element strings.'
    : 'Ends the value before it, whose length readers do not know from its AI.'
  return { title: 'FNC1', text }
}

const inside = { A: 'In code set A.', B: 'In code set B.' } as const
const insideHigher = {
  A: 'In code set A, 128 higher by FNC4.',
  B: 'In code set B, 128 higher by FNC4.',
} as const

function character(reader: Reader, carried: string): Meaning {
  const { set, shifted, latched, high } = reader
  if (set === 'C') return { title: `digits ${carried}`, text: 'In code set C.' }
  const inSet = shifted ? (set === 'A' ? 'B' : 'A') : set
  reader.shifted = false
  reader.high = false
  return { title: nameOf(carried), text: latched !== high ? insideHigher[inSet] : inside[inSet] }
}

/** ISO/IEC 15417:2007, Table 1: the values that carry no text but control the reader. */
function control(value: number, reader: Reader, next: number): Meaning {
  if (value === 98) {
    reader.shifted = true
    return {
      title: 'Shift',
      text: `Only the next symbol character is from code set ${reader.set === 'A' ? 'B' : 'A'}.`,
    }
  }
  const called = value === 99 ? 'C' : value === 100 ? 'B' : 'A'
  if (called !== reader.set) {
    reader.set = called
    return { title: `Code ${called}`, text: `From here on code set ${called}: ${codeSets[called]}.` }
  }
  return fnc4(reader, next === value)
}

/** Two FNC4 in a row toggle the latch; a single one applies to the next character only. */
function fnc4(reader: Reader, another: boolean): Meaning {
  if (reader.high) {
    reader.high = false
    reader.latched = !reader.latched
    const now = reader.latched ? '128 higher' : 'as in the table'
    return { title: 'FNC4', text: `The second FNC4 in a row: from here on characters are ${now}.` }
  }
  reader.high = true
  if (another) return { title: 'FNC4', text: 'The first of two, which toggle the latch.' }
  const half = reader.latched ? 'as in the table' : '128 higher'
  return { title: 'FNC4', text: `Only the next character is ${half}.` }
}

function checkStep({ trace: { values, sum } }: Barcode<Code128Trace>, row: string): Step {
  const n = values.length - 2
  const terms = Array.from(values.subarray(0, Math.min(n, termsShown)), (value, i) => `${Math.max(i, 1)}×${value}`)
  const left = n - terms.length
  const written = left > 0 ? [...terms, `${left} more terms, shown with their symbol characters`] : terms
  return {
    id: 'check',
    title: `Check character ${values[n]}`,
    clause: `${standard}, 4.3.2 d) and Annex A`,
    text: `The start value, plus each later value times its position: ${written.join(' + ')} = ${sum}. ${sum} modulo 103 is ${values[n]}.`,
    values: { value: values[n]!, sum, widths: widthsIn(row, n * width, (n + 1) * width) },
    modules: columns(n * width, (n + 1) * width),
  }
}

function stopStep({ matrix, trace: { values } }: Barcode<Code128Trace>, row: string): Step {
  const from = matrix.width - structure.code128StopWidth
  return {
    id: 'stop',
    title: 'Stop',
    clause: `${standard}, 4.3.2 e)`,
    text: 'The stop character, with a final bar that shows readers the direction of the scan.',
    values: { value: values[values.length - 1]!, widths: widthsIn(row, from, matrix.width) },
    modules: columns(from, matrix.width),
  }
}
