/** Labels of many rows: the first of them as pictures, a table of what they are, all of them to print or to save. */

import { byId } from '../dom.ts'
import { showFaults } from '../faults.ts'
import { chosenAs, requested, titleOf } from '../form.ts'
import type { Fault } from '../service.ts'
import { words } from '../words.ts'
import { choice } from './columns.ts'
import { arrangeGallery, drawGallery, mostShown, type Wanted } from './gallery.ts'
import { offer, use, wireMaking } from './making.ts'
import { type Bounds, type Part, partsOf } from './parts.ts'
import type { Row, Rows } from './rows.ts'
import { chooseColumns, chosenColumns, keepSource, readSource, wireSource } from './source.ts'
import { showTable, wireTable } from './table-view.ts'

/** What one request takes. */
const most: Bounds = JSON.parse(byId('many-source', HTMLElement).dataset.bounds ?? '{}')

let rows: Rows | undefined
/** The first rows, whose labels are shown. */
let first: readonly Row[] = []
/** What is wrong with rows, by their index. */
let faults = new Map<number, string>()

export { use }

/** @param changed  called after a change that is not an input event of the form */
export function wire(changed: () => void): void {
  wireSource(changed)
  wireMaking(showRefused)
  wireTable((column, parameter) => {
    const chosen = rows?.columns[column]
    if (chosen === undefined) return
    chooseColumns(choice(chosenColumns(), chosen, parameter))
    changed()
  })
}

/** Shows the rows of the form's values, which have changed. */
export function update(): void {
  const reading = readSource()
  rows = reading !== undefined && 'rows' in reading ? reading.rows : undefined
  const found = rows
  const hasText = found?.columns.some(({ parameters }) => parameters.includes('text')) ?? false
  faults = new Map(found?.faulty.map((index) => [index, found.row(index).fault ?? '']))
  first = found === undefined || !hasText ? [] : firstRows(found)
  const parts = found === undefined || !hasText ? [] : partsOf(found, countIn(chosenAs('qty')) ?? 1, most)
  showFaults(undefined)
  arrangeGallery(first)
  showTable(found, faults)
  offer(found && { rows: found, parts }, most)
  const labels = parts.reduce((sum, part) => sum + part.labels, 0)
  const count = found === undefined ? words.many.none : words.many.count(found.count, labels)
  byId('rows-count', HTMLElement).textContent = count
  byId('rows-without', HTMLElement).textContent = found === undefined || hasText ? '' : words.many.noText
  const note = found?.note
  byId('rows-encoding', HTMLElement).textContent = note === undefined ? '' : words.many.readAs(note.encoding, note.word)
}

function firstRows(found: Rows): Row[] {
  // of a row with no copies there is no label
  const wanted: Row[] = []
  for (let index = 0; index < found.count && wanted.length < mostShown; index++) {
    if (found.copies(index) !== 0) wanted.push(found.row(index))
  }
  return wanted
}

/** Another way to make something is chosen. */
export function leave(): void {
  if (rows === undefined) return
  rows = undefined
  offer(undefined, most)
}

/** Draws the first labels. @throws if `signal` is aborted */
export async function draw(signal: AbortSignal): Promise<void> {
  keepSource()
  const inForm: Fault[] = []
  await drawGallery(
    first,
    pictureOf,
    (row, refusal) => {
      faults.set(row.number - 1, refusal.message)
      showTable(rows, faults)
      inForm.push(...refusal.faults.filter(({ parameter }) => !(parameter in row.values)))
      showInForm(inForm)
    },
    signal,
  )
  const status = byId('rows-status', HTMLElement)
  status.textContent = byId('rows-count', HTMLElement).textContent
}

/** A number of copies; undefined if the text is none. */
const countIn = (text: string): number | undefined =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most.labels ? Number(text) : undefined

/** The picture of a row: its values take the place of the form's. */
function pictureOf({ values }: Row): Wanted {
  const query = requested()
  for (const [name, value] of Object.entries(values)) query.set(name, value)
  // how many copies there are changes no picture
  if (countIn(values.qty ?? chosenAs('qty')) !== undefined) query.delete('qty')
  query.set('format', 'svg')
  const kind = titleOf('type', query.get('type') ?? '')
  return { target: `api/v1/label?${query}`, alt: words.label.pictureOf(kind, values.text ?? '') }
}

/** Shows what the service says of the rows of a part, at the rows; the rest is about the form's values. */
function showRefused({ from, to }: Part, all: readonly Fault[]): void {
  for (const { row, parameter, message } of all) {
    if (row === undefined || row < 1 || row > to - from) continue
    const index = from + row - 1
    const before = faults.get(index)
    const own = `${parameter}: ${message}`
    if (before === undefined) faults.set(index, own)
    else if (!before.includes(own)) faults.set(index, `${before}; ${own}`)
  }
  showTable(rows, faults)
  const isOfRow = (fault: Fault): boolean => {
    const index = from + (fault.row ?? 0) - 1
    return fault.row !== undefined && fault.parameter in (rows?.row(index).values ?? {})
  }
  showInForm(all.filter((fault) => !isOfRow(fault)))
}

/** Shows faults of values that all rows have in common at their fields. */
function showInForm(all: readonly Fault[]): void {
  const placed = all.filter(({ parameter }) => parameter !== 'text' && document.getElementById(`${parameter}-error`))
  const once = new Map(placed.map((fault) => [fault.parameter, fault]))
  if (once.size > 0) showFaults({ message: '', faults: [...once.values()] })
}
