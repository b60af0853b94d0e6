/** The fields that the forms of / and /explain share: the text to encode, and the options of the symbologies. */

import { unescaped } from '../../request/escapes.ts'
import { byId, made } from './dom.ts'
import { words } from './words.ts'

/** The field of the text. One line feed at its very end is not part of the text: it came with a paste, or starts a line that is still empty. */
export class TextField {
  readonly element = byId('text', HTMLTextAreaElement)
  /** Live: says that a line feed was taken off. */
  readonly #end = byId('text-end', HTMLElement)
  /** Shows the control characters of the text. */
  readonly #controls = byId('text-controls', HTMLElement)
  readonly #escapes = byId('escapes', HTMLInputElement)
  readonly #escapesField = byId('for-escapes', HTMLElement)
  /** Whether the text that is being pasted has lost its line feed. */
  #isShortened = false

  constructor() {
    this.element.addEventListener('paste', (event) => this.#shorten(event))
  }

  /** The text to encode, with every line break as a line feed. */
  get value(): string {
    return this.element.value.replace(/\n$/, '')
  }

  set value(value: string) {
    this.element.value = value.replace(/\r\n?/g, '\n').replace(/\n$/, '\n\n')
  }

  /** Whether the text has escapes in place of characters. */
  get hasEscapes(): boolean {
    return this.#escapes.checked && !this.#escapesField.hidden
  }

  /** Offers escapes, or not: the editor of GS1 messages reads what is in the field. */
  offerEscapes(isOffered: boolean): void {
    this.#escapesField.hidden = !isOffered
  }

  /** Whether the text is the unchanged sample of a symbology. */
  isSample(kind: HTMLSelectElement): boolean {
    return [...kind.options].some(({ dataset }) => dataset.sample === this.element.value)
  }

  /** Replaces the text by the sample of the chosen symbology if it is the unchanged sample of another. */
  updateSample(kind: HTMLSelectElement): void {
    const { sample } = kind.selectedOptions[0]?.dataset ?? {}
    if (sample !== undefined && this.isSample(kind)) this.element.value = sample
  }

  /** Shows below the field what cannot be seen in it, and what its escapes stand for. */
  showHidden(): void {
    const message = this.#isShortened || this.element.value.endsWith('\n') ? words.text.lineFeed : ''
    if (this.#end.textContent !== message) this.#end.textContent = message
    const text = this.value
    const meant = this.hasEscapes ? unescaped(text) : text
    // the service says what is wrong with an escape
    const plain = typeof meant === 'string' ? meant : text
    const present = [...new Set(plain)].filter((character) => shortName(character) !== undefined)
    const legend = present.flatMap((character, i) => [
      i === 0 ? '' : ', ',
      pictured(character),
      ` ${nameOf(character)}`,
    ])
    this.#controls.replaceChildren(
      ...(present.length === 0 && plain === text
        ? []
        : [made('code', { dir: 'auto' }, ...excerpt(plain)), made('span', { class: 'legend' }, ...legend)]),
    )
  }

  /** Takes the line feed off a text that is pasted at the end, as spreadsheets add one to a cell. */
  #shorten(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData('text/plain').replace(/\r\n?/g, '\n') ?? ''
    if (this.element.selectionEnd < this.element.value.length || !/[^\n]\n$/.test(pasted)) return
    this.#isShortened = true
    // unlike an assignment, this keeps the browser's undo
    if (document.execCommand('insertText', false, pasted.slice(0, -1))) event.preventDefault()
    this.#isShortened = false
  }
}

/** Characters of a long text that are shown, and those before its first control character. */
const longest = 300
const before = 20

/** The text with pictures of its control characters; of a long one, the part from its first control character on. */
function excerpt(text: string): (string | Node)[] {
  const characters = [...text]
  const first = characters.findIndex((character) => shortName(character) !== undefined)
  const from = characters.length > longest ? Math.max(0, first - before) : 0
  const shown = characters.slice(from, from + longest).map(pictured)
  return [from > 0 ? '…' : '', ...shown, from + longest < characters.length ? '…' : '']
}

/** A control character as its picture (Unicode, Control Pictures); the style sheet writes the short name, because few fonts have the picture. */
function pictured(character: string): string | HTMLElement {
  const name = shortName(character)
  if (name === undefined) return character
  return made('span', { class: 'control', 'data-name': name }, pictureOf(character))
}

/** The picture of a control character, or the number of another that is not seen. */
export function pictureOf(control: string): string {
  const code = control.codePointAt(0) ?? 0
  if (code >= 0xa0) return `<U+${hexOf(code).padStart(4, '0')}>`
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : code === 0x7f ? '\u2421' : '\u2426'
}

/** The control characters from NUL on, in the order of their codes, and last DEL. */
const names = Object.entries(words.text.controls)

/** Short name and name. */
const controlAt = (code: number) => (code < 0x20 ? names[code] : code === 0x7f ? names.at(-1) : undefined)

/** Characters that leave no mark, and blanks other than the usual one: U+200B, U+00A0. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

/** Such characters, for texts in which each is to be seen. */
export const invisibles = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu

/** The short name of a control character, or its number if it has none, as other characters that are not seen; undefined for others. */
function shortName(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  return controlAt(code)?.[0] ?? (invisible.test(character) ? hexOf(code) : undefined)
}

function nameOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const number = `U+${hexOf(code).padStart(4, '0')}`
  return controlAt(code)?.[1] ?? (code < 0xa0 ? words.text.control(number) : words.text.invisible(number))
}

const hexOf = (code: number): string => code.toString(16).toUpperCase()

type Control = HTMLSelectElement | HTMLInputElement

/** The values of an option: words, a range of whole numbers, or strings. */
type Values = readonly string[] | { readonly least: number; readonly most: number } | null

/** The options of the symbologies: of their controls, those of the chosen symbology are shown. */
export class FieldOptions {
  readonly #set = byId('options', HTMLFieldSetElement)
  /** Each option's control, within the field that shows it. */
  readonly #controls = [...this.#set.querySelectorAll<HTMLElement>('[data-option]')].flatMap((field) => {
    const control = field.querySelector<Control>('select, input')
    return control === null ? [] : [{ name: control.name, control, field }]
  })
  /** The symbology whose options are shown. */
  #shownFor: string | undefined

  get names(): readonly string[] {
    return this.#controls.map(({ name }) => name)
  }

  /** The options that are chosen. */
  chosen(): (readonly [name: string, value: string])[] {
    return this.#controls.flatMap(({ name, control: { value } }) => (value === '' ? [] : [[name, value] as const]))
  }

  /** Chooses what `given` has; values that no control accepts are left out. */
  restore(given: URLSearchParams): void {
    for (const { name, control } of this.#controls) {
      control.value = given.get(name) ?? ''
      if (control.value === '' && control instanceof HTMLSelectElement) control.selectedIndex = 0
    }
  }

  /** Shows the options of the symbology, and clears values that it does not accept. */
  arrange(kind: HTMLSelectElement): void {
    const own: Readonly<Record<string, Values>> = JSON.parse(kind.selectedOptions[0]?.dataset.options ?? '{}')
    const names = Object.keys(own)
    if (kind.value !== this.#shownFor) this.#order(names)
    this.#shownFor = kind.value
    this.#set.disabled = false
    this.#set.hidden = names.length === 0
    for (const { name, control, field } of this.#controls) {
      const values = own[name]
      field.hidden = values === undefined
      if (values === undefined) control.value = ''
      else limit(control, values)
    }
  }

  /** Puts the fields of these options in this order. */
  #order(names: readonly string[]): void {
    for (const own of names) {
      this.#set.append(...this.#controls.filter(({ name }) => name === own).map(({ field }) => field))
    }
  }

  /** Adapts the other options to a choice: of several parts, the symbol carries the first until another is chosen. */
  follow(name: string): void {
    if (name !== 'parts') return
    const [parts, part, file] = ['parts', 'part', 'fileid'].map(
      (each) => this.#controls.find((one) => one.name === each)?.control,
    )
    if (parts === undefined || part === undefined) return
    if (parts.value !== '') part.value ||= '1'
    else {
      part.value = ''
      if (file !== undefined) file.value = ''
    }
  }
}

function limit(control: Control, values: Values): void {
  if (control instanceof HTMLInputElement) {
    if (values !== null && 'least' in values) [control.min, control.max] = [`${values.least}`, `${values.most}`]
    return
  }
  for (const option of control.options) {
    option.hidden = option.disabled = option.value !== '' && !accepts(values, option.value)
  }
  if (control.selectedOptions[0]?.disabled) control.value = ''
}

function accepts(values: Values, value: string): boolean {
  if (values === null) return true
  return 'least' in values ? Number(value) >= values.least && Number(value) <= values.most : values.includes(value)
}
