/** Documents of many labels: asked for when a person prints or saves them, and what the service says of their rows. */

import { buttonFor, byId, made } from '../dom.ts'
import type { Page } from '../drawing.ts'
import { nameIn, saveFile } from '../files.ts'
import { type Job, type JobOutcome, type NamedPrinter, outcomeText } from '../printers.ts'
import { type Warning, warningsIn } from '../scans.ts'
import { type DrawnRows, type Fault, Latest, type Outcome, rowsIn } from '../service.ts'
import { words } from '../words.ts'
import type { Bounds, Part, Rows } from './rows.ts'

type Use = 'print' | 'download'

/** What can be made: rows in parts, each a document. */
interface Offer {
  readonly rows: Rows
  readonly parts: readonly Part[]
}

/** A document, as the service made it. */
interface ManyLabels {
  readonly pdf: Blob
  readonly name: string
  /** Undefined if the service does not say. */
  readonly rows: DrawnRows | undefined
  readonly warnings: readonly Warning[]
}

type Failure = Exclude<Outcome, { kind: 'done' }>

/** What is printed of a part. */
interface Order {
  readonly part: Part
  /** Whether rows that cannot be drawn are left out. */
  readonly isPartial: boolean
  /** The row of the part to begin with, from 1; 1 for all. */
  readonly from: number
}

export class Documents {
  readonly #page: Page
  readonly #refused: (part: Part, faults: readonly Fault[]) => void
  readonly #list = byId('documents', HTMLElement)
  readonly #faultPlace = byId('rows-fault', HTMLElement)
  readonly #latest = new Latest()
  readonly #frame = new PrintFrame()
  #offered: Offer | undefined
  /** The last document, as long as nothing changes. */
  #last: { readonly part: Part; readonly labels: ManyLabels } | undefined

  /** @param refused  called with the faults that the service finds in a part */
  constructor(page: Page, refused: (part: Part, faults: readonly Fault[]) => void) {
    this.#page = page
    this.#refused = refused
    byId('print-rows', HTMLButtonElement).addEventListener('click', () => this.use('print'))
    byId('download-rows', HTMLButtonElement).addEventListener('click', () => this.use('download'))
  }

  /** Offers documents in place of those before, and gives up the one that is being made. */
  offer(next: Offer | undefined, most: Bounds): void {
    this.#latest.abort()
    this.#last = undefined
    this.#offered = next
    this.#say('')
    this.#faultPlace.replaceChildren()
    showWarnings([])
    const parts = next?.parts ?? []
    const labels = parts.reduce((sum, part) => sum + part.labels, 0)
    const isInParts = parts.length > 1
    byId('print-rows', HTMLButtonElement).textContent = labels === 0 ? words.many.print : words.many.printAll(labels)
    byId('rows-actions', HTMLElement).hidden = isInParts
    byId('documents-why', HTMLElement).textContent = isInParts ? words.many.inParts(most.labels, parts.length) : ''
    this.#list.replaceChildren(...(isInParts ? parts.map((part) => this.#itemOf(part)) : []))
  }

  #itemOf(part: Part): HTMLElement {
    const name = words.many.part(part.from + 1, part.to, part.labels)
    const buttons = (['print', 'download'] as const).map((how) => {
      const title = how === 'print' ? words.many.print : 'PDF'
      return buttonFor(title, () => this.#make(part, how), { 'aria-label': `${title}: ${name}` })
    })
    return made('li', {}, made('span', {}, name), ...buttons)
  }

  /** Shows the result of an action. */
  #say(result: string): void {
    byId('rows-notice', HTMLElement).textContent = result
  }

  /** Prints or saves all labels. If they are in several parts, a person has to choose one. */
  async use(how: Use): Promise<void> {
    const [first, second] = this.#offered?.parts ?? []
    if (first === undefined) this.#say(words.many.none)
    else if (second !== undefined) this.#list.querySelector('button')?.focus()
    else await this.#make(first, how)
  }

  /** @param isPartial  whether rows that cannot be drawn are left out */
  async #make(part: Part, how: Use, isPartial = false): Promise<void> {
    const printer = how === 'print' ? this.#page.printers.chosen : undefined
    if (printer !== undefined) return this.#send(printer, { part, isPartial, from: 1 })
    return this.#latest.go(async (signal) => {
      const labels = await this.#labelsIn(part, isPartial, signal)
      if ('kind' in labels) return this.#showFailure(labels, part, how)
      this.#last = { part, labels }
      showWarnings(labels.warnings)
      await this.#deliver(labels, how)
    })
  }

  async #labelsIn(part: Part, isPartial: boolean, signal: AbortSignal): Promise<ManyLabels | Failure> {
    if (this.#last?.part === part) return this.#last.labels
    if (this.#offered === undefined) throw new Error('no rows are offered')
    const { rows } = this.#offered
    this.#faultPlace.replaceChildren()
    this.#say(words.many.drawing(part.labels))
    const query = this.#request(rows, isPartial)
    const outcome = await this.#page.service.ask(`api/v1/labels?${query}`, signal, {
      body: rows.body(part.from, part.to),
    })
    if (outcome.kind !== 'done') return outcome
    const { response } = outcome
    const pdf = await response.blob().catch(() => undefined)
    signal.throwIfAborted()
    if (pdf === undefined) return this.#page.service.failed()
    return { pdf, name: nameIn(response) ?? 'labels.pdf', rows: rowsIn(response), warnings: warningsIn(response) }
  }

  #request(rows: Rows, isPartial: boolean): URLSearchParams {
    const query = this.#page.form.request()
    for (const [name, value] of Object.entries(rows.query)) query.set(name, value)
    if (isPartial) query.set('partial', 'true')
    return query
  }

  async #deliver({ pdf, name, rows }: ManyLabels, how: Use): Promise<void> {
    const left = rows === undefined ? 0 : rows.of - rows.drawn
    const missing = left === 0 ? '' : ` ${words.many.leftOut(left)}`
    // whether this browser shows PDFs, and so can print one of a page
    if (how === 'print' && navigator.pdfViewerEnabled) {
      await this.#frame.print(pdf)
      return this.#say(missing.trim())
    }
    saveFile(pdf, name)
    this.#say((how === 'print' ? words.many.savedToPrint(name) : words.many.saved(name)) + missing)
  }

  #showFailure(outcome: Failure, part: Part, how: Use): void {
    switch (outcome.kind) {
      case 'later':
        this.#say(words.many.later(outcome.seconds))
        break
      case 'unanswered':
        this.#say(words.many.unanswered)
        break
      case 'refused':
        this.#say('')
        this.#refused(part, outcome.faults)
        this.#faultPlace.replaceChildren(made('p', {}, outcome.message), ...this.#leaveOut(outcome.faults, part, how))
    }
  }

  /** Prints rows on one of the service's printers. Nothing on the page gives up what may be in the printer already. */
  async #send(printer: NamedPrinter, order: Order): Promise<void> {
    if (this.#offered === undefined) throw new Error('no rows are offered')
    const { rows } = this.#offered
    const { signal } = this.#latest
    const outcome = await this.#page.printers.print(printer, () => {
      this.#faultPlace.replaceChildren()
      this.#say(words.printers.printing(printer.name))
      return this.#jobOf(printer, rows, order)
    })
    if (outcome === undefined) return
    if (signal.aborted) this.#say(outcomeText(printer.name, outcome))
    else this.#showOutcome(outcome, printer, order)
  }

  #jobOf(printer: NamedPrinter, rows: Rows, { part, isPartial, from }: Order): Job {
    const query = this.#request(rows, isPartial)
    query.set('printer', printer.name)
    if (from > 1) query.set('from', String(from))
    return { target: `api/v1/print?${query}`, body: rows.body(part.from, part.to) }
  }

  #showOutcome(outcome: JobOutcome, printer: NamedPrinter, order: Order): void {
    const text = outcomeText(printer.name, outcome)
    this.#say(outcome.kind === 'refused' ? '' : text)
    if (outcome.kind === 'printed') showWarnings(outcome.warnings)
    if (outcome.kind !== 'refused') return
    const { part, isPartial } = order
    const { faults, delivery } = outcome
    this.#refused(part, faults)
    const others = isPartial ? [] : this.#leaveOut(faults, part, 'print')
    this.#faultPlace.replaceChildren(made('p', {}, text), ...this.#goOn(delivery?.from, printer, order), ...others)
  }

  /** What is certain of a job that failed, and the button that goes on behind it. @param from  of the rows of the part, from 1 */
  #goOn(from: number | undefined, printer: NamedPrinter, order: Order): HTMLElement[] {
    if (from === undefined) return []
    const row = order.part.from + from
    // of other parts nothing is known here
    const certain = from > 1 ? [made('p', {}, words.printers.certain(order.part.from + 1, row - 1))] : []
    return [...certain, buttonFor(words.printers.goOn(row), () => this.#send(printer, { ...order, from }))]
  }

  /** The button that leaves rows with faults out, if others are left. */
  #leaveOut(faults: readonly Fault[], part: Part, how: Use): HTMLElement[] {
    const rows = new Set(faults.flatMap(({ row }) => row ?? []))
    if (rows.size === 0 || rows.size >= part.to - part.from) return []
    const title = how === 'print' ? words.many.printOthers : words.many.saveOthers
    return [buttonFor(title, () => this.#make(part, how, true))]
  }
}

function showWarnings(warnings: readonly Warning[]): void {
  byId('rows-warnings', HTMLElement).replaceChildren(...warnings.map(({ message }) => made('p', {}, message)))
}

/** A frame that nobody sees, in which a PDF is printed. */
class PrintFrame {
  #frame: HTMLIFrameElement | undefined
  #printed = ''

  /** Opens the browser's dialog for a PDF. */
  async print(pdf: Blob): Promise<void> {
    // the one before may be in print until the next is asked for
    this.#frame?.remove()
    URL.revokeObjectURL(this.#printed)
    this.#printed = URL.createObjectURL(pdf)
    const frame = made('iframe', { class: 'printing', 'aria-hidden': 'true', tabindex: '-1', src: this.#printed })
    this.#frame = frame
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
    document.body.append(frame)
    await loaded
    frame.contentWindow?.print()
  }
}
