/** Many labels of a design: a table that is pasted or in a file, its columns mapped onto the fields, and all labels in one document. */

import { TableError } from '../../../table/header.ts'
import { isWorkbook, tableOfWorkbook } from '../../../table/workbook/signature.ts'
import { designs as words } from '../../words/designs/en.ts'
import { byId, made } from '../dom.ts'
import { nameIn, saveFile } from '../files.ts'
import { type Column, columnsIn, type Mapping, mappingOf, valuesOf } from '../many/mapping.ts'
import { Mappings } from '../many/mappings.ts'
import { headingsIn, type Meanings, sheetOf, type TableSheet } from '../many/sheet.ts'
import { problemText } from '../many/source.ts'
import { Remembered } from '../remembered.ts'
import type { Body, Fault, Service } from '../service.ts'
import { words as common } from '../words.ts'
import type { Printing } from './printing.ts'
import type { Described } from './service-designs.ts'

/** The largest file that is read, bytes of a part of a workbook, unpacked, and rows whose faults are listed. */
const [largestFile, mostUnpacked, mostListed] = [8 << 20, 64 << 20, 10] as const

/** Names of columns and fields in one sentence. */
const mostNamed = 20

/** A table as it is read. */
interface ReadRows {
  readonly rows: readonly Readonly<Record<string, string>>[]
  readonly numbers: readonly number[]
  readonly problems: readonly string[]
  /** The numbers of the others. */
  readonly leftOut: readonly number[]
}

/** Labels of all rows, or of those without a fault. */
interface Making {
  readonly partial: boolean
}

interface Table {
  readonly sheet: TableSheet
  /** Index of the row with the headings; undefined if there are none. */
  readonly headings: number | undefined
  readonly columns: readonly Column[]
  readonly mapping: Mapping
}

export class DesignTable {
  readonly #service: Service
  readonly #printing: Printing
  readonly #pasted = byId('pasted', HTMLTextAreaElement)
  readonly #file = byId('table-file', HTMLInputElement)
  readonly #fields = byId('column-fields', HTMLElement)
  readonly #rest = byId('rows-rest', HTMLButtonElement)
  readonly #mappings = new Mappings(new Remembered('design-columns', 120_000))
  #design: Described | undefined
  #bytes: Uint8Array<ArrayBuffer> | undefined
  #isWorkbook = false
  #table: Table | undefined
  #dpi = ''
  /** Makes labels of the rows without a fault, after some had one. */
  #makeRest: (() => Promise<void>) | undefined
  /** The rows that the service has found faults in, by their numbers in the spreadsheet. */
  #faulty: readonly number[] = []

  constructor(service: Service, printing: Printing) {
    this.#service = service
    this.#printing = printing
    byId('rows-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
    this.#pasted.addEventListener('input', () => {
      this.#forgetFile()
      this.#read()
    })
    this.#file.addEventListener('change', () => void this.#take())
    this.#fields.addEventListener('change', () => this.#choose())
    byId('taken-remove', HTMLButtonElement).addEventListener('click', () => {
      this.#forgetFile()
      this.#read()
      this.#pasted.focus()
    })
    byId('rows-pdf', HTMLButtonElement).addEventListener('click', () => void this.#save({ partial: false }))
    byId('print-rows', HTMLButtonElement).addEventListener('click', () => void this.#print({ partial: false }))
    this.#rest.addEventListener('click', () => void this.#makeRest?.())
  }

  show(design: Described): void {
    this.#design = design
    this.#read()
  }

  /** @param dpi  of the documents */
  arrange(dpi: string): void {
    this.#dpi = dpi
    byId('print-rows', HTMLButtonElement).hidden = this.#printing.chosen === undefined
  }

  #forgetFile(): void {
    this.#bytes = undefined
    this.#file.value = ''
    byId('taken', HTMLElement).hidden = true
  }

  async #take(): Promise<void> {
    const [file] = this.#file.files ?? []
    if (file === undefined) return
    if (file.size > largestFile) return showFault(common.many.fileTooLarge(file.name, largestFile >> 20))
    const bytes = new Uint8Array(await file.arrayBuffer())
    try {
      this.#isWorkbook = isWorkbook(bytes)
      this.#bytes = this.#isWorkbook ? await tableIn(bytes) : bytes
    } catch (error) {
      return showFault(error instanceof TableError ? textOf(error) : common.many.notLoaded)
    }
    this.#pasted.value = ''
    byId('taken', HTMLElement).hidden = false
    byId('taken-name', HTMLElement).textContent = file.name
    this.#read()
  }

  get #meanings(): Meanings {
    const names = this.#design?.fields.map(({ name }) => name) ?? []
    return { names: [...names, 'qty'], printed: names, words: {} }
  }

  /** Reads the table anew, and shows what its columns give. */
  #read(): void {
    showFault('')
    sayOfRows('')
    this.#offerRest(undefined)
    byId('rows-faults', HTMLElement).replaceChildren()
    const bytes = this.#bytes ?? new TextEncoder().encode(this.#pasted.value)
    this.#table = undefined
    try {
      if (bytes.length > 0) this.#table = this.#tableOf(bytes)
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      showFault(textOf(error))
    }
    this.#showColumns()
  }

  get #reading(): Parameters<typeof sheetOf>[2] {
    if (this.#bytes === undefined) return { encoding: 'utf-8' }
    return this.#isWorkbook ? tableOfWorkbook : {}
  }

  #tableOf(bytes: Uint8Array): Table {
    const sheet = sheetOf(bytes, this.#meanings, this.#reading)
    const headings = headingsIn(sheet, this.#meanings).row
    const columns = columnsIn(sheet, headings)
    // forms call fields by their titles, and so do people in their tables
    const titled = (this.#design?.fields ?? []).flatMap(({ name, title }) => {
      const column = columns.find(({ heading }) =>
        [name, title].some((each) => each !== undefined && isSame(each, heading)),
      )
      return column === undefined ? [] : [[name, [column.key]] as const]
    })
    const chosen = { ...Object.fromEntries(titled), ...this.#mappings.chosenFor(columns) }
    return { sheet, headings, columns, mapping: mappingOf(columns, chosen, this.#meanings) }
  }

  #showColumns(): void {
    const table = this.#table
    byId('columns', HTMLElement).hidden = table === undefined
    const fields = [...(this.#design?.fields ?? []), { name: 'qty', title: words.copies }]
    this.#fields.replaceChildren(
      ...(table === undefined ? [] : fields.map(({ name, title }) => choiceOf(name, title ?? name, table))),
    )
    this.#count()
  }

  /** Columns are chosen by a person. */
  #choose(): void {
    const table = this.#table
    if (table === undefined) return
    const chosen = Object.fromEntries(
      [...this.#fields.querySelectorAll('select')].map(({ name, value }) => [name, value === '' ? [] : [value]]),
    )
    this.#mappings.keep(table.columns, chosen)
    this.#offerRest(undefined)
    this.#table = { ...table, mapping: mappingOf(table.columns, chosen, this.#meanings) }
    this.#count()
  }

  #count(): void {
    const { rows, problems } = this.#rows()
    byId('rows-count', HTMLElement).textContent = this.#table === undefined ? '' : words.rows(rows.length)
    byId('rows-actions', HTMLElement).hidden = rows.length === 0
    byId('columns-left', HTMLElement).textContent = this.#leftOver().join(' ')
    this.#showProblems(problems)
  }

  /** The columns that no field takes, and the fields that no column fills, each as a sentence. */
  #leftOver(): readonly string[] {
    if (this.#table === undefined) return []
    const { columns, mapping } = this.#table
    const used = new Set([...mapping.values()].flatMap(({ parts }) => parts))
    const unused = columns.filter(({ index }) => !used.has(index))
    const isFilled = (name: string): boolean => (mapping.get(name)?.parts.length ?? 0) > 0
    const unfilled = (this.#design?.fields ?? []).filter(({ name }) => !isFilled(name))
    const named = (names: readonly string[]): readonly string[] =>
      names.length > mostNamed ? [...names.slice(0, mostNamed), words.more(names.length - mostNamed)] : names
    const headings = unused.map(({ heading, index }) => (heading === '' ? common.many.column(index + 1) : heading))
    return [
      ...(unused.length > 0 ? [words.unusedColumns(named(headings.map((each) => each.slice(0, 40))))] : []),
      ...(unfilled.length > 0 ? [words.unfilledFields(named(unfilled.map(({ name, title }) => title ?? name)))] : []),
    ]
  }

  /** The rows without a fault, with their numbers in the spreadsheet, and what is wrong with the others. */
  #rows(): ReadRows {
    if (this.#table === undefined) return { rows: [], numbers: [], problems: [], leftOut: [] }
    const { sheet, headings, columns, mapping } = this.#table
    const width = Math.max(0, ...columns.map(({ index }) => index + 1))
    const read = sheet.rows
      .slice(headings === undefined ? 0 : headings + 1)
      .map((row) => ({ number: row.number, ...valuesOf(sheet, row, mapping, width) }))
    const whole = read.filter(({ problems }) => problems.length === 0)
    return {
      rows: whole.map(({ values }) => values),
      numbers: whole.map(({ number }) => number),
      problems: read.flatMap(({ number, problems }) =>
        problems.map(({ problem }) => words.ofRow(number, problemText(problem))),
      ),
      leftOut: read.filter(({ problems }) => problems.length > 0).map(({ number }) => number),
    }
  }

  #body(): Body {
    return { type: 'application/json', bytes: new TextEncoder().encode(JSON.stringify(this.#rows().rows)) }
  }

  async #save({ partial }: Making): Promise<void> {
    const { rows, problems, leftOut } = this.#rows()
    sayOfRows(common.many.drawing(rows.length - (partial ? this.#faulty.length : 0)))
    const query = new URLSearchParams({ design: this.#design?.name ?? '', dpi: this.#dpi })
    if (partial) query.set('partial', 'true')
    const outcome = await this.#service.ask(`api/v1/labels?${query}`, undefined, { body: this.#body() })
    switch (outcome.kind) {
      case 'done': {
        const name = nameIn(outcome.response) ?? 'labels.pdf'
        saveFile(await outcome.response.blob(), name)
        const without = [...leftOut, ...(partial ? this.#faulty : [])].sort((a, b) => a - b)
        if (!partial) this.#showProblems(problems)
        this.#offerRest(undefined)
        return sayOfRows([common.many.saved(name), ...(without.length > 0 ? [withoutRows(without)] : [])].join(' '))
      }
      case 'refused':
        sayOfRows(outcome.faults.length === 0 ? outcome.message : '')
        return this.#showFaults(outcome.faults, 'pdf')
      case 'later':
        return sayOfRows(common.many.later(outcome.seconds))
      case 'unanswered':
        return sayOfRows(common.many.unanswered)
    }
  }

  async #print({ partial }: Making): Promise<void> {
    const query = new URLSearchParams({ design: this.#design?.name ?? '' })
    if (partial) query.set('partial', 'true')
    const faults = await this.#printing.print(query, this.#body(), sayOfRows)
    if (partial && faults.length === 0) return this.#offerRest(undefined)
    this.#showFaults(faults, 'print')
  }

  /** Shows the faults of rows, below those that the page finds itself, and offers the labels of the others. */
  #showFaults(faults: readonly Fault[], kind: keyof typeof words.withoutThese): void {
    const { rows, problems } = this.#rows()
    const sentences = faults.map((fault) => this.#sentence(fault))
    this.#showProblems([...problems, ...sentences])
    const faulty = new Set(faults.map(({ row }) => row))
    const isOfRows = faults.length > 0 && !faulty.has(undefined) && faulty.size < rows.length
    this.#faulty = isOfRows ? [...faulty].map((row) => this.#numberOf(row ?? 0)) : []
    this.#offerRest(isOfRows ? kind : undefined)
  }

  /** Offers labels of the rows without a fault, or offers them no more. */
  #offerRest(kind: keyof typeof words.withoutThese | undefined): void {
    const again = kind === 'print' ? this.#print : this.#save
    this.#makeRest = kind === undefined ? undefined : () => again.call(this, { partial: true })
    // a button that goes leaves those with a keyboard where they were
    if (kind === undefined && document.activeElement === this.#rest) byId('rows-pdf', HTMLButtonElement).focus()
    this.#rest.hidden = kind === undefined
    this.#rest.textContent = kind === undefined ? '' : words.withoutThese[kind]
  }

  /** The number in the spreadsheet of a row as the service counts them. */
  #numberOf(row: number): number {
    return this.#rows().numbers[row - 1] ?? row
  }

  /** What is wrong, with its row and what the form calls its field. */
  #sentence({ row, parameter, message }: Fault): string {
    const field = this.#design?.fields.find(({ name }) => name === parameter)
    const text =
      field === undefined || message.includes(field.title ?? field.name)
        ? message
        : `${field.title ?? field.name}: ${message}`
    return row === undefined ? text : words.ofRow(this.#numberOf(row), text)
  }

  #showProblems(problems: readonly string[]): void {
    const more = problems.length - mostListed
    byId('rows-faults', HTMLElement).replaceChildren(
      ...problems.slice(0, mostListed).map((text) => made('li', {}, text)),
      ...(more > 0 ? [made('li', {}, words.more(more))] : []),
    )
  }
}

/** The table of the first worksheet of a workbook. */
async function tableIn(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const { Workbook } = await import('../../../table/workbook/index.ts')
  const decimalSign = common.decimalSign === ',' ? ',' : '.'
  const workbook = Workbook.at(bytes, { mostBytes: mostUnpacked, decimalSign })
  return new Uint8Array(
    await new Blob([...workbook.table(workbook.first.name)] as Uint8Array<ArrayBuffer>[]).arrayBuffer(),
  )
}

const withoutRows = (numbers: readonly number[]): string =>
  words.rowsLeftOut(numbers.slice(0, mostNamed), Math.max(0, numbers.length - mostNamed))

const textOf = ({ problem, message }: TableError): string => (problem === undefined ? message : problemText(problem))

const isSame = (one: string, other: string): boolean =>
  one
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '') ===
  other
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '')

/** Which column gives a field. */
function choiceOf(name: string, title: string, { columns, mapping }: Table): HTMLElement {
  const id = `column-${name}`
  const select = made(
    'select',
    { id, name, form: 'rows-form' },
    made('option', { value: '' }, common.many.notUsed),
    ...columns.map(({ key, heading, index, sample }) => {
      const called = heading === '' ? common.many.column(index + 1) : heading
      return made('option', { value: key }, sample === '' ? called : `${called} (${sample.slice(0, 40)})`)
    }),
  )
  const said = mapping.get(name)?.said
  select.value = Array.isArray(said) ? String(said[0] ?? '') : ''
  return made('div', { class: 'field' }, made('label', { for: id }, title), select)
}

function showFault(text: string): void {
  byId('table-fault', HTMLElement).textContent = text
}

function sayOfRows(text: string): void {
  byId('rows-notice', HTMLElement).textContent = text
}
