/** Form fields as HTML, generated from the API's parameters and from the options in the catalogue. */

import { catalogue, type SymbologyOption, symbologies } from '../../symbologies/index.ts'
import { type OptionParameter, optionsOf } from '../api/options.ts'
import { type Parameter, type Parameters, parameters } from '../api/params.ts'
import { type Attributes, element, empty, escaped } from './html.ts'

const options: { readonly [name: string]: OptionParameter } = optionsOf(symbologies)

/** The fields of what only one of the endpoints takes. */
export function fieldsOf(endpoint: 'label' | 'barcode'): string {
  const other: Parameters = parameters[endpoint === 'label' ? 'barcode' : 'label']
  return fields(Object.entries<Parameter>(parameters[endpoint]).filter(([name]) => !(name in other || name in options)))
}

/** The fields of what labels and barcodes alone have in common; the page itself has those of text and type. */
export function commonFields(): string {
  const { label, barcode } = parameters
  const names = Object.entries<Parameter>(label).filter(([name]) => name in barcode && name !== 'type')
  return fields(names.filter(([name]) => !(name in options)))
}

/** Numbers and selects in pairs, then choices that show all their values. */
function fields(all: readonly (readonly [name: string, parameter: Parameter])[]): string {
  const shown = all.filter(([, { title }]) => title !== undefined)
  const buttons = shown.filter(([, parameter]) => isButtons(parameter))
  const others = shown.filter((each) => !buttons.includes(each))
  return [
    others.length === 0
      ? ''
      : element('div', { class: 'pair' }, ...others.map(([name, parameter]) => labelled(name, parameter))),
    // words first: flags are about what is drawn besides the symbol
    ...buttons.filter(([, { kind }]) => kind === 'word').map(([name, parameter]) => radioButtons(name, parameter)),
    ...buttons.filter(([, { kind }]) => kind === 'flag').map(([name, parameter]) => radioButtons(name, parameter)),
  ].join('')
}

/** The most values, and the longest title of one, that fit on one line of buttons. */
const mostButtons = 4
const longestButton = 12

function isButtons({ titles = {}, ...parameter }: Parameter): boolean {
  if (parameter.kind !== 'word') return parameter.kind === 'flag'
  const isShort = parameter.words.every((word) => (titles[word] ?? word).length <= longestButton)
  return isShort && parameter.words.length <= mostButtons
}

const errorOf = (name: string): string => element('p', { class: 'error', id: `${name}-error`, hidden: true })

function labelled(name: string, parameter: Parameter): string {
  // without scripts a form would send the empty value of what is left open
  const isLeftOpen = parameter.kind === 'word' && parameter.optional && parameter.initially === undefined
  const described = { 'aria-describedby': `${name}-error`, disabled: isLeftOpen }
  return element(
    'div',
    { class: isLeftOpen ? 'field scripted-only' : 'field', 'data-linear': parameter.linearOnly },
    element('label', { for: name }, escaped(parameter.title ?? name)),
    control(name, parameter, described),
    errorOf(name),
  )
}

function control(name: string, parameter: Parameter, attributes: Attributes): string {
  switch (parameter.kind) {
    case 'integer':
    case 'number': {
      const isWhole = parameter.kind === 'integer'
      return empty('input', {
        id: name,
        name,
        type: 'number',
        inputmode: isWhole ? 'numeric' : 'decimal',
        min: parameter.least,
        max: parameter.most,
        step: isWhole ? 1 : 'any',
        value: parameter.default,
        ...attributes,
      })
    }
    case 'word':
      return element(
        'select',
        { id: name, name, ...attributes },
        // an optional choice can be left open
        parameter.optional && parameter.initially === undefined ? element('option', { value: '' }, 'None given') : '',
        grouped(parameter, parameter.words, parameter.initially ?? parameter.default),
      )
    case 'form': {
      const { samples } = parameter
      const longest = Math.max(...samples.map(({ length }) => length))
      return empty('input', { id: name, name, type: 'text', size: longest, spellcheck: 'false', ...attributes })
    }
    case 'flag':
    case 'text':
    case 'domain':
      throw new TypeError(`${name}: no field for ${parameter.kind}`)
  }
}

/** Values as options of a select, under their headings. */
function grouped({ titles = {}, groups }: Parameter, values: readonly string[], selected?: string): string {
  const options = (some: readonly string[]): string =>
    some
      .map((value) => element('option', { value, selected: value === selected }, escaped(titles[value] ?? value)))
      .join('')
  if (groups === undefined) return options(values)
  return Object.entries(groups)
    .map(([label, some]) => element('optgroup', { label }, options(some)))
    .join('')
}

function radioButtons(name: string, parameter: Parameter): string {
  const { titles, title = name } = parameter
  const words = parameter.kind === 'word' ? parameter.words : ['true', 'false']
  const chosen = 'default' in parameter ? String(parameter.default) : undefined
  const buttons = (titles === undefined ? words : Object.keys(titles)).map((value) => {
    const described = { 'aria-describedby': `${name}-error` }
    const input = empty('input', { type: 'radio', name, value, checked: value === chosen, ...described })
    return element('label', {}, input, element('span', {}, escaped(titles?.[value] ?? value)))
  })
  return element(
    'fieldset',
    { class: 'field', 'data-linear': parameter.linearOnly },
    element('legend', {}, escaped(title)),
    element('div', { class: 'choice' }, ...buttons),
    errorOf(name),
  )
}

/** The options of all symbologies; a script shows those of one, in its order. */
export function optionFields(): string {
  const all = symbologies.flatMap((name) => Object.entries<SymbologyOption>(catalogue[name].options))
  return [...new Map(all)].map(([name, option]) => optionField(name, option)).join('')
}

/** An option with a line of what it is for; left empty, it is not given. */
function optionField(name: string, { default: fixed, absent = 'Automatic', purpose }: SymbologyOption): string {
  const parameter: Parameter = options[name]!
  const { titles, title = name } = parameter
  const described = { 'aria-describedby': `${name}-error ${name}-hint` }
  const left = fixed === undefined ? absent : (titles?.[fixed] ?? fixed)
  return element(
    'div',
    { class: 'field', 'data-option': name },
    element('label', { for: name }, escaped(title)),
    isTyped(parameter)
      ? control(name, parameter, { ...described, placeholder: left })
      : element(
          'select',
          { id: name, name, ...described },
          element('option', { value: '' }, escaped(left)),
          grouped(
            parameter,
            valuesOf(parameter).filter((value) => value !== fixed),
          ),
        ),
    errorOf(name),
    element('p', { class: 'hint', id: `${name}-hint` }, escaped(purpose)),
  )
}

/** Numbers without titles, and strings. */
function isTyped({ kind, titles }: Parameter): boolean {
  return kind === 'form' || (kind === 'integer' && titles === undefined)
}

function valuesOf(parameter: Parameter): readonly string[] {
  switch (parameter.kind) {
    case 'word':
      return parameter.words
    case 'integer':
    case 'number':
      return Array.from({ length: parameter.most - parameter.least + 1 }, (_, i) => String(parameter.least + i))
    case 'flag':
      return ['true', 'false']
    case 'text':
    case 'domain':
    case 'form':
      return []
  }
}
