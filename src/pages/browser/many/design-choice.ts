/** What is on each label of the rows: a symbol with words, or a design of the service, whose fields columns fill. */

import { type Described, designsIn } from '../design/service-designs.ts'
import { byId, made } from '../dom.ts'
import type { Form } from '../form.ts'
import type { ServiceClient } from '../service.ts'
import { words } from '../words.ts'

export class DesignChoice {
  readonly #form: Form
  readonly #select = byId('design-choice', HTMLSelectElement)
  readonly #hint = byId('design-hint', HTMLElement)
  /** Undefined while nobody knows. */
  #designs: readonly Described[] | undefined

  /** @param changed  called when the designs of the service are known */
  constructor(form: Form, service: ServiceClient, changed: () => void) {
    this.#form = form
    // before the form hears of it
    this.#select.addEventListener('input', () => {
      byId('design', HTMLInputElement).value = this.#select.value
    })
    void this.#load(service, changed)
  }

  async #load(service: ServiceClient, changed: () => void): Promise<void> {
    const say = (text: string): void => {
      this.#hint.textContent = text
    }
    const outcome = await service.patiently('api/v1/designs', new AbortController().signal, say)
    say('')
    this.#designs = outcome.kind === 'refused' ? [] : designsIn(await outcome.response.json().catch(() => undefined))
    changed()
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
    const { design } = this.#form
    const designs = this.#designs ?? []
    byId('design-field', HTMLElement).hidden = designs.length === 0 && design === ''
    const isGone = this.#designs !== undefined && this.isMissing
    const names = [...designs.map(({ name }) => name), ...(this.isMissing ? [design] : [])]
    if (
      names.join() !==
      [...this.#select.options]
        .slice(1)
        .map(({ value }) => value)
        .join()
    ) {
      const options = designs.map(({ name, title }) => made('option', { value: name }, title ?? name))
      const missing = this.isMissing ? [made('option', { value: design }, design)] : []
      this.#select.replaceChildren(this.#select.options[0]!, ...options, ...missing)
    }
    this.#select.value = design
    this.#hint.textContent = isGone ? words.many.noDesign(design) : ''
    this.#form.designSize = this.chosen?.size ?? ''
  }
}
