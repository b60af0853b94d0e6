/** Rows that are picked, as people write them in the dialogs of printers: `1-20, 35`. */

/** Ranges of one selection at most; who ticks more rows one by one has a better way in the spreadsheet. */
const mostRanges = 2000

/**
 * The rows that a text picks.
 *
 * @param last  the number of the last row
 * @returns their numbers, from 1; all of them if the text is empty, none if it is 0; undefined if it is no list of rows
 */
export function picked(text: string, last: number): ReadonlySet<number> | undefined {
  const items = text.trim() === '' ? [`1-${last}`] : text.trim().split(/\s*[,;]\s*|\s+(?![-–\s])(?<![-–]\s*)/)
  if (items.length > mostRanges) return undefined
  const rows = new Set<number>()
  for (const item of items.filter((each) => each !== '')) {
    const [, first, dash, end] = /^(\d{1,9})(?:\s*([-–])\s*(\d{1,9})?)?$/.exec(item) ?? []
    if (first === undefined) return undefined
    if (first === '0' && dash === undefined) continue
    if (Number(first) < 1) return undefined
    const to = Math.min(last, dash === undefined ? Number(first) : Number(end ?? last))
    for (let row = Number(first); row <= to; row++) rows.add(row)
  }
  return rows
}

/** The text that picks these rows; empty for all of them, 0 for none. @param rows  numbers from 1, in order @param count  of all rows */
export function pickedText(rows: readonly number[], count: number): string {
  if (rows.length === count) return ''
  if (rows.length === 0) return '0'
  const ranges: string[] = []
  for (let i = 0; i < rows.length; ) {
    let end = i
    while (rows[end + 1] === rows[end]! + 1) end++
    ranges.push(end === i ? `${rows[i]}` : `${rows[i]}-${rows[end]}`)
    i = end + 1
  }
  return ranges.join(', ')
}
