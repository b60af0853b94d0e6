/** Form fields of the words for people, and how they are read. */

import type { Parameter } from '../api/parameter.ts'
import { parameters } from '../api/params.ts'
import { errorOf } from './fields.ts'
import { element, empty, escaped } from './html.ts'
import { purposeOf, titleOf } from './titles.ts'
import type { Words } from './words/index.ts'

/** The fields of words for people, besides the text that is encoded. */
export function wordFields(words: Words): string {
  const { label, barcode } = parameters
  const { title, caption } = label
  return Object.entries({ title, caption })
    .map(([name, parameter]) => wordField(name, parameter, { words, ways: name in barcode ? undefined : 'label many' }))
    .join('')
}

/** The switch for escapes in the text and in these words. */
export function escapesField(words: Words): string {
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

interface WordField {
  readonly words: Words
  /** The ways to make something that have these words, if not all have them. */
  readonly ways: string | undefined
}

function wordField(name: string, parameter: Parameter, { words, ways }: WordField): string {
  const attributes = { id: name, name, dir: 'auto', 'aria-describedby': `${name}-error ${name}-hint` }
  return element(
    'div',
    { class: 'field words', 'data-way': ways },
    element('label', { for: name }, escaped(titleOf(words, name, parameter))),
    parameter.hasLines
      ? element('textarea', { ...attributes, rows: 2 })
      : empty('input', { ...attributes, type: 'text' }),
    errorOf(name),
    element('p', { class: 'hint', id: `${name}-hint` }, escaped(purposeOf(words, name, parameter))),
  )
}
