/** Labels of many rows: the first of them as pictures, a table of what they are, all of them to print or to save. */

import type { Column } from '../../../spreadsheet/header.ts'
import { byId, made } from '../dom.ts'
import type { Page } from '../drawing.ts'
import type { Faults } from '../faults.ts'
import type { Form } from '../form.ts'
import type { Fault } from '../service.ts'
import { words } from '../words.ts'
import { choice } from './columns.ts'
import { Documents } from './documents.ts'
import { Gallery, mostShown, type Wanted } from './gallery.ts'
import { type Bounds, type Part, partsOf, type Row, type Rows } from './rows.ts'
import { SourceForm } from './source.ts'

export class ManyLabels {
  readonly #form: Form
  readonly #faults: Faults
  readonly #source: SourceForm
  readonly #gallery: Gallery
  readonly #table: RowsTable
  readonly #documents: Documents
  /** What one request takes. */
  readonly #most: Bounds = JSON.parse(byId('many-source', HTMLElement).dataset.bounds ?? '{}')
  #rows: Rows | undefined
  /** The first rows, whose labels are shown. */
  #first: readonly Row[] = []
  /** What is wrong with rows, by their index. */
  #rowFaults = new Map<number, string>()
  /** The frame before which the rows will be shown. */
  #frame: number | undefined

  /** @param changed  called after a change that is not an input event of the form */
  constructor(page: Page, changed: () => void) {
    const { form, service, faults } = page
    this.#form = form
    this.#faults = faults
    this.#source = new SourceForm(() => form.isMany, changed)
    this.#gallery = new Gallery(service)
    this.#documents = new Documents(page, (part, all) => this.#showRefused(part, all))
    this.#table = new RowsTable((column, parameter) => {
      const chosen = this.#rows?.columns[column]
      if (chosen === undefined) return
      this.#source.columns = choice(this.#source.columns, chosen, parameter)
      changed()
    })
  }

  /** Shows the rows of the form's values, before the next frame: a long text may arrive in many changes. */
  arrange(): void {
    this.#frame ??= requestAnimationFrame(() => this.#arrangeNow())
  }

  #arrangeNow(): void {
    if (this.#frame === undefined) return
    cancelAnimationFrame(this.#frame)
    this.#frame = undefined
    if (this.#form.isMany) this.#update()
  }

  /** Another way to make something is chosen. */
  leave(): void {
    if (this.#rows === undefined) return
    this.#rows = undefined
    this.#documents.offer(undefined, this.#most)
  }

  /** Prints or saves all labels. */
  async use(how: 'print' | 'download'): Promise<void> {
    this.#arrangeNow()
    await this.#documents.use(how)
  }

  /** Draws the first labels. @throws if `signal` is aborted */
  async draw(signal: AbortSignal): Promise<void> {
    this.#arrangeNow()
    this.#source.keep()
    const inForm: Fault[] = []
    await this.#gallery.draw(
      this.#first,
      (row) => this.#pictureOf(row),
      (row, refusal) => {
        this.#rowFaults.set(row.number - 1, refusal.message)
        this.#table.show(this.#rows, this.#rowFaults)
        inForm.push(...refusal.faults.filter(({ parameter }) => !(parameter in row.values)))
        this.#showInForm(inForm)
      },
      signal,
    )
    byId('rows-status', HTMLElement).textContent = byId('rows-count', HTMLElement).textContent
  }

  #update(): void {
    const reading = this.#source.read()
    const rows = reading !== undefined && 'rows' in reading ? reading.rows : undefined
    const hasText = rows?.columns.some(({ parameters }) => parameters.includes('text')) ?? false
    const parts =
      rows === undefined || !hasText ? [] : partsOf(rows, this.#countIn(this.#form.chosen('qty')) ?? 1, this.#most)
    this.#rows = rows
    this.#rowFaults = new Map(rows?.faulty.map((index) => [index, rows.row(index).fault ?? '']))
    this.#first = rows === undefined || !hasText ? [] : firstRows(rows)
    this.#faults.show(undefined)
    this.#gallery.arrange(this.#first)
    this.#table.show(rows, this.#rowFaults)
    this.#documents.offer(rows && { rows, parts }, this.#most)
    const labels = parts.reduce((sum, part) => sum + part.labels, 0)
    const count = rows === undefined ? words.many.none : words.many.count(rows.count, labels)
    byId('rows-count', HTMLElement).textContent = count
    byId('rows-without', HTMLElement).textContent = rows === undefined || hasText ? '' : words.many.noText
    const note = rows?.note
    byId('rows-encoding', HTMLElement).textContent =
      note === undefined ? '' : words.many.readAs(note.encoding, note.word)
  }

  /** A number of copies; undefined if the text is none. */
  #countIn(text: string): number | undefined {
    return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= this.#most.labels ? Number(text) : undefined
  }

  /** The picture of a row: its values take the place of the form's. */
  #pictureOf({ values }: Row): Wanted {
    const query = this.#form.request()
    for (const [name, value] of Object.entries(values)) query.set(name, value)
    // how many copies there are changes no picture
    if (this.#countIn(values.qty ?? this.#form.chosen('qty')) !== undefined) query.delete('qty')
    query.set('format', 'svg')
    const kind = this.#form.titleOf('type', query.get('type') ?? '')
    return { target: `api/v1/label?${query}`, alt: words.label.pictureOf(kind, values.text ?? '') }
  }

  /** Shows what the service says of the rows of a part, at the rows; the rest is about the form's values. */
  #showRefused({ from, to }: Part, all: readonly Fault[]): void {
    for (const { row, parameter, message } of all) {
      if (row === undefined || row < 1 || row > to - from) continue
      const index = from + row - 1
      const before = this.#rowFaults.get(index)
      const own = `${parameter}: ${message}`
      if (before === undefined) this.#rowFaults.set(index, own)
      else if (!before.includes(own)) this.#rowFaults.set(index, `${before}; ${own}`)
    }
    this.#table.show(this.#rows, this.#rowFaults)
    const isOfRow = (fault: Fault): boolean => {
      const index = from + (fault.row ?? 0) - 1
      return fault.row !== undefined && fault.parameter in (this.#rows?.row(index).values ?? {})
    }
    this.#showInForm(all.filter((fault) => !isOfRow(fault)))
  }

  /** Shows faults of values that all rows have in common at their fields. */
  #showInForm(all: readonly Fault[]): void {
    const placed = all.filter(({ parameter }) => parameter !== 'text' && document.getElementById(`${parameter}-error`))
    const once = new Map(placed.map((fault) => [fault.parameter, fault]))
    if (once.size > 0) this.#faults.show({ message: '', faults: [...once.values()] })
  }
}

function firstRows(rows: Rows): Row[] {
  // of a row with no copies there is no label
  const wanted: Row[] = []
  for (let index = 0; index < rows.count && wanted.length < mostShown; index++) {
    if (rows.copies(index) !== 0) wanted.push(rows.row(index))
  }
  return wanted
}

/** What is wrong with rows, by their index. */
type RowFaults = ReadonlyMap<number, string>

/** Rows that are shown at the beginning, rows with faults, columns, and characters of a cell. */
const [mostRows, mostFaulty, mostColumns, mostCharacters] = [8, 100, 40, 80] as const

/** The table of the rows: what its columns are, the first rows, and those with faults. */
class RowsTable {
  readonly #table = byId('rows', HTMLTableElement)
  readonly #head = this.#table.createTHead()
  readonly #body = this.#table.createTBody()
  readonly #choices = byId('column-choices', HTMLTemplateElement)

  /** @param chosen  called when a person says what a column is */
  constructor(chosen: (column: number, parameter: string) => void) {
    this.#table.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLSelectElement) chosen(Number(target.dataset.column), target.value)
    })
  }

  show(rows: Rows | undefined, faults: RowFaults): void {
    const faulty = [...faults.keys()].sort((a, b) => a - b).slice(0, mostFaulty)
    const indexes = rows === undefined ? [] : shownIndexes(rows.count, faulty)
    const columns = rows?.columns.slice(0, mostColumns) ?? []
    this.#arrangeHead(columns)
    this.#body.replaceChildren(...(rows === undefined ? [] : linesOf(rows, columns, indexes, faults)))
    const hidden = (rows?.columns.length ?? 0) - columns.length
    byId('rows-more', HTMLElement).textContent = [
      ...(rows !== undefined && indexes.length < rows.count ? [words.many.rowsShown(indexes.length, rows.count)] : []),
      ...(faults.size > faulty.length ? [words.many.moreFaults(faults.size - faulty.length)] : []),
      ...(hidden > 0 ? [words.many.moreColumns(hidden)] : []),
    ].join(' ')
  }

  /** Shows what columns are. The same selects stay, because a person may be using one. */
  #arrangeHead(columns: readonly Column[]): void {
    const texts = JSON.stringify(columns.map(({ text }) => text))
    if (texts !== this.#head.dataset.texts)
      this.#head.replaceChildren(...(columns.length === 0 ? [] : [this.#headOf(columns)]))
    this.#head.dataset.texts = texts
    for (const [i, select] of this.#head.querySelectorAll('select').entries()) {
      select.value = columns[i]?.parameters[0] ?? ''
      select.closest('th')?.setAttribute('data-used', `${select.value !== ''}`)
    }
  }

  #headOf(columns: readonly Column[]): HTMLElement {
    const cells = columns.map(({ text }, i) => {
      const title = cut(text)
      const select = made('select', { 'data-column': `${i}`, 'aria-label': words.many.columnIs(title || `${i + 1}`) })
      select.append(this.#choices.content.cloneNode(true))
      // a column is chosen by what stands above it
      select.disabled = text === ''
      return made('th', { scope: 'col' }, made('span', { dir: 'auto' }, title), select)
    })
    return made('tr', {}, made('td', {}), ...cells)
  }
}

/** The first rows, and those with faults, in order. */
function shownIndexes(count: number, faulty: readonly number[]): number[] {
  const first = Array.from({ length: Math.min(count, mostRows) }, (_, i) => i)
  return [...first, ...faulty.filter((index) => index >= first.length)]
}

function linesOf(rows: Rows, columns: readonly Column[], indexes: readonly number[], faults: RowFaults): HTMLElement[] {
  return indexes.flatMap((index) => {
    const fault = faults.get(index)
    const line = made('tr', fault === undefined ? {} : { 'data-fault': '' }, ...cellsOf(rows.row(index), columns))
    if (fault === undefined) return [line]
    const message = made('td', { colspan: `${columns.length}`, class: 'error' }, fault)
    return [line, made('tr', { 'data-fault': '' }, made('td', {}), message)]
  })
}

function cellsOf({ number, texts }: Row, columns: readonly Column[]): HTMLElement[] {
  const cells = columns.map(({ parameters }, i) => {
    const attributes = { dir: 'auto', 'data-used': `${parameters.length > 0}` }
    return made('td', attributes, cut(texts[i] ?? ''))
  })
  return [made('th', { scope: 'row' }, String(number)), ...cells]
}

function cut(text: string): string {
  const characters = [...text.slice(0, 4 * mostCharacters)]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : text
}
