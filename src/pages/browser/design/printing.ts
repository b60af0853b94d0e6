/** The service's printers for labels of a design: which, in what state, and jobs for it. Without printers nothing of it is seen but the way to set one up. */

import { byId, made } from '../dom.ts'
import { KeyField } from '../key-field.ts'
import { outcomeText, PrintOrders } from '../print/orders.ts'
import { type NamedPrinter, printersIn, showSetUp, stateIn } from '../printers.ts'
import { Remembered } from '../remembered.ts'
import { type Body, type Fault, Latest, type ServiceClient } from '../service.ts'
import { words } from '../words.ts'

export class DesignPrinting {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #orders: PrintOrders
  readonly #remembered = new Remembered('printer', 200)
  readonly #select = byId('printer', HTMLSelectElement)
  readonly #latest = new Latest()
  readonly #changed: () => void
  #printers: readonly NamedPrinter[] = []
  /** A second click is not a second job. */
  #isSending = false

  /** @param changed  called when another printer is chosen */
  constructor(service: ServiceClient, changed: () => void) {
    this.#service = service
    this.#changed = changed
    this.#key = new KeyField(service, () => void this.#load())
    this.#orders = new PrintOrders(service, this.#key)
    this.#orders.job.ended = () => void this.#showState()
    this.#select.addEventListener('change', () => {
      this.#remembered.keep(this.#select.value)
      this.#orders.job.arrange(this.chosen?.name)
      changed()
      void this.#showState()
    })
    void this.#load()
  }

  get chosen(): NamedPrinter | undefined {
    return this.#printers.find(({ name }) => name === this.#select.value)
  }

  async #load(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/printers')
    this.#key.heed(outcome)
    if (outcome.kind !== 'done') return
    const answer: unknown = await outcome.response.json().catch(() => undefined)
    this.#printers = printersIn(answer)
    showSetUp(answer)
    if (this.#printers.length === 0) return
    byId('printer-field', HTMLElement).hidden = false
    this.#select.replaceChildren(
      this.#select.options[0]!,
      ...this.#printers.map(({ name, stock, dpi }) =>
        made('option', { value: name }, `${name} (${stock}, ${dpi} dpi)`),
      ),
    )
    const last = this.#remembered.text ?? ''
    this.#select.value = this.#printers.some(({ name }) => name === last) ? last : ''
    this.#changed()
    await this.#showState()
  }

  #showState(): Promise<void> {
    const place = byId('printer-state', HTMLElement)
    return this.#latest.start(async (signal) => {
      place.textContent = ''
      const printer = this.chosen
      if (printer === undefined) return
      const query = new URLSearchParams({ printer: printer.name })
      const outcome = await this.#service.ask(`api/v1/printers?${query}`, signal)
      if (outcome.kind === 'done')
        place.textContent = stateIn(await outcome.response.json().catch(() => undefined)) ?? ''
    })
  }

  /**
   * Prints labels of a design on the chosen printer.
   *
   * @param say  told what becomes of it
   * @returns faults of the values, if it is refused
   */
  async print(query: URLSearchParams, body: Body | undefined, say: (text: string) => void): Promise<readonly Fault[]> {
    const printer = this.chosen
    if (printer === undefined || this.#isSending) return []
    this.#isSending = true
    try {
      say(words.printers.printing(printer.name))
      const asked = new URLSearchParams(query)
      for (const name of ['dpi', 'format']) asked.delete(name)
      asked.set('printer', printer.name)
      const outcome = await this.#orders.print({ target: `api/v1/print?${asked}`, body }, byId('notice', HTMLElement))
      say(outcomeText(printer.name, outcome))
      return outcome.kind === 'refused' ? outcome.faults : []
    } finally {
      this.#isSending = false
      void this.#showState()
    }
  }
}
