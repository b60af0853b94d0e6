/** The part of the form that says where the rows come from: a table that is pasted, typed or in a file, or a series. */

import { TableError } from '../../../spreadsheet/header.ts'
import type { Delimiter, TableOptions } from '../../../spreadsheet/reader.ts'
import { isWorkbook, tableOfWorkbook } from '../../../spreadsheet/workbook/signature.ts'
import { byId, made } from '../dom.ts'
import { wireFiles } from '../files.ts'
import { words } from '../words.ts'
import { type Chosen, canHaveHeadings, headingsOf, possible, seemsWithoutHeadings, withHeadings } from './columns.ts'
import { base64Of, bytesOf, keptSource, noSource, type Source, sourceIn } from './kept.ts'
import {
  longestSeries,
  type Rows,
  ranges,
  type SeriesFault,
  type SeriesFields,
  seriesOf,
  seriesRows,
  tableRows,
} from './rows.ts'

/** The rows, or why there are none; undefined if nothing was given. */
type Reading = { readonly rows: Rows } | { readonly fault: string } | undefined

/** The largest file that is read, and bytes of a part of a workbook, unpacked, and of its table. */
const [largestFile, mostUnpacked] = [8 << 20, 64 << 20] as const

/** A table that is made of a worksheet of a file. */
interface Made {
  readonly file: Uint8Array
  readonly worksheet: string
  readonly table: Uint8Array<ArrayBuffer>
}

export class SourceForm {
  /** What the columns of a table mean, as a person has chosen it. */
  columns: Chosen = {}
  readonly #changed: () => void
  readonly #set = byId('many-source', HTMLFieldSetElement)
  readonly #pasted = byId('pasted', HTMLTextAreaElement)
  readonly #chosenFile = byId('table-file', HTMLInputElement)
  readonly #headings = byId('headings', HTMLInputElement)
  /** What a column can mean. */
  readonly #options: TableOptions = JSON.parse(this.#set.dataset.table ?? '{}')
  readonly #kept = keptSource()
  /** The file that is taken in place of what is pasted. */
  #file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined
  readonly #worksheet = byId('worksheet', HTMLSelectElement)
  /** The reader of workbooks, once it is loaded for the first. */
  #workbooks: typeof import('../../../spreadsheet/workbook/index.ts') | undefined
  /** The table of the worksheet that was read last. */
  #made: Made | undefined
  /** Whether the first row has headings, if a person has said so. */
  #hasHeadings: boolean | undefined

  /**
   * @param isWanted  whether rows are asked for now
   * @param changed   called after a change that is not an input event of the form
   */
  constructor(isWanted: () => boolean, changed: () => void) {
    this.#changed = changed
    this.#fill(sourceIn(this.#kept.text))
    this.#set.disabled = false
    // a form of their own: a link that fills the form around them leaves the rows as they are
    byId('rows-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
    wireFiles(this.#chosenFile, (files) => this.#take(files), isWanted)
    this.#pasted.addEventListener('input', () => {
      this.#hasHeadings = undefined
    })
    this.#headings.addEventListener('input', () => {
      this.#hasHeadings = this.#headings.checked
    })
    byId('taken-remove', HTMLButtonElement).addEventListener('click', () => {
      this.#file = undefined
      this.#hasHeadings = undefined
      changed()
      // the button disappears
      this.#showTaken()
      this.#pasted.focus()
    })
    byId('forget-rows', HTMLButtonElement).addEventListener('click', () => {
      this.#fill({ ...noSource, rows: this.#chosenRows() })
      changed()
      this.#kept.forget()
      byId('rows-kept', HTMLElement).textContent = words.many.forgotten
    })
  }

  /** Reads the rows of the form's values, and shows what is wrong with them in the form. */
  read(): Reading {
    const isTable = this.#chosenRows() === 'table'
    byId('from-table', HTMLElement).hidden = !isTable
    byId('from-series', HTMLElement).hidden = isTable
    const reading = isTable ? this.#tableReading() : this.#seriesReading()
    const fault = reading !== undefined && 'fault' in reading ? reading.fault : ''
    this.#showFault('table', isTable ? fault : '', [this.#pasted, this.#chosenFile])
    if (isTable) this.#showFault('series', '', seriesFields())
    return reading
  }

  #chosenRows(): Source['rows'] {
    return this.#set.querySelector<HTMLInputElement>('[name=rows]:checked')?.value === 'series' ? 'series' : 'table'
  }

  #tableReading(): Reading {
    const given = this.#file?.bytes ?? new TextEncoder().encode(this.#pasted.value)
    this.#showTaken()
    if (given.length === 0) return undefined
    try {
      const isMade = isWorkbook(given)
      if (isMade && this.#workbooks === undefined) {
        this.#loadWorkbooks()
        return undefined
      }
      const bytes = isMade ? this.#tableOf(given) : given
      const options = { ...this.#options, ...(isMade ? tableOfWorkbook : {}) }
      const withAdded = this.#bytesWithHeadings(bytes, options)
      const above = headingsOf(withAdded.bytes, options)
      const first = withAdded.delimiter === undefined ? {} : { text: above[0] ?? '' }
      this.columns = possible(this.columns, above)
      const chosen = { ...first, ...this.columns }
      const { delimiter } = withAdded
      return {
        rows: tableRows(withAdded.bytes, { ...options, columns: chosen, ...(delimiter && { delimiter }) }),
      }
    } catch (error) {
      if (error instanceof TableError) return { fault: error.message }
      throw error
    }
  }

  async #loadWorkbooks(): Promise<void> {
    try {
      this.#workbooks = await import('../../../spreadsheet/workbook/index.ts')
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      return this.#showFault('table', words.many.notLoaded, [])
    }
    this.#changed()
  }

  /** The table of the worksheet that is chosen. @throws TableError */
  #tableOf(file: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
    const wanted = this.#worksheet.value
    if (this.#made?.file === file && this.#made.worksheet === wanted) return this.#made.table
    const decimalSign = words.decimalSign === ',' ? ',' : '.'
    const workbook = new this.#workbooks!.Workbook(file, { mostBytes: mostUnpacked, decimalSign })
    const names = workbook.worksheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
    const worksheet = names.includes(wanted) ? wanted : workbook.first.name
    this.#worksheet.replaceChildren(...names.map((name) => made('option', { value: name }, name)))
    this.#worksheet.value = worksheet
    const table = joined([...workbook.table(worksheet)])
    this.#made = { file, worksheet: this.#worksheet.value, table }
    return table
  }

  /** The table, with headings above it if it has none; then it has this delimiter. */
  #bytesWithHeadings(
    bytes: Uint8Array<ArrayBuffer>,
    options: TableOptions,
  ): { bytes: Uint8Array<ArrayBuffer>; delimiter?: Delimiter } {
    this.#headings.disabled = !canHaveHeadings(bytes)
    const isWithout = !this.#headings.disabled && !(this.#hasHeadings ?? !seemsWithoutHeadings(bytes, options))
    this.#headings.checked = !isWithout
    byId('headings-hint', HTMLElement).textContent = isWithout ? words.many.withoutHeadings : ''
    return isWithout ? withHeadings(bytes, options, words.many.column) : { bytes }
  }

  #showTaken(): void {
    byId('taken', HTMLElement).hidden = this.#file === undefined
    byId('taken-name', HTMLElement).textContent = this.#file?.name ?? ''
    byId('pasted-field', HTMLElement).hidden = this.#file !== undefined
    byId('worksheet-field', HTMLElement).hidden = this.#file === undefined || !isWorkbook(this.#file.bytes)
  }

  #seriesReading(): Reading {
    const fields = seriesValues()
    const hint = byId('series-hint', HTMLElement)
    hint.textContent = ''
    const isEmpty = fields.first.trim() === '' && fields.last.trim() === ''
    const series = isEmpty ? undefined : seriesOf(fields)
    const fault = series !== undefined && 'kind' in series ? series : undefined
    const faulty = fault?.kind === 'numbers' ? fault.fields : fault === undefined ? [] : (['last'] as const)
    const message = fault === undefined ? '' : seriesMessage(fault)
    this.#showFault(
      'series',
      message,
      faulty.map((name) => seriesField(name)),
    )
    if (series === undefined) return undefined
    if ('kind' in series) return { fault: message }
    hint.textContent = words.many.seriesFound(series.length, series.text(0), series.text(series.length - 1))
    return { rows: seriesRows(series) }
  }

  /** Shows what is wrong below the fields that it is about; an empty message shows nothing. */
  #showFault(place: 'table' | 'series', message: string, faulty: readonly HTMLElement[]): void {
    const error = byId(`${place}-fault`, HTMLElement)
    error.textContent = message
    error.hidden = message === ''
    const marked = message === '' ? [] : faulty
    for (const field of place === 'table' ? [this.#pasted, this.#chosenFile] : seriesFields()) {
      if (marked.includes(field)) field.setAttribute('aria-invalid', 'true')
      else field.removeAttribute('aria-invalid')
    }
  }

  /** Keeps what is there for the next visit. */
  keep(): void {
    const bytes = this.#file?.bytes
    const isEmpty = bytes === undefined && [this.#pasted, ...seriesFields()].every(({ value }) => value === '')
    if (isEmpty) {
      this.#kept.forget()
      return
    }
    // what is too long to be kept need not be written first
    const base64 = bytes === undefined || bytes.length > 1 << 20 ? undefined : base64Of(bytes)
    const isKept = this.#kept.keep(
      JSON.stringify({
        rows: this.#chosenRows(),
        pasted: this.#pasted.value,
        file: this.#file && base64 !== undefined ? { name: this.#file.name, base64 } : undefined,
        columns: this.columns,
        hasHeadings: this.#hasHeadings,
        series: seriesValues(),
      } satisfies Source),
    )
    byId('rows-kept', HTMLElement).textContent =
      isKept && (this.#file === undefined || base64 !== undefined) ? words.many.kept : words.many.notKept
  }

  #fill({ rows, series, ...source }: Source): void {
    for (const radio of this.#set.querySelectorAll<HTMLInputElement>('[name=rows]'))
      radio.checked = radio.value === rows
    this.#pasted.value = source.pasted
    this.#file = source.file && { name: source.file.name, bytes: bytesOf(source.file.base64) }
    this.columns = source.columns
    this.#hasHeadings = source.hasHeadings
    for (const [name, value] of Object.entries(series)) seriesField(name).value = value
  }

  /** A table in place of the one before. */
  async #take([first]: readonly File[]): Promise<void> {
    if (first === undefined) return
    if (first.size > largestFile) {
      this.#showFault('table', words.many.fileTooLarge(first.name, largestFile >> 20), [this.#chosenFile])
      return
    }
    this.#file = { name: first.name, bytes: new Uint8Array(await first.arrayBuffer()) }
    this.#worksheet.replaceChildren()
    this.#hasHeadings = undefined
    const table = this.#set.querySelector<HTMLInputElement>('[name=rows][value=table]')
    if (table !== null) table.checked = true
    this.#changed()
  }
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

function seriesMessage(fault: SeriesFault): string {
  if (fault.kind === 'too long') return words.many.seriesTooLong(String(fault.length), longestSeries)
  return fault.fields
    .map((name) => words.many.numberWanted(words.many[name], String(ranges[name].least), String(ranges[name].most)))
    .join(' ')
}

const seriesField = (name: string): HTMLInputElement => byId(`series-${name}`, HTMLInputElement)

function seriesFields(): HTMLInputElement[] {
  return Object.keys(noSource.series).map(seriesField)
}

function seriesValues(): SeriesFields {
  const value = (name: keyof SeriesFields): string => seriesField(name).value
  return {
    prefix: value('prefix'),
    first: value('first'),
    last: value('last'),
    step: value('step'),
    digits: value('digits'),
    suffix: value('suffix'),
  }
}
