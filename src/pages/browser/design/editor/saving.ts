/** Designs of the service in the editor: opened, saved, renamed and removed, without overwriting what somebody else has changed. */

import { designs as words } from '../../../words/designs/en.ts'
import { buttonFor, byId, made } from '../../dom.ts'
import { KeyField } from '../../key-field.ts'
import { questionPanel } from '../../question.ts'
import { Remembered } from '../../remembered.ts'
import { objectIn, type RequestOutcome, type ServiceClient, type ServiceRefusal } from '../../service.ts'
import { type ServiceDesigns, serviceDesignsIn } from '../service-designs.ts'
import { conflictPanel, type StoredDesign } from './conflict.ts'
import { type DesignDraft, draftIn, fileOf, withAllFields } from './draft.ts'

/** The editor, as saving needs it. */
interface Editor {
  /** The draft as it is saved. */
  readonly draft: () => DesignDraft
  /** Shows a draft in place of what is there, which can be undone: of the same design, or of another. */
  readonly begin: (draft: DesignDraft) => void
  readonly beginOther: (draft: DesignDraft) => void
  readonly saveFile: () => void
}

/** A design as it was opened or saved last. */
interface Base {
  readonly name: string
  readonly tag: string
  readonly file: string
}

/** Of a design that a service takes, whose file could not begin with a full stop. */
const nameForm = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,39}$/

/** Names below /api/v1/designs/ that are no designs. */
const reserved = ['import', 'schema.json']

export class Saving {
  readonly #service: ServiceClient
  readonly #editor: Editor
  readonly #key: KeyField
  readonly #kept = new Remembered('draft-of', 400_000)
  readonly #stored = made('select', { 'aria-label': words.saving.open, autocomplete: 'off', hidden: '' })
  readonly #save = buttonFor(words.saving.save, () => this.save(), { class: 'main' })
  readonly #rename = buttonFor('', () => this.#do(() => this.#moveTo()), { hidden: '' })
  readonly #remove = buttonFor('', () => this.#ask(), { hidden: '' })
  readonly #file = buttonFor(words.saving.file, () => this.#editor.saveFile())
  readonly #many = buttonFor(words.saving.many, () => this.#fillFromTable())
  readonly #state = made('p', { class: 'hint', role: 'status' })
  readonly #fault = made('p', { class: 'error', role: 'alert' })
  readonly #panel = made('div', {})
  /** What opens designs, what saves them, what uses them, and what is said of that. */
  readonly elements = {
    open: this.#stored,
    save: [this.#save, this.#rename, this.#remove, this.#file],
    many: this.#many,
    said: made('div', { class: 'saving' }, this.#state, this.#fault, this.#panel),
  } as const
  /** The design of the service that the draft is of. */
  #base: Base | undefined
  /** What leaving the page loses nothing of: what a file has, or this browser had. */
  #outside: string
  #designs: ServiceDesigns = { designs: [], isFixed: false }
  readonly #loaded: Promise<void>
  /** What is done again once there is a key. */
  #waiting: (() => Promise<void>) | undefined
  #isKeyMissing = false
  #isBusy = false

  constructor(service: ServiceClient, designs: Promise<ServiceDesigns>, editor: Editor) {
    this.#service = service
    this.#editor = editor
    this.#key = new KeyField(service, () => {
      const waiting = this.#waiting
      if (waiting !== undefined) void this.#do(waiting)
    })
    this.#base = baseIn(this.#kept.text)
    this.#outside = fileOf(editor.draft())
    this.#stored.addEventListener('change', () => this.#do(() => this.#open()))
    this.#loaded = designs.then((all) => this.#offer(all))
    addEventListener('beforeunload', (event) => {
      if (this.#isUnsaved()) event.preventDefault()
    })
  }

  /** Says how the draft stands to the service's design. */
  show(draft: DesignDraft): void {
    const [base, { isFixed }] = [this.#base, this.#designs]
    const isRenamed = base !== undefined && draft.name !== base.name
    this.#save.hidden = isFixed
    this.#many.hidden = isFixed
    this.#file.className = isFixed ? 'main' : ''
    this.#save.textContent = isRenamed ? words.saving.saveAs(draft.name) : words.saving.save
    this.#rename.hidden = isFixed || !isRenamed
    this.#remove.hidden = isFixed || base === undefined
    if (base !== undefined) {
      this.#rename.textContent = words.saving.rename(base.name, draft.name)
      this.#remove.textContent = words.saving.remove(base.name)
    }
    const state = isFixed
      ? words.saving.fixed
      : base === undefined
        ? words.saving.unsaved
        : fileOf(withAllFields(draft)) === base.file
          ? words.saving.saved(base.name)
          : words.saving.changed(base.name)
    if (this.#state.textContent !== state) this.#state.textContent = state
  }

  /** The draft is no longer one of a design of the service. */
  leave(): void {
    this.#setBase(undefined)
    this.#say('')
  }

  /** A file has the draft now. */
  exported(draft: DesignDraft): void {
    this.#outside = fileOf(draft)
  }

  /** Saves the draft in the service under its name, or as a file where the service takes none. */
  save(): Promise<void> {
    return this.#do(async () => {
      await this.#loaded
      if (this.#designs.isFixed) this.#editor.saveFile()
      else await this.#putDraft()
    })
  }

  /** Saves the draft, and goes to the table that fills it in. */
  #fillFromTable(): Promise<void> {
    return this.#do(async () => {
      const query = new URLSearchParams({ make: 'many', design: this.#editor.draft().name })
      if (await this.#putDraft()) location.assign(`./#${query}`)
    })
  }

  /** @returns whether the service has the draft now */
  #putDraft(): Promise<boolean> {
    const draft = this.#editor.draft()
    return this.#put(draft, this.#base?.name === draft.name ? this.#base.tag : undefined)
  }

  #isUnsaved(): boolean {
    const file = fileOf(this.#editor.draft())
    return file !== this.#outside && file !== this.#base?.file
  }

  /** Does one thing at a time: a second click is not a second request. */
  async #do(work: () => Promise<void>): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      this.#isKeyMissing = false
      this.#say('')
      await work()
    } finally {
      this.#waiting = this.#isKeyMissing ? work : undefined
      this.#isBusy = false
    }
  }

  async #open(): Promise<void> {
    const name = this.#stored.value
    this.#stored.value = ''
    if (name === '') return
    const found = await this.#get(name)
    if (found === undefined) return this.#say(words.saving.notThere(name))
    this.#editor.beginOther(found.draft)
    this.#setBase(found)
  }

  #take(found: StoredDesign): void {
    this.#editor.begin(found.draft)
    this.#setBase(found)
    this.#say('')
  }

  /** @returns whether the service has the draft now */
  async #put(draft: DesignDraft, tag: string | undefined): Promise<boolean> {
    const isReserved = reserved.includes(draft.name)
    if (isReserved || !nameForm.test(draft.name)) {
      this.#say(isReserved ? words.saving.reserved(draft.name) : words.saving.nameForm)
      byId('draft-name', HTMLInputElement).focus()
      return false
    }
    const response = await this.#change('PUT', draft, tag)
    if (response === undefined) return false
    await this.#keep({ draft, tag: response.headers.get('ETag') ?? '' })
    return true
  }

  async #keep(stored: StoredDesign): Promise<void> {
    this.#setBase(stored)
    await this.#refresh()
  }

  /** Saves the draft under its new name, and removes the design under the old one. */
  async #moveTo(): Promise<void> {
    const base = this.#base
    const draft = this.#editor.draft()
    if (base === undefined || !(await this.#put(draft, undefined))) return
    const outcome = await this.#send('DELETE', base.name, base.tag)
    await this.#refresh()
    this.#say(outcome.kind === 'done' ? words.saving.renamed(base.name, draft.name) : words.saving.stays(base.name))
  }

  #ask(): void {
    const base = this.#base
    if (base === undefined) return
    const panel = questionPanel(words.saving.ask(base.name), [
      [words.saving.yes, () => this.#do(() => this.#delete())],
      [words.saving.no, () => this.#close()],
    ])
    this.#panel.replaceChildren(panel)
    panel.querySelector('button')?.focus()
  }

  /** Removes the design from the service; the draft stays. */
  async #delete(): Promise<void> {
    const base = this.#base
    if (base === undefined) return
    const draft = this.#editor.draft()
    const response = await this.#change('DELETE', { ...draft, name: base.name }, base.tag)
    if (response === undefined) return
    this.#setBase(undefined)
    await this.#refresh()
    this.#say(words.saving.removed(base.name))
    this.#save.focus()
  }

  /** Sends a change, and says why if it is not made. */
  async #change(method: 'PUT' | 'DELETE', draft: DesignDraft, tag: string | undefined): Promise<Response | undefined> {
    const outcome = await this.#send(method, draft.name, tag, method === 'PUT' ? draft : undefined)
    this.#isKeyMissing = this.#key.heed(outcome)
    if (this.#isKeyMissing && outcome.kind === 'refused') {
      this.#say(outcome.message)
      byId('key', HTMLInputElement).focus()
    } else if (outcome.kind === 'done') return outcome.response
    else if (outcome.kind === 'refused') await this.#refuse(outcome, method, draft)
    else this.#say(`${outcome.kind === 'later' ? outcome.message : words.saving.unanswered} ${words.saving.notSaved}`)
    return undefined
  }

  #send(method: 'PUT' | 'DELETE', name: string, tag: string | undefined, draft?: DesignDraft): Promise<RequestOutcome> {
    const headers = { 'Quietzone-Print': 'yes', ...(tag !== undefined && { 'If-Match': tag }) }
    const bytes = draft && new TextEncoder().encode(fileOf(draft))
    const body = bytes && ({ type: 'application/json', bytes } as const)
    return this.#service.ask(addressOf(name), undefined, { method, headers, body })
  }

  async #refuse({ code, message }: ServiceRefusal, method: 'PUT' | 'DELETE', draft: DesignDraft): Promise<void> {
    if (code === 'design_changed') return this.#showConflict(method, draft)
    if (code === 'designs_fixed') {
      this.#offer({ ...this.#designs, isFixed: true })
      return
    }
    this.#say(`${code === 'body_too_large' ? words.saving.tooLarge : message} ${words.saving.notSaved}`)
  }

  /** Shows the design of somebody else beside the draft, which has the same name. */
  async #showConflict(method: 'PUT' | 'DELETE', draft: DesignDraft): Promise<void> {
    const theirs = await this.#get(draft.name)
    // saved before, by a request whose answer did not arrive
    if (method === 'PUT' && theirs !== undefined && fileOf(theirs.draft) === fileOf(draft)) return this.#keep(theirs)
    const other = this.#freeName(draft.name)
    this.#panel.replaceChildren(
      await conflictPanel(this.#service, draft.name, theirs, other, {
        saveAs: () => this.#do(() => this.#saveAs(other)),
        take: (found) => this.#take(found),
        replace: (found) => this.#do(async () => void (await this.#put(this.#editor.draft(), found?.tag))),
      }),
    )
    this.#panel.querySelector('button')?.focus()
  }

  async #saveAs(name: string): Promise<void> {
    this.#editor.begin({ ...this.#editor.draft(), name })
    await this.#put(this.#editor.draft(), undefined)
  }

  /** A name that no design of the service has, as far as is known. */
  #freeName(name: string): string {
    const names = new Set(this.#designs.designs.map((each) => each.name))
    for (let number = 2; ; number++) {
      const end = `-${number}`
      const free = name.slice(0, 40 - end.length) + end
      if (!names.has(free)) return free
    }
  }

  async #get(name: string): Promise<StoredDesign | undefined> {
    const outcome = await this.#service.ask(addressOf(name))
    if (outcome.kind !== 'done') return undefined
    const answer: unknown = await outcome.response.json().catch(() => undefined)
    const draft = draftIn(JSON.stringify(objectIn(answer).definition ?? null))
    return draft && { draft, tag: outcome.response.headers.get('ETag') ?? '' }
  }

  async #refresh(): Promise<void> {
    const outcome = await this.#service.ask('api/v1/designs')
    if (outcome.kind === 'done') this.#offer(serviceDesignsIn(await outcome.response.json().catch(() => undefined)))
  }

  #offer(all: ServiceDesigns): void {
    this.#designs = all
    this.#stored.hidden = all.designs.length === 0
    const options = all.designs.map(({ name, title }) => made('option', { value: name }, title ?? name))
    this.#stored.replaceChildren(made('option', { value: '' }, words.saving.open), ...options)
    this.show(this.#editor.draft())
  }

  #setBase(stored: StoredDesign | undefined): void {
    this.#base = stored && { name: stored.draft.name, tag: stored.tag, file: fileOf(stored.draft) }
    if (this.#base === undefined) this.#kept.forget()
    else this.#kept.keep(JSON.stringify(this.#base))
    this.show(this.#editor.draft())
  }

  #close(): void {
    this.#panel.replaceChildren()
    this.#remove.focus()
  }

  #say(text: string): void {
    this.#fault.textContent = text
    this.#panel.replaceChildren()
  }
}

const addressOf = (name: string): string => `api/v1/designs/${encodeURIComponent(name)}`

/** The design that the kept draft is of; undefined if it is of none. */
function baseIn(text: string | undefined): Base | undefined {
  try {
    const { name, tag, file } = objectIn(JSON.parse(text ?? 'null'))
    const isBase = [name, tag, file].every((each) => typeof each === 'string')
    return isBase ? ({ name, tag, file } as Base) : undefined
  } catch {
    return undefined
  }
}
