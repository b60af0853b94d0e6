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
  /** The next row: the caller fills it before each `write`. It has room for three bytes more than a row. */
  readonly row: RowBuffer
  /** Begins a graphic. @param rowLength  bytes a row, the same as long as rows are repeated */
  readonly begin: (file: ByteWriter, rowLength: number) => void
  /** Appends the row `times` times. */
  readonly write: (times: number) => void
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

/** What an earlier job may have changed: upright, not mirrored, not inverted, from the label's corner, in the dots of the print head. */
const settings = '^PON^PMN^LRN^LH0,0^JMA'

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

  function take(dots: Uint32Array | undefined, count: number): void {
    if (open === 0) begin()
    const times = Math.min(count, open)
    if (dots === undefined) packer.repeat(times)
    else {
      cutRow(dots, rows.width, packer.row.view, firstByte, rowLength)
      packer.write(times)
    }
    y += times
    open -= times
    if (open > 0) return
    packer.finish()
    file.ascii('^FS\n')
    if (times < count) take(undefined, count - times)
  }

  paintRows({ ...rows, height: box.bottom }, take, box.top)
}

/** Copies `length` bytes of a row of `width` dots from `firstByte` on. */
function cutRow(dots: Uint32Array, width: number, bytes: DataView, firstByte: number, length: number): void {
  // a mark may reach beyond the edge
  const last = strideOf(width) - 1
  dots[last]! &= bitsInside(last, width)
  const shift = 8 * (firstByte & 3)
  let word = firstByte >>> 2
  let bits = dots[word]! << shift
  for (let at = 0; at < length; at += 4) {
    const next = dots[++word]!
    // shifted by 32, a word would stay as it is
    bytes.setUint32(at, bits | ((next >>> 1) >>> (31 - shift)))
    bits = next << shift
  }
}
