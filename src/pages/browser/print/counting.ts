/** Labels that count: a counter of the service is chosen or made, and its place put into the text, or into the table that is typed. */

import { printing } from '../../words/printing/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import type { KeyField } from '../key-field.ts'
import { objectIn, type RequestOutcome, type ServiceClient } from '../service.ts'

/** The fields of a counter that is made, which are parameters of the API. */
const fields = ['start', 'step', 'width'] as const

export class Counting {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #place: (text: string) => boolean
  readonly #section = byId('counting', HTMLDetailsElement)
  readonly #select = byId('counting-counter', HTMLSelectElement)
  readonly #name = byId('counting-name', HTMLInputElement)
  readonly #new = byId('counting-new', HTMLElement)
  readonly #told = byId('counting-told', HTMLElement)
  /** A second click is not a second counter. */
  #isBusy = false

  /** @param place  puts a text where the label has it; returns whether there is such a place */
  constructor(service: ServiceClient, key: KeyField, place: (text: string) => boolean) {
    this.#service = service
    this.#key = key
    this.#place = place
    this.#section.addEventListener('input', () => this.#name.removeAttribute('aria-invalid'))
    this.#section.addEventListener('toggle', () => {
      if (this.#section.open) void this.#load()
    })
    this.#section.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      void this.#use()
    })
    this.#select.addEventListener('change', () => this.#arrange())
    byId('counting-use', HTMLElement).append(buttonFor(printing.counting.use, () => this.#use()))
    void this.#load()
  }

  #arrange(): void {
    this.#new.hidden = this.#select.value !== ''
  }

  async #load(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/counters')
    if (outcome.kind !== 'done') return this.#tell(outcome)
    const { counters } = objectIn(await outcome.response.json().catch(() => undefined))
    const names = (Array.isArray(counters) ? counters : []).map((each: unknown) => objectIn(each).name)
    const options = names
      .filter((name) => typeof name === 'string')
      .map((name) => made('option', { value: name }, name))
    const another = this.#select.querySelector('option[value=""]')!
    this.#select.replaceChildren(...options, another)
    this.#select.value = options[0]?.value ?? ''
    this.#arrange()
  }

  async #use(): Promise<void> {
    const chosen = this.#select.value
    if (chosen !== '') return this.#put(chosen)
    const name = this.#name.value.trim()
    const isRight = this.#name.checkValidity() && name !== ''
    const isThere = [...this.#select.options].some(({ value }) => value === name)
    if (!isRight || isThere) {
      this.#name.setAttribute('aria-invalid', 'true')
      this.#told.textContent = isRight ? printing.counting.isThere : printing.counting.nameWrong
      this.#name.focus()
      return
    }
    if (this.#isBusy) return
    this.#isBusy = true
    const given = fields
      .map((field) => [field, byId(`counting-${field}`, HTMLInputElement).value.trim()])
      .filter(([, value]) => value !== '')
    const target = `api/v1/counters/${encodeURIComponent(name)}?${new URLSearchParams(given)}`
    const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
    this.#isBusy = false
    if (outcome.kind !== 'done') return this.#tell(outcome)
    this.#select.prepend(made('option', { value: name }, name))
    this.#select.value = name
    this.#name.value = ''
    this.#arrange()
    this.#put(name)
  }

  /** Puts the place of a counter into the text, or says what to write into the file of a table. */
  #put(name: string): void {
    const text = `{serial:${name}}`
    this.#told.textContent = this.#place(text) ? printing.counting.placed(name) : printing.counting.write(text)
  }

  #tell(outcome: Exclude<RequestOutcome, { kind: 'done' }>): void {
    if (outcome.kind === 'refused') this.#key.heed(outcome)
    this.#told.textContent = outcome.kind === 'refused' ? outcome.message : printing.counting.unanswered
  }
}
