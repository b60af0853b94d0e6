/** The field for a key, which is seen where the service needs one, and the key, which is kept as long as the tab is open. */

import { byId } from './dom.ts'
import { Remembered } from './remembered.ts'
import type { RequestOutcome, ServiceClient } from './service.ts'

export class KeyField {
  readonly #service: ServiceClient
  readonly #kept = new Remembered('key', 200, () => sessionStorage)

  /** @param used  called after a key was given to the service */
  constructor(service: ServiceClient, used: () => void) {
    this.#service = service
    service.key = this.#kept.text
    byId('key-form', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault()
      const key = byId('key', HTMLInputElement).value.trim()
      if (key === '') return
      service.key = key
      used()
    })
  }

  /**
   * Asks for a key where the service needs one, and keeps one that is good in this tab.
   *
   * @returns whether a key is missing
   */
  heed(outcome: RequestOutcome | { readonly kind: 'printed' }): boolean {
    const refused = outcome.kind === 'refused' ? outcome : undefined
    const isMissing = refused?.code !== undefined && codes.includes(refused.code)
    byId('key-line', HTMLElement).hidden = !isMissing
    const isUntold = refused?.code === 'key_required' || (refused?.code === 'not_allowed' && this.#hasCode())
    byId('key-fault', HTMLElement).textContent = isMissing && !isUntold ? refused.message : ''
    if (isMissing) this.#kept.forget()
    else if (outcome.kind !== 'unanswered' && this.#service.key !== undefined) this.#kept.keep(this.#service.key)
    return isMissing
  }

  /** Whether the tab has the one-time code from the page that sets up: nobody has given a key that lacks something. */
  #hasCode(): boolean {
    return /^(?:[A-Z2-9]{4}-){4}[A-Z2-9]{4}$/.test(this.#service.key ?? '')
  }
}

/** Of refusals for want of a key that may do what was asked. */
const codes: readonly string[] = ['key_required', 'key_unknown', 'key_expired', 'not_allowed']
