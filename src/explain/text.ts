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
