/** Labels in ZPL II, the language of most label printers. */

import { differentRow, endOfDark, firstDark, type Matrix } from '../../symbologies/matrix/index.ts'
import { type Scene, upright } from '../layout/scene.ts'
import { paint } from './paint.ts'
import type { Undeflated } from './png.ts'

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
  const file = (graphics: readonly Graphic[], fields: readonly string[]): Uint8Array => {
    const commands = graphics.map(({ left, top, rowLength, bytes: { length } }, i) => {
      return `^FO${left},${top}^GFA,${length},${length},${rowLength},${fields[i]}^FS\n`
    })
    const start = `^XA${settings}^PW${dots.width}^LL${dots.height}\n`
    return new TextEncoder().encode(`${start}${commands.join('')}^PQ${copies}^XZ\n`)
  }
  switch (packing) {
    case 'z64': {
      const graphics = graphicsOf(dots)
      return { data: graphics.map(({ bytes }) => bytes), whole: (deflated) => file(graphics, deflated.map(z64)) }
    }
    case 'rle': {
      const files = [graphicsOf(dots), graphicsOf(dots, sidesOfSymbols(scene))].map((graphics) => {
        return file(graphics, graphics.map(runLengthHex))
      })
      return { data: [], whole: () => files.reduce((a, b) => (b.length < a.length ? b : a)) }
    }
  }
}

/**
 * The columns where the symbols begin and end. Rows of a symbol repeat, but not those of a text beside it, as on a label that is fed
 * sideways: in graphics of their own, the symbols need a quarter of the run lengths.
 */
function sidesOfSymbols(scene: Scene): readonly number[] {
  const edges = upright(scene).marks.flatMap((mark) => (mark.kind === 'modules' ? [mark.xs[0]!, mark.xs.at(-1)!] : []))
  return edges.length === 0 ? [] : [Math.min(...edges), Math.max(...edges)]
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

/**
 * The box around what is dark, in graphics one below the other; none if nothing is.
 *
 * @param cuts  columns between which graphics stand side by side, in ascending order
 */
function graphicsOf(dots: Matrix, cuts: readonly number[] = []): readonly Graphic[] {
  const box = darkBox(dots)
  const sides = [box.left >>> 3, ...cuts.map((x) => x >>> 3), (box.right + 7) >>> 3]
  return sides.slice(1).flatMap((end, i) => {
    const first = sides[i]!
    return end > first ? graphicsBetween(dots, first, end, box) : []
  })
}

/** The bytes [first, end) of the rows [top, bottom), in graphics one below the other. */
function graphicsBetween(dots: Matrix, first: number, end: number, { top, bottom }: Box): readonly Graphic[] {
  const rowLength = end - first
  const mostRows = Math.floor(mostBytes / rowLength)
  const graphics: Graphic[] = []
  const row = new Uint8Array(4 * dots.stride)
  const view = new DataView(row.buffer)
  for (let from = top; from < bottom; from += mostRows) {
    const to = Math.min(bottom, from + mostRows)
    const bytes = new Uint8Array(rowLength * (to - from))
    for (let y = from, next = from; y < to; y = next) {
      next = Math.min(to, differentRow(dots, y))
      for (let i = 0; i < dots.stride; i++) view.setUint32(4 * i, dots.words[dots.stride * y + i]!)
      for (let same = y; same < next; same++) bytes.set(row.subarray(first, end), rowLength * (same - from))
    }
    graphics.push({ left: 8 * first, top: from, rowLength, bytes })
  }
  return graphics
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Columns [left, right), rows [top, bottom); no rows if nothing is dark. */
function darkBox(dots: Matrix): Box {
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

/** Zlib's bytes as Z64: base64, and the checksum of its text (ZPL II Programming Guide, "ZB64 Encoding and Compression"). */
function z64(zlib: Uint8Array): string {
  const text = base64(zlib)
  return `:Z64:${text}:${crc16(text).toString(16).padStart(4, '0')}`
}

/** RFC 4648, 4; by what node and browsers have. */
function base64(bytes: Uint8Array): string {
  let text = ''
  // as many as may be arguments of a function
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}

/**
 * CRC-16/XMODEM of ASCII: x^16 + x^12 + x^5 + 1, most significant bit first, from zero, without an inversion.
 *
 * @returns 0 to 65535
 */
export function crc16(text: string): number {
  let crc = 0
  for (let i = 0; i < text.length; i++) {
    crc = remainders[(crc >>> 8) ^ text.charCodeAt(i)]! ^ ((crc << 8) & 0xffff)
  }
  return crc
}

/** The remainder of each byte followed by two bytes of zero. */
const remainders = /* @__PURE__ */ Uint16Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 8
  for (let bit = 0; bit < 8; bit++) rest = (rest << 1) ^ (rest & 0x8000 ? 0x11021 : 0)
  return rest
})

/**
 * Rows as compressed hexadecimal digits (ZPL II Programming Guide, "Alternative Data Compression Scheme").
 *
 * A digit is preceded by how often it is repeated: G to Y are 1 to 19, g to z are 20, 40, and so on up to 400, and their sum is
 * the count. A comma fills the row with zeros; a colon repeats the row above. The exclamation mark, which fills with ones, is left
 * out: some readers take the rest of the row for its count.
 *
 * @param rowLength  bytes a row, 1 or more
 */
export function runLengthHex({ bytes, rowLength }: { readonly bytes: Uint8Array; readonly rowLength: number }): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += rowLength) {
    text += at > 0 && isAsAbove(bytes, at, rowLength) ? ':' : rowHex(bytes.subarray(at, at + rowLength))
  }
  return text
}

function isAsAbove(bytes: Uint8Array, at: number, rowLength: number): boolean {
  for (let i = at; i < at + rowLength; i++) if (bytes[i] !== bytes[i - rowLength]) return false
  return true
}

function rowHex(row: Uint8Array): string {
  const count = 2 * row.length
  const digitAt = (at: number): number => (row[at >> 1]! >> (at & 1 ? 0 : 4)) & 15
  const codes: number[] = []
  for (let from = 0, to = 0; from < count; from = to) {
    const digit = digitAt(from)
    while (to < count && digitAt(to) === digit) to++
    if (digit === 0 && to === count) codes.push(comma)
    else pushRun(codes, hexDigits.charCodeAt(digit), to - from)
  }
  return String.fromCharCode(...codes)
}

/** The shorter of a run's two forms. */
function pushRun(codes: number[], digit: number, count: number): void {
  if (count === 2) codes.push(digit)
  for (let rest = count > 2 ? count : 0; rest > 0; rest -= mostAtOnce) {
    const part = Math.min(rest, mostAtOnce)
    if (part >= 20) codes.push(beforeTwenty + Math.floor(part / 20))
    if (part % 20 > 0) codes.push(beforeOne + (part % 20))
  }
  codes.push(digit)
}

const hexDigits = '0123456789ABCDEF'
const comma = ','.charCodeAt(0)
/** The letters before those of one and of twenty. */
const [beforeOne, beforeTwenty] = ['F'.charCodeAt(0), 'f'.charCodeAt(0)]
/** z and Y. */
const mostAtOnce = 419
