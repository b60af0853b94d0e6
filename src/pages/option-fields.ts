/** Form fields of the options of symbologies. */

import { catalogue, type SymbologyOption, symbologies } from '../../symbologies/index.ts'
import type { Parameter } from '../api/parameter.ts'
import { control, errorOf, grouped, options } from './fields.ts'
import { element, escaped } from './html.ts'
import { absenceOf, purposeOf, titleOf } from './titles.ts'
import type { Words } from './words/index.ts'

/** The options of all symbologies; a script shows those of one, in its order. */
export function optionFields(words: Words): string {
  const all = symbologies.flatMap((name) => Object.entries<SymbologyOption>(catalogue[name].options))
  return [...new Map(all)].map(([name, option]) => optionField(name, option, words)).join('')
}

/** An option with a line of what it is for; left empty, it is not given. */
function optionField(name: string, option: SymbologyOption, words: Words): string {
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
