/** The page /jobs: print jobs as they come and go, what waits for a person, and what can be done about each. */

import { jobs as words } from '../words/jobs/en.ts'
import { byId, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { CounterPanel } from './jobs/counters.ts'
import { readEvents, within } from './jobs/event-stream.ts'
import { jobIn, jobsIn, type ListedJob } from './jobs/job.ts'
import { JobList } from './jobs/list.ts'
import { Questions } from './jobs/questions.ts'
import { Scanning } from './jobs/scanning.ts'
import { Verbs } from './jobs/verbs.ts'
import { KeyField } from './key-field.ts'
import { Latest, objectIn, passed, type RequestOutcome, ServiceClient } from './service.ts'

/** Seconds between two questions where there is no stream of events. */
const pace = 5
/** Milliseconds until a stream must have begun, and that it may be silent: the service sends a comment every 15 s. */
const [beginning, silence] = [10_000, 40_000] as const

class JobsPage {
  readonly #service = new ServiceClient(refusalOf)
  readonly #key = new KeyField(this.#service, () => this.#start())
  readonly #verbs = new Verbs(this.#service, this.#key, (job) => this.#show(job))
  readonly #questions = new Questions(this.#verbs)
  readonly #scanning = new Scanning(this.#service, this.#key, this.#verbs)
  readonly #list = new JobList(
    this.#verbs,
    () => void this.#latestList.start((signal) => this.#refresh(signal)),
    (before) => this.#latestList.go((signal) => this.#loadOlder(before, signal)),
  )
  readonly #counters = new CounterPanel(this.#service, this.#key)
  readonly #live = byId('live', HTMLElement)
  readonly #following = new Latest()
  readonly #latestList = new Latest()
  readonly #latestScans = new Latest()
  /** Whether a stream tells what changes. */
  #isLive = false
  /** Whether the job that the address names was opened, or there is none. */
  #isOpened = false
  /** Of the last event. */
  #lastId: string | undefined

  open(): void {
    wireLanguageLinks()
    byId('form', HTMLFormElement).reset()
    byId('form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
    window.addEventListener('hashchange', () => void this.#latestList.go((signal) => this.#openNamed(signal)))
    this.#start()
  }

  #start(): void {
    void this.#following.start((signal) => this.#follow(signal))
    void this.#offerPrinters()
    this.#counters.refresh()
  }

  /** Reads the stream of events, and where there is none asks again and again. Ends where asking is of no use. */
  async #follow(signal: AbortSignal): Promise<void> {
    for (;;) {
      const stream = new AbortController()
      const stop = (): void => stream.abort()
      signal.addEventListener('abort', stop)
      try {
        const begun = this.#service.stream('api/v1/jobs/events', stream.signal, this.#lastId)
        const outcome = await within(beginning, begun)
        if (outcome.kind === 'refused' && this.#isHopeless(outcome)) return
        if (outcome.kind === 'done') {
          this.#key.heed(outcome)
          // what has changed before the stream began
          this.#isLive = true
          await this.#latestList.start((ofList) => this.#refresh(ofList))
          await readEvents(outcome.response, silence, ({ id, data }) => this.#heed(id, data))
        }
      } catch {
        // it has broken off, or does not begin
      } finally {
        signal.removeEventListener('abort', stop)
        stop()
        this.#isLive = false
      }
      signal.throwIfAborted()
      await this.#latestList.start((ofList) => this.#refresh(ofList))
      await passed(Math.max(pace * 1000, this.#service.waitTime()), signal)
    }
  }

  #heed(id: string | undefined, data: string): void {
    this.#lastId = id
    const job = jobIn(parsed(data))
    if (job === undefined) return
    // one that is new may have labels to be read
    if (job.state === 'done') void this.#latestScans.start((signal) => this.#scanning.refresh(signal))
    this.#verbs.heed(job)
    this.#show(job)
  }

  #show(job: ListedJob): void {
    this.#questions.update(job)
    this.#list.update(job)
  }

  /** Asks for the newest jobs, and for those that wait for a person. */
  async #refresh(signal: AbortSignal): Promise<void> {
    const newest = await this.#service.ask(`api/v1/jobs?${this.#list.query()}`, signal)
    if (newest.kind === 'refused' && this.#isHopeless(newest)) {
      this.#following.abort()
      return
    }
    if (newest.kind !== 'done') {
      this.#live.textContent = newest.kind === 'unanswered' ? words.unanswered : words.asking(pace)
      return
    }
    const answer: unknown = await newest.response.json().catch(() => undefined)
    this.#list.replaceNewest(jobsIn(answer))
    byId('damage', HTMLElement).hidden = objectIn(answer).damage === undefined
    this.#live.textContent = this.#isLive ? words.live : words.asking(pace)
    const waiting: ListedJob[] = []
    for (const state of ['uncertain', 'held']) {
      const outcome = await this.#service.ask(`api/v1/jobs?state=${state}&limit=50`, signal)
      if (outcome.kind === 'done') waiting.push(...(await jobsOf(outcome.response)))
    }
    this.#questions.replace(waiting)
    await this.#scanning.refresh(signal)
    if (!this.#isOpened) await this.#openNamed(signal)
  }

  /** Opens the job that the address names, as links of other pages do: /jobs#job-17. */
  async #openNamed(signal: AbortSignal): Promise<void> {
    this.#isOpened = true
    const [, id] = /^#job-(\d{1,15})$/.exec(location.hash) ?? []
    if (id === undefined || this.#list.open(id)) return
    const outcome = await this.#service.ask(`api/v1/jobs/${id}`, signal)
    const job = outcome.kind === 'done' ? jobIn(await outcome.response.json().catch(() => undefined)) : undefined
    if (job !== undefined) this.#list.open(id, job)
    else if (outcome.kind === 'refused') byId('told', HTMLElement).textContent = outcome.message
  }

  async #loadOlder(before: string, signal: AbortSignal): Promise<void> {
    const outcome = await this.#service.ask(`api/v1/jobs?${this.#list.query(before)}`, signal)
    byId('older-fault', HTMLElement).textContent = outcome.kind === 'done' ? '' : words.gone
    if (outcome.kind === 'done') this.#list.append(await jobsOf(outcome.response))
  }

  /** Whether the service keeps no jobs, or wants a key, and tells so. */
  #isHopeless(outcome: RequestOutcome & { readonly kind: 'refused' }): boolean {
    const isStateless = outcome.code === 'no_state' || outcome.code === 'not_found'
    byId('no-state', HTMLElement).hidden = !isStateless
    byId('ledger', HTMLElement).hidden = isStateless
    const isOver = this.#key.heed(outcome) || isStateless
    if (isOver) this.#live.textContent = ''
    return isOver
  }

  async #offerPrinters(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/printers')
    if (outcome.kind !== 'done') return
    const { printers } = objectIn(await outcome.response.json().catch(() => undefined))
    const names = (Array.isArray(printers) ? printers : []).map((each) => objectIn(each).name)
    this.#list.offerPrinters(names.filter((name) => typeof name === 'string'))
  }
}

async function jobsOf(response: Response): Promise<ReturnType<typeof jobsIn>> {
  return jobsIn(await response.json().catch(() => undefined))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

new JobsPage().open()
