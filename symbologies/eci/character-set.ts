/** A character set of the register, as an encoder and a reader use it. */
export interface CharacterSet {
  /** Its name, for people. */
  readonly name: string
  /**
   * The bytes of a character, by its code point. Undefined if the set lacks it, or if readers do not agree on its bytes.
   */
  bytesOf(codePoint: number): readonly number[] | undefined
  /** The bytes of `text`; undefined if the set lacks one of its characters. */
  encode(text: string): Uint8Array | undefined
  /** The text of `bytes`; undefined if they are not text in this set. */
  decode(bytes: Uint8Array): string | undefined
}

/** The bytes of a character, by its code point. */
export type BytesOf = CharacterSet['bytesOf']

/** The bytes of each character of `text` in turn. */
export function encodedBy(bytesOf: BytesOf, text: string): Uint8Array | undefined {
  const all: number[] = []
  for (const character of text) {
    const bytes = bytesOf(character.codePointAt(0)!)
    if (bytes === undefined) return undefined
    for (const byte of bytes) all.push(byte)
  }
  return Uint8Array.from(all)
}

/** The text of `bytes` by one of the platform's decoders. */
export function decodedBy(label: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
