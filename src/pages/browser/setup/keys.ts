/** The keys of the service on the page /setup: what each may do, one that is made and shown once, one that is taken back. */

import { setup as words } from '../../words/setup/en.ts'
import { byId, made } from '../dom.ts'
import { words as ofPage } from '../words.ts'
import { rowsIn, type SetupCalls, textIn } from './calls.ts'
import { removalButton } from './removal.ts'

type Row = Readonly<Record<string, unknown>>

export class KeyPanel {
  readonly #calls: SetupCalls
  readonly #list = byId('keys', HTMLElement)
  readonly #form = byId('key-maker', HTMLFormElement)
  readonly #fault = byId('key-maker-fault', HTMLElement)
  readonly #made = byId('made-key', HTMLElement)
  readonly #key = byId('made-key-text', HTMLElement)

  constructor(calls: SetupCalls) {
    this.#calls = calls
    this.#form.reset()
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#make()
    })
    byId('copy-key', HTMLButtonElement).addEventListener('click', () => void this.#copy())
  }

  /** @returns whether the service has told its keys */
  async refresh(): Promise<boolean> {
    const answered = await this.#calls.list('api/v1/keys')
    if (typeof answered === 'string') {
      if (!byId('setup', HTMLElement).hidden) this.#calls.tell(answered, true)
      return false
    }
    const keys = rowsIn(answered, 'keys')
    byId('no-keys', HTMLElement).hidden = keys.length > 0
    this.#list.replaceChildren(...keys.map((key) => this.#row(key)))
    return true
  }

  #row(key: Row): HTMLElement {
    const name = textIn(key.name)
    const about = made('span', {}, made('strong', {}, name), made('span', { class: 'about' }, aboutOf(key)))
    return made(
      'li',
      {},
      about,
      removalButton(name, () => this.#remove(name)),
    )
  }

  async #remove(name: string): Promise<void> {
    const answered = await this.#calls.ask(`api/v1/keys/${encodeURIComponent(name)}`, { method: 'DELETE' })
    const isDone = typeof answered !== 'string'
    this.#calls.tell(isDone ? words.removed(name) : answered, !isDone)
    if (!(await this.refresh())) return
    byId('keys-title', HTMLElement).scrollIntoView({ block: 'nearest' })
    byId('key-name', HTMLInputElement).focus()
  }

  async #make(): Promise<void> {
    const name = byId('key-name', HTMLInputElement).value.trim()
    const may = [...this.#form.querySelectorAll<HTMLInputElement>('[name=may]:checked')].map(({ value }) => value)
    this.#made.hidden = true
    this.#fault.textContent = may.length === 0 ? words.mayNothing : ''
    if (may.length === 0) return
    const answered = await this.#calls.send('api/v1/keys', { name, may })
    if (typeof answered === 'string') {
      this.#fault.textContent = answered
      return
    }
    const key = textIn(answered.body.key)
    this.#key.textContent = key
    // the one-time code may be good for nothing now
    if (may.includes('admin')) this.#calls.use(key)
    this.#form.reset()
    await this.refresh()
    byId('copied', HTMLElement).textContent = ''
    this.#made.hidden = false
    this.#key.focus()
  }

  async #copy(): Promise<void> {
    const copied = byId('copied', HTMLElement)
    try {
      await navigator.clipboard.writeText(this.#key.textContent ?? '')
      copied.textContent = words.copied
    } catch {
      // no clipboard without TLS: select the key instead, so that a key of the keyboard copies it
      getSelection()?.selectAllChildren(this.#key)
      copied.textContent = words.selected
    }
  }
}

/** What it may do, until when, and when it was last used. */
function aboutOf({ may, expires, lastUsed }: Row): string {
  const scopes: Readonly<Record<string, string>> = ofPage.scopes
  const list = (Array.isArray(may) ? may : []).map((each) => scopes[textIn(each)] ?? textIn(each))
  const when = (time: string): string =>
    new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' })
  const end = typeof expires === 'string' ? [words.expires(when(expires))] : []
  const use = typeof lastUsed === 'string' ? words.lastUsed(when(lastUsed)) : words.neverUsed
  return [words.mayDo(list.join('; ')), ...end, use].join(' · ')
}
