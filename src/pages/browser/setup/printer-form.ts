/** The form of a printer's entry, whose printer can be asked what it is. */

import { setup as words } from '../../words/setup/en.ts'
import { byId } from '../dom.ts'
import { rowsIn, type SetupCalls, textIn } from './calls.ts'
import { ReceiveFields } from './receive-fields.ts'

type Entry = Readonly<Record<string, unknown>>

/** The fields of the form; an entry may have others, which stay. */
const fields = ['name', 'address', 'language', 'dpi', 'stock'] as const

/** What a printer tells of itself. */
const told = ['language', 'dpi', 'stock'] as const

export class PrinterForm {
  readonly #calls: SetupCalls
  readonly #saved: (name: string) => unknown
  readonly #form = byId('printer-form', HTMLFormElement)
  readonly #title = byId('printer-form-title', HTMLElement)
  readonly #fault = byId('printer-fault', HTMLElement)
  readonly #hint = byId('printer-address-hint', HTMLElement)
  readonly #usualHint = this.#hint.textContent ?? ''
  readonly #receive = new ReceiveFields()
  /** What is changed, and its tag; undefined of a new printer. */
  #entry: Entry = {}
  #tag: string | undefined

  /** @param saved  called once an entry is saved */
  constructor(calls: SetupCalls, saved: (name: string) => unknown) {
    this.#calls = calls
    this.#saved = saved
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#save()
    })
    byId('ask', HTMLButtonElement).addEventListener('click', () => void this.ask())
    byId('printer-close', HTMLButtonElement).addEventListener('click', () => {
      this.#form.hidden = true
      byId('add', HTMLButtonElement).focus()
    })
  }

  /** @param tag  of an entry that there is */
  open(entry: Entry, tag?: string): void {
    this.#entry = entry
    this.#tag = tag
    for (const field of fields) this.#field(field).value = textIn(entry[field])
    this.#receive.show(entry.receive)
    byId('printer-name', HTMLInputElement).readOnly = tag !== undefined
    this.#title.textContent = tag === undefined ? words.newPrinter : words.changePrinter(textIn(entry.name))
    this.#fault.textContent = ''
    this.#hint.textContent = this.#usualHint
    this.#form.hidden = false
    this.#title.focus()
  }

  #field(field: (typeof fields)[number]): HTMLInputElement | HTMLSelectElement {
    return document.querySelector<HTMLInputElement | HTMLSelectElement>(`#printer-${field}`)!
  }

  /** Asks the printer at the address what it is, and fills in what it tells. */
  async ask(): Promise<void> {
    const address = this.#field('address').value.trim()
    if (address === '') return this.#field('address').focus()
    this.#hint.textContent = words.asking
    this.#fault.textContent = ''
    const answered = await this.#calls.ask(`api/v1/printers/found?address=${encodeURIComponent(address)}`)
    if (typeof answered === 'string') {
      this.#hint.textContent = this.#usualHint
      this.#fault.textContent = answered
      return
    }
    const [printer = {}] = rowsIn(answered, 'printers')
    for (const field of told) if (printer[field] !== null) this.#field(field).value = textIn(printer[field])
    if (typeof printer.media === 'string') this.#entry = { ...this.#entry, media: printer.media }
    const isTold = told.some((field) => printer[field] !== null)
    const model = textIn(printer.model)
    this.#hint.textContent = isTold && model !== '' ? words.told(model) : isTold ? words.toldSome : words.toldNothing
  }

  async #save(): Promise<void> {
    const value = (field: (typeof fields)[number]): string => this.#field(field).value.trim()
    const given = { name: value('name'), address: value('address'), language: value('language'), stock: value('stock') }
    const { receive: _, ...others } = this.#entry
    const receive = this.#receive.value
    const entry = { ...others, ...given, dpi: Number(value('dpi')), ...(receive && { receive }) }
    const headers = this.#tag === undefined ? {} : { 'If-Match': this.#tag }
    const answered = await this.#calls.send('api/v1/printers', entry, headers)
    this.#fault.textContent = typeof answered === 'string' ? answered : ''
    if (typeof answered === 'string') return
    this.#form.hidden = true
    this.#saved(given.name)
  }
}
