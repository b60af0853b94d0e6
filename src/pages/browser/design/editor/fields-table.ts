/** The fields of a draft as a table: what each is called, and what its values must be. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, made } from '../../dom.ts'
import type { DesignDraft, DraftField } from './draft.ts'

/** What is done to fields. */
interface Acts {
  add(): void
  rename(from: string, to: string): void
  replace(name: string, field: DraftField, of: string): void
  remove(name: string): void
}

const columns = ['title', 'sample', 'default', 'pattern'] as const

export class FieldsTable {
  readonly element: HTMLElement
  readonly #body = made('tbody')
  readonly #scroll: HTMLElement
  readonly #acts: Acts
  #made = ''

  constructor(acts: Acts) {
    this.#acts = acts
    const { fieldColumns, fields, addField } = words.editor
    const heads = ['name', 'required', ...columns].map((name) =>
      made('th', { scope: 'col' }, fieldColumns[name as keyof typeof fieldColumns]),
    )
    const table = made('table', {}, made('thead', {}, made('tr', {}, ...heads, made('td'))), this.#body)
    this.#scroll = made('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': fields }, table)
    const add = buttonFor(addField, acts.add)
    this.element = made('section', { class: 'group' }, made('h2', {}, fields), this.#scroll, add)
  }

  show({ fields }: DesignDraft): void {
    const names = Object.keys(fields)
    this.#scroll.hidden = names.length === 0
    const made = JSON.stringify(names)
    if (made !== this.#made) {
      this.#made = made
      this.#body.replaceChildren(...names.map((name) => this.#lineOf(name)))
    }
    for (const [name, field] of Object.entries(fields)) {
      for (const input of this.#inputsOf(name)) {
        const { property = '' } = input.dataset
        if (property === 'required') input.checked = field.required === true
        else if (property !== 'name') {
          const text = `${field[property] ?? ''}`
          if (input.value !== text) input.value = text
        }
      }
    }
  }

  /** Goes to the name of the last field. */
  focusLast(): void {
    this.#body.querySelector<HTMLInputElement>('tr:last-child input')?.select()
  }

  /** Goes to the sample of a field. */
  focusSample(name: string): void {
    this.#inputsOf(name)
      .find(({ dataset }) => dataset.property === 'sample')
      ?.focus()
  }

  #inputsOf(name: string): HTMLInputElement[] {
    return [...this.#body.querySelectorAll<HTMLInputElement>(`input[data-field="${CSS.escape(name)}"]`)]
  }

  #lineOf(name: string): HTMLElement {
    const { fieldColumns, removeField } = words.editor
    const input = (property: keyof typeof fieldColumns, type: string): HTMLInputElement => {
      const label = `${fieldColumns[property]}, ${name}`
      const limits = { spellcheck: 'false', autocapitalize: 'off', maxlength: '300' }
      return made('input', { type, 'data-field': name, 'data-property': property, 'aria-label': label, ...limits })
    }
    const called = input('name', 'text')
    called.value = name
    called.addEventListener('change', () => this.#acts.rename(name, called.value.trim()))
    const required = input('required', 'checkbox')
    const texts = columns.map((property) => input(property, 'text'))
    const replace = (of: string): void => {
      const values = texts.map((text) => [text.dataset.property ?? '', text.value] as const)
      const given = Object.fromEntries(values.filter(([, value]) => value !== ''))
      this.#acts.replace(name, { ...given, ...(required.checked && { required: true }) }, of)
    }
    required.addEventListener('change', () => replace(''))
    for (const text of texts) text.addEventListener('input', () => replace(`field ${name} ${text.dataset.property}`))
    const remove = buttonFor('×', () => this.#acts.remove(name), { 'aria-label': removeField(name) })
    const cells = [called, required, ...texts, remove].map((control) => made('td', {}, control))
    return made('tr', {}, ...cells)
  }
}
