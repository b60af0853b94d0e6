/** What the page needs to know of tables of many labels, from the API's parameters. */

import { symbologies } from '../../symbologies/index.ts'
import { labelsBody } from '../api/labels/index.ts'
import { mostLabels, rowNames } from '../api/labels/rows.ts'
import { optionsOf } from '../api/options.ts'
import type { Parameter } from '../api/parameter.ts'
import { parameters } from '../api/params.ts'
import { element, escaped } from './html.ts'
import { titleOf } from './titles.ts'
import type { Words } from './words/index.ts'

const all = Object.entries<Parameter>(parameters.row)

/** What columns can mean, for the reader of tables. */
export function tableOptions(): string {
  const printed = all.filter(([, { kind }]) => kind === 'text').map(([name]) => name)
  return escaped(JSON.stringify({ names: rowNames, required: ['text'], printed }))
}

/** What one request takes: labels with their copies, and bytes. */
export function bounds(): string {
  return escaped(JSON.stringify({ labels: mostLabels, bytes: labelsBody.limit }))
}

/** The parameters that a column of a page is offered to mean, those that people use most first. */
const offered = ['text', 'caption', 'title', 'qty', 'type', 'size', 'orientation', 'layout', 'showtext', 'gs1', 'dpi']

/** What a column can mean, as options of a select. */
export function columnChoices(words: Words): string {
  const options = optionsOf(symbologies)
  const own: { readonly [name: string]: string } = words.many.columns
  const choice = ([name, parameter]: (typeof all)[number]): string =>
    element('option', { value: name }, escaped(own[name] ?? titleOf(words, name, parameter)))
  const first = offered.flatMap((name) => all.filter(([other]) => other === name))
  // a document has one format, and a table is not strict with itself
  const others = all.filter(([name]) => !offered.includes(name) && !['format', 'zpl', 'strict'].includes(name))
  return [
    element('option', { value: '' }, escaped(words.many.notUsed)),
    ...first.map(choice),
    element('optgroup', { label: words.options.some }, ...others.filter(([name]) => name in options).map(choice)),
    ...others.filter(([name]) => !(name in options)).map(choice),
  ].join('')
}
