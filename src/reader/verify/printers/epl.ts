/** What a printer does with labels in EPL2, page mode (EPL Programming Guide 14245L-003). Commands that labels do not need are failures. */

import { blankPage, burn } from '../dots.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, wholeNumber } from './stream.ts'

const form = /^Q(\d{1,6}),(?:B?\d{1,3})(?:\+0)?$/

/** @throws VerificationFailure */
export function* eplPages(bytes: Uint8Array): Generator<ReadPage> {
  const stream = new CommandStream(bytes)
  while (!stream.isAtEnd) yield label(stream)
}

function label(stream: CommandStream): ReadPage {
  const next = (): string => stream.upTo('\n')
  const needed = (command: string): void => {
    const line = next()
    if (line !== command) throw unreadable(`EPL: ${JSON.stringify(line.slice(0, 20))} in place of ${command}`)
  }
  // the empty line ends what was begun before, N clears what an earlier label left
  needed('')
  needed('N')
  const width = /^q(\d{1,6})$/.exec(next())?.[1]
  const height = form.exec(next())?.[1]
  if (width === undefined || height === undefined) throw unreadable('EPL: q or Q is missing')
  // from the label's corner, from its top on
  needed('R0,0')
  needed('ZT')
  const dots = blankPage(Number(width), Number(height))
  for (;;) {
    if (stream.takes('GW')) {
      const [x, y, rowLength, rows] = Array.from({ length: 4 }, () => wholeNumber(stream.upTo(','))) as [
        ...[number, number, number, number],
      ]
      burn(dots, { bytes: stream.raw(rowLength * rows), rowLength, x, y }, 0)
      stream.expect('\n')
      continue
    }
    const line = next()
    const copies = /^P(\d{1,6})$/.exec(line)?.[1]
    if (copies !== undefined) return { dots, words: [], copies: Number(copies) }
    if (!/^(?:S\d|D\d{1,2})$/.test(line)) throw unreadable(`EPL: ${JSON.stringify(line.slice(0, 20))}`)
  }
}
