/** A character set of the register, as an encoder uses it. */
export interface CharacterSet {
  /**
   * The bytes of a character, by its code point. Undefined if the set lacks it, or if readers do not agree on its bytes.
   */
  bytesOf(codePoint: number): readonly number[] | undefined
  /** The bytes of `text`; undefined if the set lacks one of its characters. */
  encode(text: string): Uint8Array | undefined
}

/** The bytes of a character, by its code point. */
export type BytesOf = CharacterSet['bytesOf']

/** The character set that has these bytes for each character. */
export function characterSetOf(bytesOf: BytesOf): CharacterSet {
  const encode = (text: string): Uint8Array | undefined => {
    const all: number[] = []
    for (const character of text) {
      const bytes = bytesOf(character.codePointAt(0)!)
      if (bytes === undefined) return undefined
      for (const byte of bytes) all.push(byte)
    }
    return Uint8Array.from(all)
  }
  return { bytesOf, encode }
}

/** Half of a surrogate pair, which is not a character. */
export const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff
