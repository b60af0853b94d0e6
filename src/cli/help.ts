import { parameterNotes } from '../api/description.ts'
import type { Parameter, Parameters } from '../api/params.ts'
import type { Option } from './arguments.ts'

const width = 80
/** Columns before the description of an option. */
const indent = 24

export interface Page {
  readonly title: string
  readonly examples: readonly string[]
  readonly paragraphs: readonly string[]
  readonly parameters?: { readonly table: Parameters; readonly path: string }
  readonly options: readonly Option[]
}

/** The text that `--help` prints for a command. */
export function helpPage({ title, examples, paragraphs, parameters, options }: Page): string {
  const notes = parameters && parameterNotes(parameters.path)
  const named = Object.entries(parameters?.table ?? {})
  return [
    title,
    '',
    ...examples.map((example) => `  ${example}`),
    ...paragraphs.flatMap((paragraph) => ['', ...wrapped(paragraph, width)]),
    ...(named.length > 0 ? ['', 'Parameters, with the names and values of the API:'] : []),
    ...named.flatMap(([name, parameter]) => entry(`--${name}`, `${notes?.get(name) ?? ''} ${valuesOf(parameter)}`)),
    '',
    'Options:',
    ...options.flatMap(({ name, short, value, about }) =>
      entry(`${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`, about),
    ),
    '',
  ].join('\n')
}

/** A term with its explanation beside it, or below if the term is long. */
export function entry(term: string, about: string): string[] {
  const [first = '', ...others] = wrapped(about, width - indent)
  const margin = ' '.repeat(indent)
  const beside = term.length <= indent - 4
  return [
    beside ? `  ${term.padEnd(indent - 2)}${first}` : `  ${term}`,
    ...(beside ? others : [first, ...others]).map((line) => margin + line),
  ]
}

function valuesOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'text':
      return 'Required.'
    case 'domain':
      return ''
    case 'form':
      return `${capitalized(parameter.form)}.`
    case 'word':
      return `One of ${parameter.words.join(', ')}${defaultOf(parameter)}.`
    case 'flag':
      return `true or false; default ${parameter.default}.`
    case 'integer':
    case 'number':
      return `From ${parameter.least} to ${parameter.most}${defaultOf(parameter)}.`
  }
}

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** The default of the parameter, or that it is required; empty if it is optional. */
function defaultOf(parameter: { readonly default?: string | number; readonly optional?: true }): string {
  if (parameter.optional) return ''
  return `; ${parameter.default === undefined ? 'required' : `default ${parameter.default}`}`
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
