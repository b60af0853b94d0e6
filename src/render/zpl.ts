import { bitsInside, strideOf } from '../../symbologies/matrix/index.ts'
import type { Scene } from '../layout/scene.ts'
import { type ByteWriter, sharedWriter } from './bytes.ts'
import { paintRows } from './dot-rows.ts'
import { type Ink, inkOf } from './ink.ts'
import type { RowBuffer } from './matches.ts'
import { upright } from './upright.ts'
import { Z64 } from './z64.ts'
import { RunLengthHex } from './zpl-hex.ts'

/** How the bitmap is packed: Z64, or run lengths for printers that do not read it. */
export const zplPackings = ['z64', 'rle'] as const
export type ZplPacking = (typeof zplPackings)[number]

/** Appends the data of graphics, one after another. */
interface Packer {
  /** The next row. It holds the previous one, and the caller changes it before each `write`. It has room for three bytes more. */
  readonly row: RowBuffer
  /** Begins a graphic. @param rowLength  bytes a row, the same as long as rows are repeated */
  readonly begin: (file: ByteWriter, rowLength: number) => void
  /** Appends the row `times` times. Its bytes outside of [from, to) equal those of the previous row. */
  readonly write: (times: number, from: number, to: number) => void
  /** Appends the previous row, which may be that of the graphic before, `times` more times. */
  readonly repeat: (times: number) => void
  /** Ends the graphic. */
  readonly finish: () => void
}

// scratch; contents are not kept between calls
const packers: { readonly [P in ZplPacking]: Packer } = { z64: new Z64(), rle: new RunLengthHex() }

/**
 * A label in ZPL II, as a bitmap: the dots of the PNG of the same scene. The same scene always gives the same bytes.
 *
 * A printer's own symbols and fonts would be others than those that were judged; and nothing of a text can be taken for a command,
 * because no text is sent.
 *
 * @param copies  how often it is printed, 1 or more
 */
export function zpl(scene: Scene, copies = 1, packing: ZplPacking = 'z64'): Uint8Array {
  const drawing = upright(scene)
  const ink = inkOf(drawing)
  const file = sharedWriter()
  file.ascii(`^XA${settings}^PW${drawing.width}^LL${drawing.height}\n`)
  if (ink !== undefined) writeGraphics(file, ink, packers[packing])
  file.ascii(`^PQ${copies}^XZ\n`)
  return file.take()
}

/**
 * What an earlier job may have left until the printer is turned off: numbers are dots, which are not converted; a place is that of a
 * field's left upper corner; a label is not printed upon the next one; upright, not mirrored, not inverted, from the label's corner,
 * not shifted, in the dots of the print head. ^LT stays, because it is how a printer is adjusted to its labels.
 */
const settings = '^MUD,300,300^FWN,0^MCY^PON^PMN^LRN^LH0,0^LS0^JMA'

/** The most bytes of one graphic (ZPL II Programming Guide, ^GF: parameters b and c). */
const mostBytes = 99_999

/** The ink in whole bytes of a row, in graphics one below the other: rows are packed as they are painted. */
function writeGraphics(file: ByteWriter, { rows, box }: Ink, packer: Packer): void {
  const firstByte = box.left >>> 3
  const rowLength = ((box.right + 7) >>> 3) - firstByte
  const mostRows = Math.floor(mostBytes / rowLength)
  let y = box.top
  // how many rows the graphic still lacks
  let open = 0

  function begin(): void {
    open = Math.min(mostRows, box.bottom - y)
    const length = open * rowLength
    file.ascii(`^FO${8 * firstByte},${y}^GFA,${length},${length},${rowLength},`)
    packer.begin(file, rowLength)
  }

  const last = strideOf(rows.width) - 1
  const byteAt = (word: number): number => Math.min(rowLength, Math.max(0, 4 * word - firstByte))

  function take(dots: Uint32Array | undefined, count: number, from: number, to: number): void {
    if (open === 0) begin()
    const times = Math.min(count, open)
    if (dots === undefined) packer.repeat(times)
    else {
      // a mark may reach beyond the edge
      dots[last]! &= bitsInside(last, rows.width)
      cutRow(dots, packer.row.view, firstByte, byteAt(from), byteAt(to))
      packer.write(times, byteAt(from), byteAt(to))
    }
    y += times
    open -= times
    if (open > 0) return
    packer.finish()
    file.ascii('^FS\n')
    if (times < count) take(undefined, count - times, from, to)
  }

  paintRows({ ...rows, height: box.bottom }, take, box.top)
}

/** Copies the bytes [from, to) of a row whose first one is `firstByte` of the dots, and at most three beside them at each end. */
function cutRow(dots: Uint32Array, bytes: DataView, firstByte: number, from: number, to: number): void {
  const shift = 8 * (firstByte & 3)
  const start = from & ~3
  let word = (firstByte + start) >>> 2
  let bits = dots[word]! << shift
  for (let at = start; at < to; at += 4) {
    const next = dots[++word]!
    // shifted by 32, a word would stay as it is
    bytes.setUint32(at, bits | ((next >>> 1) >>> (31 - shift)))
    bits = next << shift
  }
}
