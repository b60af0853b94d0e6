/** What is on the label: a symbol with words, or a design of the service, whose fields a form or the columns of a table fill. */

import { byId, made } from '../dom.ts'
import type { Form } from '../form.ts'
import type { RequestOutcome, ServiceClient } from '../service.ts'
import { words } from '../words.ts'
import { type Described, designsIn } from './service-designs.ts'

export class DesignChoice {
  readonly #form: Form
  readonly #select = byId('design-choice', HTMLSelectElement)
  readonly #hint = byId('design-hint', HTMLElement)
  readonly #service: ServiceClient
  readonly #changed: () => void
  /** Undefined while nobody knows. */
  #designs: readonly Described[] | undefined
  /** Resolves when a request for them has ended. */
  #loading: Promise<void> | undefined

  /** @param changed  called when the designs of the service are known */
  constructor(form: Form, service: ServiceClient, changed: () => void) {
    this.#form = form
    this.#service = service
    this.#changed = changed
    // before the form hears of it
    this.#select.addEventListener('input', () => {
      byId('design', HTMLInputElement).value = this.#select.value
    })
  }

  /** Asks which designs there are, once: what does without them does not wait for them. */
  async open(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/designs')
    if (outcome.kind === 'done' || outcome.kind === 'refused') await this.#take(outcome)
  }

  /** Resolves when the designs are known: the service is asked until it answers. */
  async ready(): Promise<void> {
    if (this.#designs !== undefined) return
    const say = (text: string): void => {
      // once they are known, the hint is that of the choice
      if (this.#designs === undefined) this.#hint.textContent = text
    }
    this.#loading ??= this.#service.patiently('api/v1/designs', new AbortController().signal, say).then((outcome) => {
      say('')
      return this.#take(outcome)
    })
    await this.#loading
  }

  async #take(outcome: Extract<RequestOutcome, { kind: 'done' | 'refused' }>): Promise<void> {
    const answer: unknown = outcome.kind === 'done' ? await outcome.response.json().catch(() => undefined) : undefined
    // the first answer counts
    if (this.#designs !== undefined) return
    this.#designs = designsIn(answer)
    this.#changed()
  }

  /** The design that is chosen; undefined for a symbol with words, and while it is not known. */
  get chosen(): Described | undefined {
    return this.#designs?.find(({ name }) => name === this.#form.design)
  }

  /** Whether a design is chosen of which nothing is known, so that there are no labels. */
  get isMissing(): boolean {
    return this.#form.design !== '' && this.chosen === undefined
  }

  /** Shows the choice, as long as there is one. */
  arrange(): void {
    const { design, product } = this.#form
    const designs = this.#designs ?? []
    byId('design-field', HTMLElement).hidden = product === 'barcode' || (designs.length === 0 && design === '')
    if (product === 'barcode') return
    if (design !== '') void this.ready()
    const isGone = this.#designs !== undefined && this.isMissing
    const names = [...designs.map(({ name }) => name), ...(this.isMissing ? [design] : [])]
    const shown = [...this.#select.options].slice(1).map(({ value }) => value)
    if (names.join() !== shown.join()) {
      const options = designs.map(({ name, title }) => made('option', { value: name }, title ?? name))
      const missing = this.isMissing ? [made('option', { value: design }, design)] : []
      this.#select.replaceChildren(this.#select.options[0]!, ...options, ...missing)
    }
    this.#select.value = design
    this.#hint.textContent = isGone ? words.label.noDesign(design) : ''
    this.#form.designSize = this.chosen?.size ?? ''
  }
}
