/** The choice of a form for the text: WiFi, contact, payment. What the forms need is loaded for the first of them. */

import type * as Chunk from './contents/page.ts'
import { byId } from './dom.ts'
import type { Form } from './form.ts'
import { words } from './words.ts'

export class ContentForms {
  readonly #form: Form
  readonly #changed: () => void
  readonly #select = byId('contents', HTMLSelectElement)
  #loading: Promise<typeof Chunk> | undefined
  #shown: Chunk.ContentForm | undefined

  /** @param changed  called after a change of the form's values */
  constructor(form: Form, changed: () => void) {
    this.#form = form
    this.#changed = changed
    this.#select.addEventListener('input', (event) => {
      event.stopPropagation()
      void this.#choose()
    })
  }

  #load(): Promise<typeof Chunk> {
    this.#loading ??= import('./contents/page.ts')
    this.#loading.catch(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  async #choose(): Promise<void> {
    try {
      const { ContentForm } = await this.#load()
      this.#shown ??= new ContentForm(this.#form, this.#changed)
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      this.#select.value = ''
      byId('notice', HTMLElement).textContent = words.many.notLoaded
      return
    }
    this.#shown.show(this.#form.isMany ? '' : this.#select.value)
    this.#changed()
  }

  /** The text was edited by hand: the form follows it, or is left. */
  follow(): void {
    if (this.#shown !== undefined && this.#select.value !== '' && !this.#shown.follow()) this.leave()
  }

  /** Closes the form and takes back what it has given. */
  leave(): void {
    this.#select.value = ''
    this.#shown?.show('')
  }

  /** Closes the form after the page's own has been filled by a link, or emptied. */
  close(): void {
    this.#shown?.keepAll()
    this.leave()
    this.#shown?.keepAll()
  }

  /** Called after each change of the form. */
  arrange(): void {
    if (this.#select.value !== '') this.#shown?.guard()
  }

  /** The text with what it lacks, if it is the access to a network; undefined if it lacks nothing. */
  async meant(text: string): Promise<string | undefined> {
    if (!/^WIFI:/i.test(text)) return undefined
    return (await this.#load()).wifiMeant(text)
  }
}
