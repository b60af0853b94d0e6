/** The form fields of the pages as HTML: generated from the API's parameters, titled in the words of the page. */

import { catalogue, type SymbologyOption, symbologies } from '../../symbologies/index.ts'
import { type OptionParameter, optionsOf } from '../request/options.ts'
import type { Parameter, Parameters } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { element, empty, escaped, type HtmlAttributes } from './html.ts'
import type { PageWords } from './words/index.ts'

/** The options of all symbologies, as parameters. */
export const options: { readonly [name: string]: OptionParameter } = optionsOf(symbologies)

/** What people choose once and then leave as it is, not for each label. */
const setOnce: readonly string[] = ['orientation', 'showtext', 'layout', 'profile', 'includetext', 'rotate']

/** The fields of what only one of the endpoints takes: what is set once, or the others. */
export function fieldsOf(endpoint: 'label' | 'barcode', isSetOnce: boolean, words: PageWords): string {
  const other: Parameters = parameters[endpoint === 'label' ? 'barcode' : 'label']
  const own = Object.entries<Parameter>(parameters[endpoint])
  return fields(
    own.filter(([name]) => !(name in other || name in options) && setOnce.includes(name) === isSetOnce),
    words,
  )
}

/** The fields of what labels and barcodes alone have in common; the page itself has those of text, its escapes, and type. */
export function commonFields(words: PageWords): string {
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
function fields(all: readonly (readonly [name: string, parameter: Parameter])[], words: PageWords): string {
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
    ...(['word', 'flag'] as const)
      .flatMap((wanted) => buttons.filter(([, { kind }]) => kind === wanted))
      .map(([name, parameter]) => radioButtons(name, parameter, words)),
  ].join('')
}

/** The most values, and the longest title of one, that fit on one line of buttons. */
const mostButtons = 4
const longestButton = 12

function isButtons(name: string, parameter: Parameter, words: PageWords): boolean {
  if (parameter.kind !== 'word') return parameter.kind === 'flag'
  const shown = onButtons(parameter)
  const isShort = shown.every((word) => titleOfValue(words, name, parameter, word).length <= longestButton)
  return isShort && shown.length <= mostButtons
}

/** The values that buttons would have. */
function onButtons(parameter: Parameter): readonly string[] {
  if (parameter.titles !== undefined) return Object.keys(parameter.titles)
  return parameter.kind === 'word' ? parameter.words : ['true', 'false']
}

/** The place of a parameter's faults. */
const errorOf = (name: string): string => element('p', { class: 'error', id: `${name}-error`, hidden: true })

function labelled(name: string, parameter: Parameter, words: PageWords): string {
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
function sidesOf(name: string, parameter: Parameter, { sides }: PageWords): string {
  if (parameter.kind !== 'word' || parameter.form === undefined) return ''
  const described = { 'data-for': name, 'aria-describedby': `${name}-error ${name}-sides-hint` }
  const side = (id: string, label: string): string =>
    empty('input', { id, type: 'number', inputmode: 'decimal', step: 'any', min: 0, 'aria-label': label, ...described })
  const units = ['mm', 'in'].map((unit) => element('option', { value: unit }, unit))
  const names = parameter.form.names.map(({ value, title, sides: [across, along] }) =>
    element('option', { value, 'data-across': across, 'data-along': along }, escaped(title)),
  )
  return element(
    'fieldset',
    { class: 'field sides', id: `${name}-sides`, hidden: true },
    element('legend', {}, escaped(sides.some)),
    element('label', { for: `${name}-name` }, escaped(sides.name)),
    empty('input', {
      id: `${name}-name`,
      type: 'text',
      list: `${name}-names`,
      placeholder: 'DK-11201',
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      ...described,
      'aria-describedby': `${name}-error ${name}-name-hint`,
    }),
    element('datalist', { id: `${name}-names` }, ...names),
    element('p', { class: 'hint', id: `${name}-name-hint` }, escaped(sides.nameHint)),
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

function control(name: string, parameter: Parameter, attributes: HtmlAttributes, words: PageWords): string {
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

/** The heading of metric sizes in the table. */
const metric = 'Millimetres'

/** Values as options of a select, under their headings. */
function grouped(
  name: string,
  parameter: Parameter,
  values: readonly string[],
  words: PageWords,
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
  const inOrder = Object.entries(groups)
  // people buy labels in the measures of their country
  if (words.isMetric) inOrder.sort(([heading]) => (heading === metric ? -1 : 1))
  return inOrder
    .map(([heading, some]) =>
      element('optgroup', { label: headingOf(words, heading), 'data-heading': heading }, options(some)),
    )
    .join('')
}

function radioButtons(name: string, parameter: Parameter, words: PageWords): string {
  const chosen = 'default' in parameter ? String(parameter.default) : undefined
  const buttons = onButtons(parameter).map((value) => {
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

/** The fields of words for readers, besides the text that is encoded. */
export function wordFields(words: PageWords): string {
  const { title, caption } = parameters.label
  return Object.entries({ title, caption })
    .map(([name, parameter]) => wordField(name, parameter, words))
    .join('')
}

/** The switch for escapes in the text and in these words. */
export function escapesField(words: PageWords): string {
  const { escapes } = parameters.label
  const described = { 'aria-describedby': 'escapes-error escapes-hint' }
  const input = empty('input', { id: 'escapes', name: 'escapes', type: 'checkbox', value: 'true', ...described })
  return element(
    'div',
    { id: 'for-escapes' },
    element('label', { class: 'tick' }, input, ' ', escaped(titleOf(words, 'escapes', escapes))),
    errorOf('escapes'),
    element('p', { class: 'hint', id: 'escapes-hint' }, escaped(purposeOf(words, 'escapes', escapes))),
  )
}

function wordField(name: string, parameter: Parameter, words: PageWords): string {
  // barcodes alone have no title
  const ways = name in parameters.barcode ? undefined : 'label many'
  const attributes = { id: name, name, dir: 'auto', 'aria-describedby': `${name}-error ${name}-hint` }
  return element(
    'div',
    { class: 'field words', 'data-way': ways },
    element('label', { for: name }, escaped(titleOf(words, name, parameter))),
    parameter.hasLines
      ? element('textarea', { ...attributes, rows: 1 })
      : empty('input', { ...attributes, type: 'text' }),
    errorOf(name),
    // the picture shows it to those who see
    element('p', { class: 'visually-hidden', id: `${name}-hint` }, escaped(purposeOf(words, name, parameter))),
  )
}

/** The options of all symbologies; a script shows those of one, in its order. */
export function optionFields(words: PageWords): string {
  const all = symbologies.flatMap((name) => Object.entries<SymbologyOption>(catalogue[name].options))
  return [...new Map(all)].map(([name, option]) => optionField(name, option, words)).join('')
}

/** An option with a line of what it is for; left empty, it is not given. */
function optionField(name: string, option: SymbologyOption, words: PageWords): string {
  const { default: fixed } = option
  const parameter: Parameter = options[name]!
  const described = { 'aria-describedby': `${name}-error ${name}-hint` }
  const left = absenceOf(words, name, option)
  return element(
    'div',
    { class: 'field', 'data-option': name },
    element('label', { for: name }, escaped(titleOf(words, name, parameter))),
    isTyped(parameter)
      ? control(name, parameter, { ...described, placeholder: left }, words)
      : element(
          'select',
          { id: name, name, ...described },
          element('option', { value: '' }, escaped(left)),
          grouped(
            name,
            parameter,
            valuesOf(parameter).filter((value) => value !== fixed),
            words,
          ),
        ),
    errorOf(name),
    element('p', { class: 'hint', id: `${name}-hint` }, escaped(purposeOf(words, name, option))),
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

/** The title of a parameter or an option: that of the page's language, or else that of the table. */
export function titleOf({ tables }: PageWords, name: string, { title = name }: Pick<Parameter, 'title'>): string {
  return tables.titles[name] ?? title
}

export function titleOfValue(
  words: PageWords,
  name: string,
  { titles = {} }: Pick<Parameter, 'titles'>,
  value: string,
) {
  return words.tables.values[name]?.[value] ?? localized(words, titles[value] ?? value)
}

/** Names of measures and ratios have decimals: 2.25 × 1.25 in. */
const localized = ({ decimalSign }: PageWords, title: string): string =>
  / [×:] /.test(title) ? title.replaceAll('.', decimalSign) : title

function headingOf({ tables }: PageWords, heading: string): string {
  return tables.headings[heading] ?? heading
}

/** What a parameter or an option is for. */
function purposeOf({ tables }: PageWords, name: string, { purpose = '' }: Pick<Parameter, 'purpose'>): string {
  return tables.purposes[name] ?? purpose
}

/** What stands in a field for an option that is not given: its default, or what its absence is called. */
function absenceOf(words: PageWords, name: string, option: SymbologyOption): string {
  const { default: fixed, absent } = option
  if (fixed !== undefined) return titleOfValue(words, name, option, fixed)
  return words.tables.absent[name] ?? absent ?? words.options.automatic
}
