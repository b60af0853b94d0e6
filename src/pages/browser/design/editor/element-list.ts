/** The elements of a draft as a list in the order of drawing, in which one or several are chosen, and what is done with those. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, made } from '../../dom.ts'
import { titleOf } from './canvas.ts'
import type { DraftElement } from './draft.ts'
import { type Axis, type Chosen, toggled } from './selection.ts'
import type { Alignment } from './snapping.ts'

interface Acts {
  /** Goes to the properties of an element. */
  edit(index: number): void
  choose(chosen: Chosen): void
  duplicate(): void
  order(by: number): void
  remove(): void
  align(way: Alignment): void
  distribute(axis: Axis): void
}

const alignments: readonly Alignment[] = ['left', 'center', 'right', 'top', 'middle', 'bottom']

export class ElementList {
  readonly element: HTMLElement
  readonly #acts: Acts
  readonly #list = made('ol', { class: 'elements', 'aria-label': words.editor.elements })
  readonly #done: HTMLElement
  readonly #orders: readonly HTMLButtonElement[]
  readonly #spreads: readonly HTMLButtonElement[]
  readonly #aligning = made('summary')
  #chosen: Chosen = []

  constructor(acts: Acts) {
    this.#acts = acts
    const { editor } = words
    this.#orders = [buttonFor(editor.forward, () => acts.order(1)), buttonFor(editor.back, () => acts.order(-1))]
    this.#spreads = [
      buttonFor(editor.distribute.across, () => acts.distribute('across')),
      buttonFor(editor.distribute.down, () => acts.distribute('down')),
    ]
    const aligned = alignments.map((way) => buttonFor(editor.alignments[way], () => acts.align(way)))
    this.#done = made(
      'div',
      { class: 'group', role: 'group', 'aria-label': editor.element },
      made(
        'div',
        { class: 'actions' },
        buttonFor(editor.duplicate, () => acts.duplicate()),
        ...this.#orders,
        buttonFor(editor.remove, () => acts.remove()),
      ),
      made('details', {}, this.#aligning, made('div', { class: 'actions' }, ...aligned, ...this.#spreads)),
    )
    this.element = made('section', { class: 'group' }, made('h2', {}, editor.elements), this.#list, this.#done)
  }

  show(elements: readonly DraftElement[], chosen: Chosen, doubtful: ReadonlySet<number>): void {
    this.#chosen = chosen
    this.#done.hidden = chosen.length === 0
    for (const button of this.#orders) button.hidden = chosen.length > 1
    for (const button of this.#spreads) button.hidden = chosen.length < 3
    this.#aligning.textContent = chosen.length > 1 ? words.editor.alignTogether : words.editor.align
    while (this.#list.children.length > elements.length) this.#list.lastElementChild?.remove()
    while (this.#list.children.length < elements.length) this.#list.append(this.#lineOf(this.#list.children.length))
    for (const [index, element] of elements.entries()) {
      const [tick, button] = this.#list.children[index]!.children as unknown as [HTMLInputElement, HTMLButtonElement]
      const mark = doubtful.has(index) ? `${words.editor.doubtful} ` : ''
      const title = titleOf(element)
      if (button.textContent !== mark + title) button.textContent = mark + title
      button.setAttribute('aria-current', `${chosen.includes(index)}`)
      tick.checked = chosen.includes(index)
      tick.setAttribute('aria-label', words.editor.chooseToo(title))
    }
  }

  #lineOf(index: number): HTMLElement {
    const tick = made('input', { type: 'checkbox' })
    tick.addEventListener('change', () => this.#acts.choose(toggled(this.#chosen, index)))
    return made(
      'li',
      {},
      tick,
      buttonFor('', () => this.#acts.edit(index)),
    )
  }
}
