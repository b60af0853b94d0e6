/** Labels in CPCL, the language of mobile printers. */

import { darkRows, joined } from './bitmap.ts'
import { type Commands, type FedLabel, type Handling, type Media, wholeLabel } from './language.ts'

/** Whether gaps or marks are looked for (Zebra CPCL Programming Manual, GAP-SENSE and BAR-SENSE; JOURNAL). */
const sensing: Readonly<Record<Media, string>> = { gap: 'GAP-SENSE', mark: 'BAR-SENSE', continuous: 'JOURNAL' }

/**
 * A label in CPCL (Zebra CPCL Programming Manual): a session with its height and copies, and one CG, in which 1 is black, for what is
 * dark.
 *
 * 200 200 are the manual's words for dots, at 300 dpi too (2-2). FORM feeds to the next label, which continuous paper does not have.
 */
export function cpclLabel({ dots, copies }: FedLabel, { media, darkness, speed }: Handling): Commands {
  const start = `! 0 200 200 ${dots.height} `
  const lines = [
    `${start}${copies}`,
    `PAGE-WIDTH ${dots.width}`,
    ...(media === undefined ? [] : [sensing[media]]),
    ...(darkness === undefined ? [] : [`TONE ${darkness}`]),
    ...(speed === undefined ? [] : [`SPEED ${speed}`]),
    '',
  ]
  const dark = darkRows(dots)
  const graphic =
    dark === undefined
      ? []
      : [`CG ${dark.rowLength} ${dark.bytes.length / dark.rowLength} ${dark.left} ${dark.top} `, dark.bytes, lineEnd]
  const end = [...(media === 'continuous' ? [] : ['FORM']), 'PRINT', '']
  const label = joined([lines.join(lineEnd), ...graphic, end.join(lineEnd)])
  return wholeLabel(label, { at: start.length, length: `${copies}`.length })
}

const lineEnd = '\r\n'
