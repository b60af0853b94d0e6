/** What a command has to say of itself: `--help`, the manual and the completion of shells are made from it. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Parameter, Parameters } from '../request/parameter.ts'
import { root } from '../root.ts'
import { shortNames } from './arguments.ts'
import type { HelpPage, Operands, Option, Section } from './command.ts'

interface Described {
  readonly title: string
  readonly examples: readonly string[]
  readonly paragraphs: readonly string[]
  readonly parameters?: { readonly table: Parameters; readonly path: string }
  readonly options: readonly Option[]
  /** Settings, which are not options, under a heading of their own. */
  readonly settings?: Section
  /** Parameters that the command takes too, and that another command describes. */
  readonly otherParameters?: Parameters
  /** What the arguments are that are not options, if a shell can complete them. */
  readonly operands?: Operands
}

export function helpPage(described: Described): HelpPage {
  const { title, examples, paragraphs, parameters, options, settings, otherParameters = {}, operands = [] } = described
  const named = parameters === undefined ? [] : optionsFor(parameters.table, parameterNotes(parameters.path))
  const others = optionsFor(otherParameters, new Map())
  return {
    title,
    examples,
    paragraphs,
    sections: [
      ...(named.length > 0 ? [section('Parameters, with the names and values of the API', named)] : []),
      section('Options', options),
      ...(settings === undefined ? [] : [settings]),
    ],
    options: [...named, ...others, ...options],
    operands,
  }
}

/** The parts of openapi.json that describe parameters, which stand where they are used or are referred to. */
interface ApiDescription {
  readonly paths: {
    readonly [path: string]: { readonly get?: DescribedOperation; readonly post?: DescribedOperation }
  }
  readonly components: { readonly parameters: { readonly [name: string]: DescribedParameter } }
}

interface DescribedOperation {
  readonly parameters: readonly (DescribedParameter | { readonly $ref: string })[]
}

interface DescribedParameter {
  readonly name: string
  readonly description: string
}

/** The descriptions of the parameters of the endpoint at `path`, by name. */
function parameterNotes(path: string): ReadonlyMap<string, string> {
  const { paths, components } = JSON.parse(
    readFileSync(join(root, 'src/server/api/openapi.json'), 'utf8'),
  ) as ApiDescription
  const { get, post } = paths[path] ?? {}
  const described = (get ?? post)?.parameters ?? []
  const notes = described.map((each) => {
    return '$ref' in each ? components.parameters[each.$ref.slice(each.$ref.lastIndexOf('/') + 1)]! : each
  })
  return new Map(notes.map(({ name, description }) => [name, description]))
}

function section(title: string, options: readonly Option[]): Section {
  return { title, entries: options.map((option) => ({ term: termOf(option), about: option.about })) }
}

/** An option as it is written: `-o, --output FILE`; the values of parameters are in what is said of them. */
function termOf({ name, short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined || value === '' ? '' : ` ${value}`}`
}

/** Parameters of the API as options. @param notes  what openapi.json says of them */
function optionsFor(table: Parameters, notes: ReadonlyMap<string, string>): readonly Option[] {
  return Object.entries(table).map(([name, parameter]): Option => {
    const short = shortNames[name]
    const words = wordsOf(parameter)
    return {
      name,
      about: `${notes.get(name) ?? ''} ${valuesOf(parameter)}`.trim(),
      ...(isSwitch(parameter) ? {} : { value: '' }),
      ...(short !== undefined && { short }),
      ...(words !== undefined && { words }),
    }
  })
}

/** Whether it means something without a value: true. */
const isSwitch = (parameter: Parameter): boolean => parameter.kind === 'flag' && !parameter.default

function wordsOf(parameter: Parameter): readonly string[] | undefined {
  if (parameter.kind === 'flag') return ['true', 'false']
  if (!('words' in parameter)) return undefined
  return [...parameter.words, ...(parameter.form?.names.map(({ value }) => value) ?? [])]
}

function valuesOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'text':
      return parameter.optional ? '' : 'Required.'
    case 'domain':
      return ''
    case 'form':
      return `${capitalized(parameter.form)}.`
    case 'word':
      return `One of ${parameter.words.join(', ')}${formOf(parameter.form)}${defaultOf(parameter)}.`
    case 'flag':
      return `true or false; default ${parameter.default}.`
    case 'integer':
    case 'number':
      return `From ${parameter.least} to ${parameter.most}${defaultOf(parameter)}.`
  }
}

const formOf = (form: { readonly title: string } | undefined): string =>
  form === undefined ? '' : `, or ${form.title}`

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1)

/** The default of the parameter, or that it is required; empty if it is optional. */
function defaultOf(parameter: { readonly default?: string | number; readonly optional?: true }): string {
  if (parameter.optional) return ''
  return `; ${parameter.default === undefined ? 'required' : `default ${parameter.default}`}`
}
