/** What a draft is as a whole: its name, title and size, and the published label whose rules it is held to. */

import { designs as words } from '../../../words/designs/en.ts'
import { byId, made } from '../../dom.ts'
import type { DesignDraft } from './draft.ts'

type HeadProperty = 'name' | 'title' | 'size' | 'profile'

/** Sets a property of the draft; undefined leaves it out. @param of  the changes that are undone with it */
type Change = (property: HeadProperty, value: string | undefined, of: string) => void

const limits = {
  name: { maxlength: '40' },
  title: { maxlength: '100' },
  size: { list: 'stock-sizes', maxlength: '60' },
} as const

export class Head {
  readonly element: HTMLElement
  readonly #controls = new Map<HeadProperty, HTMLInputElement | HTMLSelectElement>()

  constructor(change: Change) {
    const texts = (['name', 'title', 'size'] as const).map((property) => this.#textField(property, change))
    this.element = made('div', { class: 'grid' }, ...texts, this.#profileField(change))
  }

  show(draft: DesignDraft): void {
    for (const [property, control] of this.#controls) {
      const text = draft[property] ?? ''
      // one may be edited to the same
      if (control.value !== text) control.value = text
    }
  }

  #textField(property: keyof typeof limits, change: Change): HTMLElement {
    const id = `draft-${property}`
    const control = made('input', { id, type: 'text', spellcheck: 'false', autocomplete: 'off', ...limits[property] })
    control.addEventListener('input', () => {
      const value = property === 'size' ? control.value.replace(/(\d),(?=\d)/g, '$1.') : control.value
      change(property, value, `draft ${property}`)
    })
    this.#controls.set(property, control)
    return made('div', { class: 'field' }, made('label', { for: id }, words.editor.head[property]), control)
  }

  /** The choice of a published label, which the page has with its words. */
  #profileField(change: Change): DocumentFragment {
    const field = document.importNode(byId('profile-field', HTMLTemplateElement).content, true)
    const select = field.querySelector('select')!
    select.addEventListener('change', () => change('profile', select.value === '' ? undefined : select.value, ''))
    this.#controls.set('profile', select)
    return field
  }
}
