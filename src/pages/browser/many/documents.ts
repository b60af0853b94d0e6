/** Documents of many labels: made when a person prints or saves them, and what the service says of their rows. */

import { buttonFor, byId, made } from '../dom.ts'
import type { DrawingPage } from '../drawing.ts'
import { nameIn, saveFile } from '../files.ts'
import type { PrintOrder } from '../print/orders.ts'
import { PrintFrame } from '../print-frame.ts'
import type { NamedPrinter, PrintResult } from '../printers.ts'
import { type ShownWarning, warningsIn } from '../scans.ts'
import { type Body, type Fault, Latest, type RequestOutcome } from '../service.ts'
import { words } from '../words.ts'
import { type Batch, type DocumentRows, firstWords, type TableBounds } from './rows.ts'

type Use = 'print' | 'download'

/** What can be made: rows in parts, each a document. */
export interface DocumentOffer {
  readonly batch: Batch
  readonly parts: readonly DocumentRows[]
}

/** A document, as the service made it. */
interface ManyLabels {
  readonly content: Blob
  readonly name: string
  readonly warnings: readonly ShownWarning[]
}

type Failure = Exclude<RequestOutcome, { kind: 'done' }>

/** What the service says of rows. */
export interface RowsVerdict {
  /** Their faults, by the index of the row. */
  readonly faults: ReadonlyMap<number, readonly Fault[]>
  /** Faults of what all rows have in common. */
  readonly common: readonly Fault[]
}

/** Faults that the service lists in one answer. */
const mostListed = 100

/** The choice of files beside the formats of the service: a picture of each row. */
const pictures = 'png'

export class Documents {
  readonly #page: DrawingPage
  readonly #judged: (verdict: RowsVerdict) => void
  readonly #warned: (warnings: readonly ShownWarning[], part: DocumentRows) => void
  readonly #list = byId('documents', HTMLElement)
  readonly #faultPlace = byId('rows-fault', HTMLElement)
  readonly #format = byId('rows-format', HTMLSelectElement)
  readonly #latest = new Latest()
  readonly #frame = new PrintFrame()
  #offered: DocumentOffer | undefined
  /** The last document, with the request that it answers. */
  #last: { readonly request: string; readonly labels: ManyLabels } | undefined
  /** The request that is under way. */
  #asked: { readonly request: string; readonly answer: Promise<ManyLabels | Failure> } | undefined

  /**
   * @param judged  called with what the service says of rows that cannot be drawn
   * @param warned  called with the warnings of a document
   */
  constructor(
    page: DrawingPage,
    judged: (verdict: RowsVerdict) => void,
    warned: (warnings: readonly ShownWarning[], part: DocumentRows) => void,
  ) {
    this.#page = page
    this.#judged = judged
    this.#warned = warned
    this.#format.addEventListener('change', () => this.#say(''))
    page.printers.named = () => this.#nameButton()
  }

  /** Offers documents in place of those before, and gives up the one that is being made. */
  offer(next: DocumentOffer | undefined, most: TableBounds): void {
    this.#latest.abort()
    this.#offered = next
    this.#say('')
    this.#faultPlace.replaceChildren()
    const parts = next?.parts ?? []
    const labels = parts.reduce((sum, part) => sum + part.labels, 0)
    const isInParts = parts.length > 1
    const print = byId('print-rows', HTMLButtonElement)
    this.#nameButton()
    print.disabled = labels === 0
    byId('download-rows', HTMLButtonElement).disabled = labels === 0
    print.hidden = isInParts
    byId('download-rows', HTMLButtonElement).hidden = isInParts
    byId('rows-actions', HTMLElement).hidden = next === undefined
    byId('documents-why', HTMLElement).textContent = isInParts ? words.many.inParts(most.labels, parts.length) : ''
    this.#list.replaceChildren(...(isInParts ? parts.map((part) => this.#itemOf(part)) : []))
  }

  /** Says how many labels are printed, and on which printer. */
  #nameButton(): void {
    const labels = this.#offered?.parts.reduce((sum, part) => sum + part.labels, 0) ?? 0
    byId('print-rows', HTMLButtonElement).textContent =
      labels === 0 ? words.many.print : this.#page.printers.printWords(labels)
  }

  #numberOf(index: number): number {
    return this.#offered?.batch.rows.numberOf(index) ?? index + 1
  }

  #itemOf(part: DocumentRows): HTMLElement {
    const name = words.many.part(this.#numberOf(part.indexes[0]!), this.#numberOf(part.indexes.at(-1)!), part.labels)
    const buttons = (['print', 'download'] as const).map((how) => {
      const title = how === 'print' ? words.many.print : words.many.download
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

  /** Lets the service draw the first document before anyone asks for it, so that its faults are known. @throws if `signal` is aborted */
  async check(signal: AbortSignal): Promise<void> {
    const [part] = this.#offered?.parts ?? []
    if (part === undefined || this.#page.service.waitTime() > 0) return
    const made = await this.#documentOf(part, 'pdf', signal)
    if ('kind' in made) {
      if (made.kind === 'refused') await this.#judge(part, made.faults, 'pdf', signal)
    } else this.#warned(made.warnings, part)
  }

  async #make(part: DocumentRows, how: Use): Promise<void> {
    const printer = how === 'print' ? this.#page.printers.chosen : undefined
    if (printer !== undefined) return this.#send(printer, { part, from: 1 })
    return this.#latest.go(async (signal) => {
      this.#faultPlace.replaceChildren()
      const format = how === 'print' ? 'pdf' : this.#format.value
      if (format === pictures) return this.#savePictures(part, signal)
      this.#say(words.many.drawing(part.labels))
      const labels = await this.#documentOf(part, format, signal)
      if ('kind' in labels) return this.#showFailure(labels, part, format, signal)
      this.#warned(labels.warnings, part)
      await this.#deliver(labels, how)
    })
  }

  /** Languages of printers have no sheets. */
  #queryFor(format: string): URLSearchParams {
    const { form } = this.#page
    if (format === 'pdf') return form.request()
    const query = form.requestForLabel()
    query.set('format', format)
    return query
  }

  async #documentOf(part: DocumentRows, format: string, signal: AbortSignal): Promise<ManyLabels | Failure> {
    const query = this.#queryFor(format)
    const body = this.#bodyOf(part.indexes)
    const request = `${query}\n${new TextDecoder().decode(body.bytes)}`
    if (this.#last?.request === request) return this.#last.labels
    // a person may press the button while the same labels are drawn
    const shared = this.#asked?.request === request ? await this.#asked.answer.catch(() => undefined) : undefined
    signal.throwIfAborted()
    if (shared !== undefined) return shared
    const answer = this.#answered(`api/v1/labels?${query}`, body, format, signal)
    this.#asked = { request, answer }
    const labels = await answer
    if (!('kind' in labels)) this.#last = { request, labels }
    return labels
  }

  async #answered(target: string, body: Body, format: string, signal: AbortSignal): Promise<ManyLabels | Failure> {
    const outcome = await this.#page.service.ask(target, signal, { body })
    if (outcome.kind !== 'done') return outcome
    const { response } = outcome
    const content = await response.blob().catch(() => undefined)
    signal.throwIfAborted()
    if (content === undefined) return this.#page.service.failed()
    return { content, name: nameIn(response) ?? `labels.${format}`, warnings: warningsIn(response) }
  }

  #bodyOf(indexes: readonly number[]): Body {
    if (this.#offered === undefined) throw new Error('no rows are offered')
    return this.#offered.batch.body(indexes)
  }

  async #deliver({ content, name }: ManyLabels, how: Use): Promise<void> {
    // whether this browser shows PDFs, and so can print one of a page
    if (how === 'print' && navigator.pdfViewerEnabled) {
      await this.#frame.print(content)
      return this.#say('')
    }
    saveFile(content, name)
    this.#say(how === 'print' ? words.many.savedToPrint(name) : words.many.saved(name))
  }

  /** Saves a picture of each row in one file. */
  async #savePictures({ indexes }: DocumentRows, signal: AbortSignal): Promise<void> {
    const { RowPictures } = await import('./pictures/index.ts')
    const { service, form } = this.#page
    const { batch } = this.#offered as DocumentOffer
    const zip = new RowPictures()
    for (const [i, index] of indexes.entries()) {
      this.#say(words.many.drawingPicture(i + 1, indexes.length))
      const query = form.requestForLabel()
      for (const [name, value] of Object.entries(batch.row(index).values)) query.set(name, value)
      query.delete('qty')
      query.set('format', pictures)
      const outcome = await service.patiently(`api/v1/label?${query}`, signal, (text) => this.#say(text))
      if (outcome.kind === 'refused') {
        this.#say('')
        return this.#judged({ faults: new Map([[index, outcome.faults]]), common: [] })
      }
      zip.add(
        batch.rows.numberOf(index),
        firstWords(batch.row(index).values),
        new Uint8Array(await outcome.response.arrayBuffer()),
      )
      signal.throwIfAborted()
    }
    saveFile(zip.end(), 'labels.zip')
    this.#say(words.many.saved('labels.zip'))
  }

  async #showFailure(outcome: Failure, part: DocumentRows, format: string, signal: AbortSignal): Promise<void> {
    switch (outcome.kind) {
      case 'later':
        return this.#say(words.many.later(outcome.seconds))
      case 'unanswered':
        return this.#say(words.many.unanswered)
      case 'refused': {
        this.#say('')
        const isOfRows = await this.#judge(part, outcome.faults, format, signal)
        if (!isOfRows) this.#faultPlace.replaceChildren(made('p', {}, outcome.message))
      }
    }
  }

  /**
   * Gathers the faults of all rows of a part that was refused; the service lists so many at a time.
   *
   * @returns whether rows are to blame
   */
  async #judge(
    { indexes }: DocumentRows,
    first: readonly Fault[],
    format: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const faults = new Map<number, Fault[]>()
    const common = first.filter(({ row }) => row === undefined)
    const take = (found: readonly Fault[], from: number): number => {
      let last = from
      for (const fault of found) {
        const index = fault.row === undefined ? undefined : indexes[from + fault.row - 1]
        if (fault.row === undefined || index === undefined) continue
        last = Math.max(last, from + fault.row)
        faults.set(index, [...(faults.get(index) ?? []), fault])
      }
      return last
    }
    const { batch } = this.#offered as DocumentOffer
    let next = take(first, 0)
    let isCut = first.length >= mostListed && verdictOf(batch, faults, indexes).common.length === 0
    while (isCut && next < indexes.length) {
      const query = this.#queryFor(format)
      const outcome = await this.#page.service.ask(`api/v1/labels?${query}`, signal, {
        body: batch.body(indexes.slice(next)),
      })
      if (outcome.kind !== 'refused') break
      const before = next
      next = take(outcome.faults, next)
      isCut = outcome.faults.length >= mostListed && next > before
    }
    const verdict = verdictOf(batch, faults, indexes)
    this.#judged({ ...verdict, common: [...common, ...verdict.common] })
    return faults.size > 0
  }

  /** Prints rows on one of the service's printers. Nothing on the page gives up what may be in the printer already. */
  async #send(printer: NamedPrinter, order: Order): Promise<void> {
    const { signal } = this.#latest
    const body = this.#bodyOf(order.part.indexes)
    const result = await this.#page.printers.print(printer, byId('rows-notice', HTMLElement), () => {
      this.#faultPlace.replaceChildren()
      this.#say(words.printers.printing(printer.name))
      return this.#jobOf(printer, body, order)
    })
    if (result === undefined) return
    if (signal.aborted) this.#say(result.text)
    else await this.#showResult(result, printer, order, signal)
  }

  #jobOf(printer: NamedPrinter, body: Body, { from }: Order): PrintOrder {
    const query = this.#page.form.requestForLabel()
    this.#page.printers.complete(query, printer)
    if (from > 1) query.set('from', String(from))
    return { target: `api/v1/print?${query}`, body }
  }

  async #showResult(
    { outcome, text }: PrintResult,
    printer: NamedPrinter,
    order: Order,
    signal: AbortSignal,
  ): Promise<void> {
    this.#say(outcome.kind === 'refused' ? '' : text)
    if (outcome.kind === 'printed') this.#warned(outcome.warnings, order.part)
    if (outcome.kind !== 'refused') return
    const { faults, delivery } = outcome
    if (faults.some(({ row }) => row !== undefined)) {
      await this.#latest.go(async () => void (await this.#judge(order.part, faults, 'pdf', signal)))
      return
    }
    this.#faultPlace.replaceChildren(made('p', {}, text), ...this.#goOn(delivery?.from, printer, order))
    this.#judged({ faults: new Map(), common: faults })
  }

  /** What is certain of a job that failed, and the button that goes on behind it. @param from  of the rows of the part, from 1 */
  #goOn(from: number | undefined, printer: NamedPrinter, order: Order): HTMLElement[] {
    const { indexes } = order.part
    const next = from === undefined ? undefined : indexes[from - 1]
    if (from === undefined || next === undefined) return []
    // of other parts nothing is known here
    const certain =
      from > 1
        ? [made('p', {}, words.printers.certain(this.#numberOf(indexes[0]!), this.#numberOf(indexes[from - 2]!)))]
        : []
    return [
      ...certain,
      buttonFor(words.printers.goOn(this.#numberOf(next)), () => this.#send(printer, { ...order, from })),
    ]
  }
}

/** What is printed of a part. */
interface Order {
  readonly part: DocumentRows
  /** The row of the part to begin with, from 1; 1 for all. */
  readonly from: number
}

/** Faults of a value that rows do not have themselves, and that all rows have, are those of the form. */
function verdictOf(
  batch: Batch,
  faults: ReadonlyMap<number, readonly Fault[]>,
  indexes: readonly number[],
): RowsVerdict {
  const all = Math.min(indexes.length, mostListed)
  const counts = new Map<string, number>()
  for (const [index, found] of faults) {
    for (const { parameter, code } of found) {
      const key = `${parameter} ${code}`
      if (!(parameter in batch.row(index).values)) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
  }
  const isCommon = ({ parameter, code }: Fault): boolean => (counts.get(`${parameter} ${code}`) ?? 0) >= all
  const common = new Map(
    [...faults.values()]
      .flat()
      .filter(isCommon)
      .map((fault) => [`${fault.parameter} ${fault.code}`, fault]),
  )
  const own = [...faults].map(([index, found]) => [index, found.filter((fault) => !isCommon(fault))] as const)
  return { faults: new Map(own.filter(([, found]) => found.length > 0)), common: [...common.values()] }
}
