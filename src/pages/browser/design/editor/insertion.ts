/** The menu of what the service fills in, which is put where a text is being edited: a field, the date, a number of a counter. */

import { designs as words } from '../../../words/designs/en.ts'
import { printing } from '../../../words/printing/en.ts'
import { buttonFor, made } from '../../dom.ts'
import { words as common } from '../../words.ts'
import type { ServiceCounters } from './counters.ts'

/** The value in the menu that stands for a counter that there is not yet. */
const another = 'another counter'

export class Insertion {
  /** The menu, and the form for a counter. */
  readonly element: HTMLElement
  readonly #text: HTMLTextAreaElement
  readonly #counters: ServiceCounters
  readonly #fields: () => readonly string[]
  readonly #menu: HTMLSelectElement
  readonly #form: HTMLElement
  readonly #name = made('input', {
    id: 'new-counter-name',
    type: 'text',
    maxlength: '40',
    pattern: '[a-z0-9][a-z0-9\\-]{0,39}',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    'aria-describedby': 'new-counter-told',
  })
  readonly #start = made('input', {
    id: 'new-counter-start',
    type: 'text',
    inputmode: 'numeric',
    placeholder: '1',
    maxlength: '12',
    autocomplete: 'off',
  })
  readonly #told = made('p', { id: 'new-counter-told', class: 'hint', role: 'status' })
  /** A second click is not a second counter. */
  #isBusy = false

  constructor(text: HTMLTextAreaElement, counters: ServiceCounters, fields: () => readonly string[]) {
    this.#text = text
    this.#counters = counters
    this.#fields = fields
    const { insert, insertThis, counters: ofCounters } = words.editor
    this.#menu = made('select', { 'aria-label': insert, autocomplete: 'off' })
    this.#menu.addEventListener('focus', () => this.#offer())
    this.#offer()
    const { counterName, counterStart } = common.jobs
    this.#form = made(
      'div',
      { class: 'group', role: 'group', 'aria-label': ofCounters.another, hidden: '' },
      made('div', { class: 'field' }, made('label', { for: this.#name.id }, counterName), this.#name),
      made('div', { class: 'field' }, made('label', { for: this.#start.id }, counterStart), this.#start),
      made(
        'div',
        { class: 'actions' },
        buttonFor(ofCounters.make, () => this.#make()),
        buttonFor(ofCounters.close, () => this.#close()),
      ),
    )
    this.#form.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      void this.#make()
    })
    const use = buttonFor(insertThis, () => this.#insertChosen())
    this.element = made(
      'div',
      { class: 'insertion group' },
      made('div', { class: 'actions' }, this.#menu, use),
      this.#form,
      this.#told,
    )
  }

  /** Opens the form for a counter. @param name  what it is called; empty if nobody has said it */
  openForm(name = ''): void {
    this.#told.textContent = ''
    this.#name.value = name
    this.#name.removeAttribute('aria-invalid')
    this.#start.value = ''
    this.#form.hidden = false
    const first = name === '' ? this.#name : this.#start
    first.focus()
  }

  /** Shows what can be put in, and forgets what was made for another text. */
  reset(): void {
    this.#form.hidden = true
    this.#told.textContent = ''
  }

  #offer(): void {
    const { insert, insertions, counters } = words.editor
    const numbers = this.#counters.all.flatMap(({ name, hasSscc }) => [
      [`{serial:${name}}`, counters.number(name)] as const,
      ...(hasSscc ? [[`{sscc:${name}}`, counters.sscc(name)] as const] : []),
    ])
    const options = [
      ['', insert] as const,
      ...this.#fields().map((name) => [`{${name}}`, name] as const),
      ...Object.entries(insertions),
      ...numbers,
      ...(this.#counters.areKept ? [[another, counters.another] as const] : []),
    ]
    const { value } = this.#menu
    this.#menu.replaceChildren(...options.map(([own, title]) => made('option', { value: own }, title)))
    this.#menu.value = options.some(([own]) => own === value) ? value : ''
  }

  #insertChosen(): void {
    const { value } = this.#menu
    if (value === another) this.openForm()
    else if (value === '') this.#menu.focus()
    else this.#insert(value)
  }

  #insert(place: string): void {
    this.#menu.value = ''
    this.#text.setRangeText(place, this.#text.selectionStart, this.#text.selectionEnd, 'end')
    this.#text.dispatchEvent(new Event('input', { bubbles: true }))
    this.#text.focus()
  }

  #close(): void {
    this.reset()
    this.#menu.focus()
  }

  /** Makes the counter, whose number is put into a text that has none of it. */
  async #make(): Promise<void> {
    if (this.#isBusy) return
    const name = this.#name.value.trim()
    if (name === '' || !this.#name.checkValidity()) {
      this.#told.textContent = printing.counting.nameWrong
      this.#name.setAttribute('aria-invalid', 'true')
      return this.#name.focus()
    }
    this.#name.removeAttribute('aria-invalid')
    this.#isBusy = true
    const outcome = await this.#counters.make(name, this.#start.value.trim())
    this.#isBusy = false
    if ('fault' in outcome) {
      this.#told.textContent = outcome.fault
      return
    }
    this.#form.hidden = true
    this.#told.textContent = words.editor.counters.made(name, outcome.next)
    const isNamed = [`{serial:${name}}`, `{serial:${name}|`, `{sscc:${name}}`].some((each) =>
      this.#text.value.includes(each),
    )
    if (isNamed) this.#text.focus()
    else this.#insert(`{serial:${name}}`)
  }
}
