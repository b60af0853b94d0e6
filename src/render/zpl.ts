import type { Scene } from '../layout/scene.ts'
import { type Ink, inkOf } from './ink.ts'
import { painterOf } from './paint.ts'
import { upright } from './upright.ts'
import { z64 } from './z64.ts'
import { runLengthHex } from './zpl-hex.ts'

/** How the bitmap is packed: Z64, or run lengths for printers that do not read it. */
export const zplPackings = ['z64', 'rle'] as const
export type ZplPacking = (typeof zplPackings)[number]

/**
 * A label in ZPL II, as a bitmap: the dots of the PNG of the same scene. The same scene always gives the same bytes.
 *
 * A printer's own symbols and fonts would be others than those that were judged; and nothing of a text can be taken for a command,
 * because no text is sent.
 *
 * @param copies  how often it is printed, 1 or more
 */
export function zpl(scene: Scene, copies = 1, packing: ZplPacking = 'z64'): Uint8Array {
  const { width, height, marks } = upright(scene)
  const ink = inkOf({ width, height, painters: marks.map(painterOf) })
  const graphics = ink === undefined ? '' : bandsOf(ink, packing)
  return Buffer.from(`^XA${settings}^PW${width}^LL${height}\n${graphics}^PQ${copies}^XZ\n`, 'ascii')
}

/** What an earlier job may have changed: upright, not mirrored, not inverted, from the label's corner, in the dots of the print head. */
const settings = '^PON^PMN^LRN^LH0,0^JMA'

/** The most bytes of one graphic (ZPL II Programming Guide, ^GF: parameters b and c). */
const mostBytes = 99_999

/** The ink in graphics one below the other. */
function bandsOf({ x, y, bytesPerRow, bytes }: Ink, packing: ZplPacking): string {
  const rows = Math.floor(mostBytes / bytesPerRow)
  let bands = ''
  for (let start = 0; start < bytes.length; start += rows * bytesPerRow) {
    const band = bytes.subarray(start, start + rows * bytesPerRow)
    const data = packing === 'z64' ? z64(band) : runLengthHex(band, bytesPerRow)
    const place = `^FO${x},${y + start / bytesPerRow}`
    bands += `${place}^GFA,${band.length},${band.length},${bytesPerRow},${data}^FS\n`
  }
  return bands
}
