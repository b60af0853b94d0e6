/** The counters of the service on the page of jobs: what each gives next, and a form that makes one or sets it further. */

import { jobs as words } from '../../words/jobs/en.ts'
import { buttonFor, byId, made } from '../dom.ts'
import type { KeyField } from '../key-field.ts'
import { Latest, notDoneText, objectIn, type RequestOutcome, type ServiceClient } from '../service.ts'

/** A counter as the service tells it. */
interface Counter {
  readonly name: string
  readonly step: number
  readonly width: number
  readonly limit: number | undefined
  readonly prefix: string | undefined
  readonly extension: number
  /** What it gives next, as text and as SSCC; undefined if it has no number left, or makes no SSCC. */
  readonly text: string | undefined
  readonly sscc: string | undefined
}

/** The fields of the form besides the name, which are the parameters of the API. */
const fields = ['start', 'step', 'width', 'limit', 'prefix', 'extension'] as const

export class CounterPanel {
  readonly #service: ServiceClient
  readonly #key: KeyField
  readonly #latest = new Latest()
  readonly #section = byId('counters', HTMLDetailsElement)
  readonly #list = byId('counter-list', HTMLElement)
  readonly #told = byId('counter-told', HTMLElement)
  readonly #form = byId('counter-form', HTMLFormElement)
  /** Whether a counter is being set: a second click is not a second order. */
  #isBusy = false

  constructor(service: ServiceClient, key: KeyField) {
    this.#service = service
    this.#key = key
    this.#form.reset()
    this.#section.addEventListener('toggle', () => this.refresh())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#set()
    })
  }

  /** Asks for the counters, if they are shown. */
  refresh(): void {
    if (this.#section.open) void this.#latest.start((signal) => this.#load(signal))
  }

  async #load(signal: AbortSignal): Promise<void> {
    const outcome = await this.#service.ask('api/v1/counters', signal)
    if (outcome.kind !== 'done') return this.#tell(outcome)
    const { counters } = objectIn(await outcome.response.json().catch(() => undefined))
    const all = (Array.isArray(counters) ? counters : []).flatMap((each: unknown) => counterIn(each) ?? [])
    this.#list.replaceChildren(...all.map((counter) => this.#row(counter)))
  }

  #row(counter: Counter): HTMLElement {
    const { name, text, sscc, limit } = counter
    const next = text === undefined ? words.counterAtEnd(limit ?? 0) : words.counterNext(text, sscc)
    const change = buttonFor(words.changeCounter, () => this.#edit(counter), {
      'aria-label': words.changeCounterNamed(name),
    })
    const places = [`{serial:${name}}`, ...(sscc === undefined ? [] : [`{sscc:${name}}`])]
    const about = made('span', {}, made('strong', {}, name), ` ${next}`)
    return made('li', {}, about, made('span', {}, ...places.map((place) => made('code', {}, place))), change)
  }

  #edit(counter: Counter): void {
    this.#form.reset()
    for (const field of ['name', ...fields] as const)
      if (field !== 'start') this.#input(field).value = `${counter[field] ?? ''}`
    this.#told.textContent = ''
    this.#input('start').focus()
  }

  #input(field: 'name' | (typeof fields)[number]): HTMLInputElement {
    return byId(`counter-${field}`, HTMLInputElement)
  }

  async #set(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    const name = this.#input('name').value.trim()
    const given = fields.map((field) => [field, this.#input(field).value.trim()]).filter(([, value]) => value !== '')
    const query = new URLSearchParams(given).toString()
    const target = `api/v1/counters/${encodeURIComponent(name)}${query === '' ? '' : `?${query}`}`
    const outcome = await this.#service.ask(target, undefined, { headers: { 'Quietzone-Print': 'yes' } })
    this.#isBusy = false
    if (outcome.kind !== 'done') return this.#tell(outcome)
    const counter = counterIn(await outcome.response.json().catch(() => undefined))
    this.#form.reset()
    this.#told.textContent = counter?.text === undefined ? '' : words.counterSet(name, counter.text)
    this.refresh()
  }

  #tell(outcome: Exclude<RequestOutcome, { kind: 'done' }>): void {
    if (outcome.kind === 'refused') this.#key.heed(outcome)
    this.#told.textContent = notDoneText(outcome, { later: words.later, unanswered: words.counterUnanswered })
  }
}

function counterIn(value: unknown): Counter | undefined {
  const { name, step, width, limit, prefix, extension, text, sscc } = objectIn(value)
  if (typeof name !== 'string') return undefined
  const [ofStep, ofWidth, ofExtension] = [step, width, extension].map(Number) as [number, number, number]
  return {
    ...{ name, step: ofStep, width: ofWidth, extension: ofExtension },
    limit: typeof limit === 'number' ? limit : undefined,
    prefix: typeof prefix === 'string' ? prefix : undefined,
    text: typeof text === 'string' ? text : undefined,
    sscc: typeof sscc === 'string' ? sscc : undefined,
  }
}
