/** The page /designs: labels of the service's designs, as forms with a live picture, and the editor, which is loaded when it is wanted. */

import { FilledDesign } from './design/filled.ts'
import { type Described, designsIn } from './design/service-designs.ts'
import { byId, made, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { Service } from './service.ts'
import { words } from './words.ts'

class DesignsPage {
  readonly #service = new Service(refusalOf)
  readonly #select = byId('design', HTMLSelectElement)
  #designs: readonly Described[] = []
  #filled: FilledDesign | undefined
  #isEditorLoading = false
  /** The designs of the service, once they are known. */
  readonly #loaded = this.#load()

  open(): void {
    wireLanguageLinks()
    for (const way of ways()) way.addEventListener('change', () => this.#arrange())
    byId('begin', HTMLButtonElement).addEventListener('click', () => this.#go('edit'))
    this.#select.addEventListener('change', () => this.#choose())
    if (location.hash === '#edit') this.#go('edit')
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
  }

  async #loadEditor(): Promise<void> {
    this.#isEditorLoading = true
    say('')
    try {
      const { Editor } = await import('./design/editor/index.ts')
      new Editor(byId('editor', HTMLElement), this.#loaded)
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      say(words.many.notLoaded)
      this.#isEditorLoading = false
    }
  }

  async #load(): Promise<readonly Described[]> {
    const outcome = await this.#service.patiently('api/v1/designs', new AbortController().signal, say)
    say(outcome.kind === 'refused' ? outcome.message : '')
    if (outcome.kind === 'refused') return []
    this.#designs = designsIn(await outcome.response.json().catch(() => undefined))
    byId('no-designs', HTMLElement).hidden = this.#designs.length > 0
    byId('bench', HTMLElement).hidden = this.#designs.length === 0
    if (this.#designs.length === 0) return []
    this.#select.replaceChildren(
      ...this.#designs.map(({ name, title }) => made('option', { value: name }, title ?? name)),
    )
    const wanted = new URLSearchParams(location.hash.slice(1)).get('design')
    if (this.#designs.some(({ name }) => name === wanted)) this.#select.value = wanted ?? ''
    this.#filled = new FilledDesign(this.#service)
    this.#choose(new URLSearchParams(location.hash.slice(1)))
    return this.#designs
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
