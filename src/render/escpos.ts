/** Labels in ESC/POS, the language of receipt printers. */

import { byteRows, joined, lowHigh } from './bitmap.ts'
import type { Commands, FedLabel, Handling } from './language.ts'

/** Rows of a band: printers are fastest with 59 to 246 (Epson TM-L90, p. 269), and take at most 2303 (HPRT TP809, p. 55). */
const bandRows = 240

/** ESC @: as it is after it was turned on. */
const reset = [0x1b, 0x40]
/** GS V 66 0: feeds to the cutter, and cuts; printers without one only feed. */
const feedAndCut = [0x1d, 0x56, 0x42, 0x00]
/** GS FF: feeds to the next label or mark, where the printer is set for one. */
const nextLabel = [0x1d, 0x0c]

/**
 * A label in ESC/POS: GS v 0 in bands, in which 1 is black, and which join without a gap.
 *
 * Rows that are blank are sent too: how far ESC J feeds depends on the motion units of the printer. Where nothing says when to cut,
 * it is at the end of the job on paper without labels, because the last label would stay below the cover.
 */
export function escposLabel({ dots, copies }: FedLabel, { media, cut }: Handling): Commands {
  const { rowLength, bytes } = byteRows(dots)
  const bands: (readonly number[] | Uint8Array)[] = []
  for (let top = 0; top < dots.height; top += bandRows) {
    const rows = Math.min(bandRows, dots.height - top)
    bands.push([0x1d, 0x76, 0x30, 0x00, ...lowHigh(rowLength), ...lowHigh(rows)])
    bands.push(bytes.subarray(rowLength * top, rowLength * (top + rows)))
  }
  const hasLabels = media === 'gap' || media === 'mark'
  const when = cut ?? (hasLabels ? 'none' : 'end')
  const after = (isLast: boolean): Uint8Array => {
    const isCut = when === 'each' || (when === 'end' && isLast)
    return joined([isCut ? feedAndCut : [], hasLabels ? nextLabel : []])
  }
  return {
    first: joined([reset]),
    next: new Uint8Array(),
    label: joined(bands),
    between: after(false),
    last: after(true),
    times: copies,
  }
}
