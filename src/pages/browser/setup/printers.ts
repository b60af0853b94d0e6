/** The printers of the service on the page /setup: their states, others that are found, and the form of an entry. */

import { setup as words } from '../../words/setup/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import { words as ofPage } from '../words.ts'
import { rowsIn, type SetupCalls, textIn } from './calls.ts'
import { PrinterForm } from './printer-form.ts'
import { removalButton } from './removal.ts'

type Row = Readonly<Record<string, unknown>>

/** Printers that are asked for their states: more would use up the requests of this page. */
const mostAsked = 10

export class PrinterPanel {
  readonly #calls: SetupCalls
  readonly #form: PrinterForm
  readonly #list = byId('printers', HTMLElement)
  readonly #found = byId('found', HTMLElement)
  readonly #findTold = byId('find-told', HTMLElement)
  /** Counts refreshes: states of a list that is not shown any more are not asked for. */
  #refreshes = 0

  constructor(calls: SetupCalls) {
    this.#calls = calls
    this.#form = new PrinterForm(calls, async (name) => {
      calls.tell(words.saved(name))
      byId('told', HTMLElement).focus()
      await this.refresh()
    })
    byId('find', HTMLButtonElement).addEventListener('click', () => void this.#find())
    byId('add', HTMLButtonElement).addEventListener('click', () => this.#form.open({}))
  }

  async refresh(): Promise<void> {
    const turn = ++this.#refreshes
    const answered = await this.#calls.list('api/v1/printers')
    if (typeof answered === 'string') return this.#calls.tell(answered, true)
    const printers = rowsIn(answered, 'printers')
    byId('no-printers', HTMLElement).hidden = printers.length > 0
    const rows = printers.map((printer) => this.#row(printer))
    this.#list.replaceChildren(...rows.map(({ row }) => row))
    for (const { name, state } of rows.slice(0, mostAsked)) {
      if (turn !== this.#refreshes) return
      state.textContent = await this.#stateOf(name)
    }
  }

  #row(printer: Row): { readonly name: string; readonly row: HTMLElement; readonly state: HTMLElement } {
    const name = textIn(printer.name)
    const labels = words.labels(Number(printer.dpi), textIn(printer.stock))
    const state = made('span', { class: 'about' })
    const about = made('span', { class: 'about' }, `${textIn(printer.language).toUpperCase()}, ${labels}`)
    const buttons = made(
      'span',
      { class: 'answers' },
      buttonFor(words.test, () => this.#test(name), { 'aria-label': words.testNamed(name) }),
      buttonFor(words.change, () => this.#change(name), { 'aria-label': words.changeNamed(name) }),
      removalButton(name, () => this.#remove(name)),
    )
    return { name, state, row: made('li', {}, made('span', {}, made('strong', {}, name), about, state), buttons) }
  }

  async #stateOf(name: string): Promise<string> {
    const answered = await this.#calls.ask(`api/v1/printers?printer=${encodeURIComponent(name)}`)
    if (typeof answered === 'string') return ''
    const states: Readonly<Record<string, string>> = ofPage.printers.states
    return states[textIn(rowsIn(answered, 'printers')[0]?.state)] ?? ''
  }

  async #change(name: string): Promise<void> {
    const answered = await this.#calls.ask(`api/v1/printers/${encodeURIComponent(name)}`)
    if (typeof answered === 'string') this.#calls.tell(answered, true)
    else this.#form.open(answered.body, answered.tag)
  }

  async #test(name: string): Promise<void> {
    this.#calls.tell(words.testing(name))
    const answered = await this.#calls.ask(`api/v1/printers/${encodeURIComponent(name)}/test`, {})
    const isDone = typeof answered !== 'string'
    this.#calls.tell(isDone ? words.tested(name) : `${name}: ${answered}`, !isDone)
  }

  async #remove(name: string): Promise<void> {
    const answered = await this.#calls.ask(`api/v1/printers/${encodeURIComponent(name)}`, { method: 'DELETE' })
    const isDone = typeof answered !== 'string'
    this.#calls.tell(isDone ? words.removed(name) : answered, !isDone)
    byId('told', HTMLElement).focus()
    await this.refresh()
  }

  async #find(): Promise<void> {
    this.#findTold.textContent = words.finding
    this.#found.replaceChildren()
    const answered = await this.#calls.ask('api/v1/printers/found')
    if (typeof answered === 'string') {
      this.#findTold.textContent = answered
      return
    }
    const all = rowsIn(answered, 'printers')
    this.#findTold.textContent = all.length === 0 ? words.noneFound : words.foundCount(all.length)
    this.#found.replaceChildren(...all.map((each) => this.#foundRow(each)))
  }

  #foundRow({ name, address, model, language }: Row): HTMLElement {
    const title = textIn(model) || textIn(name)
    const add = (): void => {
      this.#form.open({ name, address, ...(typeof language === 'string' && { language }) })
      void this.#form.ask()
    }
    const about = made('span', { class: 'about' }, textIn(address))
    const button = buttonFor(words.addThis, add, { 'aria-label': words.addNamed(`${title}, ${textIn(address)}`) })
    return made('li', {}, made('span', {}, made('strong', {}, title), about), button)
  }
}
