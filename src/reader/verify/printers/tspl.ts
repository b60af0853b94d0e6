/** What a printer does with labels in TSPL (TSC, TSPL/TSPL2 Programming Language, 2009). Commands that labels do not need are failures. */

import { blankPage, burn } from '../dots.ts'
import type { Expected, ExpectedSheet } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, wholeNumber } from './stream.ts'

/** How it is printed; none of these moves a dot, but DIRECTION and REFERENCE, which have to be as they are here. */
const handling =
  /^(?:GAP [\d.]+ mm,0 mm|GAP 0,0|BLINE [\d.]+ mm,0 mm|DIRECTION 1,0|REFERENCE 0,0|SPEED \d+|DENSITY \d+|SET CUTTER (?:OFF|BATCH|1))$/

const size = /^SIZE ([\d.]+) mm,([\d.]+) mm$/

/**
 * SIZE is in mm with two decimals, and the bitmap in dots: the page has the dots that were asked for if both say so.
 *
 * @throws VerificationFailure
 */
export function* tsplPages(
  bytes: Uint8Array,
  { head, sheets }: Pick<Expected, 'head' | 'sheets'>,
): Generator<ReadPage> {
  const stream = new CommandStream(bytes)
  for (let i = 0; !stream.isAtEnd; i++) yield label(stream, head.perInch / 25.4, sheets[i])
}

/** @param sheet  undefined if there are more labels than were asked for */
function label(stream: CommandStream, perMillimetre: number, sheet: ExpectedSheet | undefined): ReadPage {
  const sides = size.exec(stream.line())?.slice(1).map(Number)
  if (sides === undefined) throw unreadable('TSPL: a label does not begin with SIZE')
  const [width, height] = sides.map((mm) => mm * perMillimetre) as [number, number]
  let line = stream.line()
  const seen = new Set<string>()
  for (; line !== 'CLS'; line = stream.line()) {
    if (!handling.test(line)) throw unreadable(`TSPL: ${JSON.stringify(line.slice(0, 20))}`)
    seen.add(line)
  }
  if (!seen.has('DIRECTION 1,0') || !seen.has('REFERENCE 0,0')) throw unreadable('TSPL: no DIRECTION or REFERENCE')
  stream.expect('BITMAP ')
  const numbers = Array.from({ length: 5 }, () => wholeNumber(stream.upTo(',')))
  const [x, y, rowLength, rows, mode] = numbers as [number, number, number, number, number]
  if (x !== 0 || y !== 0 || mode !== 0) throw unreadable(`TSPL: BITMAP ${x},${y}, mode ${mode}`)
  const columns = sheet !== undefined && Math.abs(sheet.width - width) < 1 ? sheet.width : Math.round(width)
  if (Math.abs(rows - height) >= 1) throw unreadable(`TSPL: a bitmap of ${rows} rows on a label of ${height}`)
  const dots = blankPage(columns, rows)
  burn(dots, { bytes: stream.raw(rowLength * rows), rowLength, x, y }, 0)
  stream.expect('\r\n')
  const copies = /^PRINT 1,(\d{1,6})$/.exec(stream.line())?.[1]
  if (copies === undefined) throw unreadable('TSPL: no PRINT after a bitmap')
  return { dots, words: [], copies: Number(copies) }
}
