import { differentRow, endOfDark, firstDark, type Matrix } from '../../symbologies/matrix/index.ts'
import type { Scene } from '../layout/scene.ts'
import { paint } from './paint.ts'
import type { Undeflated } from './png.ts'
import { runLengthHex, z64 } from './zpl-data.ts'

/** How the bitmap is packed: Z64, or run lengths for printers that do not read it. */
export const zplPackings = ['z64', 'rle'] as const
export type ZplPacking = (typeof zplPackings)[number]

/**
 * A label in ZPL II, as a bitmap: the dots of the PNG of the same scene.
 *
 * A printer's own symbols and fonts would be others than those that were judged; and nothing of a text can be taken for a command,
 * because no text is sent.
 *
 * @param copies  how often it is printed, 1 or more
 */
export function zplFile(scene: Scene, copies: number, packing: ZplPacking = 'z64'): Undeflated<Uint8Array> {
  const dots = paint(scene)
  const graphics = graphicsOf(dots)
  const file = (fields: readonly string[]): Uint8Array => {
    const commands = graphics.map(({ left, top, rowLength, bytes: { length } }, i) => {
      return `^FO${left},${top}^GFA,${length},${length},${rowLength},${fields[i]}^FS\n`
    })
    const start = `^XA${settings}^PW${dots.width}^LL${dots.height}\n`
    return new TextEncoder().encode(`${start}${commands.join('')}^PQ${copies}^XZ\n`)
  }
  switch (packing) {
    case 'z64':
      return { data: graphics.map(({ bytes }) => bytes), whole: (deflated) => file(deflated.map(z64)) }
    case 'rle':
      return { data: [], whole: () => file(graphics.map(runLengthHex)) }
  }
}

/**
 * What an earlier job may have left until the printer is turned off: numbers are dots, which are not converted; a place is that of a
 * field's left upper corner; a label is not printed upon the next one; upright, not mirrored, not inverted, from the label's corner,
 * not shifted, in the dots of the print head. ^LT stays, because it is how a printer is adjusted to its labels.
 */
const settings = '^MUD,300,300^FWN,0^MCY^PON^PMN^LRN^LH0,0^LS0^JMA'

/** The most bytes of one graphic (ZPL II Programming Guide, ^GF: parameters b and c). */
const mostBytes = 99_999

/** A part of the picture whose rows are whole bytes. */
interface Graphic {
  /** Of its first dot. */
  readonly left: number
  readonly top: number
  /** Bytes a row. */
  readonly rowLength: number
  /** One bit a dot, most significant bit first, dark 1. */
  readonly bytes: Uint8Array
}

/** The box around what is dark, in graphics one below the other; none if nothing is. */
function graphicsOf(dots: Matrix): readonly Graphic[] {
  const box = darkBox(dots)
  const first = box.left >>> 3
  const rowLength = ((box.right + 7) >>> 3) - first
  const mostRows = Math.floor(mostBytes / rowLength)
  const graphics: Graphic[] = []
  for (let top = box.top; top < box.bottom; top += mostRows) {
    const bottom = Math.min(box.bottom, top + mostRows)
    const bytes = new Uint8Array(rowLength * (bottom - top))
    const row = new Uint8Array(4 * dots.stride)
    const view = new DataView(row.buffer)
    for (let y = top, next = top; y < bottom; y = next) {
      next = Math.min(bottom, differentRow(dots, y))
      for (let i = 0; i < dots.stride; i++) view.setUint32(4 * i, dots.words[dots.stride * y + i]!)
      for (let same = y; same < next; same++)
        bytes.set(row.subarray(first, first + rowLength), rowLength * (same - top))
    }
    graphics.push({ left: 8 * first, top, rowLength, bytes })
  }
  return graphics
}

/** Columns [left, right), rows [top, bottom); no rows if nothing is dark. */
function darkBox(dots: Matrix) {
  let [left, top, right, bottom] = [dots.width, 0, 0, 0]
  for (let y = 0; y < dots.height; y++) {
    const end = endOfDark(dots, y)
    if (end === 0) continue
    if (bottom === 0) top = y
    left = Math.min(left, firstDark(dots, y))
    right = Math.max(right, end)
    bottom = y + 1
  }
  return { left, top, right, bottom }
}
