/** What a printer does with labels in CPCL (Zebra CPCL Programming Manual). Commands that labels do not need are failures. */

import { blankPage, burn } from '../dots.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, wholeNumber } from './stream.ts'

/** How it is printed; none of these moves a dot. */
const handling = /^(?:GAP-SENSE|BAR-SENSE|JOURNAL|TONE -?\d{1,3}|SPEED \d)$/

/** @throws VerificationFailure */
export function* cpclPages(bytes: Uint8Array): Generator<ReadPage> {
  const stream = new CommandStream(bytes)
  while (!stream.isAtEnd) yield session(stream)
}

/** From `!` to PRINT. */
function session(stream: CommandStream): ReadPage {
  const found = /^! 0 200 200 (\d{1,6}) (\d{1,6})$/.exec(stream.line())?.slice(1).map(Number)
  const width = /^PAGE-WIDTH (\d{1,6})$/.exec(stream.line())?.[1]
  if (found === undefined || width === undefined) throw unreadable('CPCL: a session or its PAGE-WIDTH is missing')
  const [height, copies] = found as [number, number]
  const dots = blankPage(Number(width), height)
  for (;;) {
    if (stream.takes('CG ')) {
      const numbers = Array.from({ length: 4 }, () => wholeNumber(stream.upTo(' ')))
      const [rowLength, rows, x, y] = numbers as [number, number, number, number]
      burn(dots, { bytes: stream.raw(rowLength * rows), rowLength, x, y })
      stream.expect('\r\n')
      continue
    }
    const line = stream.line()
    if (line === 'PRINT' || (line === 'FORM' && stream.takes('PRINT\r\n'))) return { dots, words: [], copies }
    if (!handling.test(line)) throw unreadable(`CPCL: ${JSON.stringify(line.slice(0, 20))}`)
  }
}
