import { kernings, widths } from './helvetica-metrics.ts'

/**
 * Bytes 0x80 to 0x8f and 0x90 to 0x9f of Windows code page 1252, which PDF calls WinAnsiEncoding (ISO 32000-1:2008, annex D.2).
 * A space stands for a byte without a character.
 *
 * They are listed because node 20 decodes 'windows-1252' as ISO 8859-1.
 */
const from80 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž '
const from90 = ' ‘’“”•–—˜™š›œ žŸ'

const characters = Array.from({ length: 256 }, (_, byte) => {
  if (byte >> 4 === 8) return from80[byte & 15]!
  if (byte >> 4 === 9) return from90[byte & 15]!
  return String.fromCharCode(byte)
})
const winAnsi = new Map(characters.map((character, byte) => [character, byte]).slice(0x20) as [string, number][])
winAnsi.set(' ', 0x20).delete('\u007f')

/** `text` in WinAnsiEncoding, or undefined if a character is not in it. */
export function winAnsiBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = winAnsi.get(text[i]!)
    if (byte === undefined) return undefined
    bytes[i] = byte
  }
  return bytes
}

/** A text in Helvetica. Distances are in thousandths of an em. */
export interface KernedText {
  /** In WinAnsiEncoding. */
  readonly bytes: Uint8Array
  /** Space added after each byte but the last: mostly 0, negative if the next character is moved closer. */
  readonly kerning: Int16Array
  readonly width: number
}

export function kerned(bytes: Uint8Array): KernedText {
  const kerning = new Int16Array(Math.max(0, bytes.length - 1))
  pairs ??= addedToPairs()
  let width = 0
  for (let i = 0; i < bytes.length; i++) {
    width += widthOf(bytes[i]!)
    if (i > 0) width += kerning[i - 1] = pairs[256 * bytes[i - 1]! + bytes[i]!]!
  }
  return { bytes, kerning, width }
}

const widthOf = (byte: number): number => widths[byte - 0x20] ?? 0

/** By pair: 256 times the first byte, and the second. */
let pairs: Int16Array | undefined

function addedToPairs(): Int16Array {
  const all = new Int16Array(65536)
  for (const [added, first, second] of kernings) {
    for (const left of first) for (const right of second) all[256 * winAnsi.get(left)! + winAnsi.get(right)!] = added
  }
  return all
}
