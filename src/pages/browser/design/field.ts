/** A field of a design as a field of a form. */

import { designs as words } from '../../words/designs/en.ts'
import { made } from '../dom.ts'
import type { DescribedField } from './service-designs.ts'

export type FieldControl = HTMLInputElement | HTMLTextAreaElement

export const titleOf = ({ title, name }: DescribedField): string => title ?? name

/** A field with a value: title, control, a place for what is wrong, and what it takes. @param prefix  of the control's name */
export function fieldOf(field: DescribedField, value: string, prefix = ''): HTMLElement {
  const { name, isRequired, sample = '', pattern, default: otherwise } = field
  const example = otherwise === '' ? sample : otherwise
  const id = `field-${name}`
  const attributes = {
    id,
    name: prefix + name,
    placeholder: example.replaceAll('\n', ', '),
    maxlength: '2000',
    spellcheck: 'false',
    autocapitalize: 'off',
    'aria-describedby': `hint-${name} error-${name}`,
    ...(isRequired && { required: '' }),
  }
  // what has several lines in its sample may have several
  const control = sample.includes('\n')
    ? made('textarea', { ...attributes, rows: `${sample.split('\n').length}` })
    : made('input', { ...attributes, type: 'text' })
  control.value = value
  const label = made('label', { for: id }, titleOf(field))
  const hints = [
    ...(isRequired && otherwise === '' ? [words.required] : []),
    ...(otherwise === '' ? [] : [words.otherwise(otherwise)]),
    ...(pattern === undefined ? [] : [words.pattern(pattern)]),
  ]
  return made(
    'div',
    { class: 'field' },
    label,
    control,
    made('p', { class: 'error', id: `error-${name}`, role: 'status', hidden: '' }),
    made('p', { class: 'hint', id: `hint-${name}` }, hints.join(' ')),
  )
}
