/** What a receipt printer does with labels (HPRT TP809 and Epson TM-L90, ESC/POS). Commands that labels do not need are failures. */

import type { lightMatrix } from '../../../../symbologies/matrix/index.ts'
import { blankPage, burn } from '../dots.ts'
import type { ExpectedSheet } from '../expected.ts'
import { unreadable } from '../failure.ts'
import type { ReadPage } from '../page.ts'
import { CommandStream, hex } from './stream.ts'

/** GS v 0: the most rows of a band (HPRT TP809, p. 55). */
const mostRows = 2303

interface Band {
  readonly bytes: Uint8Array
  readonly rowLength: number
  readonly rows: number
}

/**
 * A label is as many rows of bands as were asked for, because nothing else ends it on paper without labels: a cut or a feed within one is
 * a failure.
 *
 * @param sheets  of the same size, since printers have one
 * @throws VerificationFailure
 */
export function* escposPages(bytes: Uint8Array, sheets: readonly ExpectedSheet[]): Generator<ReadPage> {
  const stream = new CommandStream(bytes)
  let bands: Band[] = []
  let rows = 0
  const labels = labelsOf(sheets)
  let { width, height } = labels.next().value
  while (!stream.isAtEnd) {
    const command = hex(stream.byte(), stream.byte())
    if (command === '1d 76') {
      const band = bandIn(stream)
      bands.push(band)
      rows += band.rows
      if (rows > height) throw unreadable(`ESC/POS: ${rows} rows on a label of ${height}`)
      if (rows < height) continue
      yield { dots: dotsOf(bands, width, height), words: [], copies: 1 }
      bands = []
      rows = 0
      ;({ width, height } = labels.next().value)
      continue
    }
    if (rows > 0) throw unreadable(`ESC/POS: ${command} within a label`)
    if (command === '1d 56') {
      if (hex(...stream.raw(2)) !== '42 00') throw unreadable('ESC/POS: GS V of another mode')
    } else if (command !== '1b 40' && command !== '1d 0c') throw unreadable(`ESC/POS: ${command}`)
  }
  if (rows > 0) throw unreadable(`ESC/POS: ${rows} rows in place of ${height}`)
}

/** The sheet of each label that comes out, and the last of them for what is too many. */
function* labelsOf(sheets: readonly ExpectedSheet[]): Generator<ExpectedSheet, never> {
  for (const sheet of sheets) for (let i = 0; i < sheet.copies; i++) yield sheet
  for (;;) yield sheets.at(-1)!
}

/** GS v 0, after its first two bytes. */
function bandIn(stream: CommandStream): Band {
  if (hex(...stream.raw(2)) !== '30 00') throw unreadable('ESC/POS: GS v of another mode')
  const [rowLength, rows] = [stream.word(), stream.word()]
  if (rows === 0 || rows > mostRows || rowLength === 0) throw unreadable(`ESC/POS: ${rows} rows of ${rowLength} bytes`)
  return { bytes: stream.raw(rowLength * rows), rowLength, rows }
}

function dotsOf(bands: readonly Band[], width: number, height: number): ReturnType<typeof lightMatrix> {
  const dots = blankPage(width, height)
  let y = 0
  for (const { bytes, rowLength, rows } of bands) {
    if (rowLength !== (width + 7) >> 3) throw unreadable(`ESC/POS: rows of ${rowLength} bytes for ${width} dots`)
    burn(dots, { bytes, rowLength, x: 0, y })
    y += rows
  }
  return dots
}
