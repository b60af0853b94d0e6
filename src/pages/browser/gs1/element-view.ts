/** One element of the message as fields: its value, calendars for its dates, what it means, and what is wrong with it. */

import { type Element, lengthsOf, meaningOf } from '../../../../symbologies/gs1/index.ts'
import { made } from '../dom.ts'
import { valueFaultText } from '../fault-words.ts'
import type { Fault } from '../service.ts'
import { words } from '../words.ts'
import { hasDecimals, nameOf } from './identifiers.ts'
import type { ElementRow } from './message.ts'
import {
  type AiValue,
  dateInWords,
  datesIn,
  formatHint,
  offersFor,
  shownValue,
  typedValue,
  type ValueOffer,
  withDate,
} from './values.ts'

/** What a view shows. */
interface Shown {
  readonly row: ElementRow
  /** The element if the message has it; undefined for an unknown AI. */
  readonly element: Element | undefined
  readonly faults: readonly Omit<Fault, 'parameter'>[]
  readonly isEditable: boolean
}

/** Decides the century of years with two digits. */
const thisYear = (): number => new Date().getFullYear()

export class ElementView {
  readonly item: HTMLLIElement
  readonly input: HTMLInputElement
  /** Until one leaves the field for the first time, a value that is too short is only unfinished. */
  isNew: boolean
  readonly #label: HTMLLabelElement
  readonly #remove: HTMLButtonElement
  readonly #values: HTMLElement
  readonly #hint: HTMLElement
  readonly #error: HTMLElement
  readonly #offers: HTMLElement
  #ai = ''
  #dates: readonly HTMLInputElement[] = []
  #shown: Shown | undefined

  /** @param number  among all elements that there have been */
  constructor(number: number, isNew: boolean) {
    this.isNew = isNew
    const id = `element-${number}`
    this.#label = made('label', { for: id })
    this.#remove = made('button', { type: 'button', class: 'remove', 'data-act': 'remove' }, '×')
    this.input = made('input', {
      type: 'text',
      id,
      'aria-describedby': `${id}-fault ${id}-hint`,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
      autocomplete: 'off',
    })
    this.#values = made('div', { class: 'values' }, this.input)
    this.#error = made('p', { class: 'error', id: `${id}-fault`, lang: 'en' })
    this.#hint = made('p', { class: 'hint', id: `${id}-hint` })
    this.#offers = made('div', { class: 'offers' })
    const head = made('div', { class: 'head' }, this.#label, this.#remove)
    this.item = made('li', { class: 'field' }, head, this.#values, this.#error, this.#offers, this.#hint)
  }

  show(shown: Shown): void {
    this.#shown = shown
    const { row, isEditable } = shown
    if (row.ai !== this.#ai) this.#name(row)
    // what is being typed stays as it is typed
    const typed = typedValue(row.ai, this.input.value)
    const isSame = typed.ai === row.ai && typed.value === row.value
    if (!isSame || document.activeElement !== this.input) this.input.value = shownValue(row.ai, row.value)
    this.input.readOnly = !isEditable
    this.#remove.hidden = !isEditable
    this.#showDates(row)
    this.#showFaults()
    this.#showOffers(isEditable && row.identifier !== undefined ? offersFor(row.identifier, row.value) : [])
  }

  /** Buttons that stay the same keep the focus, and a click that has begun. */
  #showOffers(offers: readonly ValueOffer[]): void {
    if (this.#offers.textContent !== offers.map(({ words }) => words).join('')) {
      const button = ({ words }: ValueOffer): HTMLElement =>
        made('button', { type: 'button', 'data-act': 'offer' }, words)
      this.#offers.replaceChildren(...offers.map(button))
    }
    const buttons = this.#offers.querySelectorAll('button')
    offers.forEach(({ value }, i) => {
      buttons[i]!.dataset.value = value
    })
  }

  #name({ ai, identifier }: ElementRow): void {
    this.#ai = ai
    const { name } = identifier === undefined ? { name: words.gs1.unknown } : nameOf(ai, identifier.title)
    this.#label.replaceChildren(made('span', { class: 'ai' }, `(${ai})`), ` ${name}`)
    this.#remove.setAttribute('aria-label', words.gs1.removeThis(`(${ai}) ${name}`))
    this.#remove.title = words.gs1.remove
    const { least, most } = identifier === undefined ? { least: 0, most: 0 } : lengthsOf(identifier)
    const isNumber = identifier?.components.every(({ set }) => set === 'N') === true
    this.input.inputMode = hasDecimals(ai) ? 'decimal' : isNumber ? 'numeric' : 'text'
    this.item.classList.toggle('short', most > 0 && most === least && most <= 4)
  }

  #showDates({ ai, value, identifier }: ElementRow): void {
    const parts = identifier === undefined ? [] : datesIn(identifier, value, thisYear())
    if (parts.length !== this.#dates.length) {
      for (const old of this.#dates) old.remove()
      this.#dates = parts.map(() => made('input', { type: 'date' }))
      this.#values.append(...this.#dates)
    }
    parts.forEach(({ iso, min, max, start }, i) => {
      const date = this.#dates[i]!
      const which = parts.length > 1 ? `, ${i === 0 ? words.gs1.firstDay : words.gs1.lastDay}` : ''
      date.setAttribute('aria-label', words.gs1.calendar(ai) + which)
      date.min = min
      date.max = max
      date.disabled = value.length < start || this.input.readOnly
      // an incomplete date that is being typed is empty to scripts, and would be lost
      if (document.activeElement !== date && date.value !== iso) date.value = iso
    })
  }

  /** Shows what is wrong, or else what the value means or must look like. */
  #showFaults(): void {
    if (this.#shown === undefined) return
    const { row, faults, element } = this.#shown
    const isUnfinished = this.isNew && document.activeElement === this.input && isTooShort(row)
    const told = isUnfinished ? faults.filter(({ rule }) => rule !== 'length') : faults
    const message = told.map(valueFaultText).join(' ')
    if (this.#error.textContent !== message) this.#error.textContent = message
    this.#error.hidden = message === ''
    if (message === '') this.input.removeAttribute('aria-invalid')
    else this.input.setAttribute('aria-invalid', 'true')
    const flawed = faults.some(({ code }) => code === 'gs1_invalid_value')
    this.#hint.textContent = flawed || element === undefined ? formOf(row) : meaningIn(element) || reminderOf(row)
  }

  /** The element that a change in one of the fields makes; undefined if the change says nothing yet. */
  changed(control: EventTarget | null): AiValue | undefined {
    const row = this.#shown?.row
    if (row === undefined) return undefined
    if (control === this.input) return typedValue(row.ai, this.input.value)
    const i = this.#dates.findIndex((each) => control instanceof HTMLInputElement && each.isSameNode(control))
    const part = row.identifier && datesIn(row.identifier, row.value, thisYear())[i]
    const date = this.#dates[i]
    if (part === undefined || date === undefined) return undefined
    if (date.value === '' && (part.iso === '' || date.validity.badInput)) return undefined
    return { ai: row.ai, value: withDate(row.value, part, date.value) }
  }
}

function isTooShort({ value, identifier }: ElementRow): boolean {
  return identifier !== undefined && value.length < lengthsOf(identifier).most
}

/** Of a right value that means nothing more: what else it might be, if it could be longer. */
function reminderOf({ identifier }: ElementRow): string {
  if (identifier === undefined) return ''
  const { least, most } = lengthsOf(identifier)
  return least === most ? '' : formatHint(identifier)
}

function formOf({ value, identifier }: ElementRow): string {
  if (identifier === undefined) return ''
  const hint = formatHint(identifier)
  const isCounted = value !== '' && isTooShort({ value, identifier } as ElementRow) && !hasDecimals(identifier.ai)
  return isCounted ? words.formats.soFar(hint, value.length) : hint
}

/** What a value means: `31 December 2026`, `1.234 kg`. */
function meaningIn(element: Element): string {
  const shown = shownValue(element.ai, element.value)
  const parts = meaningOf(element, thisYear()).filter(({ meaning }) => meaning !== undefined && meaning !== shown)
  return parts
    .map(({ kind, meaning = '' }) => (parts.length > 1 ? `${kind} ${dateInWords(meaning)}` : dateInWords(meaning)))
    .join(', ')
}
