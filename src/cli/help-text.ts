/** Help as the terminal shows it. */

import type { HelpPage, Section, Term } from './help-page.ts'

const width = 80
/** Columns before the description of an option. */
const indent = 24

/** The text that `--help` prints for a command. */
export function helpText({ title, examples, paragraphs, sections }: HelpPage): string {
  return [
    title,
    '',
    ...examples.map((example) => `  ${example}`),
    ...paragraphs.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    '',
    ...sectionLines(sections),
  ].join('\n')
}

/** The sections, with an empty line after each. */
export function sectionLines(sections: readonly Section<Term>[]): readonly string[] {
  return sections.flatMap(({ title, entries }) => [`${title}:`, ...entries.flatMap(entryLines), ''])
}

/** A term with its explanation beside it, or below if the term is long. */
function entryLines({ term, about }: Term): readonly string[] {
  const [first = '', ...others] = wrapped(about, width - indent)
  const margin = ' '.repeat(indent)
  const beside = term.length <= indent - 4
  return [
    beside ? `  ${term.padEnd(indent - 2)}${first}` : `  ${term}`,
    ...(beside ? others : [first, ...others]).map((line) => margin + line),
  ]
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = ''
    }
    line += line === '' ? word : ` ${word}`
  }
  return [...lines, line]
}
