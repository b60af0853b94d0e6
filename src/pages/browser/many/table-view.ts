/** The table of the rows: what its columns are, the first rows, and those with faults. */

import type { Column } from '../../../table/index.ts'
import { byId, made } from '../dom.ts'
import { words } from '../words.ts'
import type { Row, Rows } from './rows.ts'

/** Rows that are shown at the beginning, rows with faults, columns, and characters of a cell. */
const [mostRows, mostFaulty, mostColumns, mostCharacters] = [8, 100, 40, 80] as const

const table = byId('rows', HTMLTableElement)
const head = table.createTHead()
const body = table.createTBody()
const more = byId('rows-more', HTMLElement)
const choices = byId('column-choices', HTMLTemplateElement)

/** What is wrong with rows, by their index. */
export type RowFaults = ReadonlyMap<number, string>

export function showTable(rows: Rows | undefined, faults: RowFaults): void {
  const faulty = [...faults.keys()].sort((a, b) => a - b).slice(0, mostFaulty)
  const indexes = rows === undefined ? [] : shownIndexes(rows.count, faulty)
  const columns = rows?.columns.slice(0, mostColumns) ?? []
  arrangeHead(columns)
  body.replaceChildren(...(rows === undefined ? [] : linesOf(rows, columns, indexes, faults)))
  const hidden = (rows?.columns.length ?? 0) - columns.length
  more.textContent = [
    ...(rows !== undefined && indexes.length < rows.count ? [words.many.rowsShown(indexes.length, rows.count)] : []),
    ...(faults.size > faulty.length ? [words.many.moreFaults(faults.size - faulty.length)] : []),
    ...(hidden > 0 ? [words.many.moreColumns(hidden)] : []),
  ].join(' ')
}

/** The first rows, and those with faults, in order. */
function shownIndexes(count: number, faulty: readonly number[]): number[] {
  const first = Array.from({ length: Math.min(count, mostRows) }, (_, i) => i)
  return [...first, ...faulty.filter((index) => index >= first.length)]
}

/** Shows what columns are. The same selects stay, because a person may be using one. */
function arrangeHead(columns: readonly Column[]): void {
  const texts = JSON.stringify(columns.map(({ text }) => text))
  if (texts !== head.dataset.texts) head.replaceChildren(...(columns.length === 0 ? [] : [headOf(columns)]))
  head.dataset.texts = texts
  for (const [i, select] of head.querySelectorAll('select').entries()) {
    select.value = columns[i]?.parameters[0] ?? ''
    select.closest('th')?.setAttribute('data-used', `${select.value !== ''}`)
  }
}

function headOf(columns: readonly Column[]): HTMLElement {
  const cells = columns.map(({ text }, i) => {
    const title = cut(text)
    const select = made('select', { 'data-column': `${i}`, 'aria-label': words.many.columnIs(title || `${i + 1}`) })
    select.append(choices.content.cloneNode(true))
    // a column is chosen by what stands above it
    select.disabled = text === ''
    return made('th', { scope: 'col' }, made('span', { dir: 'auto' }, title), select)
  })
  return made('tr', {}, made('td', {}), ...cells)
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

/** @param chosen  called when a person says what a column is */
export function wireTable(chosen: (column: number, parameter: string) => void): void {
  table.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) chosen(Number(target.dataset.column), target.value)
  })
}
