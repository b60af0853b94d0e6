import { type Measure, pdfkitMeasure } from './pdfkit.ts'

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

/** How a text is set in Helvetica, in thousandths of an em. */
export interface Kerning {
  /** Space added after each character but the last: mostly 0, negative if the next character is moved closer. */
  readonly added: readonly number[]
  readonly width: number
}

/** @param text  of characters that WinAnsiEncoding has */
export function kerningOf(text: string): Kerning {
  let width = text === '' ? 0 : widthOf(text[0]!)
  const added: number[] = []
  for (let i = 1; i < text.length; i++) {
    const [last, next] = [text[i - 1]!, text[i]!]
    const space = widthOf(last + next) - widthOf(last) - widthOf(next)
    added.push(space)
    width += widthOf(next) + space
  }
  return { added, width }
}

/** The widths of characters and pairs that were measured: at most 218 and their square. */
const widths = new Map<string, number>()
let measure: Measure | undefined

function widthOf(text: string): number {
  let width = widths.get(text)
  if (width === undefined) {
    measure ??= pdfkitMeasure()
    width = Math.round(measure(text))
    widths.set(text, width)
  }
  return width
}
