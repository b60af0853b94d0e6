import type { Scene } from '../layout/scene.ts'
import type { EqualRows } from './dot-rows.ts'
import { type Ink, inkOf } from './ink.ts'
import { painterOf } from './paint.ts'
import { upright } from './upright.ts'
import { z64 } from './z64.ts'
import { runLengthHex } from './zpl-hex.ts'

/** How the bitmap is packed: Z64, or run lengths for printers that do not read it. */
export const zplPackings = ['z64', 'rle'] as const
export type ZplPacking = (typeof zplPackings)[number]

const packers = { z64, rle: runLengthHex } as const

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
  const graphics = ink === undefined ? '' : graphicsOf(ink, packing)
  return encoder.encode(`^XA${settings}^PW${width}^LL${height}\n${graphics}^PQ${copies}^XZ\n`)
}

const encoder = new TextEncoder()

/** What an earlier job may have changed: upright, not mirrored, not inverted, from the label's corner, in the dots of the print head. */
const settings = '^PON^PMN^LRN^LH0,0^JMA'

/** The most bytes of one graphic (ZPL II Programming Guide, ^GF: parameters b and c). */
const mostBytes = 99_999

/** The ink in graphics one below the other. */
function graphicsOf({ x, y, bytesPerRow, rows }: Ink, packing: ZplPacking): string {
  let graphics = ''
  let top = y
  for (const { rows: band, height } of bandsOf(rows, Math.floor(mostBytes / bytesPerRow))) {
    const length = height * bytesPerRow
    graphics += `^FO${x},${top}^GFA,${length},${length},${bytesPerRow},${packers[packing](band, bytesPerRow)}^FS\n`
    top += height
  }
  return graphics
}

interface Band {
  readonly rows: EqualRows[]
  height: number
}

/** Rows in bands of `most` rows, the last of which may be lower. */
function bandsOf(rows: readonly EqualRows[], most: number): Band[] {
  const bands: Band[] = []
  let band: Band | undefined
  for (const { bytes, times } of rows) {
    for (let left = times; left > 0; ) {
      if (band === undefined || band.height === most) {
        band = { rows: [], height: 0 }
        bands.push(band)
      }
      const part = Math.min(left, most - band.height)
      band.rows.push({ bytes, times: part })
      band.height += part
      left -= part
    }
  }
  return bands
}
