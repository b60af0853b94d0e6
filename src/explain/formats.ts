/** An explanation as text for a terminal, and as JSON. */

import { quoted } from '../../symbologies/index.ts'
import { type Explanation, type Modules, modulesIn, type Part, type Step } from './explanation.ts'

/** The most characters of a line. */
const lineLength = 110
/** Titles of parts are padded to a column, unless they are longer than this. */
const longestTitle = 30
/** Beyond this many, places are counted instead of listed. */
const mostPlaces = 24

/** The explanation as text for a terminal: a paragraph a step, a line or more for each of its parts. */
export function explanationText(explanation: Explanation): string {
  const { name, standard, text, summary, width, height, columnsPerModule = 1, steps } = explanation
  const size = height === 1 ? `${width / columnsPerModule} modules` : `${width} × ${height} modules`
  return [
    `${name} (${standard}) of ${quoted(text)}: ${summary}.`,
    `${size}. r and c are row and column, from 0 at the upper left; bits are given before masking.`,
    ...steps.map((step, i) => stepText(explanation, step, i + 1)),
    '',
  ].join('\n')
}

function stepText(explanation: Explanation, step: Step, number: number): string {
  const { title, clause, text, parts = [] } = step
  const column = Math.max(...parts.map((part) => part.title.length).filter((length) => length <= longestTitle), 0)
  return [
    '',
    ...wrapped(`${number}. ${title}`, ''),
    `   [${clause}]`,
    ...wrapped(`${text}${placesText(explanation, step.modules)}`, '   '),
    ...parts.flatMap((part) => partLines(explanation, part, column)),
  ].join('\n')
}

function partLines(explanation: Explanation, part: Part, column: number): string[] {
  const { title, text = '', values = {}, modules } = part
  const { value, bits, widths } = values
  const facts = [value === undefined ? '' : String(value).padStart(3), bits ?? '', widths ?? '', text]
  const line = facts.filter((fact) => fact !== '').join('  ')
  return wrapped(`${title.padEnd(column)}  ${line}${placesText(explanation, modules)}`.trimEnd(), '     ')
}

/** The places of modules: areas as rows and columns, modules of codewords one by one in the order of their bits. */
function placesText({ path, width, height }: Explanation, modules: Modules = {}): string {
  const areas = (modules.areas ?? []).map(([column, row, columns, rows]) => {
    const across = `c${span(column, columns)}`
    return height === 1 ? across : `r${span(row, rows)} ${across}`
  })
  const cells = modulesIn({ path, width }, modules.path ? { path: modules.path } : {})
  const places = [...areas, ...cells.map(([column, row]) => `r${row}c${column}`)]
  if (places.length === 0) return ''
  if (places.length > mostPlaces) return ` {${places.length} ${areas.length > 0 ? 'places' : 'modules'}}`
  return ` {${places.join(areas.length > 0 ? '; ' : ' ')}}`
}

function span(from: number, length: number): string {
  return length === 1 ? `${from}` : `${from}…${from + length - 1}`
}

/** Lines of at most `lineLength` characters, unless a word is longer; all but the first are indented further. */
function wrapped(text: string, indent: string): string[] {
  const lines: string[] = []
  let line = indent
  for (const word of text.split(/(?<=[^ ]) (?=[^ ])/)) {
    const started = line.trim() !== ''
    if (started && line.length + 1 + word.length > lineLength) {
      lines.push(line)
      line = `${indent}   ${word}`
    } else {
      line += started ? ` ${word}` : word
    }
  }
  return [...lines, line]
}

/** The first size of the buffer in bytes; most explanations fit. */
const firstSize = 1 << 16
/** The most bytes of a UTF-16 code unit in UTF-8. */
const mostBytes = 3
/** How many parts of a step are one string. */
const partsAtOnce = 256

/**
 * An explanation as JSON in UTF-8: the bytes of JSON.stringify, written step by step. An explanation can have ten thousand
 * parts, and one string for all of them takes longer to build and to encode than strings for some at a time.
 */
export function explanationJson({ steps, ...head }: Explanation): Uint8Array {
  let bytes = Buffer.allocUnsafeSlow(firstSize)
  let length = 0
  const write = (json: string) => {
    const needed = length + mostBytes * json.length
    if (needed > bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * bytes.length))
      bytes.copy(larger, 0, 0, length)
      bytes = larger
    }
    length += bytes.write(json, length)
  }
  write(`${JSON.stringify(head).slice(0, -1)},"steps":[`)
  steps.forEach((step, i) => {
    if (i > 0) write(',')
    writeStep(write, step)
  })
  write(']}')
  return bytes.subarray(0, length)
}

/** The parts are the last property of a step, so that they can be written after the others. */
function writeStep(write: (json: string) => void, step: Step): void {
  const { parts, ...own } = step
  if (parts === undefined || parts.length <= partsAtOnce) {
    write(JSON.stringify(step))
    return
  }
  write(`${JSON.stringify(own).slice(0, -1)},"parts":`)
  for (let i = 0; i < parts.length; i += partsAtOnce) {
    write(`${i === 0 ? '[' : ','}${JSON.stringify(parts.slice(i, i + partsAtOnce)).slice(1, -1)}`)
  }
  write(']}')
}
