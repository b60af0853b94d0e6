/** The part of the form that says where the rows come from: a table that is pasted, typed or in a file, or a series. */

import type { EncodingNote } from '../../../table/encoding.ts'
import { type EncodingName, encodings } from '../../../table/encoding-names.ts'
import { TableError } from '../../../table/header.ts'
import { columnsIn, type Mapped, mappingOf } from '../../../table/mapping.ts'
import type { Problem, ProblemKind } from '../../../table/problems.ts'
import { headingsIn, type Meanings, readable, sheetOf, type TableSheet } from '../../../table/sheet.ts'
import { isWorkbook, tableOfWorkbook } from '../../../table/workbook/signature.ts'
import type { Described } from '../design/service-designs.ts'
import { byId, made } from '../dom.ts'
import { wireFiles } from '../files.ts'
import { Remembered } from '../remembered.ts'
import { words } from '../words.ts'
import { base64Of, bytesOf, type KeptSource, keptSource, noSource, sourceIn } from './kept.ts'
import { MappingForm } from './mapping-form.ts'
import { Mappings } from './mappings.ts'
import { sheetRows, type TableRows } from './rows.ts'
import { longestSeries, ranges, type SeriesFault, type SeriesFields, seriesOf, seriesRows } from './series.ts'

/** The rows, or why there are none; undefined if nothing was given. The same rows as long as nothing of them has changed. */
type Reading =
  | { readonly rows: TableRows; readonly mapped: Mapped | undefined; readonly note: EncodingNote | undefined }
  | { readonly fault: string }
  | undefined

/** The largest file that is read, and bytes of a part of a workbook, unpacked, and of its table. */
const [largestFile, mostUnpacked] = [8 << 20, 64 << 20] as const

/** Cells and characters of a row that is offered as the headings. */
const [mostQuoted, longestQuoted] = [8, 80] as const

/** What is wrong with a table or a row, in words. */
export function problemText({ kind, value }: Problem): string {
  const texts: { readonly [K in ProblemKind]: (value: string) => string } = words.many.problems
  return texts[kind](value)
}

/** A value with what it was made from. */
interface Made<T> {
  readonly from: readonly unknown[]
  readonly value: T
}

/** What was made from the same, or else what `make` makes. */
function remade<T>(before: Made<T> | undefined, from: readonly unknown[], make: () => T): Made<T> {
  const isSame = before !== undefined && from.every((each, i) => each === before.from[i])
  return isSame ? before : { from, value: make() }
}

export class SourceForm {
  readonly #changed: () => void
  readonly #set = byId('many-source', HTMLFieldSetElement)
  readonly #pasted = byId('pasted', HTMLTextAreaElement)
  readonly #chosenFile = byId('table-file', HTMLInputElement)
  readonly #headingRow = byId('heading-row', HTMLSelectElement)
  readonly #worksheet = byId('worksheet', HTMLSelectElement)
  readonly #encodingField = byId('encoding', HTMLSelectElement)
  /** What a column can mean for a symbol with words. */
  readonly #ofSymbols: Meanings = JSON.parse(this.#set.dataset.table ?? '{}')
  #meanings = this.#ofSymbols
  /** The design on the labels; undefined for a symbol with words. */
  #design: Described | undefined
  readonly #kept = keptSource()
  readonly #mappingsOfSymbols = new Mappings()
  readonly #mappingsOfDesigns = new Mappings(new Remembered('design-columns', 120_000))
  readonly #mappingForm: MappingForm
  /** The file that is taken in place of what is pasted. */
  #file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined
  /** The reader of workbooks, once it is loaded for the first. */
  #workbooks: typeof import('../../../table/workbook/index.ts') | undefined
  /** What a person has said of the table: index of the row with the headings or -1, encoding, worksheet. */
  #headings: number | undefined
  #encoding: EncodingName | undefined
  #wantedWorksheet = ''
  /** Whether a person has chosen columns of this table since it is here. */
  #hasChosen = false
  // what was read last
  #table: Made<Uint8Array> | undefined
  #sheet: Made<TableSheet> | undefined
  #mapped: Made<Mapped> | undefined
  #rows: Made<TableRows> | undefined

  /**
   * @param isWanted  whether rows are asked for now
   * @param changed   called after a change that is not an input event of the form
   */
  constructor(isWanted: () => boolean, changed: () => void) {
    this.#changed = changed
    this.#encodingField.append(...encodings.map((name) => made('option', { value: name }, name)))
    this.#mappingForm = new MappingForm((parameter, said) => {
      const columns = this.#mapped?.value.columns ?? []
      this.#mappings.keep(columns, { ...this.#mappings.chosenFor(columns), [parameter]: said })
      this.#hasChosen = true
      changed()
    })
    this.#fill(sourceIn(this.#kept.text))
    this.#set.disabled = false
    // a form of their own: a link that fills the form around them leaves the rows as they are
    byId('rows-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
    wireFiles(this.#chosenFile, (files) => this.#take(files), isWanted)
    this.#pasted.addEventListener('input', () => this.#forgetSaid())
    this.#headingRow.addEventListener('input', () => {
      this.#headings = Number(this.#headingRow.value)
    })
    this.#worksheet.addEventListener('input', () => {
      const { value } = this.#worksheet
      this.#forgetSaid()
      this.#wantedWorksheet = value
    })
    this.#encodingField.addEventListener('change', () => {
      this.#encoding = encodings.find((name) => name === this.#encodingField.value)
      changed()
    })
    byId('taken-remove', HTMLButtonElement).addEventListener('click', () => {
      this.#file = undefined
      this.#forgetSaid()
      changed()
      // the button disappears
      this.#showTaken()
      this.#pasted.focus()
    })
    byId('forget-rows', HTMLButtonElement).addEventListener('click', () => {
      this.#fill({ ...noSource, rows: this.#chosenRows() })
      this.#mappingsOfSymbols.forget()
      this.#mappingsOfDesigns.forget()
      changed()
      this.#kept.forget()
      byId('rows-kept', HTMLElement).textContent = words.many.forgotten
    })
  }

  get #mappings(): Mappings {
    return this.#design === undefined ? this.#mappingsOfSymbols : this.#mappingsOfDesigns
  }

  /** Has the columns fill the fields of a design from now on, or describe a symbol with words. */
  fill(design: Described | undefined): void {
    if (design === this.#design) return
    this.#design = design
    this.#meanings = design === undefined ? this.#ofSymbols : meaningsOf(design)
  }

  /** The table is another. */
  #forgetSaid(): void {
    this.#headings = undefined
    this.#encoding = undefined
    this.#wantedWorksheet = ''
    this.#hasChosen = false
  }

  /** Reads the rows of the form's values, and shows what is wrong with them in the form. */
  read(): Reading {
    const isTable = this.#chosenRows() === 'table'
    byId('from-table', HTMLElement).hidden = !isTable
    byId('from-series', HTMLElement).hidden = isTable
    const reading = isTable ? this.#tableReading() : this.#seriesReading()
    if (isTable && (reading === undefined || 'fault' in reading)) this.#mappingForm.show(undefined)
    if (isTable && reading === undefined) byId('headings-field', HTMLElement).hidden = true
    const fault = reading !== undefined && 'fault' in reading ? reading.fault : ''
    this.#showFault('table', isTable ? fault : '', [this.#pasted, this.#chosenFile])
    if (isTable) this.#showFault('series', '', seriesFields())
    return reading
  }

  #chosenRows(): KeptSource['rows'] {
    return this.#set.querySelector<HTMLInputElement>('[name=rows]:checked')?.value === 'series' ? 'series' : 'table'
  }

  #tableReading(): Reading {
    const given = this.#file?.bytes ?? this.#pasted.value
    this.#showTaken()
    const isMade = typeof given !== 'string' && isWorkbook(given)
    if (given.length === 0) return undefined
    if (isMade && this.#workbooks === undefined) {
      this.#loadWorkbooks()
      return undefined
    }
    try {
      this.#table = remade<Uint8Array>(this.#table, [given, isMade && this.#wantedWorksheet], () => {
        if (typeof given === 'string') return new TextEncoder().encode(given)
        return isMade ? this.#tableOf(given) : given
      })
      const { value: table } = this.#table
      const reading = isMade
        ? tableOfWorkbook
        : ({ encoding: typeof given === 'string' ? 'utf-8' : this.#encoding } as const)
      this.#sheet = remade(this.#sheet, [table, reading.encoding, this.#meanings], () =>
        sheetOf(table, this.#meanings, reading),
      )
      return this.#readingOf(this.#sheet.value)
    } catch (error) {
      if (!(error instanceof TableError)) throw error
      return { fault: error.problem === undefined ? error.message : problemText(error.problem) }
    }
  }

  #readingOf(sheet: TableSheet): Reading {
    const guess = headingsIn(sheet, this.#meanings)
    const said = this.#headings !== undefined && this.#headings < guess.rows.length ? this.#headings : undefined
    const headings = said === undefined ? guess.row : said < 0 ? undefined : said
    this.#showHeadings(guess, headings, said === undefined && !guess.isSure)
    const columns = columnsIn(sheet, headings)
    const chosen = this.#mappings.chosenFor(columns)
    this.#mapped = remade(this.#mapped, [sheet, headings, JSON.stringify(chosen)], () => {
      return { sheet, headings, columns, mapping: mappingOf(columns, chosen, this.#meanings) }
    })
    const mapped = this.#mapped.value
    const design = this.#design
    this.#mappingForm.show({ columns, mapping: mapped.mapping, isRemembered: !this.#hasChosen, design })
    this.#rows = remade(this.#rows, [mapped], () => sheetRows(mapped, design === undefined))
    const { value: rows } = this.#rows
    if (rows.count === 0) return { fault: words.many.noRows }
    return { rows, mapped, note: this.#encoding === undefined ? sheet.note : { encoding: this.#encoding, word: '' } }
  }

  /** Asks which row has the headings. */
  #showHeadings({ rows }: ReturnType<typeof headingsIn>, chosen: number | undefined, isDoubtful: boolean): void {
    byId('headings-field', HTMLElement).hidden = false
    const options = rows.map(({ number, cells = [] }, i) => {
      const texts = cells.slice(0, mostQuoted).map((cell) => readable(cell).trim())
      return made(
        'option',
        { value: `${i}` },
        words.many.headingsRow(
          number,
          texts
            .filter((text) => text !== '')
            .join(', ')
            .slice(0, longestQuoted),
        ),
      )
    })
    this.#headingRow.replaceChildren(...options, made('option', { value: '-1' }, words.many.noHeadings))
    this.#headingRow.value = `${chosen ?? -1}`
    byId('headings-hint', HTMLElement).textContent = isDoubtful ? words.many.headingsAsked : ''
  }

  async #loadWorkbooks(): Promise<void> {
    try {
      this.#workbooks = await import('../../../table/workbook/index.ts')
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      return this.#showFault('table', words.many.notLoaded, [])
    }
    this.#changed()
  }

  /** The table of the worksheet that is chosen. @throws TableError */
  #tableOf(file: Uint8Array<ArrayBuffer>): Uint8Array {
    const decimalSign = words.decimalSign === ',' ? ',' : '.'
    const workbook = this.#workbooks!.Workbook.at(file, { mostBytes: mostUnpacked, decimalSign })
    const names = workbook.worksheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
    const worksheet = names.includes(this.#wantedWorksheet) ? this.#wantedWorksheet : workbook.first.name
    this.#worksheet.replaceChildren(...names.map((name) => made('option', { value: name }, name)))
    this.#worksheet.value = worksheet
    return joined([...workbook.table(worksheet)])
  }

  /** Shows the note on an encoding that was guessed, with a choice of others. */
  showEncoding(note: EncodingNote | undefined): void {
    byId('rows-encoding', HTMLElement).hidden = note === undefined
    if (note === undefined) return
    this.#encodingField.value = note.encoding
    byId('encoding-note', HTMLElement).textContent = note.word === '' ? '' : words.many.readAs(note.encoding, note.word)
  }

  #showTaken(): void {
    byId('taken', HTMLElement).hidden = this.#file === undefined
    byId('taken-name', HTMLElement).textContent = this.#file?.name ?? ''
    byId('pasted-field', HTMLElement).hidden = this.#file !== undefined
    const isBook = this.#file !== undefined && isWorkbook(this.#file.bytes)
    byId('worksheet-field', HTMLElement).hidden = !isBook || this.#worksheet.options.length < 2
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
    const field = this.#design?.fields.find(({ isRequired }) => isRequired) ?? this.#design?.fields[0]
    hint.textContent = [
      words.many.seriesFound(series.length, series.text(0), series.text(series.length - 1)),
      ...(field === undefined ? [] : [words.many.intoField(field.title ?? field.name)]),
    ].join(' ')
    this.#rows = remade(this.#rows, [JSON.stringify(fields), field?.name], () => seriesRows(series, field?.name))
    return { rows: this.#rows.value, mapped: undefined, note: undefined }
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
        worksheet: this.#wantedWorksheet,
        headings: this.#headings,
        encoding: this.#encoding,
        series: seriesValues(),
      } satisfies KeptSource),
    )
    byId('rows-kept', HTMLElement).textContent =
      isKept && (this.#file === undefined || base64 !== undefined) ? words.many.kept : words.many.notKept
  }

  #fill({ rows, series, ...source }: KeptSource): void {
    for (const radio of this.#set.querySelectorAll<HTMLInputElement>('[name=rows]'))
      radio.checked = radio.value === rows
    this.#pasted.value = source.pasted
    this.#file = source.file && { name: source.file.name, bytes: bytesOf(source.file.base64) }
    this.#hasChosen = false
    this.#headings = source.headings
    this.#encoding = encodings.find((name) => name === source.encoding)
    this.#wantedWorksheet = source.worksheet
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
    this.#forgetSaid()
    const table = this.#set.querySelector<HTMLInputElement>('[name=rows][value=table]')
    if (table !== null) table.checked = true
    this.#changed()
  }
}

/** What columns can mean for a design. */
function meaningsOf({ fields }: Described): Meanings {
  const printed = fields.map(({ name }) => name)
  const titles = new Map(fields.map(({ name, title }) => [name, title]))
  return { names: [...printed, 'qty'], required: [], printed, fields: titles, words: {} }
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
