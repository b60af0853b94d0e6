/** The service's printers beside the browser's own dialog, their states, and jobs for them. Without printers none of this is seen. */

import { byId, made } from './dom.ts'
import type { Form } from './form.ts'
import { KeyField } from './key-field.ts'
import { Remembered } from './remembered.ts'
import { keyForgotten, type Warning, warningsIn } from './scans.ts'
import {
  type Delivery,
  deliveryIn,
  Latest,
  type Outcome,
  objectIn,
  type Posted,
  rowsIn,
  type Service,
} from './service.ts'
import { words } from './words.ts'

export interface NamedPrinter {
  readonly name: string
  readonly dpi: string
  readonly stock: string
}

export class Printers {
  readonly #service: Service
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
  #openJobs: readonly OpenJob[] = []
  /** Whether a job is on its way: a second click is not a second job. */
  #isSending = false

  /** @param changed  called after the form was given what a printer has */
  constructor(service: Service, form: Form, changed: () => void) {
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
    void this.#load()
  }

  /** Gives the form the label that is in the printer. */
  #adopt({ stock, dpi }: NamedPrinter): void {
    this.#form.choose('size', stock)
    this.#form.choose('dpi', dpi)
  }

  /** The printer that is chosen; undefined for the browser's dialog, and for a barcode without a label. */
  get chosen(): NamedPrinter | undefined {
    return this.#isOffered ? this.#printers.find(({ name }) => name === this.#select.value) : undefined
  }

  get #isOffered(): boolean {
    return this.#printers.length > 0 && this.#form.product === 'label'
  }

  /** Whether the form's label is another than the printer prints. */
  #differs({ dpi, stock }: NamedPrinter): boolean {
    return this.#form.chosen('dpi') !== dpi || this.#form.chosen('size') !== stock
  }

  /** Shows the choice, what the chosen printer has, that the form has something else, and what became of the printer's last job. */
  arrange(): void {
    this.#field.hidden = !this.#isOffered
    const printer = this.chosen
    byId('once-state', HTMLElement).textContent =
      `: ${[...(printer ? [printer.name] : []), this.#form.once].join(', ')}`
    byId('printer-line', HTMLElement).hidden = printer === undefined
    byId('print-notice', HTMLElement).textContent = this.#told.get(printer?.name ?? '') ?? ''
    if (printer === undefined) return
    const size = this.#form.titleOf('size', printer.stock)
    byId('printer-name', HTMLElement).textContent = printer.name
    byId('printer-stock', HTMLElement).textContent = `${size}, ${printer.dpi} dpi`
    const isOther = this.#differs(printer)
    byId('printer-differs', HTMLElement).hidden = !isOther
    if (isOther) byId('printer-has', HTMLElement).textContent = words.printers.has(printer.name, size, printer.dpi)
  }

  /** Shows what became of a job as long as its printer is chosen, or the browser's dialog, which has no name. */
  tell(printer: string, outcome: string): void {
    this.#told.set(printer, outcome)
    this.arrange()
  }

  async #load(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/printers')
    this.#key.heed(outcome)
    if (outcome.kind !== 'done') return
    this.#printers = printersIn(await outcome.response.json().catch(() => undefined))
    if (this.#printers.length === 0) return
    this.#select.replaceChildren(
      this.#select.options[0]!,
      ...this.#printers.map(({ name }) => made('option', { value: name }, name)),
    )
    const last = this.#remembered.text
    if (this.#printers.some(({ name }) => name === last)) this.#select.value = last ?? ''
    this.arrange()
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
   * @param begin  called once it is on its way; returns the job
   * @returns undefined if it is not sent: because another is on its way, or because the printer has other labels; then that is told
   *          already, and the way out gets the focus
   */
  async print(printer: NamedPrinter, begin: () => Job): Promise<JobOutcome | undefined> {
    if (this.#isSending) return undefined
    if (this.#differs(printer)) {
      this.#apply.focus()
      return undefined
    }
    this.#isSending = true
    try {
      return await this.#printed(begin())
    } finally {
      this.#isSending = false
      void this.#showState()
    }
  }

  /** The same job after no answer is the same for the service too. */
  async #printed(job: Job): Promise<JobOutcome> {
    const again = this.#openJobs.find((each) => isSame(each.job, job))
    const { key } = again ?? { key: newKey() }
    const others = this.#openJobs.filter((each) => each !== again)
    this.#openJobs = [...others.slice(1 - mostOpen), { job, key }]
    const headers = { 'Quietzone-Print': 'yes', 'Idempotency-Key': key }
    const outcome = await this.#service.ask(job.target, undefined, { headers, body: job.body })
    if (outcome.kind === 'unanswered' || outcome.kind === 'later') return outcome
    if (outcome.kind === 'refused') {
      this.#openJobs = others
      this.#key.heed(outcome)
      return outcome
    }
    const answer: unknown = await outcome.response.json().catch(() => undefined)
    const delivery = deliveryIn(answer)
    // an answer that breaks off tells as little as none
    if (delivery === undefined) return this.#service.failed()
    this.#openJobs = others
    const all = warningsIn(outcome.response)
    const warnings = all.filter(({ code }) => code !== keyForgotten && ofServer[code] === undefined)
    const notes = all.flatMap(({ code }) => ofServer[code] ?? [])
    const isPerhapsTwice = again !== undefined && all.some(({ code }) => code === keyForgotten)
    const { drawn, of } = rowsIn(outcome.response) ?? { drawn: 0, of: 0 }
    return { kind: 'printed', delivery, isPerhapsTwice, notes, warnings, leftOut: of - drawn }
  }
}

/** The printers of an answer; those that are none are left out. */
function printersIn(answer: unknown): readonly NamedPrinter[] {
  const { printers: found } = objectIn(answer)
  return (Array.isArray(found) ? found : []).flatMap((each: unknown) => {
    const { name, dpi, stock } = objectIn(each)
    if (typeof name !== 'string' || typeof stock !== 'string') return []
    return [{ name, dpi: String(dpi), stock }]
  })
}

/** What people read of the warnings of print servers, which are about no symbol. */
const ofServer: { readonly [code: string]: string | undefined } = words.printers.warnings

const states: { readonly [state: string]: string | undefined } = words.printers.states
const reasons: { readonly [reason: string]: string | undefined } = words.printers.reasons

/** The state of the printer in an answer, readable. What a printer reports beyond the states that all have is in the service's words. */
function stateIn(answer: unknown): string | undefined {
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

/** What is printed: the path and query, and the rows of a table. */
export interface Job extends Pick<Posted, 'body'> {
  readonly target: string
}

/** The result of a job. */
export type JobOutcome =
  | {
      readonly kind: 'printed'
      readonly delivery: Delivery
      /** Whether an earlier try of the same job may have been printed too: the service cannot know any more. */
      readonly isPerhapsTwice: boolean
      /** What a print server does otherwise, readable. */
      readonly notes: readonly string[]
      readonly warnings: readonly Warning[]
      /** Rows that could not be drawn. */
      readonly leftOut: number
    }
  | Exclude<Outcome, { kind: 'done' }>

/** A job of which it is not known what became of it, with its key: the service prints a key once. */
interface OpenJob {
  readonly job: Job
  readonly key: string
}

/** Jobs that are open at once, each with at most 1 MiB of rows; the oldest is forgotten for another. */
const mostOpen = 10

function isSame(one: Job, other: Job): boolean {
  const [bytes, others] = [one.body?.bytes, other.body?.bytes]
  if (one.target !== other.target || bytes?.length !== others?.length) return false
  return bytes === undefined || bytes.every((byte, i) => byte === others![i])
}

/** 128 random bits. Pages from plain http on other machines have no randomUUID. */
function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What became of a job on a printer, readable. */
export function outcomeText(printer: string, outcome: JobOutcome): string {
  switch (outcome.kind) {
    case 'printed': {
      const { delivery, leftOut, isPerhapsTwice, notes } = outcome
      return [
        words.printers.done(printer, delivery.sent, delivery.confirmed),
        ...(leftOut > 0 ? [words.many.wereLeftOut(leftOut)] : []),
        ...(isPerhapsTwice ? [words.printers.perhapsTwice] : []),
        ...notes,
      ].join(' ')
    }
    case 'refused': {
      const { message, delivery } = outcome
      if (delivery === undefined) return message
      return `${printer}: ${message} ${words.printers.failed(delivery.sent, delivery.confirmed)}`
    }
    case 'later':
      return words.printers.later(outcome.seconds, outcome.message)
    case 'unanswered':
      return words.printers.unanswered
  }
}
