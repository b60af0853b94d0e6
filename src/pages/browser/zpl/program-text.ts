/** A program as people see it, in characters, and as it is sent, in bytes. */

/** Characters of a text, from the first one to behind the last. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

export class ProgramText {
  /** Line ends are line feeds, as text fields have them. */
  readonly text: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Whether the bytes are UTF-8, so that a changed text can be sent in their place. */
  readonly isText: boolean
  /** The byte of each UTF-16 unit of the text, and behind them the number of bytes. */
  readonly #starts: Uint32Array

  private constructor(raw: string, bytes: Uint8Array<ArrayBuffer>, isText: boolean) {
    this.bytes = bytes
    this.isText = isText
    this.text = raw.replace(/\r\n?/g, '\n')
    this.#starts = new Uint32Array(this.text.length + 1)
    let [byte, at] = [0, 0]
    for (let i = 0; i < raw.length; i++) {
      this.#starts[at++] = byte
      byte += isText ? bytesOf(raw, i) : 1
      if (raw[i] === '\r' && raw[i + 1] === '\n') {
        byte++
        i++
      }
    }
    this.#starts[at] = byte
  }

  static ofText(text: string): ProgramText {
    return new ProgramText(text, new TextEncoder().encode(text), true)
  }

  /** What is not UTF-8 is shown byte by byte, in Windows-1252. */
  static ofFile(bytes: Uint8Array<ArrayBuffer>): ProgramText {
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
      if (!text.includes('\0')) return new ProgramText(text, bytes, true)
    } catch {
      // not UTF-8
    }
    return new ProgramText(new TextDecoder('windows-1252').decode(bytes), bytes, false)
  }

  /** The character that has a byte. */
  characterAt(byte: number): number {
    let [low, high] = [0, this.text.length]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= byte) low = middle
      else high = middle - 1
    }
    return low
  }

  /** The command at a byte, to the next one, without the line end before that. */
  commandAt(byte: number): TextRange {
    const from = this.characterAt(byte)
    const prefix = this.text[from] ?? '^'
    const ends = [prefix, '~'].map((sign) => this.text.indexOf(sign, from + 1)).filter((end) => end > from)
    const part = this.text.slice(from, Math.min(this.text.length, ...ends))
    return { from, to: from + Math.max(1, part.trimEnd().length) }
  }

  /** The characters of the field that a character belongs to: from behind the ^FS before it to the next ^FS. */
  fieldAt(character: number): TextRange {
    const ends = [...this.text.matchAll(/\^FS/gi)].map(({ index }) => index + 3)
    const from = ends.findLast((end) => end <= character) ?? 0
    return { from, to: ends.find((end) => end > character) ?? this.text.length }
  }
}

/** The bytes in UTF-8 of the UTF-16 unit at `i`; the first of a pair has none, and the second all four. */
function bytesOf(text: string, i: number): number {
  const unit = text.charCodeAt(i)
  if (unit < 0x80) return 1
  if (unit < 0x800) return 2
  if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) return 0
  return isLow(unit) && isHigh(text.charCodeAt(i - 1)) ? 4 : 3
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isLow = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000
