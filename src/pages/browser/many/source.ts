/** The part of the form that says where the rows come from: a table that is pasted, typed or in a file, or a series. */

import { type Delimiter, TableError, type TableOptions } from '../../../table/index.ts'
import { byId } from '../dom.ts'
import { wireFiles } from '../files.ts'
import { isMany } from '../form.ts'
import { words } from '../words.ts'
import { type Chosen, possible } from './columns.ts'
import { canHaveHeadings, headingsOf, seemsWithoutHeadings, withHeadings } from './headings.ts'
import { base64Of, bytesOf, keptSource, noSource, type Source, sourceIn } from './kept.ts'
import { type Rows, seriesRows, tableRows } from './rows.ts'
import { longestSeries, ranges, type SeriesFault, type SeriesFields, seriesOf } from './series.ts'

const set = byId('many-source', HTMLFieldSetElement)
const pasted = byId('pasted', HTMLTextAreaElement)
const chosenFile = byId('table-file', HTMLInputElement)
const headings = byId('headings', HTMLInputElement)

/** What a column can mean. */
const options: TableOptions = JSON.parse(set.dataset.table ?? '{}')

/** The largest file that is read. */
const largestFile = 8 << 20

/** The file that is taken in place of what is pasted. */
let file: { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined
let columns: Chosen = {}
let hasHeadings: boolean | undefined
let changed = (): void => {}

/** The rows, or why there are none; undefined if nothing was given. */
export type Reading = { readonly rows: Rows } | { readonly fault: string } | undefined

/** Reads the rows of the form's values, and shows what is wrong with them in the form. */
export function readSource(): Reading {
  const isTable = source() === 'table'
  byId('from-table', HTMLElement).hidden = !isTable
  byId('from-series', HTMLElement).hidden = isTable
  const reading = isTable ? tableReading() : seriesReading()
  const fault = reading !== undefined && 'fault' in reading ? reading.fault : ''
  showFault('table', isTable ? fault : '', [pasted, chosenFile])
  if (isTable) showFault('series', '', seriesFields())
  return reading
}

export function chosenColumns(): Chosen {
  return columns
}

export function chooseColumns(chosen: Chosen): void {
  columns = chosen
}

function source(): Source['rows'] {
  return set.querySelector<HTMLInputElement>('[name=rows]:checked')?.value === 'series' ? 'series' : 'table'
}

function tableReading(): Reading {
  const bytes = file?.bytes ?? new TextEncoder().encode(pasted.value)
  showTaken()
  if (bytes.length === 0) return undefined
  const withAdded = bytesWithHeadings(bytes)
  const above = headingsOf(withAdded.bytes, options)
  const first = withAdded.delimiter === undefined ? {} : { text: above[0] ?? '' }
  columns = possible(columns, above)
  const chosen = { ...first, ...columns }
  const { delimiter } = withAdded
  try {
    return { rows: tableRows(withAdded.bytes, { ...options, columns: chosen, ...(delimiter && { delimiter }) }) }
  } catch (error) {
    if (error instanceof TableError) return { fault: error.message }
    throw error
  }
}

/** The table, with headings above it if it has none; then it has this delimiter. */
function bytesWithHeadings(bytes: Uint8Array<ArrayBuffer>): { bytes: Uint8Array<ArrayBuffer>; delimiter?: Delimiter } {
  headings.disabled = !canHaveHeadings(bytes)
  const isWithout = !headings.disabled && !(hasHeadings ?? !seemsWithoutHeadings(bytes, options))
  headings.checked = !isWithout
  byId('headings-hint', HTMLElement).textContent = isWithout ? words.many.withoutHeadings : ''
  return isWithout ? withHeadings(bytes, options, words.many.column) : { bytes }
}

function showTaken(): void {
  byId('taken', HTMLElement).hidden = file === undefined
  byId('taken-name', HTMLElement).textContent = file?.name ?? ''
  byId('pasted-field', HTMLElement).hidden = file !== undefined
}

function seriesReading(): Reading {
  const fields = seriesValues()
  const hint = byId('series-hint', HTMLElement)
  hint.textContent = ''
  const isEmpty = fields.first.trim() === '' && fields.last.trim() === ''
  const series = isEmpty ? undefined : seriesOf(fields)
  const fault = series !== undefined && 'kind' in series ? series : undefined
  const faulty = fault?.kind === 'numbers' ? fault.fields : fault === undefined ? [] : (['last'] as const)
  const message = fault === undefined ? '' : seriesMessage(fault)
  showFault(
    'series',
    message,
    faulty.map((name) => seriesField(name)),
  )
  if (series === undefined) return undefined
  if ('kind' in series) return { fault: message }
  hint.textContent = words.many.seriesFound(series.length, series.text(0), series.text(series.length - 1))
  return { rows: seriesRows(series) }
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
  const names = Object.keys(noSource.series) as (keyof SeriesFields)[]
  return Object.fromEntries(names.map((name) => [name, seriesField(name).value])) as unknown as SeriesFields
}

/** Shows what is wrong below the fields that it is about; an empty message shows nothing. */
function showFault(place: 'table' | 'series', message: string, faulty: readonly HTMLElement[]): void {
  const error = byId(`${place}-fault`, HTMLElement)
  error.textContent = message
  error.hidden = message === ''
  const marked = message === '' ? [] : faulty
  for (const field of place === 'table' ? [pasted, chosenFile] : seriesFields()) {
    if (marked.includes(field)) field.setAttribute('aria-invalid', 'true')
    else field.removeAttribute('aria-invalid')
  }
}

/** Keeps what is there for the next visit. */
export function keepSource(): void {
  const bytes = file?.bytes
  const isEmpty = bytes === undefined && [pasted, ...seriesFields()].every(({ value }) => value === '')
  if (isEmpty) {
    keptSource.forget()
    return
  }
  // what is too long to be kept need not be written first
  const base64 = bytes === undefined || bytes.length > 1 << 20 ? undefined : base64Of(bytes)
  const isKept = keptSource.keep(
    JSON.stringify({
      rows: source(),
      pasted: pasted.value,
      file: file && base64 !== undefined ? { name: file.name, base64 } : undefined,
      columns,
      hasHeadings,
      series: seriesValues(),
    } satisfies Source),
  )
  byId('rows-kept', HTMLElement).textContent =
    isKept && (file === undefined || base64 !== undefined) ? words.many.kept : words.many.notKept
}

function fill({ rows, series, ...source }: Source): void {
  for (const radio of set.querySelectorAll<HTMLInputElement>('[name=rows]')) radio.checked = radio.value === rows
  pasted.value = source.pasted
  file = source.file && { name: source.file.name, bytes: bytesOf(source.file.base64) }
  columns = source.columns
  hasHeadings = source.hasHeadings
  for (const [name, value] of Object.entries(series)) seriesField(name).value = value
}

/** A table in place of the one before. */
async function take([first]: readonly File[]): Promise<void> {
  if (first === undefined) return
  if (first.size > largestFile) {
    showFault('table', words.many.fileTooLarge(first.name, largestFile >> 20), [chosenFile])
    return
  }
  file = { name: first.name, bytes: new Uint8Array(await first.arrayBuffer()) }
  hasHeadings = undefined
  const table = set.querySelector<HTMLInputElement>('[name=rows][value=table]')
  if (table !== null) table.checked = true
  changed()
}

/** @param change  called after a change that is not an input event of the form */
export function wireSource(change: () => void): void {
  changed = change
  fill(sourceIn(keptSource.text))
  set.disabled = false
  // a form of their own: a link that fills the form around them leaves the rows as they are
  byId('rows-form', HTMLFormElement).addEventListener('submit', (event) => event.preventDefault())
  wireFiles(chosenFile, take, isMany)
  pasted.addEventListener('input', () => {
    hasHeadings = undefined
  })
  headings.addEventListener('input', () => {
    hasHeadings = headings.checked
  })
  byId('taken-remove', HTMLButtonElement).addEventListener('click', () => {
    file = undefined
    hasHeadings = undefined
    changed()
    // the button disappears
    showTaken()
    pasted.focus()
  })
  byId('forget-rows', HTMLButtonElement).addEventListener('click', () => {
    fill({ ...noSource, rows: source() })
    changed()
    keptSource.forget()
    byId('rows-kept', HTMLElement).textContent = words.many.forgotten
  })
}
