/** Code 39, with full ASCII as pairs of its characters. ISO/IEC 16388:2007 */

import {
  type Barcode,
  type Code39Options,
  type Code39Trace,
  catalogue,
  code39,
  quoted,
  rowsOf,
  structure,
} from '../../symbologies/index.ts'
import {
  type Area,
  type Explanation,
  explanationOf,
  type Part,
  quietZone,
  type Step,
  type Values,
} from './explanation.ts'
import { columns, ratioSteps, wideElements, widthsIn } from './linear.ts'
import { counted, nameOf } from './notation.ts'

const { standard } = catalogue.code39
const { code39Characters } = structure

/** A symbol as its steps need it. */
interface Drawn {
  readonly trace: Code39Trace
  readonly text: string
  readonly row: string
  /** Columns of a character, of the gap after it, and from the left edge of one character to that of the next. */
  readonly width: number
  readonly gap: number
  readonly pitch: number
}

export function explainCode39(text: string, options: Code39Options = {}): Explanation {
  const barcode = code39(text, options)
  const { ratio = 3, fullascii = false } = options
  const drawn = drawnOf(barcode, text, ratio)
  const pairs = fullascii ? ' of ASCII' : ''
  return explanationOf(barcode, {
    text,
    summary: `${counted(text.length, 'character')}${pairs}, ${wideElements(ratio)}`,
    steps: [
      quietZone(barcode, `${standard}, 4.4 d)`),
      ...ratioSteps(barcode, ratio, `${standard}, 4.4 b)`),
      frame(drawn, { id: 'start', title: 'Start character', from: 0 }),
      fullascii ? pairsStep(drawn) : charactersStep(drawn),
      gapsStep(drawn),
      checkStep(drawn),
      frame(drawn, { id: 'stop', title: 'Stop character', from: barcode.matrix.width - drawn.width }),
    ],
  })
}

function drawnOf(
  { trace, matrix }: Barcode<Code39Trace>,
  text: string,
  ratio: NonNullable<Code39Options['ratio']>,
): Drawn {
  const { widths, width, spaced } = structure.code39PatternsOf(ratio)
  return { trace, text, row: rowsOf(matrix)[0]!, width, gap: widths.narrow, pitch: spaced.width }
}

function frame(
  { row, width }: Drawn,
  { id, title, from }: { readonly id: string; readonly title: string; readonly from: number },
): Step {
  return {
    id,
    title,
    clause: `${standard}, 4.3.2`,
    text: 'The asterisk, at both ends and nowhere else. Read backwards it is a different pattern, which shows the direction of the scan.',
    values: { widths: widthsIn(row, from, from + width) },
    modules: columns(from, from + width),
  }
}

const consistsOf = 'Each character consists of five bars and the four spaces between them; three of the nine are wide.'

function charactersStep(drawn: Drawn): Step {
  const { trace, text } = drawn
  const patternAt = patternsIn(drawn)
  const parts = Array.from(trace.values, (value, i): Part => {
    const { text: about, values } = patternAt(i, value)
    const from = columnOf(drawn, i)
    return { title: nameOf(text[i]!), text: about, values, modules: columns(from, from + drawn.width) }
  })
  return {
    id: 'characters',
    title: `Characters ${quoted(text)}`,
    clause: `${standard}, 4.3.1 and Table 1`,
    text: consistsOf,
    modules: { areas: parts.flatMap(({ modules }) => modules?.areas ?? []) },
    parts,
  }
}

/** The first of the characters that begin pairs: $ / + and % have the highest values. */
const firstShift = code39Characters.indexOf('$')

function pairsStep(drawn: Drawn): Step {
  const { trace, text, width } = drawn
  const { values } = trace
  const patternAt = patternsIn(drawn)
  const pairs = new Map<string, Pair>()
  const parts: Part[] = []
  for (let i = 0; i < values.length; i++) {
    const title = nameOf(text[parts.length]!)
    const first = patternAt(i, values[i]!)
    const from = columnOf(drawn, i)
    if (values[i]! < firstShift) {
      parts.push({ title, text: first.text, values: first.values, modules: columns(from, from + width) })
      continue
    }
    const character = text[parts.length]!
    // one character has one pair
    const pair = pairs.get(character) ?? pairOf(first, patternAt(i + 1, values[i + 1]!))
    pairs.set(character, pair)
    const areas = [from, columnOf(drawn, ++i)].map((column): Area => [column, 0, width, 1])
    parts.push({ title, text: pair.text, values: pair.values, modules: { areas } })
  }
  const count = values.length - parts.length
  return {
    id: 'characters',
    title: `Characters ${quoted(text)}, ${count === 0 ? 'none' : count} of them as pairs`,
    clause: `${standard}, 4.3.1, Table 1 and Annex A.2`,
    text: `${consistsOf} Full ASCII: characters that Code 39 lacks, and $ / + and %, are pairs of one of these four and a letter. Nothing in the symbol says so; readers must be set to it.`,
    modules: { areas: parts.flatMap(({ modules }) => modules?.areas ?? []) },
    parts,
  }
}

interface Pair {
  readonly text: string
  readonly values: Values
}

function pairOf({ values: first }: Pattern, { values: second }: Pattern): Pair {
  const values = [first.value, second.value]
  const characters = values.map((value) => code39Characters[value]!).join('')
  return {
    text: `The pair ${characters}, values ${values.join(' and ')}.`,
    values: { values, widths: `${first.widths} ${second.widths}` },
  }
}

interface Pattern {
  readonly text: string
  readonly values: Values & { readonly value: number; readonly widths: string }
}

/** The first column of the n-th character after the start character. */
const columnOf = ({ pitch }: Drawn, n: number): number => (n + 1) * pitch

/** The pattern of the n-th character after the start character. */
function patternsIn(drawn: Drawn): (n: number, value: number) => Pattern {
  const { row, width } = drawn
  // indexed by value, which determines the widths
  const patterns: Pattern[] = []
  return (n, value) => {
    const from = columnOf(drawn, n)
    patterns[value] ??= pattern(value, widthsIn(row, from, from + width))
    return patterns[value]
  }
}

function pattern(value: number, widths: string): Pattern {
  return { text: `Value ${value}; wide: ${wideIn(widths)}.`, values: { value, widths } }
}

/** The wide elements, counted as bar 1, space 1, bar 2 and so on. */
function wideIn(widths: string): string {
  const narrow = [...widths].sort()[0]!
  return [...widths]
    .flatMap((width, i) => (width === narrow ? [] : [`${i % 2 === 0 ? 'bar' : 'space'} ${(i >> 1) + 1}`]))
    .join(', ')
}

function gapsStep({ row, width, gap, pitch }: Drawn): Step {
  const areas: Area[] = []
  for (let at = width; at < row.length; at += pitch) areas.push([at, 0, gap, 1])
  return {
    id: 'gaps',
    title: 'Gaps between characters',
    clause: `${standard}, 4.4 c)`,
    text: 'A space that carries no data separates each character from the next; here it is as wide as a narrow element.',
    values: { width: gap, count: areas.length },
    modules: { areas },
  }
}

/** The most values of a sum that are written out. */
const termsShown = 40

function checkStep({ trace: { values, check }, row, width, pitch }: Drawn): Step {
  if (check === undefined) {
    return {
      id: 'check',
      title: 'No check character',
      clause: `${standard}, Annex A`,
      text: 'A check character is optional, and this symbol has none.',
    }
  }
  const { sum, value } = check
  const terms = Array.from(values.subarray(0, termsShown), String)
  const left = values.length - terms.length
  const written = left > 0 ? [...terms, `${left} more values, shown with their characters`] : terms
  const from = (values.length + 1) * pitch
  return {
    id: 'check',
    title: `Check character ${nameOf(code39Characters[value]!)}`,
    clause: `${standard}, Annex A.1`,
    text: `The sum of all values: ${written.join(' + ')} = ${sum}. ${sum} modulo 43 is ${value}. It is in the symbol, but not in the text that people read.`,
    values: { value, sum, widths: widthsIn(row, from, from + width) },
    modules: columns(from, from + width),
  }
}
