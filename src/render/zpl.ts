/** Labels in ZPL II, the language of most label printers. */

import type { Matrix } from '../../symbologies/matrix/index.ts'
import { type ByteRows, byteRows, type DotBox, darkBox } from './bitmap.ts'
import { type Commands, type FedLabel, type Handling, labelCounted } from './language.ts'
import type { Undeflated } from './png.ts'

/** How the bitmap is packed: Z64, or run lengths for printers that do not read it. */
export const zplPackings = ['z64', 'rle'] as const
export type ZplPacking = (typeof zplPackings)[number]

/**
 * A label in ZPL II, as a bitmap: the dots of the PNG of the same scene.
 *
 * A printer's own symbols and fonts would be others than those that were judged; and nothing of a text can be taken for a command,
 * because no text is sent.
 */
export function zplLabel(
  { dots, copies, sides }: FedLabel,
  handling: Handling,
  packing: ZplPacking = 'z64',
): Undeflated<Commands> {
  const file = (graphics: readonly Graphic[], fields: readonly string[]): Uint8Array => {
    const commands = graphics.map(({ left, top, rowLength, bytes: { length } }, i) => {
      return `^FO${left},${top}^GFA,${length},${length},${rowLength},${fields[i]}^FS\n`
    })
    const { before, within } = handlingCommands(handling)
    const start = `${before}^XA${settings}${within}^PW${dots.width}^LL${dots.height}\n`
    return new TextEncoder().encode(`${start}${commands.join('')}^PQ${copies}${end}`)
  }
  switch (packing) {
    case 'z64': {
      const graphics = graphicsOf(dots)
      return {
        data: graphics.map(({ bytes }) => bytes),
        whole: (deflated) => labelCounted(file(graphics, deflated.map(z64)), copies, end),
      }
    }
    case 'rle': {
      const files = [graphicsOf(dots), graphicsOf(dots, sides)].map((graphics) => {
        return file(graphics, graphics.map(runLengthHex))
      })
      const shortest = files.reduce((a, b) => (b.length < a.length ? b : a))
      return { data: [], whole: () => labelCounted(shortest, copies, end) }
    }
  }
}

/** After the number of copies. */
const end = '^XZ\n'

/** ^MN: web sensing, a mark, or continuous; ^MM: the cutter after each label, or none, which is to tear off. */
const [sensing, afterwards] = [
  { gap: '^MNW', mark: '^MNM', continuous: '^MNN' },
  { none: '^MMT', each: '^MMC', end: '' },
] as const

/** ~SD is obeyed at once, and stands outside of a format; the others are of the format. */
function handlingCommands({ darkness, speed, media, cut }: Handling): { before: string; within: string } {
  const before = darkness === undefined ? '' : `~SD${`${darkness}`.padStart(2, '0')}\n`
  const rate = speed === undefined ? '' : `^PR${speed}`
  return {
    before,
    within: `${media === undefined ? '' : sensing[media]}${cut === undefined ? '' : afterwards[cut]}${rate}`,
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

/** A part of the picture. */
interface Graphic extends ByteRows {
  /** Of its first dot. */
  readonly left: number
  readonly top: number
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
function graphicsBetween(dots: Matrix, first: number, end: number, { top, bottom }: DotBox): readonly Graphic[] {
  const mostRows = Math.floor(mostBytes / (end - first))
  const graphics: Graphic[] = []
  for (let from = top; from < bottom; from += mostRows) {
    const rows = { first, end, top: from, bottom: Math.min(bottom, from + mostRows) }
    graphics.push({ left: 8 * first, top: from, ...byteRows(dots, rows) })
  }
  return graphics
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
