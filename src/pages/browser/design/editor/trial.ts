/** One label of a draft on a printer of the service. Without printers none of this is seen. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, made } from '../../dom.ts'
import { KeyField } from '../../key-field.ts'
import { outcomeText, PrintOrders } from '../../print/orders.ts'
import { type NamedPrinter, printersIn } from '../../printers.ts'
import { Remembered } from '../../remembered.ts'
import type { ServiceClient } from '../../service.ts'
import { words as common } from '../../words.ts'
import type { DesignDraft } from './draft.ts'
import { pictureBody } from './picture-body.ts'

export class Trial {
  readonly element: HTMLElement
  readonly #service: ServiceClient
  readonly #draft: () => DesignDraft
  readonly #orders: PrintOrders
  readonly #remembered = new Remembered('printer', 200)
  readonly #select = made('select', { 'aria-label': words.trial.printer, autocomplete: 'off' })
  readonly #print = buttonFor('', () => void this.#send())
  readonly #said = made('p', { role: 'status' })
  #printers: readonly NamedPrinter[] = []
  /** A second click is not a second job. */
  #isSending = false

  constructor(service: ServiceClient, draft: () => DesignDraft) {
    this.#service = service
    this.#draft = draft
    this.#orders = new PrintOrders(service, new KeyField(service, () => void this.#load()))
    this.#select.addEventListener('change', () => {
      this.#remembered.keep(this.#select.value)
      this.#show()
    })
    const actions = made('div', { class: 'actions' }, this.#select, this.#print)
    const hint = made('p', { class: 'hint' }, words.trial.hint)
    this.element = made('div', { class: 'trial', hidden: '' }, actions, hint, this.#said)
    void this.#load()
  }

  async #load(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/printers')
    if (outcome.kind !== 'done') return
    this.#printers = printersIn(await outcome.response.json().catch(() => undefined))
    this.element.hidden = this.#printers.length === 0
    const options = this.#printers.map(({ name, stock, dpi }) =>
      made('option', { value: name }, `${name} (${stock}, ${dpi} dpi)`),
    )
    this.#select.replaceChildren(...options)
    const last = this.#remembered.text
    if (this.#printers.some(({ name }) => name === last)) this.#select.value = last ?? ''
    this.#show()
  }

  #show(): void {
    this.#print.textContent = common.printers.print(1, this.#select.value)
  }

  /** Prints the label as its picture has it: with samples, and without taking numbers of counters. */
  async #send(): Promise<void> {
    const name = this.#select.value
    if (this.#isSending) return
    this.#isSending = true
    try {
      this.#said.textContent = common.printers.printing(name)
      const bytes = new TextEncoder().encode(JSON.stringify(pictureBody(this.#draft())))
      const target = `api/v1/print?${new URLSearchParams({ printer: name })}`
      const outcome = await this.#orders.print({ target, body: { type: 'application/json', bytes } }, this.#said)
      this.#said.textContent = outcomeText(name, outcome)
    } finally {
      this.#isSending = false
    }
  }
}
