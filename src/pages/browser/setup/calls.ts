/** What the page /setup asks of the service, and what it tells of it. */

import { setup as words } from '../../words/setup/en.ts'
import { byId } from '../dom.ts'
import { notDoneText, objectIn, type Posted, type RequestOutcome, type ServiceClient } from '../service.ts'

/** An answer in JSON, and the tag of what it shows. */
export interface Answered {
  readonly body: Readonly<Record<string, unknown>>
  readonly tag: string | undefined
}

/** What pages of other origins cannot send. */
const allowed = { 'Quietzone-Print': 'yes' }

export class SetupCalls {
  readonly #service: ServiceClient
  readonly #heed: (outcome: RequestOutcome) => void
  readonly #told = byId('told', HTMLElement)

  /** @param heed  hears of each outcome */
  constructor(service: ServiceClient, heed: (outcome: RequestOutcome) => void) {
    this.#service = service
    this.#heed = heed
  }

  /** Asks for what the page is made of, until the service gives or refuses it, and tells of each wait. @returns as `ask` does */
  async list(path: string): Promise<Answered | string> {
    let hasWaited = false
    const outcome = await this.#service.patiently(path, new AbortController().signal, (why) => {
      hasWaited = true
      this.tell(why, true)
    })
    if (hasWaited) this.tell('')
    return this.#answered(outcome)
  }

  /** @returns why there is no answer, as a sentence, in place of one */
  async ask(path: string, posted?: Posted): Promise<Answered | string> {
    const sent = posted && { ...posted, headers: { ...allowed, ...posted.headers } }
    return this.#answered(await this.#service.ask(path, undefined, sent))
  }

  async #answered(outcome: RequestOutcome): Promise<Answered | string> {
    if (outcome.kind !== 'unanswered') this.#heed(outcome)
    if (outcome.kind !== 'done') return notDoneText(outcome, words)
    const body = objectIn(await outcome.response.json().catch(() => undefined))
    return { body, tag: outcome.response.headers.get('ETag') ?? undefined }
  }

  /** Sends a value. */
  send(path: string, value: object, headers: Readonly<Record<string, string>> = {}): Promise<Answered | string> {
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    return this.ask(path, { headers, body: { type: 'application/json', bytes } })
  }

  /** Asks with this key from now on. */
  use(key: string): void {
    this.#service.key = key
  }

  /** Says above everything what has happened. */
  tell(text: string, isFault = false): void {
    this.#told.textContent = text
    this.#told.className = isFault ? 'error' : ''
  }
}

/** The objects of a list in an answer. */
export function rowsIn(answered: Answered, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = answered.body[name]
  return Array.isArray(list) ? list.map(objectIn) : []
}

/** A text; empty if it is none. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
