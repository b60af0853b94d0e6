/** Labels in EPL2, the language of Eltron printers and of Zebra's LP and TLP series. */

import { darkRows, inverted, joined } from './bitmap.ts'
import { type Commands, type FedLabel, type Handling, labelCounted } from './language.ts'

/** In mm: what is between labels of most rolls. */
const usualGap = 3

/**
 * A label in EPL2, page mode (EPL Programming Guide 14245L-003): its size, how it is printed, and one GW, in which 0 is black, for what
 * is dark.
 *
 * q and Q empty the image buffer, so they come before GW (p. 110). The line that is empty ends whatever was begun before.
 */
export function eplLabel({ dots, copies, resolution }: FedLabel, handling: Handling): Commands {
  const { darkness, speed } = handling
  const { perMillimetre } = resolution
  const lines = [
    '',
    'N',
    `q${dots.width}`,
    `Q${dots.height},${between(handling, perMillimetre)}`,
    'R0,0',
    'ZT',
    ...(speed === undefined ? [] : [`S${speed}`]),
    ...(darkness === undefined ? [] : [`D${darkness}`]),
    '',
  ]
  const dark = darkRows(dots)
  const graphic =
    dark === undefined
      ? []
      : [
          `GW${dark.left},${dark.top},${dark.rowLength},${dark.bytes.length / dark.rowLength},`,
          inverted(dark.bytes),
          '\n',
        ]
  return labelCounted(joined([lines.join('\n'), ...graphic, `P${copies}\n`]), copies, '\n')
}

/** The second number of Q: 0 if the media is continuous, otherwise 16 (300 dpi: 18) to 240 dots (p. 139). */
function between({ media, gap = usualGap }: Handling, perMillimetre: number): string {
  if (media === 'continuous') return '0'
  const least = perMillimetre < 10 ? 16 : 18
  const dots = Math.min(240, Math.max(least, Math.round(gap * perMillimetre)))
  return media === 'mark' ? `B${dots}+0` : `${dots}`
}
