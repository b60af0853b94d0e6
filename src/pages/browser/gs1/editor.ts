/** The elements of the GS1 message in the text field. The text is the truth; this is a view of it, and every change is one of the text. */

import {
  carried,
  Gs1Error,
  type Gs1Fault,
  gs1Message,
  identifierOf,
  usualDomain,
} from '../../../../symbologies/gs1/index.ts'
import { wireCombobox } from '../combobox.ts'
import { byId, made } from '../dom.ts'
import type { TextField } from '../fields.ts'
import type { Form } from '../form.ts'
import type { Fault } from '../service.ts'
import { words } from '../words.ts'
import { ElementView } from './element-view.ts'
import { entries, found, type IdentifierEntry, nameOf } from './identifiers.ts'
import {
  domainIn,
  type ElementRow,
  extended,
  fromReader,
  inBrackets,
  type MessageRows,
  type Missing,
  missingFor,
  pastedMessage,
  replaced,
  rowsOf,
} from './message.ts'

/** The kind of text: plain, a message of element strings, or one as a GS1 Digital Link. */
export type EditorMode = 'false' | 'true' | 'link'

/** The most elements that have fields; a message of real use has a dozen. */
const mostViews = 60

export class MessageEditor {
  readonly #text: TextField
  readonly #kind: HTMLSelectElement
  readonly #changed: () => void
  readonly #panel = byId('gs1', HTMLElement)
  readonly #list = byId('elements', HTMLOListElement)
  readonly #companions = byId('companions', HTMLElement)
  readonly #adding = byId('add', HTMLInputElement)
  readonly #domain = byId('domain', HTMLInputElement)
  readonly #views: ElementView[] = []
  /** How many views there have been. */
  #made = 0
  #mode: EditorMode = 'false'
  #message: MessageRows = rowsOf('')
  /** What the service has found wrong with the text that is shown, besides what is found here. */
  #served: { readonly text: string; readonly faults: readonly Fault[] } = { text: '', faults: [] }

  /** @param changed  called after a change that is not an input event of the form */
  constructor({ text, kind }: Form, changed: () => void) {
    this.#text = text
    this.#kind = kind
    this.#changed = changed
    this.#domain.placeholder = usualDomain
    this.#wireElements()
    this.#wireText(text.element)
    this.#wireSearch()
  }

  #wireElements(): void {
    this.#list.addEventListener('input', ({ target }) => {
      const index = this.#views.findIndex(({ item }) => target instanceof Node && item.contains(target))
      const element = this.#views[index]?.changed(target)
      // the form hears of it next
      if (element !== undefined) this.#text.value = replaced(this.#text.value, index, element)
    })
    this.#list.addEventListener('focusout', ({ target }) => {
      const view = this.#views.find(({ input }) => input === target)
      if (view === undefined) return
      view.isNew = false
      this.update(this.#mode)
    })
    this.#list.addEventListener('keydown', (event) => this.#onKey(event))
    this.#panel.addEventListener('click', (event) => this.#onClick(event))
    // a press takes no focus from a value: what its field says of it then would move the button away before the click
    this.#panel.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('[data-act]') !== null) event.preventDefault()
    })
    this.#panel.addEventListener('paste', (event) => this.#onPaste(event))
  }

  #wireText(field: HTMLTextAreaElement): void {
    field.addEventListener('paste', (event) => this.#onPaste(event), { capture: true })
    field.addEventListener('input', () => {
      const read = fromReader(field.value)
      if (this.#mode !== 'false' && read !== field.value) field.value = read
    })
    field.addEventListener('change', () => this.#settle())
    field.addEventListener('keydown', ({ key, shiftKey }) => {
      if (key === 'Enter' && !shiftKey) this.#settle()
    })
  }

  #wireSearch(): void {
    let all: readonly IdentifierEntry[] | undefined
    wireCombobox<IdentifierEntry>({
      input: this.#adding,
      list: byId('add-list', HTMLElement),
      count: byId('add-count', HTMLElement),
      find: (query) => {
        all ??= entries()
        return found(query, all)
      },
      content: (entry) => this.#optionContent(entry),
      choose: (entry) => this.#add([this.#rowOf(entry)?.ai ?? entry.ai]),
    })
  }

  /** The row that has the AI of an entry, with whatever decimals. */
  #rowOf({ ai, shown }: IdentifierEntry): ElementRow | undefined {
    return this.#message.rows.find((row) => row.ai === ai || isOf(shown, row.ai))
  }

  #optionContent(entry: IdentifierEntry): (Node | string)[] {
    const { shown, name, title } = entry
    const isThere = this.#rowOf(entry) !== undefined
    return [
      made('span', { class: 'ai' }, `(${shown})`),
      made('span', {}, name),
      made('small', {}, isThere ? words.gs1.inMessage : title === name.toUpperCase() ? '' : title),
    ]
  }

  /** Shows the elements of the text, or nothing if the text is plain. */
  update(next: EditorMode): void {
    this.#mode = next
    const isOn = this.#mode !== 'false'
    this.#panel.hidden = !isOn
    this.#message = isOn ? rowsOf(this.#text.value) : rowsOf('')
    arrangeTypes(this.#kind, this.#mode, this.#message.rows)
    if (!isOn) return
    this.#adding.disabled = !this.#message.isEditable && this.#message.rows.length > 0
    const { elements, faults: own } =
      this.#text.value === '' ? { elements: [], faults: [] } : gs1Message(this.#text.value)
    const others = this.#served.text === this.#text.value ? this.#served.faults : []
    const faults = [...own, ...others.filter((other) => !own.some((fault) => isSame(fault, other)))]
    const shown = this.#message.rows.slice(0, mostViews)
    while (this.#views.length > shown.length) this.#views.pop()!.item.remove()
    while (this.#views.length < shown.length) this.#append(false)
    shown.forEach((row, i) => {
      this.#views[i]!.show({
        row,
        element: elements.find(({ aiRange }) => aiRange.start === row.start),
        faults: faults.filter((fault) => this.#indexOf(fault) === i),
        isEditable: this.#message.isEditable,
      })
    })
    this.#showMore(this.#message.rows.length - shown.length)
    const isBegun = this.#message.rows.length > 0 || this.#text.value !== ''
    const lines = isBegun
      ? companionLines(missingFor(this.#message.rows, faults), this.#mode === 'link' || this.#kind.value !== 'code128')
      : beginnings()
    // buttons that stay the same keep the focus
    if (this.#companions.textContent !== lines.map((line) => line.textContent).join(''))
      this.#companions.replaceChildren(...lines)
    byId('add-hint', HTMLElement).textContent =
      isBegun && this.#message.rows.length === 0 && !this.#text.value.startsWith('(') ? words.gs1.becomesValue : ''
  }

  #append(isNew: boolean): void {
    const view = new ElementView(++this.#made, isNew)
    this.#views.push(view)
    this.#list.append(view.item)
  }

  #showMore(count: number): void {
    const more = byId('elements-more', HTMLElement)
    more.hidden = count <= 0
    more.textContent = count <= 0 ? '' : words.gs1.more(count)
  }

  /** The row to which a fault belongs; -1 if it is one of the whole text, or of what is missing. */
  #indexOf({ code, from, to }: Omit<Fault, 'parameter'>): number {
    if (from === undefined || to === undefined) return -1
    if (code === 'gs1_missing_ai' || code === 'gs1_carrier' || code === 'gs1_syntax' || code === 'gs1_too_long')
      return -1
    const place = (index: number): number => [...this.#text.value.slice(0, index)].length
    return this.#message.rows.findIndex(
      ({ start, end }) => from > place(start) && to <= place(Math.max(end, start + 1)),
    )
  }

  /** What the message, or the barcode for it, makes impossible; empty if the service can be asked. */
  faultsNow(type = this.#kind.value): readonly Gs1Fault[] {
    try {
      carried(type as Parameters<typeof carried>[0], this.#text.value, {
        form: this.#mode === 'link' ? 'link' : 'elements',
      })
      return []
    } catch (error) {
      if (error instanceof Gs1Error) return error.faults
      throw error
    }
  }

  /** Shows faults of the service at their elements. @returns those that belong to no element */
  take(faults: readonly Fault[]): readonly Fault[] {
    if (this.#mode === 'false') return faults
    const placed = faults.filter((fault) => {
      if (fault.code === 'gs1_missing_ai') return this.#companions.childElementCount > 0
      const index = this.#indexOf(fault)
      return index >= 0 && index < this.#views.length
    })
    this.#served = { text: this.#text.value, faults: placed.filter(({ code }) => code !== 'gs1_missing_ai') }
    for (const view of this.#views) view.isNew &&= document.activeElement === view.input
    this.update(this.#mode)
    return faults.filter((fault) => !placed.includes(fault))
  }

  /** The barcodes to choose in place of one that cannot carry the message. */
  instead(): readonly string[] {
    return gs1Types(this.#kind).filter((type) => this.faultsNow(type).length === 0)
  }

  /** Adds elements, and moves the focus to the first; to the one that is there already, if it is. */
  #add(ais: readonly string[]): void {
    const [first] = ais
    let message = this.#text.value
    for (const ai of ais) if (!rowsOf(message).rows.some((row) => row.ai === ai)) message = extended(message, ai)
    const count = this.#message.rows.length
    if (message !== this.#text.value) this.#text.value = message
    this.#message = rowsOf(this.#text.value)
    while (this.#views.length < Math.min(this.#message.rows.length, mostViews))
      this.#append(this.#message.rows[this.#views.length]!.value === '')
    const index = this.#message.rows.findIndex(
      ({ ai }, i) => ai === first && (i >= count || this.#message.rows.length === count),
    )
    this.#views[index]?.input.focus()
    this.#changed()
  }

  #onClick({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
    if (button === null) return
    const { act, value = '' } = button.dataset
    if (act === 'add') this.#add(value.split('+'))
    const index = this.#views.findIndex(({ item }) => item.contains(button))
    const row = this.#message.rows[index]
    if (row === undefined) return
    if (act === 'remove') this.#remove(index)
    else if (act === 'offer') {
      this.#text.value = replaced(this.#text.value, index, { ai: row.ai, value })
      this.#views[index]!.input.focus()
      this.#changed()
    }
  }

  /** Removes an element, and moves the focus to the next one, or to where one is added. */
  #remove(index: number): void {
    this.#text.value = replaced(this.#text.value, index, undefined)
    this.#views.splice(index, 1)[0]!.item.remove()
    const next = this.#views[index] ?? this.#views[index - 1]
    ;(next?.input ?? this.#adding).focus()
    this.#changed()
  }

  /** Enter leads on: to the next element that is empty, or to where one is added. */
  #onKey(event: KeyboardEvent): void {
    const index = this.#views.findIndex(({ input }) => input === event.target)
    if (index < 0 || event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.isComposing) return
    event.preventDefault()
    const next = this.#views.find(({ input }, i) => i !== index && input.value === '')
    ;(next?.input ?? this.#adding).focus()
  }

  /** A pasted message takes the place of the one that is there, wherever it is pasted. */
  #onPaste(event: ClipboardEvent): void {
    if (this.#mode === 'false') return
    const pasted = event.clipboardData?.getData('text/plain') ?? ''
    const message = pastedMessage(pasted)
    const { target } = event
    const field = this.#text.element
    if (message === undefined) return
    // a part of a longer text, or a product's web page
    const isPart = target === field && (field.selectionStart > 0 || field.selectionEnd < field.value.length)
    const isUrl = this.#message.rows[this.#views.findIndex(({ input }) => input === target)]?.ai === '8200'
    if (isPart || isUrl) return
    event.preventDefault()
    event.stopImmediatePropagation()
    this.#adding.value = ''
    this.#adoptDomain(message)
    this.#text.value = inBrackets(message)
    this.#changed()
  }

  /** Writes the text in brackets once it is complete, if that loses nothing. */
  #settle(): void {
    if (this.#mode === 'false') return
    const message = inBrackets(fromReader(this.#text.value))
    if (message === this.#text.value) return
    this.#adoptDomain(this.#text.value)
    this.#text.value = message
    this.#changed()
  }

  /** A link keeps the domain that it was pasted with. */
  #adoptDomain(message: string): void {
    const given = domainIn(message)
    if (this.#mode === 'link' && given !== undefined)
      this.#domain.value = given.toLowerCase() === usualDomain ? '' : given
  }
}

/** Whether the page has found what the service says. */
const isSame = (one: Gs1Fault, other: Omit<Fault, 'parameter'>): boolean =>
  one.code === other.code && one.rule === other.rule && one.from === other.from && one.to === other.to

const isOf = (shown: string, ai: string): boolean =>
  shown.endsWith('n') && ai.startsWith(shown.slice(0, -1)) && ai.length === 4

/** The AIs that can do, as many as have a button. */
const mostButtons = 4

const bracketed = (ai: string): string => `(${ai})`

/** @param isRequired  false if another symbol of the same item may have them */
function companionLines(all: readonly Missing[], isRequired: boolean): readonly HTMLElement[] {
  return all.map(({ ais, groups }) => {
    const measures = groups.filter((group) => group.includes('n'))
    const needs = words.gs1.needs(ais.map(bracketed), measures.map(bracketed), groups.length > 1, isRequired)
    return made(
      'div',
      { class: isRequired ? 'companion required' : 'companion' },
      made('p', {}, needs),
      ...buttons(groups),
    )
  })
}

/** What a message begins with. */
function beginnings(): readonly HTMLElement[] {
  return [made('div', { class: 'companion' }, made('p', {}, words.gs1.beginnings), ...buttons(['01', '00']))]
}

function buttons(groups: readonly string[]): HTMLElement[] {
  const known = groups.filter((group) => !group.includes('n')).slice(0, mostButtons)
  return known.map((group) => {
    const names = group.split('+').map((ai) => `(${ai}) ${nameOf(ai, identifierOf(ai)?.title ?? '').name}`)
    return made('button', { type: 'button', 'data-act': 'add', 'data-value': group }, words.gs1.addThese(names))
  })
}

/** Why a barcode cannot carry a message, if it cannot. The data of the options are those of the catalogue. */
function reason({ dataset }: HTMLOptionElement, mode: EditorMode, rows: readonly ElementRow[]): string | undefined {
  if (mode === 'false') return undefined
  const forms = dataset.gs1?.split(' ') ?? []
  if (forms.length === 0) return words.gs1.notGs1
  if (mode === 'link') return forms.includes('link') ? undefined : words.gs1.notLink
  // those that have no name for symbols with a message carry digits alone
  const isFree = dataset.gs1Name !== undefined || rows.length === 0
  return isFree || (rows.length === 1 && rows[0]!.ai === '01') ? undefined : words.gs1.gtinAlone
}

/** The barcodes that carry messages, not GTINs alone. */
const gs1Types = (select: HTMLSelectElement): readonly string[] =>
  [...select.options].flatMap(({ value, dataset }) => (dataset.gs1Name === undefined ? [] : [value]))

/** Names the barcodes as GS1 does, and disables those that cannot carry the message. The chosen one can be left, whatever it is. */
function arrangeTypes(select: HTMLSelectElement, mode: EditorMode, rows: readonly ElementRow[]): void {
  for (const option of select.options) {
    const { name = option.text, gs1Name = name } = option.dataset
    option.dataset.name = name
    const why = reason(option, mode, rows)
    const own = mode === 'true' ? gs1Name : name
    const shown = why === undefined || option.selected ? own : `${own}: ${why}`
    if (option.text !== shown) option.text = shown
    option.disabled = why !== undefined && !option.selected
  }
}
