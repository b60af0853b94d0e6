/** The job that a click on Print has made, in its place: what it is, its state as it changes, how far it is, and what to do. */

import { printing } from '../../words/printing/en.ts'
import { buttonFor, made } from '../dom.ts'
import { readEvents, within } from '../jobs/event-stream.ts'
import { hasEnded, jobIn, type ListedJob } from '../jobs/job.ts'
import type { RequestOutcome, ServiceClient } from '../service.ts'
import { words } from '../words.ts'

/** Milliseconds until a stream must have begun; that it may be silent, since the service sends a comment every 15 s; and that it stays open after the last job. */
const [beginning, silence, idle] = [10_000, 40_000, 300_000] as const
/** Jobs of which the newest state is kept: an event may be there before the answer to the request that made its job. */
const mostSeen = 50

export class PrintedJob {
  readonly #service: ServiceClient
  readonly #element = made('div', { class: 'printed-job' })
  readonly #link = made('a')
  readonly #state = made('strong', { role: 'status' })
  readonly #progress = made('span')
  readonly #todo = made('p', { role: 'status' })
  readonly #cancel = buttonFor(printing.cancel, () => this.#doCancel(), { class: 'quiet' })
  #job: ListedJob | undefined
  /** Whether its labels are to be read back. */
  #isReadBack = false
  /** Of the newest jobs that events told of. */
  readonly #seen = new Map<string, ListedJob>()
  #stream: AbortController | undefined
  #timer: number | undefined
  /** A button that was disabled meanwhile would lose the focus. */
  #isCancelling = false
  /** Whether the service tells this client of its jobs: a key may print and not see them. */
  mayFollow = true
  /** Called when the job that is shown has come to its end. */
  ended: () => void = () => {}

  constructor(service: ServiceClient) {
    this.#service = service
    const line = made('div', { class: 'job-line' }, this.#link, this.#state, this.#progress, this.#cancel)
    this.#element.append(line, this.#todo)
  }

  /**
   * Shows a job behind an element, and follows it.
   *
   * @param isReadBack  whether it ends when a scanner has read its labels
   */
  show(job: ListedJob, place: Element, isReadBack: boolean): void {
    this.#isReadBack = isReadBack
    place.after(this.#element)
    this.#element.dataset.printer = job.printer
    this.#element.hidden = false
    const known = this.#seen.get(job.id) ?? job
    this.#job = undefined
    this.#update(known)
    if (!hasEnded(known)) void this.#listen()
  }

  /** Takes the job away: another one is printed. */
  clear(): void {
    this.#job = undefined
    this.#element.remove()
  }

  /** Shows the job as long as its printer is chosen. */
  arrange(printer: string | undefined): void {
    this.#element.hidden = printer !== this.#element.dataset.printer
  }

  #update(job: ListedJob): void {
    const before = this.#job
    this.#job = job
    const { id, title, labels, sent, printed, state } = job
    this.#element.dataset.state = state
    this.#link.href = `jobs#job-${id}`
    this.#link.textContent = printing.job(id, title)
    setText(this.#state, words.jobStates[state])
    this.#progress.textContent =
      printed === undefined || (printed === 0 && !hasEnded(job))
        ? printing.sentOf(sent, labels)
        : printing.printedOf(printed, labels)
    const hadFocus = document.activeElement === this.#cancel
    this.#cancel.hidden = hasEnded(job)
    if (hadFocus && this.#cancel.hidden) this.#link.focus()
    if (state === 'done' && this.#isReadBack)
      this.#todo.replaceChildren(made('a', { href: `jobs#scan-${id}` }, printing.readLabels))
    else setText(this.#todo, todoOf(job))
    if (hasEnded(job) && (before === undefined || !hasEnded(before))) this.ended()
  }

  /** Listens to what becomes of jobs, unless that is done already. */
  async #listen(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#stream !== undefined) return
    const stream = new AbortController()
    this.#stream = stream
    try {
      const begun = this.#service.stream('api/v1/jobs/events', stream.signal, undefined)
      const outcome = await within(beginning, begun)
      if (outcome.kind === 'refused') this.#giveUp(outcome)
      if (outcome.kind !== 'done') return
      // what has changed before the stream began
      await this.#ask()
      this.#stopWhenIdle()
      await readEvents(outcome.response, silence, ({ data }) => this.#heed(jobIn(parsed(data))))
    } catch {
      // it has broken off; the job stands on the page of jobs
    } finally {
      stream.abort()
      this.#stream = undefined
      this.#seen.clear()
      if (this.#job !== undefined && !hasEnded(this.#job) && this.mayFollow) setText(this.#todo, printing.notLive)
    }
  }

  #giveUp({ message }: RequestOutcome & { readonly kind: 'refused' }): void {
    this.mayFollow = false
    setText(this.#todo, `${message} ${printing.notFollowed}`)
  }

  /** Asks for the job that is shown. */
  async #ask(): Promise<void> {
    const { id } = this.#job ?? {}
    if (id === undefined) return
    const outcome = await this.#service.ask(`api/v1/jobs/${encodeURIComponent(id)}`)
    if (outcome.kind === 'done') this.#heed(jobIn(await outcome.response.json().catch(() => undefined)))
  }

  #heed(job: ListedJob | undefined): void {
    if (job === undefined) return
    this.#seen.delete(job.id)
    this.#seen.set(job.id, job)
    for (const id of [...this.#seen.keys()].slice(0, -mostSeen)) this.#seen.delete(id)
    if (job.id === this.#job?.id) this.#update(job)
    this.#stopWhenIdle()
  }

  /** The service has few streams: one that tells nothing that is shown is closed after a while. */
  #stopWhenIdle(): void {
    clearTimeout(this.#timer)
    if (this.#job === undefined || hasEnded(this.#job))
      this.#timer = window.setTimeout(() => this.#stream?.abort(), idle)
  }

  async #doCancel(): Promise<void> {
    const { id } = this.#job ?? {}
    if (id === undefined || this.#isCancelling) return
    this.#isCancelling = true
    const target = `api/v1/jobs/${encodeURIComponent(id)}/cancel`
    const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
    this.#isCancelling = false
    if (this.#job?.id !== id) return
    if (outcome.kind === 'refused') setText(this.#todo, outcome.message)
    else if (outcome.kind !== 'done') setText(this.#todo, printing.notCancelled)
    else this.#heed(jobIn(await outcome.response.json().catch(() => undefined)))
  }
}

/** What a person has to do about a job. */
function todoOf({ state, reason }: ListedJob): string {
  const { todo } = printing
  switch (state) {
    case 'waiting':
      return reason === undefined ? '' : todo.waiting
    case 'uncertain':
      return todo.uncertain
    case 'failed':
      return [todo.failed, ...(reason === undefined ? [] : [`(${reason})`])].join(' ')
    case 'cancelled':
      return todo.cancelled
    case 'held':
      return todo.held
    case 'printing':
    case 'done':
      return ''
  }
}

/** What is announced only where it has changed. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
