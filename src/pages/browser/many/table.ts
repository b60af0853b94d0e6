/** The first rows of a sheet as a table, with what each column is used for. */

import type { Column, Mapped } from '../../../table/mapping.ts'
import { type SheetRow, textsOf } from '../../../table/sheet.ts'
import { byId, made } from '../dom.ts'
import { words } from '../words.ts'

/** Rows and columns that are shown, and characters of a cell. */
const [mostRows, mostColumns, mostCharacters] = [8, 100, 60] as const

/** Shows the first rows; none hides the table. @param titleOf  what a parameter is called */
export function showTable(mapped: Mapped | undefined, titleOf: (parameter: string) => string): void {
  const table = byId('rows', HTMLTableElement)
  byId('rows-table', HTMLElement).hidden = mapped === undefined
  if (mapped === undefined) {
    table.replaceChildren()
    return
  }
  // it scrolls, by keyboard too
  byId('rows-scroll', HTMLElement).tabIndex = 0
  const { sheet, headings, columns, mapping } = mapped
  const first = headings === undefined ? 0 : headings + 1
  const rows = sheet.rows.slice(first, first + mostRows)
  const usesOf = ({ index }: Column): string[] =>
    [...mapping].filter(([, { parts }]) => parts.includes(index)).map(([parameter]) => titleOf(parameter))
  // of sixty columns, those that are used are seen at once
  const used = columns.filter((column) => usesOf(column).length > 0)
  const shown = [...used, ...columns.filter((column) => !used.includes(column))].slice(0, mostColumns)
  const uses = shown.map(usesOf)
  table.replaceChildren(
    made('thead', {}, made('tr', {}, made('td', {}), ...shown.map((column, i) => headOf(column, uses[i]!)))),
    made('tbody', {}, ...rows.map((row) => lineOf(row, shown, uses))),
  )
  const count = sheet.rows.length - first
  byId('rows-more', HTMLElement).textContent = [
    ...(count > rows.length ? [words.many.rowsShown(rows.length, count)] : []),
    ...(columns.length > shown.length ? [words.many.moreColumns(columns.length - shown.length)] : []),
  ].join(' ')
}

function headOf({ heading, index }: Column, uses: readonly string[]): HTMLElement {
  const name = heading === '' ? words.many.column(index + 1) : cut(heading)
  const attributes = { scope: 'col', 'data-used': `${uses.length > 0}` }
  return made('th', attributes, made('span', { dir: 'auto' }, name), made('small', {}, uses.join(', ')))
}

function lineOf(row: SheetRow, columns: readonly Column[], uses: readonly (readonly string[])[]): HTMLElement {
  const texts = textsOf(row)
  const cells = columns.map(({ index }, i) =>
    made('td', { dir: 'auto', 'data-used': `${uses[i]!.length > 0}` }, cut(texts[index] ?? '')),
  )
  return made('tr', {}, made('th', { scope: 'row' }, `${row.number}`), ...cells)
}

function cut(text: string): string {
  const characters = [...text.slice(0, 4 * mostCharacters)]
  return characters.length > mostCharacters ? `${characters.slice(0, mostCharacters).join('')}…` : text
}
