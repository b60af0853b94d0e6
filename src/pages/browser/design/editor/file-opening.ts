/** Files that are opened in the editor: designs, and files of gLabels, of which the service makes designs. */

import { designs as words } from '../../../words/designs/en.ts'
import { sentenceFor } from '../../../words/findings/sentence.ts'
import { imports } from '../../../words/imports/en.ts'
import { noteParts } from '../../../words/imports/note.ts'
import { buttonFor, made } from '../../dom.ts'
import { objectIn, type ServiceClient } from '../../service.ts'
import { kindName } from '../element-names.ts'
import { type DesignDraft, draftIn } from './draft.ts'

/** The editor, as opening needs it. */
interface Editor {
  readonly begin: (draft: DesignDraft) => void
  readonly say: (text: string) => void
}

export class FileOpening {
  readonly #service: ServiceClient
  readonly #editor: Editor
  readonly #input = made('input', { id: 'open-design', type: 'file', accept: '.json,application/json,.glabels' })
  readonly button = made('label', { class: 'button file', for: this.#input.id }, words.editor.open, this.#input)
  /** What could not be taken over of the file that was opened last. */
  readonly notes = made('div', { class: 'imported', role: 'status' })

  /** @param service  whose refusals are in English */
  constructor(service: ServiceClient, editor: Editor) {
    this.#service = service
    this.#editor = editor
    this.#input.addEventListener('change', () => {
      const [file] = this.#input.files ?? []
      this.#input.value = ''
      if (file !== undefined) void this.#open(file)
    })
  }

  async #open(file: File): Promise<void> {
    this.notes.replaceChildren()
    if (/\.glabels$/i.test(file.name)) return this.#import(file)
    const draft = draftIn(await file.text())
    if (draft === undefined) this.#editor.say(words.editor.notADesign(file.name))
    else this.#editor.begin(draft)
  }

  async #import(file: File): Promise<void> {
    this.#editor.say(words.imported.reading(file.name))
    const bytes = new Uint8Array(await file.arrayBuffer())
    const query = new URLSearchParams({ name: file.name.replace(/\.glabels$/i, '') })
    const body = { type: 'application/octet-stream', bytes } as const
    const outcome = await this.#service.ask(`api/v1/designs/import?${query}`, undefined, { body })
    if (outcome.kind !== 'done') {
      const isTooLarge = outcome.kind === 'refused' && outcome.code === 'body_too_large'
      const why = outcome.kind === 'unanswered' ? words.saving.unanswered : outcome.message
      this.#editor.say(`${file.name}: ${isTooLarge ? words.imported.tooLarge : spoken(why)}`)
      return
    }
    const { design, notes } = objectIn(await outcome.response.json().catch(() => undefined))
    const draft = draftIn(JSON.stringify(design ?? null))
    if (draft === undefined) return this.#editor.say(words.editor.notADesign(file.name))
    this.#editor.begin(draft)
    const said = (Array.isArray(notes) ? notes : []).map((note) => noteText(`${objectIn(note).message}`))
    this.#show(file.name, said)
  }

  #show(name: string, notes: readonly string[]): void {
    const close = buttonFor(words.imported.close, () => this.notes.replaceChildren())
    const list = made('ul', {}, ...notes.map((note) => made('li', {}, note)))
    const heading = notes.length === 0 ? words.imported.whole(name) : words.imported.notes(name, notes.length)
    this.notes.replaceChildren(made('p', {}, heading), ...(notes.length === 0 ? [] : [list]), close)
  }
}

/** A sentence of the service in the language of the page; as it is if that has none for it. */
const spoken = (message: string): string => sentenceFor(message, imports) ?? message

function noteText(note: string): string {
  const { object, variable, isOfLabel, sentence } = noteParts(note)
  const said = spoken(sentence)
  if (isOfLabel) return `${words.editor.label}: ${said}`
  if (variable !== undefined) return `${words.imported.variable(variable)}: ${said}`
  if (object === undefined) return said
  const { number, kind, name } = object
  const what = `${number}, ${kindName(kind === 'barcode' ? 'symbol' : kind)}${name === '' ? '' : ` ${name}`}`
  return `${words.imported.object(what)}: ${said}`
}
