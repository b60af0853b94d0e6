/** Backup and restore on the page /setup: one file, and a question that says what it replaces. */

import { setup as words } from '../../words/setup/en.ts'
import { byId, made } from '../dom.ts'
import { saveFile } from '../files.ts'
import { objectIn } from '../service.ts'
import { words as ofPage } from '../words.ts'
import { type Answered, type SetupCalls, textIn } from './calls.ts'

/** A setup, as it is read: each part is a list. */
type Setup = Readonly<Record<string, unknown>>

const parts = ['printers', 'keys', 'designs', 'counters'] as const

/** The most bytes that the service takes. */
const mostBytes = 16 << 20

/** Names that are shown of a part: more are counted. */
const mostNames = 12

/** A file that is asked about. */
interface Chosen {
  readonly name: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Of what was there when the question was put. */
  readonly tag: string
}

export class BackupPanel {
  readonly #calls: SetupCalls
  readonly #restored: () => Promise<void>
  readonly #form = byId('restore-form', HTMLFormElement)
  readonly #told = byId('backup-told', HTMLElement)
  readonly #file = byId('backup-file', HTMLInputElement)
  #chosen: Chosen | undefined

  /** @param restored  called once a file is restored: all that the page shows may be another */
  constructor(calls: SetupCalls, restored: () => Promise<void>) {
    this.#calls = calls
    this.#restored = restored
    byId('save-backup', HTMLButtonElement).addEventListener('click', () => void this.#save())
    byId('choose-backup', HTMLButtonElement).addEventListener('click', () => this.#file.click())
    this.#file.addEventListener('change', () => {
      const [file] = this.#file.files ?? []
      if (file !== undefined) void this.#ask(file)
    })
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#restore()
    })
    byId('restore-close', HTMLButtonElement).addEventListener('click', () => this.#close())
  }

  async #save(): Promise<void> {
    const answered = await this.#current()
    if (answered === undefined) return
    const day = new Date().toISOString().slice(0, 10)
    const text = `${JSON.stringify(answered.body, undefined, 2)}\n`
    saveFile(new Blob([text], { type: 'application/json' }), `quietzone-${day}.json`)
  }

  /** What is set up now; undefined, and it is told why, if the service does not say. */
  async #current(): Promise<Answered | undefined> {
    const answered = await this.#calls.ask('api/v1/state/setup')
    this.#told.textContent = typeof answered === 'string' ? answered : ''
    return typeof answered === 'string' ? undefined : answered
  }

  /** Says what a file replaces, and asks. */
  async #ask(file: File): Promise<void> {
    this.#form.hidden = true
    if (file.size > mostBytes) return this.#refuse(words.tooLarge)
    const bytes = new Uint8Array(await file.arrayBuffer())
    const setup = setupIn(bytes)
    if (setup === undefined) return this.#refuse(words.notBackup)
    const now = await this.#current()
    if (now === undefined) return this.#refuse(this.#told.textContent ?? '')
    this.#chosen = { name: file.name, bytes, tag: now.tag ?? '' }
    byId('restore-title', HTMLElement).textContent = words.restoreTitle(file.name)
    const { restoreNow: nowHeading, restoreFile: fileHeading } = ofPage.setup
    const rows = parts.map((part) =>
      made(
        'tr',
        {},
        made('th', { scope: 'row' }, words.parts[part]),
        made('td', { 'data-heading': nowHeading }, namesIn(now.body, part) ?? words.notHere),
        made('td', { 'data-heading': fileHeading }, namesIn(setup, part) ?? words.stays),
      ),
    )
    byId('restore-parts', HTMLElement).replaceChildren(...rows)
    this.#form.hidden = false
    byId('restore-title', HTMLElement).focus()
  }

  #refuse(why: string): void {
    this.#told.textContent = why
    // the same file may be chosen again
    this.#file.value = ''
  }

  async #restore(): Promise<void> {
    if (this.#chosen === undefined) return
    const { name, bytes, tag } = this.#chosen
    const body = { type: 'application/json', bytes } as const
    const answered = await this.#calls.ask('api/v1/state/setup', { method: 'PUT', headers: { 'If-Match': tag }, body })
    this.#close()
    if (typeof answered === 'string') {
      this.#told.textContent = answered
      return
    }
    this.#calls.tell(words.restored(name))
    byId('told', HTMLElement).focus()
    await this.#restored()
  }

  #close(): void {
    this.#form.hidden = true
    this.#chosen = undefined
    this.#file.value = ''
    byId('choose-backup', HTMLButtonElement).focus()
  }
}

/** The names in a part, with their number; undefined if there is no such part. */
function namesIn(setup: Setup, part: (typeof parts)[number]): string | undefined {
  const list = setup[part]
  if (!Array.isArray(list)) return undefined
  const names = list.map((each) => textIn(objectIn(part === 'designs' ? objectIn(each).design : each).name))
  const more = names.length > mostNames ? ', …' : ''
  return words.named(names.length, `${names.slice(0, mostNames).join(', ')}${more}`)
}

/** The setup in a file; undefined if it is none. */
function setupIn(bytes: Uint8Array): Setup | undefined {
  try {
    const setup = objectIn(JSON.parse(new TextDecoder().decode(bytes)))
    return setup.version === 1 && parts.some((part) => part in setup) ? setup : undefined
  } catch {
    return undefined
  }
}
