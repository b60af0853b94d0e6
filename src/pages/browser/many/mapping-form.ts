/** The part of the form that says which column is what: a field for each part of a label, with every column to choose from. */

import { severalLines } from '../../../table/header.ts'
import { type Chosen, type Column, type Mapping, type Meaning, patterned, unknownIn } from '../../../table/mapping.ts'
import { type Described, titleIn } from '../design/service-designs.ts'
import { byId, made } from '../dom.ts'
import { words } from '../words.ts'

/** The fields that are always there. */
const usual: readonly string[] = ['text', 'caption', 'title', 'qty']

/** Columns that a select lists, and characters of a text in it, at most. */
const [mostListed, longestShown] = [2000, 40] as const

/** Columns and fields that one sentence names. */
const mostNamed = 20

const beyond = ({ length }: readonly unknown[]): number => Math.max(0, length - mostNamed)

/** In place of a column: a pattern of several. */
const pattern = '{}'

/** What the fields show. */
interface Shown {
  readonly columns: readonly Column[]
  readonly mapping: Mapping
  /** Whether what a person chose is from an earlier visit. */
  readonly isRemembered: boolean
  /** Whose fields the columns fill; undefined for a symbol with words. */
  readonly design: Described | undefined
}

const nothing: Shown = { columns: [], mapping: new Map(), isRemembered: false, design: undefined }

export class MappingForm {
  readonly #set = byId('meanings', HTMLElement)
  readonly #fields = byId('meaning-fields', HTMLElement)
  readonly #more = byId('meaning-more', HTMLSelectElement)
  readonly #choices = byId('column-choices', HTMLTemplateElement)
  readonly #changed: (parameter: string, said: Chosen[string]) => void
  /** Fields that a person has asked for. */
  readonly #added = new Set<string>()
  #shown: Shown = nothing
  /** What the fields were made of. */
  #made = ''

  /** @param changed  called when a person says what gives a parameter */
  constructor(changed: (parameter: string, said: Chosen[string]) => void) {
    this.#changed = changed
    this.#fields.addEventListener('change', ({ target }) => this.#take(target))
    this.#fields.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) this.#take(target)
    })
    this.#more.addEventListener('change', () => {
      const { value } = this.#more
      if (value === '') return
      this.#added.add(value)
      this.#arrange()
      this.#fields.querySelector<HTMLElement>(`[data-parameter="${value}"]`)?.focus()
    })
  }

  /** Shows what gives each parameter; nothing without columns. */
  show(shown: Shown | undefined): void {
    this.#set.hidden = shown === undefined
    this.#shown = shown ?? nothing
    byId('meaning-more-field', HTMLElement).hidden = this.#shown.design !== undefined
    byId('columns-left', HTMLElement).textContent = this.#leftOver().join(' ')
    if (shown === undefined) this.#added.clear()
    this.#arrange()
  }

  #names(): readonly string[] {
    if (this.#shown.design !== undefined) return [...this.#shown.design.fields.map(({ name }) => name), 'qty']
    const meant = [...this.#shown.mapping].filter(([, { parts }]) => parts.length > 0).map(([name]) => name)
    return [...new Set([...usual, ...meant, ...this.#added])]
  }

  #titleOf(name: string): string {
    return titleIn(this.#shown.design, name) ?? titleOf(this.#choices, name)
  }

  /** The columns that no field of the design takes, and the fields that no column fills, each as a sentence. */
  #leftOver(): readonly string[] {
    const { columns, mapping, design } = this.#shown
    if (design === undefined) return []
    const used = new Set([...mapping.values()].flatMap(({ parts }) => parts))
    const unused = columns.filter(({ index }) => !used.has(index))
    const unfilled = design.fields.filter(({ name }) => (mapping.get(name)?.parts.length ?? 0) === 0)
    const headings = unused.map(({ heading, index }) => (heading === '' ? words.many.column(index + 1) : cut(heading)))
    return [
      ...(unused.length > 0 ? [words.many.unusedColumns(headings.slice(0, mostNamed), beyond(headings))] : []),
      ...(unfilled.length > 0
        ? [
            words.many.unfilledFields(
              unfilled.map(({ name }) => this.#titleOf(name)).slice(0, mostNamed),
              beyond(unfilled),
            ),
          ]
        : []),
    ]
  }

  /** The same fields stay, because a person may be using one. */
  #arrange(): void {
    const { columns, mapping } = this.#shown
    const names = this.#names()
    const lines = names.map((name) => [
      name,
      this.#linesOf(name, mapping.get(name)),
      typeof mapping.get(name)?.said === 'string',
    ])
    const wanted = JSON.stringify([columns, lines, this.#shown.design])
    if (wanted !== this.#made) {
      const focused = document.activeElement?.id ?? ''
      this.#fields.replaceChildren(...names.map((name) => this.#fieldOf(name)))
      this.#more.replaceChildren(made('option', { value: '' }, words.many.choose), ...this.#others(names))
      if (focused.startsWith('meaning-')) document.getElementById(focused)?.focus()
    }
    this.#made = wanted
    this.#more.value = ''
    for (const name of names) this.#fill(name, mapping.get(name))
  }

  /** What else a column can be. */
  #others(names: readonly string[]): Node[] {
    const options = this.#choices.content.cloneNode(true) as DocumentFragment
    for (const option of options.querySelectorAll('option')) {
      if (option.value === '' || names.includes(option.value)) option.remove()
    }
    return [...options.childNodes]
  }

  #fieldOf(name: string): HTMLElement {
    const meaning = this.#shown.mapping.get(name)
    const isPattern = typeof meaning?.said === 'string'
    const id = `meaning-${name}`
    const selects = Array.from({ length: this.#linesOf(name, meaning) }, (_, line) =>
      this.#selectOf(name, line, isPattern),
    )
    const input = made('input', {
      id: `${id}-pattern`,
      type: 'text',
      'data-parameter': name,
      form: 'rows-form',
      spellcheck: 'false',
      autocapitalize: 'off',
      autocorrect: 'off',
      'aria-label': `${this.#titleOf(name)}: ${words.many.pattern}`,
      'aria-describedby': `${id}-hint`,
    })
    const hint = made('p', { class: 'hint', id: `${id}-hint` })
    const label = made('label', { for: id }, this.#titleOf(name))
    return made('div', { class: 'field meaning' }, label, ...selects, ...(isPattern ? [input] : []), hint)
  }

  /** @param line  from 0: of a caption or title, several columns are several lines */
  #selectOf(name: string, line: number, isPattern: boolean): HTMLSelectElement {
    const id = `meaning-${name}`
    const select = made('select', {
      id: line === 0 ? id : `${id}-${line}`,
      form: 'rows-form',
      'data-parameter': name,
      'data-line': `${line}`,
      'aria-describedby': `${id}-hint`,
      ...(line > 0 && { 'aria-label': `${this.#titleOf(name)}: ${words.many.line(line + 1)}` }),
    })
    const none = line > 0 ? words.many.noLine : name === 'text' ? words.many.choose : words.many.notUsed
    const columns = this.#shown.columns.slice(0, mostListed)
    select.append(
      made('option', { value: '' }, none),
      ...columns.map((column) => made('option', { value: column.key }, optionText(column))),
      ...(this.#isPatterned(name) && (line === 0 || isPattern)
        ? [made('option', { value: pattern }, words.many.patternOf)]
        : []),
    )
    return select
  }

  /** Selects of a parameter: of words with several lines, one more than there are. */
  #linesOf(name: string, meaning: Meaning | undefined): number {
    if (meaning === undefined || typeof meaning.said === 'string' || meaning.parts.length === 0) return 1
    const hasLines = this.#shown.design === undefined && severalLines.includes(name)
    return meaning.said.length + (hasLines ? 1 : 0)
  }

  #isPatterned(name: string): boolean {
    return this.#shown.design === undefined ? patterned.includes(name) : name !== 'qty'
  }

  #fill(name: string, meaning: Meaning | undefined): void {
    const said = meaning?.said ?? []
    const selects = this.#selectsOf(name)
    for (const [line, select] of selects.entries())
      select.value = typeof said === 'string' ? pattern : (said[line] ?? '')
    const input = document.getElementById(`meaning-${name}-pattern`)
    if (input instanceof HTMLInputElement && typeof said === 'string' && input.value !== said) input.value = said
    const hint = byId(`meaning-${name}-hint`, HTMLElement)
    const unknown = typeof said === 'string' ? unknownIn(said, this.#shown.columns) : undefined
    hint.classList.toggle('error', unknown !== undefined)
    hint.textContent =
      unknown !== undefined
        ? words.many.patternUnknown(unknown)
        : typeof said === 'string'
          ? words.many.patternHint
          : this.#originOf(meaning)
  }

  #originOf(meaning: Meaning | undefined): string {
    if (meaning === undefined || meaning.parts.length === 0) return ''
    if (meaning.by === 'guess') return words.many.guessed
    return meaning.by === 'person' && this.#shown.isRemembered ? words.many.asLastTime : ''
  }

  #selectsOf(name: string): HTMLSelectElement[] {
    return [...this.#fields.querySelectorAll<HTMLSelectElement>(`select[data-parameter="${name}"]`)]
  }

  #take(target: EventTarget | null): void {
    if (target instanceof HTMLInputElement) this.#changed(target.dataset.parameter ?? '', target.value)
    if (!(target instanceof HTMLSelectElement)) return
    const { parameter = '', line } = target.dataset
    const before = this.#shown.mapping.get(parameter)
    if (target.value === pattern) {
      const keys = typeof before?.said === 'string' ? [] : (before?.said ?? [])
      this.#changed(parameter, keys.map((key) => `{${key}}`).join(' '))
      document.getElementById(`meaning-${parameter}-pattern`)?.focus()
    } else if (line !== '0' || typeof before?.said !== 'string') {
      this.#changed(
        parameter,
        this.#selectsOf(parameter).flatMap(({ value }) => (value === '' || value === pattern ? [] : value)),
      )
    } else this.#changed(parameter, target.value === '' ? [] : [target.value])
  }
}

function titleOf(choices: HTMLTemplateElement, name: string): string {
  return choices.content.querySelector<HTMLOptionElement>(`option[value="${name}"]`)?.textContent ?? name
}

function optionText({ heading, index, sample }: Column): string {
  const name = heading === '' ? words.many.column(index + 1) : cut(heading)
  return sample === '' || sample === heading ? name : `${name} (${cut(sample)})`
}

function cut(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').slice(0, 4 * longestShown)]
  return characters.length > longestShown ? `${characters.slice(0, longestShown).join('')}…` : characters.join('')
}
