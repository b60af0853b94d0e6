import fc from 'fast-check'

/**
 * Any character of Unicode but the surrogates: fast-check's unit "binary" without its table of all of them, which takes a
 * second to build.
 */
const character: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

/** Texts of such characters. */
export const anyCharacters = (bounds: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...bounds })
