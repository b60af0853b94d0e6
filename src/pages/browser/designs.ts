/** The page /designs: labels of the service's designs, as forms with a live picture. */

import { FilledDesign } from './design/filled.ts'
import { type Described, designsIn } from './design/service-designs.ts'
import { byId, made, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { Service } from './service.ts'

class DesignsPage {
  readonly #service = new Service(refusalOf)
  readonly #select = byId('design', HTMLSelectElement)
  #designs: readonly Described[] = []
  #filled: FilledDesign | undefined

  async open(): Promise<void> {
    wireLanguageLinks()
    this.#select.addEventListener('change', () => this.#choose())
    await this.#load()
  }

  async #load(): Promise<void> {
    const outcome = await this.#service.patiently('api/v1/designs', new AbortController().signal, say)
    say(outcome.kind === 'refused' ? outcome.message : '')
    if (outcome.kind === 'refused') return
    this.#designs = designsIn(await outcome.response.json().catch(() => undefined))
    byId('no-designs', HTMLElement).hidden = this.#designs.length > 0
    byId('bench', HTMLElement).hidden = this.#designs.length === 0
    if (this.#designs.length === 0) return
    this.#select.replaceChildren(
      ...this.#designs.map(({ name, title }) => made('option', { value: name }, title ?? name)),
    )
    const wanted = new URLSearchParams(location.hash.slice(1)).get('design')
    if (this.#designs.some(({ name }) => name === wanted)) this.#select.value = wanted ?? ''
    this.#filled = new FilledDesign(this.#service)
    this.#choose(new URLSearchParams(location.hash.slice(1)))
  }

  #choose(given = new URLSearchParams()): void {
    const design = this.#designs.find(({ name }) => name === this.#select.value)
    if (design !== undefined) this.#filled?.show(design, given)
  }
}

function say(text: string): void {
  byId('page-fault', HTMLElement).textContent = text
}

void new DesignsPage().open()
