/** Labels in TSPL, the language of TSC printers and of many that imitate them. */

import { byteRows, inverted, joined } from './bitmap.ts'
import { type Commands, type Cut, type FedLabel, type Handling, labelCounted } from './language.ts'

/** In mm: what is between labels of most rolls. */
const usualGap = 3

/** SET CUTTER: OFF, after the given number of labels, or BATCH for the end of the job (TSPL2 manual, p. 133). */
const cutters: Readonly<Record<Cut, string>> = { none: 'OFF', each: '1', end: 'BATCH' }

/**
 * A label in TSPL (TSC TSPL/TSPL2 Programming Language, 2009): the size of the label, how it is printed, and one BITMAP, in which 0
 * is black.
 *
 * DIRECTION 1 is what the maker's own driver sends for an upright page.
 */
export function tsplLabel({ dots, paper, copies }: FedLabel, handling: Handling): Commands {
  const { darkness, speed, cut } = handling
  const { rowLength, bytes } = byteRows(dots)
  const lines = [
    `SIZE ${length(paper.across)} mm,${length(paper.along)} mm`,
    ...gapLines(handling),
    'DIRECTION 1,0',
    'REFERENCE 0,0',
    ...(speed === undefined ? [] : [`SPEED ${speed}`]),
    ...(darkness === undefined ? [] : [`DENSITY ${darkness}`]),
    ...(cut === undefined ? [] : [`SET CUTTER ${cutters[cut]}`]),
    'CLS',
    `BITMAP 0,0,${rowLength},${dots.height},0,`,
  ]
  const label = joined([lines.join(lineEnd), inverted(bytes), `${lineEnd}PRINT 1,${copies}${lineEnd}`])
  return labelCounted(label, copies, lineEnd)
}

const lineEnd = '\r\n'

function gapLines({ media, gap }: Handling): readonly string[] {
  const between = length(gap ?? usualGap)
  switch (media) {
    case 'gap':
      return [`GAP ${between} mm,0 mm`]
    case 'mark':
      return [`BLINE ${between} mm,0 mm`]
    case 'continuous':
      return ['GAP 0,0']
    case undefined:
      return gap === undefined ? [] : [`GAP ${between} mm,0 mm`]
  }
}

/** In mm, to two decimals. */
const length = (mm: number): string => `${Math.round(100 * mm) / 100}`
