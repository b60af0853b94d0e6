import * as hb from 'harfbuzzjs'

const from = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))

/**
 * What src/text/latin.ts shapes: ASCII, the rest of ISO 8859-1 without the soft hyphen, Latin Extended-A, the commas below of Romanian, and
 * what else windows-1252 has.
 */
const characters = [
  ...[from(0x20, 0x7e), from(0xa0, 0xac), from(0xae, 0xff), from(0x100, 0x17f), from(0x218, 0x21b)].flat(),
  ...'ƒˆ˜–—‘’‚“”„†‡•…‰‹›€™',
]

/**
 * The module latin.ts: what shapes and draws these characters as HarfBuzz does with Noto Sans. The font does no more with them than
 * to kern pairs and to join a few letters; this throws an error if it does.
 *
 * @param {Uint8Array} bytes  noto/NotoSans.ttf
 */
export function latinModule(bytes) {
  const font = new hb.Font(new hb.Face(new hb.Blob(bytes)))
  const shape = (text) => shaped(font, text)
  const ligatures = ligaturesOf(shape)
  const glyphs = [...characters, ...ligatures].map((text) => ({ text, ...alone(shape, text) }))
  const kerning = kerningOf(shape, glyphs)
  const { ascender, descender } = font.hExtents()
  const outlines = outlinesOf(
    bytes,
    glyphs.map(({ glyph }) => glyph),
  )
  return moduleText({
    metrics: { unitsPerEm: font.face.upem, ascent: ascender, descent: -descender },
    glyphs,
    kerning,
    outlines,
  })
}

/** The glyphs of a text: their number, where their cluster starts, and their advance. */
function shaped(font, text) {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  return buffer.getGlyphInfosAndPositions().map(({ codepoint, cluster, xAdvance, xOffset, yOffset, yAdvance }) => {
    if (xOffset || yOffset || yAdvance) throw new Error(`${JSON.stringify(text)}: a glyph is moved`)
    return { glyph: codepoint, index: cluster, advance: xAdvance }
  })
}

function alone(shape, text) {
  const glyphs = shape(text)
  if (glyphs.length !== 1) throw new Error(`${JSON.stringify(text)} has ${glyphs.length} glyphs`)
  const [{ glyph, advance }] = glyphs
  return { glyph, advance }
}

/** The texts of two and three characters that are one glyph, longer ones first. */
function ligaturesOf(shape) {
  const joined = (starts) =>
    starts.flatMap((start) => characters.map((next) => start + next).filter((text) => shape(text).length === 1))
  const pairs = joined(characters)
  const triples = joined(pairs)
  if (joined(triples).length > 0) throw new Error('a ligature of four characters')
  return [...triples, ...pairs]
}

/** The rows of a matrix without repetitions, and the class of each glyph: the number of its row. */
function classes(rows) {
  const names = rows.map((row) => row.join())
  const distinct = [...new Set(names)]
  return { of: names.map((name) => distinct.indexOf(name)), rows: distinct.map((name) => rows[names.indexOf(name)]) }
}

/** What each pair of glyphs adds to the advance of the first, by the classes of both. */
function kerningOf(shape, glyphs) {
  const matrix = glyphs.map((first) => glyphs.map((second) => kerned(shape, first, second)))
  const { of: firsts, rows } = classes(matrix)
  const transposed = (each) => each[0].map((_, column) => each.map((row) => row[column]))
  const { of: seconds, rows: columns } = classes(transposed(rows))
  return { firsts, seconds, rows: transposed(columns) }
}

function kerned(shape, first, second) {
  const glyphs = shape(first.text + second.text)
  const isPair = glyphs.length === 2 && glyphs[0].glyph === first.glyph && glyphs[1].glyph === second.glyph
  // the end of the first can make another ligature with the second, which then never follows it
  if (!isPair) return 0
  if (glyphs[1].advance !== second.advance) throw new Error(`${first.text}${second.text}: the second advance differs`)
  return glyphs[0].advance - first.advance
}

/** The outlines of glyphs and of their components, as the tables loca and glyf have them (ISO/IEC 14496-22:2019, 5.3.3). */
function outlinesOf(bytes, glyphs) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const tables = new Map()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    tables.set(String.fromCharCode(...bytes.subarray(at, at + 4)), view.getUint32(at + 8))
  }
  const isLong = view.getInt16(tables.get('head') + 50) === 1
  const offset = (glyph) =>
    isLong ? view.getUint32(tables.get('loca') + 4 * glyph) : 2 * view.getUint16(tables.get('loca') + 2 * glyph)
  const start = (glyph) => tables.get('glyf') + offset(glyph)
  const all = new Set()
  const add = (glyph) => {
    all.add(glyph)
    if (offset(glyph) < offset(glyph + 1)) for (const part of componentsAt(view, start(glyph))) add(part)
  }
  glyphs.forEach(add)
  const lengths = [...all]
    .sort((a, b) => a - b)
    .map((glyph) => [glyph, offset(glyph + 1) - offset(glyph)])
    .filter(([, length]) => length > 0)
  const data = Buffer.concat(lengths.map(([glyph, length]) => bytes.subarray(start(glyph), start(glyph) + length)))
  return { lengths, data }
}

/** The glyphs of which one consists. */
function componentsAt(view, start) {
  const parts = []
  if (view.getInt16(start) >= 0) return parts
  for (let at = start + 10, flags = 0x20; flags & 0x20; ) {
    flags = view.getUint16(at)
    parts.push(view.getUint16(at + 2))
    // arguments of one or two bytes each; one, two or four numbers of the scale
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
  }
  return parts
}

const quoted = (text) => `'${text.replace(/['\\]/g, '\\$&')}'`
const rowsOf = (rows) => rows.map((row) => `  [${row.join(', ')}],\n`).join('')

function moduleText({ metrics, glyphs, kerning, outlines }) {
  const rows = glyphs.map(({ text, glyph, advance }, i) => [
    quoted(text),
    glyph,
    advance,
    kerning.firsts[i],
    kerning.seconds[i],
  ])
  const metricsText = Object.entries(metrics).map(([name, value]) => `${name}: ${value}`)
  return `// Made by make.mjs from noto/NotoSans.ttf, whose licence is in licences/OFL-Noto.txt. Lengths are in font units.

export const metrics = { ${metricsText.join(', ')} } as const

/** Texts that are one glyph, ligatures last and the longest first: the glyph's number, its advance, its classes as first and as second of a pair. */
export const glyphs: readonly (readonly [text: string, glyph: number, advance: number, first: number, second: number])[] = [
${rowsOf(rows)}]

/** What a pair adds to the advance of its first glyph: a row for each class of first ones, in it a number for each class of second ones. */
export const kerning: readonly (readonly number[])[] = [
${rowsOf(kerning.rows)}]

/** The glyphs with outlines, components of others included, in the order of the data: their numbers, and their bytes. */
export const lengths: readonly (readonly [glyph: number, bytes: number])[] = [
${rowsOf(outlines.lengths)}]

/** The outlines as the table glyf has them (ISO/IEC 14496-22:2019, 5.3.3), in base64. */
export const outlines =
  '${outlines.data.toString('base64')}'
`
}
