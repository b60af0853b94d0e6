/** The page /designs: labels of the service's designs, as forms with a live picture, and the editor, which is loaded when it is wanted. */

import { FilledDesign } from './design/filled.ts'
import { type Described, type ServiceDesigns, serviceDesignsIn } from './design/service-designs.ts'
import { byId, made, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { ServiceClient } from './service.ts'
import { words } from './words.ts'

class DesignsPage {
  readonly #service = new ServiceClient(refusalOf)
  readonly #select = byId('design', HTMLSelectElement)
  #designs: readonly Described[] = []
  #filled: FilledDesign | undefined
  #isEditorLoading = false
  /** The query of a label that is opened as a design; empty for none. */
  #label = ''
  /** The designs of the service, once they are known. */
  readonly #loaded = this.#load()

  open(): void {
    wireLanguageLinks()
    for (const way of ways()) way.addEventListener('change', () => this.#arrange())
    byId('begin', HTMLButtonElement).addEventListener('click', () => this.#go('edit'))
    this.#select.addEventListener('change', () => this.#choose())
    if (/^#edit(\?|$)/.test(location.hash)) {
      this.#label = location.hash.slice('#edit?'.length)
      this.#go('edit')
    }
  }

  #go(value: string): void {
    for (const way of ways()) way.checked = way.value === value
    this.#arrange()
  }

  #arrange(): void {
    const isEdited = ways().some(({ checked, value }) => checked && value === 'edit')
    byId('use', HTMLElement).hidden = isEdited
    byId('editor', HTMLElement).hidden = !isEdited
    if (isEdited) history.replaceState(null, '', '#edit')
    else this.#filled?.keepAddress()
    if (isEdited && !this.#isEditorLoading) void this.#loadEditor()
    // a design may have been saved or changed here
    if (!isEdited) void this.#refresh()
  }

  async #loadEditor(): Promise<void> {
    this.#isEditorLoading = true
    say('')
    try {
      const { DesignEditor } = await import('./design/editor/index.ts')
      new DesignEditor(byId('editor', HTMLElement), this.#service, this.#loaded, this.#label)
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      say(words.many.notLoaded)
      this.#isEditorLoading = false
    }
  }

  async #load(): Promise<ServiceDesigns> {
    const outcome = await this.#service.patiently('api/v1/designs', new AbortController().signal, say)
    say(outcome.kind === 'refused' ? outcome.message : '')
    if (outcome.kind === 'refused') return { designs: [], isFixed: false }
    const given = new URLSearchParams(location.hash.slice(1))
    const found = serviceDesignsIn(await outcome.response.json().catch(() => undefined))
    this.#offer(found.designs, given.get('design'), given)
    return found
  }

  /** Asks again for the designs. What is filled in stays. */
  async #refresh(): Promise<void> {
    if (this.#filled === undefined && this.#designs.length > 0) return
    const outcome = await this.#service.ask('api/v1/designs')
    if (outcome.kind !== 'done') return
    const { designs } = serviceDesignsIn(await outcome.response.json().catch(() => undefined))
    this.#offer(designs, this.#select.value, this.#filled?.values)
  }

  /** @param wanted  the name of the design to show  @param given  what is filled in */
  #offer(designs: readonly Described[], wanted: string | null, given?: URLSearchParams): void {
    this.#designs = designs
    byId('no-designs', HTMLElement).hidden = designs.length > 0
    byId('bench', HTMLElement).hidden = designs.length === 0
    if (designs.length === 0) return
    this.#select.replaceChildren(...designs.map(({ name, title }) => made('option', { value: name }, title ?? name)))
    if (designs.some(({ name }) => name === wanted)) this.#select.value = wanted ?? ''
    this.#filled ??= new FilledDesign(this.#service)
    this.#choose(given)
  }

  #choose(given = new URLSearchParams()): void {
    const design = this.#designs.find(({ name }) => name === this.#select.value)
    if (design !== undefined) this.#filled?.show(design, given)
  }
}

function say(text: string): void {
  byId('page-fault', HTMLElement).textContent = text
}

const ways = (): HTMLInputElement[] => [...document.querySelectorAll<HTMLInputElement>('[name=way]')]

new DesignsPage().open()
