/** A question in the page, before what costs something. */

import { buttonFor, made } from './dom.ts'

export type Answer = readonly [title: string, act: () => unknown]

/** A question with its answers, of which the first is what most people want. A page asks one at a time. */
export function questionPanel(text: string, answers: readonly Answer[], ...more: readonly HTMLElement[]): HTMLElement {
  const [first, ...others] = answers.map(([title, act], i) => buttonFor(title, act, i === 0 ? { class: 'main' } : {}))
  const id = 'question'
  return made(
    'div',
    { class: 'question', role: 'group', 'aria-labelledby': id },
    made('p', { id }, text),
    ...more,
    made('div', { class: 'actions' }, first!, ...others),
  )
}
