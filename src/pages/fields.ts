/** Form fields as HTML, generated from the API's parameters. */

import { symbologies } from '../../symbologies/index.ts'
import { type OptionParameter, optionsOf } from '../api/options.ts'
import type { Parameter, Parameters } from '../api/parameter.ts'
import { parameters } from '../api/params.ts'
import { type Attributes, element, empty, escaped } from './html.ts'
import { headingOf, titleOf, titleOfValue } from './titles.ts'
import type { Words } from './words/index.ts'

/** The options of all symbologies, as parameters. */
export const options: { readonly [name: string]: OptionParameter } = optionsOf(symbologies)

/** The fields of what only one of the endpoints takes. */
export function fieldsOf(endpoint: 'label' | 'barcode', words: Words): string {
  const other: Parameters = parameters[endpoint === 'label' ? 'barcode' : 'label']
  const own = Object.entries<Parameter>(parameters[endpoint])
  return fields(
    own.filter(([name]) => !(name in other || name in options)),
    words,
  )
}

/** The fields of what labels and barcodes alone have in common; the page itself has those of text, its escapes, and type. */
export function commonFields(words: Words): string {
  const { label, barcode } = parameters
  const names = Object.entries<Parameter>(label).filter(
    ([name]) => name in barcode && !['type', 'escapes'].includes(name),
  )
  return fields(
    names.filter(([name]) => !(name in options)),
    words,
  )
}

/** Numbers and selects in pairs, then choices that show all their values. */
function fields(all: readonly (readonly [name: string, parameter: Parameter])[], words: Words): string {
  const shown = all.filter(([, { title, kind }]) => title !== undefined && kind !== 'text')
  const buttons = shown.filter(([name, parameter]) => isButtons(name, parameter, words))
  const others = shown.filter((each) => !buttons.includes(each))
  return [
    others.length === 0
      ? ''
      : element(
          'div',
          { class: 'pair' },
          ...others.map(([name, parameter]) => labelled(name, parameter, words)),
          ...others.map(([name, parameter]) => sidesOf(name, parameter, words)),
        ),
    // words first: flags are about what is drawn besides the symbol
    ...buttons
      .filter(([, { kind }]) => kind === 'word')
      .map(([name, parameter]) => radioButtons(name, parameter, words)),
    ...buttons
      .filter(([, { kind }]) => kind === 'flag')
      .map(([name, parameter]) => radioButtons(name, parameter, words)),
  ].join('')
}

/** The most values, and the longest title of one, that fit on one line of buttons. */
const mostButtons = 4
const longestButton = 12

function isButtons(name: string, parameter: Parameter, words: Words): boolean {
  if (parameter.kind !== 'word') return parameter.kind === 'flag'
  const isShort = parameter.words.every((word) => titleOfValue(words, name, parameter, word).length <= longestButton)
  return isShort && parameter.words.length <= mostButtons
}

/** The place of a parameter's faults. */
export const errorOf = (name: string): string => element('p', { class: 'error', id: `${name}-error`, hidden: true })

function labelled(name: string, parameter: Parameter, words: Words): string {
  // without scripts a form would send the empty value of what is left open
  const isLeftOpen = parameter.kind === 'word' && parameter.optional && parameter.initially === undefined
  const described = { 'aria-describedby': `${name}-error`, disabled: isLeftOpen }
  return element(
    'div',
    { class: isLeftOpen ? 'field scripted-only' : 'field', 'data-linear': parameter.linearOnly },
    element('label', { for: name }, escaped(titleOf(words, name, parameter))),
    control(name, parameter, described, words),
    errorOf(name),
  )
}

/** Two sides with their unit, for values of a parameter that are in no list; a script shows them. */
function sidesOf(name: string, parameter: Parameter, { sides }: Words): string {
  if (parameter.kind !== 'word' || parameter.form === undefined) return ''
  const described = { 'data-for': name, 'aria-describedby': `${name}-error ${name}-sides-hint` }
  const side = (id: string, label: string): string =>
    empty('input', { id, type: 'number', inputmode: 'decimal', step: 'any', min: 0, 'aria-label': label, ...described })
  const units = ['mm', 'in'].map((unit) => element('option', { value: unit }, unit))
  return element(
    'fieldset',
    { class: 'field sides', id: `${name}-sides`, hidden: true },
    element('legend', {}, escaped(sides.some)),
    element(
      'div',
      { class: 'row' },
      side(`${name}-across`, sides.across),
      element('span', { 'aria-hidden': 'true' }, '×'),
      side(`${name}-along`, sides.along),
      element('select', { id: `${name}-unit`, 'aria-label': sides.unit, ...described }, ...units),
    ),
    element('p', { class: 'hint', id: `${name}-sides-hint` }, escaped(sides.hint)),
  )
}

export function control(name: string, parameter: Parameter, attributes: Attributes, words: Words): string {
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
        parameter.optional && parameter.initially === undefined
          ? element('option', { value: '' }, escaped(words.options.noneGiven))
          : '',
        grouped(name, parameter, parameter.words, words, parameter.initially ?? parameter.default),
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
export function grouped(
  name: string,
  parameter: Parameter,
  values: readonly string[],
  words: Words,
  selected?: string,
): string {
  const { groups } = parameter
  const options = (some: readonly string[]): string =>
    some
      .map((value) =>
        element(
          'option',
          { value, selected: value === selected },
          escaped(titleOfValue(words, name, parameter, value)),
        ),
      )
      .join('')
  if (groups === undefined) return options(values)
  return Object.entries(groups)
    .map(([heading, some]) =>
      element('optgroup', { label: headingOf(words, heading), 'data-heading': heading }, options(some)),
    )
    .join('')
}

function radioButtons(name: string, parameter: Parameter, words: Words): string {
  const { titles } = parameter
  const values = parameter.kind === 'word' ? parameter.words : ['true', 'false']
  const chosen = 'default' in parameter ? String(parameter.default) : undefined
  const buttons = (titles === undefined ? values : Object.keys(titles)).map((value) => {
    const described = { 'aria-describedby': `${name}-error` }
    const input = empty('input', { type: 'radio', name, value, checked: value === chosen, ...described })
    return element('label', {}, input, element('span', {}, escaped(titleOfValue(words, name, parameter, value))))
  })
  return element(
    'fieldset',
    { class: 'field', 'data-linear': parameter.linearOnly },
    element('legend', {}, escaped(titleOf(words, name, parameter))),
    element('div', { class: 'choice' }, ...buttons),
    errorOf(name),
  )
}
