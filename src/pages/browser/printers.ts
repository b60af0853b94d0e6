/** The service's printers beside the browser's own dialog, their states, and jobs for them. Without printers none of this is seen. */

import { byId, made } from './dom.ts'
import type { Form } from './form.ts'
import { KeyField } from './key-field.ts'
import type { JobOutcome, PrintOrder, PrintOrders } from './print/orders.ts'
import { Remembered } from './remembered.ts'
import { Latest, objectIn, type ServiceClient } from './service.ts'
import type { SizeSides } from './size-field.ts'
import { words } from './words.ts'

export interface NamedPrinter {
  readonly name: string
  readonly dpi: string
  readonly stock: string
}

/** What became of a job, and the same readable. */
export interface PrintResult {
  readonly outcome: JobOutcome
  readonly text: string
}

export class PrinterChoice {
  readonly #service: ServiceClient
  readonly #form: Form
  readonly #remembered = new Remembered('printer', 200)
  readonly #field = byId('printer-field', HTMLElement)
  readonly #select = byId('printer', HTMLSelectElement)
  readonly #state = byId('printer-state', HTMLElement)
  readonly #apply = byId('printer-apply', HTMLButtonElement)
  readonly #key: KeyField
  /** What became of the last job of each printer. */
  readonly #told = new Map<string, string>()
  /** The request for the state of the printer that is shown. */
  readonly #latest = new Latest()
  #printers: readonly NamedPrinter[] = []
  /** From the first time on that there are printers. */
  #orders: PrintOrders | undefined
  readonly #readBack = byId('read-back', HTMLInputElement)
  /** Called whenever another printer may be chosen. */
  named: () => void = () => {}
  /** Whether a job is on its way: a second click is not a second job. */
  #isSending = false

  /** @param changed  called after the form was given what a printer has */
  constructor(service: ServiceClient, form: Form, changed: () => void) {
    this.#service = service
    this.#form = form
    this.#select.addEventListener('change', () => {
      this.#remembered.keep(this.#select.value)
      if (this.chosen !== undefined && this.#differs(this.chosen)) this.#adopt(this.chosen)
      changed()
      void this.#showState()
    })
    this.#apply.addEventListener('click', () => {
      const printer = this.chosen
      if (printer === undefined) return
      this.#adopt(printer)
      changed()
      // the button disappears
      byId(form.isMany ? 'print-rows' : 'print', HTMLButtonElement).focus()
    })
    this.#key = new KeyField(service, () => void this.#load())
    this.#readBack.checked = false
    // nothing there is a value of the label
    byId('print-options', HTMLElement).addEventListener('input', (event) => event.stopPropagation())
    this.#wireCounting()
    void this.#load()
  }

  /** Gives the form the label that is in the printer. One that it has the other way round stays as it is read. */
  #adopt(printer: NamedPrinter): void {
    const form = this.#form
    form.choose('dpi', printer.dpi)
    if (form.design !== '') return
    const [orientation, isTurned] = [form.chosen('orientation'), fitOf(form, printer) === 'turned']
    form.choose('size', printer.stock)
    if (isTurned) form.choose('orientation', orientation)
  }

  /** The printer that is chosen; undefined for the browser's dialog, and for a barcode without a label. */
  get chosen(): NamedPrinter | undefined {
    return this.#isOffered ? this.#printers.find(({ name }) => name === this.#select.value) : undefined
  }

  /** What printing needs, which is loaded where there are printers. @throws if it cannot be loaded now */
  async #printing() {
    const loaded = await import('./print/index.ts')
    if (this.#orders === undefined) {
      this.#orders = new loaded.PrintOrders(this.#service, this.#key)
      this.#orders.job.ended = () => void this.#showState()
    }
    return { ...loaded, orders: this.#orders }
  }

  #wireCounting(): void {
    const open = async (): Promise<void> => {
      try {
        const { Counting } = await this.#printing()
        new Counting(this.#service, this.#key, (text) => this.#insert(text))
      } catch (error) {
        console.info(error)
        byId('counting-told', HTMLElement).textContent = words.many.notLoaded
        wire()
      }
    }
    const wire = (): void => byId('counting', HTMLDetailsElement).addEventListener('toggle', open, { once: true })
    wire()
  }

  /** Gives the request of a print job what is chosen beside its printer. */
  complete(query: URLSearchParams, { name }: NamedPrinter): void {
    query.set('printer', name)
    if (this.#readBack.checked) query.set('confirm', 'scan')
  }

  /** Puts a text into that of the label, or into the table that is typed, where the cursor is or was. @returns whether there is such a text */
  #insert(text: string): boolean {
    const pasted = byId('pasted', HTMLTextAreaElement)
    // a file has taken the place of the table, or a series
    if (this.#form.isMany && pasted.offsetParent === null) return false
    const element = this.#form.isMany ? pasted : this.#form.text.element
    element.setRangeText(text, element.selectionEnd, element.selectionEnd, 'end')
    element.dispatchEvent(new Event('input', { bubbles: true }))
    return true
  }

  get #isOffered(): boolean {
    return this.#printers.length > 0 && this.#form.product === 'label'
  }

  /** Whether the form's label is another than the printer prints. A design that has its labels the other way round is turned for it. */
  #differs(printer: NamedPrinter): boolean {
    if (this.#form.chosen('dpi') !== printer.dpi) return true
    return this.#form.design === ''
      ? this.#form.chosen('size') !== printer.stock
      : fitOf(this.#form, printer) === 'other'
  }

  /** The request for the plan of the label: on the chosen printer, if the form's label is the one that it has. */
  planTarget(): string {
    const printer = this.chosen
    const target = this.#form.planTarget()
    if (printer === undefined || this.#form.isOnSheets || this.#differs(printer)) return target
    return `${target}&${new URLSearchParams({ printer: printer.name })}`
  }

  /** What a button says that prints the given number of labels: how many, and on which printer. */
  printWords(labels: number): string {
    const { chosen } = this
    if (chosen !== undefined) return words.printers.print(labels, chosen.name)
    return labels > 1 ? words.label.printLabels(labels) : words.label.printLabel
  }

  /** Shows the choice, what the chosen printer has, that the form has something else, and what became of the printer's last job. */
  arrange(): void {
    this.#field.hidden = !this.#isOffered
    const printer = this.chosen
    const { copies, product } = this.#form
    byId('print-words', HTMLElement).textContent = product === 'label' ? this.printWords(copies) : words.label.print
    this.named()
    byId('once-state', HTMLElement).textContent =
      `: ${[...(printer ? [printer.name] : []), this.#form.once].join(', ')}`
    byId('printer-line', HTMLElement).hidden = printer === undefined
    byId('print-notice', HTMLElement).textContent = this.#told.get(printer?.name ?? '') ?? ''
    this.#orders?.job.arrange(printer?.name)
    if (printer === undefined) return
    const size = this.#sizeWords(printer.stock)
    byId('printer-name', HTMLElement).textContent = printer.name
    byId('printer-stock', HTMLElement).textContent = `${size}, ${printer.dpi} dpi`
    const { message, button } = this.#hintOn(printer, size)
    byId('printer-differs', HTMLElement).hidden = message === ''
    byId('printer-has', HTMLElement).textContent = message
    this.#apply.textContent = button
    this.#apply.hidden = button === ''
  }

  /** A size as the form calls it, or in words if it has none for it. */
  #sizeWords(size: string): string {
    return this.#form.titleOf('size', size).replace(/^([0-9.]+)x([0-9.]+)(mm|in)$/, '$1 × $2 $3')
  }

  /** What a person has to know of a printer before its labels are printed, and what the button says that does something about it. */
  #hintOn(printer: NamedPrinter, size: string): { readonly message: string; readonly button: string } {
    const { name, dpi } = printer
    const [fit, isOther] = [fitOf(this.#form, printer), this.#differs(printer)]
    if (this.#form.design !== '' && fit === 'other')
      return { message: words.printers.notOfDesign(name, size, this.#sizeWords(this.#form.designSize)), button: '' }
    const turned = words.printers.turned(name, size)
    if (!isOther) return { message: this.#form.design !== '' && fit === 'turned' ? turned : '', button: '' }
    return fit === 'turned'
      ? { message: turned, button: words.printers.turn }
      : { message: words.printers.has(name, size, dpi), button: words.printers.choose }
  }

  /** Shows what became of a job as long as its printer is chosen, or the browser's dialog, which has no name. */
  tell(printer: string, outcome: string): void {
    this.#told.set(printer, outcome)
    this.arrange()
  }

  async #load(): Promise<void> {
    const printers = await askedPrinters(this.#service, this.#key)
    if (printers === undefined) return
    this.#printers = printers
    if (printers.length === 0) return
    this.#select.replaceChildren(
      this.#select.options[0]!,
      ...this.#printers.map(({ name }) => made('option', { value: name }, name)),
    )
    const last = this.#remembered.text
    if (this.#printers.some(({ name }) => name === last)) this.#select.value = last ?? ''
    this.arrange()
    // before the click, if that is possible
    this.#printing().catch((error) => console.info(error))
    await this.#showState()
  }

  /** Asks for the state of the chosen printer, and shows it. */
  #showState(): Promise<void> {
    return this.#latest.start(async (signal) => {
      this.#state.textContent = ''
      const printer = this.chosen
      if (printer === undefined) return
      const query = new URLSearchParams({ printer: printer.name })
      const outcome = await this.#service.ask(`api/v1/printers?${query}`, signal)
      if (outcome.kind !== 'done') return
      const found = stateIn(await outcome.response.json().catch(() => undefined))
      if (!signal.aborted && found !== undefined) this.#state.textContent = found
    })
  }

  /**
   * Prints a job on a printer.
   *
   * @param place  behind which the job is shown
   * @param begin  called once it is on its way; returns the job
   * @returns undefined if it is not sent: because another is on its way, or because the printer has other labels; then that is told
   *          already, and the way out gets the focus
   */
  async print(printer: NamedPrinter, place: Element, begin: () => PrintOrder): Promise<PrintResult | undefined> {
    if (this.#isSending) return undefined
    if (this.#differs(printer)) {
      if (!this.#apply.hidden) this.#apply.focus()
      else return refusedWith(byId('printer-has', HTMLElement).textContent)
      return undefined
    }
    this.#isSending = true
    try {
      const { orders, outcomeText } = await this.#printing()
      const outcome = await orders.print(begin(), place)
      orders.job.arrange(this.chosen?.name)
      return { outcome, text: outcomeText(printer.name, outcome) }
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      return refusedWith(words.many.notLoaded)
    } finally {
      this.#isSending = false
      void this.#showState()
    }
  }
}

const refusedWith = (message: string): PrintResult => ({
  outcome: { kind: 'refused', message, faults: [] },
  text: message,
})

/** Whether the label of the form is that of a printer, that label the other way round, or another. */
function fitOf(form: Form, { stock }: NamedPrinter): 'same' | 'turned' | 'other' {
  const [[across, along], [first, second]] = [form.sides, form.sidesOf(stock)].map(inMillimetres) as [Sides, Sides]
  const isSame = (one: number, other: number): boolean => Math.abs(one - other) < 0.01
  if (isSame(across, first) && isSame(along, second)) return 'same'
  return isSame(across, second) && isSame(along, first) ? 'turned' : 'other'
}

type Sides = readonly [number, number]

const inMillimetres = ({ lengths, unit }: SizeSides): Sides => {
  const factor = unit === 'in' ? 25.4 : 1
  return [lengths[0] * factor, lengths[1] * factor]
}

/** The printers of the service. Where none is set up, and one can be, the place of printing says so. Undefined if it does not tell them. */
export async function askedPrinters(
  service: ServiceClient,
  key: KeyField,
): Promise<readonly NamedPrinter[] | undefined> {
  const outcome = await service.ask('api/v1/printers')
  key.heed(outcome)
  if (outcome.kind !== 'done') return undefined
  const answer: unknown = await outcome.response.json().catch(() => undefined)
  const printers = printersIn(answer)
  const isWanted = printers.length === 0 && objectIn(answer).fixed === false
  for (const hint of document.querySelectorAll<HTMLElement>('.no-printer')) hint.hidden = !isWanted
  return printers
}

/** The printers of an answer; others are left out. */
export function printersIn(answer: unknown): readonly NamedPrinter[] {
  const { printers: found } = objectIn(answer)
  return (Array.isArray(found) ? found : []).flatMap((each: unknown) => {
    const { name, dpi, stock } = objectIn(each)
    if (typeof name !== 'string' || typeof stock !== 'string') return []
    return [{ name, dpi: String(dpi), stock }]
  })
}

const states: { readonly [state: string]: string | undefined } = words.printers.states
const reasons: { readonly [reason: string]: string | undefined } = words.printers.reasons

/** The state of the printer in an answer, readable. What a printer reports beyond the states that all have is in the service's words. */
export function stateIn(answer: unknown): string | undefined {
  const { printers: found } = objectIn(answer)
  const all = (Array.isArray(found) ? found : [answer]).map(objectIn)
  const { state: code, message, reason, media, waiting } = all.find(({ state }) => typeof state === 'string') ?? {}
  if (typeof code !== 'string') return undefined
  const { loaded, wanted } = objectIn(media)
  const isToldOfMedia = typeof loaded === 'string' && typeof wanted === 'string'
  const told = isToldOfMedia ? words.printers.media(loaded, wanted) : reasons[`${reason}`]
  const said = ['error', 'wrong_media'].includes(code) && typeof message === 'string' ? message : undefined
  const own = [told ?? said ?? []].flat()
  const jobs = typeof waiting === 'number' && waiting > 0 ? [words.printers.waiting(waiting)] : []
  return [states[code] ?? code, ...own, ...jobs].join('; ')
}
