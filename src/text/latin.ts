/** Latin letters of Europe, shaped and drawn without HarfBuzz and without a font file, and as HarfBuzz does with Noto Sans. */

import { glyphs, kerning, lengths, metrics, outlines } from '../../fonts/latin.ts'
import type { GlyphSource, ShapedGlyph } from './glyph.ts'
import { outlineSource, type TrueType } from './truetype.ts'

/**
 * ASCII, the rest of ISO 8859-1 without the soft hyphen, Latin Extended-A, the commas below of Romanian, and what else windows-1252 has:
 * each is a grapheme, and the first font has it.
 */
const simple =
  /^[\x20-\x7e\xa0-\xac\xae-\xff\u0100-\u017f\u0192\u0218-\u021b\u02c6\u02dc\u2013\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2039\u203a\u20ac\u2122]*$/

/** Whether `shapedLatin` shapes a text. */
export const isLatin = (text: string): boolean => simple.test(text)

const { unitsPerEm } = metrics

/** Of the font, in ems. */
export const latinExtents = { ascent: metrics.ascent / unitsPerEm, descent: metrics.descent / unitsPerEm }

/** A character, or several that are drawn as one glyph. */
interface Piece {
  readonly text: string
  readonly glyph: number
  readonly advance: number
  /** What is added to the advance, by the class of the next piece. */
  readonly kerning: readonly number[]
  readonly kerningClass: number
  /** The ligatures that begin with a character, the longest first. */
  readonly ligatures: readonly Piece[]
}

/** By UTF-16 unit. */
type Characters = ReadonlyMap<number, Piece>

let characters: Characters | undefined

function charactersOf(): Characters {
  const pieces = glyphs.map(([text, glyph, advance, first, second]): Piece => {
    return { text, glyph, advance, kerning: kerning[first]!, kerningClass: second, ligatures: [] }
  })
  const ligatures = pieces.filter(({ text }) => text.length > 1)
  const single = pieces.filter(({ text }) => text.length === 1)
  return new Map(
    single.map((piece) => [
      piece.text.charCodeAt(0),
      { ...piece, ligatures: ligatures.filter(({ text }) => text.startsWith(piece.text)) },
    ]),
  )
}

/** @param offset  what is added to the index of each glyph */
export function shapedLatin(text: string, offset: number): ShapedGlyph[] {
  const source = latinSource()
  characters ??= charactersOf()
  const shaped: ShapedGlyph[] = []
  let piece = pieceAt(characters, text, 0)
  let mayCut = true
  for (let at = 0; piece !== undefined; ) {
    const end = at + piece.text.length
    const next = pieceAt(characters, text, end)
    const kern = next === undefined ? 0 : piece.kerning[next.kerningClass]!
    const advance = (piece.advance + kern) / unitsPerEm
    shaped.push({ source, glyph: piece.glyph, index: offset + at, mayCut, advance, dx: 0, dy: 0 })
    // two glyphs that are kerned belong together
    mayCut = kern === 0
    at = end
    piece = next
  }
  return shaped
}

function pieceAt(characters: Characters, text: string, at: number): Piece | undefined {
  const piece = characters.get(text.charCodeAt(at))
  if (piece !== undefined) for (const each of piece.ligatures) if (text.startsWith(each.text, at)) return each
  return piece
}

let made: GlyphSource | undefined

/** The first font of fonts.json, with these glyphs alone. */
function latinSource(): GlyphSource {
  made ??= { id: 0, phases: 1, ...outlineSource(openOutlines(), unitsPerEm) }
  return made
}

/** The outlines under the numbers that glyphs have in the font, components by which others are drawn among them. */
function openOutlines(): TrueType {
  const data = Uint8Array.from(atob(outlines), (character) => character.charCodeAt(0))
  const count = Math.max(...lengths.map(([glyph]) => glyph)) + 1
  const bytes = new Uint8Array(4 * (count + 1) + data.length)
  const view = new DataView(bytes.buffer)
  bytes.set(data, 4 * (count + 1))
  const bytesOf = new Map(lengths)
  for (let glyph = 0, end = 0; glyph < count; glyph++) {
    end += bytesOf.get(glyph) ?? 0
    view.setUint32(4 * (glyph + 1), end)
  }
  return { view, loca: 0, longLoca: true, glyf: 4 * (count + 1), glyphs: count, measured: new Map() }
}
