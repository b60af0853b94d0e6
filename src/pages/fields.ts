/** Form fields as HTML, generated from the API's parameters and from the options in the catalogue. */

import { catalogue, type OptionName, symbologies } from '../../symbologies/index.ts'
import { type Parameter, type Parameters, parameters } from '../api/params.ts'
import { type Attributes, element, empty, escaped } from './html.ts'

/** The fields of what only one of the endpoints takes. */
export function fieldsOf(endpoint: 'label' | 'barcode'): string {
  const other: Parameters = parameters[endpoint === 'label' ? 'barcode' : 'label']
  return fields(Object.entries<Parameter>(parameters[endpoint]).filter(([name]) => !(name in other)))
}

/** The fields of what labels and barcodes alone have in common; the page itself has those of text and type. */
export function commonFields(): string {
  const { label, barcode } = parameters
  return fields(Object.entries<Parameter>(label).filter(([name]) => name in barcode && name !== 'type'))
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

/** The options of all symbologies. One that several have is in the order of the last of these. */
export function optionFields(): string {
  const names = symbologies.flatMap((name) => Object.entries(catalogue[name].options)).toReversed()
  const fixed = new Map(names.map(([name, option]) => [name, option.default]))
  return [...fixed.keys()]
    .toReversed()
    .map((name) => optionField(name, fixed.get(name)))
    .join('')
}

/** @param fixed  the default value, if it does not depend on the text */
function optionField(name: string, fixed: string | undefined): string {
  const parameter: Parameter = parameters.explain[name as OptionName]
  const { titles, title = name } = parameter
  return element(
    'div',
    { class: 'field', 'data-option': name },
    element('label', { for: name }, escaped(title)),
    parameter.kind === 'integer' && titles === undefined
      ? control(name, parameter, { placeholder: 'Automatic' })
      : element(
          'select',
          { id: name, name },
          element('option', { value: '' }, escaped(fixed === undefined ? 'Automatic' : (titles?.[fixed] ?? fixed))),
          grouped(
            parameter,
            valuesOf(parameter).filter((value) => value !== fixed),
          ),
        ),
  )
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
      return []
  }
}
