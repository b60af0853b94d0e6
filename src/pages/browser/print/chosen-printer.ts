/** The service's printers beside saved files: which is chosen, in what state it is, and jobs for it. Without printers nothing of it is seen but the way to set one up. */

import { byId, made } from '../dom.ts'
import { KeyField } from '../key-field.ts'
import { askedPrinters, type NamedPrinter, stateIn } from '../printers.ts'
import { Remembered } from '../remembered.ts'
import { type Body, type Fault, Latest, type ServiceClient } from '../service.ts'
import { words } from '../words.ts'
import { outcomeText, PrintOrders } from './orders.ts'

export interface PrinterUse {
  readonly service: ServiceClient
  /** Where jobs are sent, from the folder of the page. */
  readonly path: string
  /** Whether the printer of the last visit is chosen at the start. */
  readonly isRemembered: boolean
  /** Called when another printer is chosen. */
  changed(): void
}

export class ChosenPrinter {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #orders: PrintOrders
  readonly #remembered = new Remembered('printer', 200)
  readonly #select = byId('printer', HTMLSelectElement)
  readonly #latest = new Latest()
  readonly #use: PrinterUse
  #printers: readonly NamedPrinter[] = []
  /** A second click is not a second job. */
  #isSending = false

  constructor(use: PrinterUse) {
    const { service } = use
    this.#service = service
    this.#use = use
    this.#key = new KeyField(service, () => void this.#load())
    this.#orders = new PrintOrders(service, this.#key)
    this.#orders.job.ended = () => void this.#showState()
    this.#select.addEventListener('change', () => {
      this.#remembered.keep(this.#select.value)
      this.#orders.job.arrange(this.chosen?.name)
      use.changed()
      void this.#showState()
    })
    void this.#load()
  }

  get chosen(): NamedPrinter | undefined {
    return this.#printers.find(({ name }) => name === this.#select.value)
  }

  /** Chooses none. */
  clear(): void {
    if (this.chosen === undefined) return
    this.#select.value = ''
    this.#use.changed()
    void this.#showState()
  }

  async #load(): Promise<void> {
    const printers = await askedPrinters(this.#service, this.#key)
    if (printers === undefined) return
    this.#printers = printers
    if (printers.length === 0) return
    byId('printer-field', HTMLElement).hidden = false
    this.#select.replaceChildren(
      this.#select.options[0]!,
      ...this.#printers.map(({ name, stock, dpi }) =>
        made('option', { value: name }, `${name} (${stock}, ${dpi} dpi)`),
      ),
    )
    const last = (this.#use.isRemembered ? this.#remembered.text : undefined) ?? ''
    this.#select.value = this.#printers.some(({ name }) => name === last) ? last : ''
    this.#use.changed()
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
   * Prints labels on the chosen printer.
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
      const outcome = await this.#orders.print(
        { target: `${this.#use.path}?${asked}`, body },
        byId('notice', HTMLElement),
      )
      say(outcomeText(printer.name, outcome))
      return outcome.kind === 'refused' ? outcome.faults : []
    } finally {
      this.#isSending = false
      void this.#showState()
    }
  }
}
