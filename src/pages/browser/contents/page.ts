/** The form of a content: fields that write the text, and that follow a text that is edited by hand. */

import { type Content, type ContentField, type ContentValues, faultsOf, filled } from '../../../content/forms/form.ts'
import { contentNamed, type FieldName } from '../../../content/forms/index.ts'
import { escaped, unescaped } from '../../../request/escapes.ts'
import { contents as words } from '../../words/contents/en.ts'
import { elementTitles } from '../../words/elements/en.ts'
import { byId, made } from '../dom.ts'
import type { Form } from '../form.ts'

export { wifiMeant } from '../../../content/forms/wifi.ts'

const titles: { readonly [N in FieldName]: string } = words.fields
const titleOf = (name: string): string => titles[name as FieldName]

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A field on the page. */
interface Place {
  readonly field: ContentField
  readonly control: Control
  readonly error: HTMLElement
}

export class ContentForm {
  readonly #form: Form
  readonly #set = byId('text-form', HTMLFieldSetElement)
  #content: Content | undefined
  #places: readonly Place[] = []
  /** Fields that a person has left: what is still being entered is not wrong. */
  readonly #left = new Set<string>()
  /** What the content gives the page's form: each parameter's value, and the one before. */
  readonly #derived = new Map<string, { readonly value: string; readonly before: string }>()
  /** What was entered for contents that were left. */
  readonly #entered = new Map<Content, ContentValues>()

  /** @param changed  called after a change of the form's values */
  constructor(form: Form, changed: () => void) {
    this.#form = form
    this.#set.addEventListener('input', (event) => {
      // the page has nothing to draw but what is written here
      event.stopPropagation()
      this.#write()
      changed()
    })
    this.#set.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLElement) this.#left.add(target.dataset.field ?? '')
      this.#showFaults()
    })
  }

  /** Shows the fields of a content, with what the text says of it; none for a name that there is not. */
  show(name: string): void {
    const content = contentNamed(name)
    if (content === this.#content) return
    if (this.#content !== undefined) this.#entered.set(this.#content, this.#values())
    this.#takeBack()
    this.#content = content
    this.#left.clear()
    this.#places = content?.fields.map((field) => placeOf(field)) ?? []
    this.#set.hidden = content === undefined
    this.#set.replaceChildren(
      ...this.#places.map(itemOf),
      ...(content === undefined ? [] : [made('p', { class: 'hint' }, words.follows(content.standard))]),
      ...(words.notes[name] === undefined ? [] : [made('p', { class: 'hint', id: 'content-note' }, words.notes[name])]),
    )
    if (content === undefined) return
    const [written, entered] = [content.read(this.#text()), this.#entered.get(content)]
    this.#fill(written ?? entered ?? filled(content.fields))
    if (written === undefined && entered !== undefined) this.#write()
    this.#places[0]?.control.focus()
  }

  /** Follows a text that was edited by hand. @returns whether it is still one of this content */
  follow(): boolean {
    const text = this.#text()
    const values = this.#content?.read(text)
    if (values !== undefined) this.#fill({ ...values, ...this.#unwritten() })
    const isRead = values !== undefined || text === ''
    // the text is a person's now, with the symbol in which they see it
    if (!isRead) this.#keep('gs1', 'escapes', 'type')
    return isRead
  }

  /** The text of the page's form, without its escapes. */
  #text(): string {
    const { value } = this.#form.text
    const plain = this.#form.chosen('escapes') === 'true' ? unescaped(value) : value
    return typeof plain === 'string' ? plain : value
  }

  /** What the content has given stays: the page's form has been filled by something else. */
  keepAll(): void {
    this.#derived.clear()
    this.#entered.clear()
  }

  #keep(...names: readonly string[]): void {
    for (const name of names) this.#derived.delete(name)
  }

  /** Gives the page's form values that follow from the content. */
  #derive(change: ReadonlyMap<string, string>): void {
    const flags = ['showtext', 'includetext']
    const before = new Map([...change.keys(), ...flags].map((name) => [name, this.#form.chosen(name)]))
    this.#form.apply(change)
    for (const [name, old] of before) {
      const value = this.#form.chosen(name)
      const known = this.#derived.get(name)
      if (known !== undefined || value !== old) this.#derived.set(name, { value, before: known?.before ?? old })
    }
  }

  /** Takes back what the content has given, as far as nobody has changed it since. */
  #takeBack(): void {
    const text = this.#derived.get('text')?.value
    if (text !== undefined && text !== '' && this.#form.chosen('text') !== text) this.#keep('gs1', 'escapes', 'type')
    const own = [...this.#derived].filter(([name, { value }]) => this.#form.chosen(name) === value)
    this.#derived.clear()
    this.#form.apply(own.map(([name, { before }]) => [name, before]))
  }

  /** A password is not printed with the text: words of the content take its place. */
  guard(): void {
    const { network, printed } = this.#values()
    if (network === undefined || network === '' || printed === 'true') return
    if (this.#form.chosen('caption') !== '') return
    this.#derive(new Map([['caption', network]]))
  }

  /** Switches that are about the label, not the text. */
  #unwritten(): ContentValues {
    const { printed } = this.#values()
    return printed === undefined ? {} : { printed }
  }

  #values(): ContentValues {
    return Object.fromEntries(
      this.#places.map(({ field, control }) => [
        field.name,
        control instanceof HTMLInputElement && control.type === 'checkbox'
          ? control.checked
            ? 'true'
            : ''
          : control.value,
      ]),
    )
  }

  #fill(values: ContentValues): void {
    for (const { field, control } of this.#places) {
      const value = values[field.name] ?? ''
      if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = value === 'true'
      else if (control.value !== value) control.value = value
    }
    this.#showFaults()
  }

  /** Writes the text, unless something is wrong: then there is none, so that nothing half is printed. */
  #write(): void {
    const content = this.#content
    if (content === undefined) return
    const values = this.#values()
    const isRight = faultsOf(content, values).length === 0
    this.#showFaults()
    const kind = this.#form.chosen('type')
    const types = content.types?.(values) ?? (content.symbol === undefined ? ['qr', 'datamatrix'] : ['qr'])
    const type = types.includes(kind) ? kind : types[0]!
    const text = isRight ? content.write(values) : ''
    // a field of a page takes no control characters but line feeds
    const isEscaped = /[^\P{Cc}\n]/u.test(text)
    const caption = isRight ? content.caption(values) : ''
    // own words stay
    const isOwn = ![this.#derived.get('caption')?.value ?? '', ''].includes(this.#form.chosen('caption'))
    this.#derive(
      new Map([
        ['gs1', 'false'],
        ['escapes', `${isEscaped}`],
        ['type', type],
        ...Object.entries(content.symbol ?? {}),
        ['text', isEscaped ? escaped(text) : text],
        ...(isOwn ? [] : [['caption', caption] as const]),
      ]),
    )
  }

  #showFaults(): void {
    if (this.#content === undefined) return
    const faults = new Map(faultsOf(this.#content, this.#values()).map(({ field, code }) => [field, code]))
    for (const { field, control, error } of this.#places) {
      const code = this.#left.has(field.name) ? faults.get(field.name) : undefined
      error.hidden = code === undefined
      error.textContent = code === undefined ? '' : words.faults[code]
      if (code === undefined) control.removeAttribute('aria-invalid')
      else control.setAttribute('aria-invalid', 'true')
    }
  }
}

function placeOf(field: ContentField): Place {
  const id = `content-${field.name}`
  const error = made('p', { class: 'error', id: `${id}-error`, hidden: '' })
  const attributes = {
    id,
    'data-field': field.name,
    'aria-describedby': error.id,
    autocomplete: 'off',
    form: 'printer-form',
  }
  return { field, control: controlOf(field, attributes), error }
}

function controlOf(
  { kind, choices = [], meanings = {}, longest }: ContentField,
  attributes: Readonly<Record<string, string>>,
): Control {
  switch (kind) {
    case 'choice': {
      const titleOfChoice = (value: string): string => {
        const meaning = meanings[value]
        return meaning === undefined
          ? (words.choices[value] ?? value)
          : `${value}: ${elementTitles[meaning] ?? meaning}`
      }
      const options = choices.map((value) => made('option', { value }, titleOfChoice(value)))
      return made('select', attributes, ...options)
    }
    case 'lines':
      return made('textarea', { ...attributes, rows: '1', dir: 'auto' })
    case 'date':
      return made('input', { ...attributes, type: 'date' })
    case 'moment':
      return made('input', { ...attributes, type: 'datetime-local' })
    case 'switch':
      return made('input', { ...attributes, type: 'checkbox' })
  }
  const limit = longest === undefined ? {} : { maxlength: `${longest}` }
  return made('input', { ...attributes, type: 'text', dir: 'auto', ...limit })
}

function itemOf({ field, control, error }: Place): HTMLElement {
  const title = titleOf(field.name)
  if (field.kind === 'switch') {
    return made('div', { class: 'field' }, made('label', { class: 'tick' }, control, ` ${title}`), error)
  }
  return made('div', { class: 'field' }, made('label', { for: control.id }, title), control, error)
}
