import { brotliCompressSync, constants } from 'node:zlib'

/**
 * GNU Unifont's glyphs for `codes` as bitmaps, compressed with Brotli.
 *
 * Unifont's OpenType files draw pixels as rectangles: 4 units a pixel, 16 pixels an em, the baseline 2 pixels above the bottom.
 * Before compression the file has, in little-endian numbers: the number of glyphs in 32 bits; their code points in ascending
 * order in 32 bits each; for each glyph its advance in pixels as a byte and the column of its leftmost pixel as a signed byte;
 * for each glyph 16 rows of 16 bits, top row first, most significant bit leftmost.
 *
 * @param {import('harfbuzzjs').Font[]} fonts  BMP first, then the upper planes
 * @param {number[]} codes  ascending, each in one of the fonts
 * @returns {Uint8Array}
 */
export function unifontPack(fonts, codes) {
  const raw = Buffer.alloc(4 + codes.length * (4 + 2 + 32))
  const metrics = 4 + 4 * codes.length
  const rows = metrics + 2 * codes.length
  raw.writeUInt32LE(codes.length, 0)
  codes.forEach((code, index) => {
    const { advance, left, bitmap } = glyphPixels(fonts, code)
    raw.writeUInt32LE(code, 4 + 4 * index)
    raw.writeUInt8(advance, metrics + 2 * index)
    raw.writeInt8(left, metrics + 2 * index + 1)
    bitmap.forEach((row, y) => raw.writeUInt16LE(row, rows + 32 * index + 2 * y))
  })
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
  return brotliCompressSync(raw, { params })
}

const unitsPerPixel = 4
const baseline = 14

function glyphPixels(fonts, code) {
  const font = fonts.find((each) => each.nominalGlyph(code) !== undefined)
  const glyph = font.nominalGlyph(code)
  const edges = verticalEdges(font.glyphToJson(glyph))
  const left = Math.min(...edges.map((edge) => Math.round(edge.x / unitsPerPixel)), Number.POSITIVE_INFINITY)
  const start = Number.isFinite(left) ? left : 0
  const bitmap = Array.from({ length: 16 }, (_, row) => {
    let bits = 0
    for (let column = 0; column < 16; column++) {
      if (inside(edges, (start + column + 0.5) * unitsPerPixel, (baseline - row - 0.5) * unitsPerPixel)) {
        bits |= 0x8000 >> column
      }
    }
    return bits
  })
  return { advance: Math.round(font.glyphHAdvance(glyph) / unitsPerPixel), left: start, bitmap }
}

/** The outline's vertical edges; all its edges are horizontal or vertical. */
function verticalEdges(commands) {
  const edges = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const to = (nextX, nextY) => {
    if (nextX !== x && nextY !== y) throw new Error('a slanted edge in a pixel font')
    if (nextY !== y) edges.push({ x, low: Math.min(y, nextY), high: Math.max(y, nextY), turn: Math.sign(nextY - y) })
    x = nextX
    y = nextY
  }
  for (const { type, values } of commands) {
    if (type === 'M') [x, y, startX, startY] = [...values, ...values]
    else if (type === 'L') to(values[0], values[1])
    else if (type === 'Z') to(startX, startY)
    else throw new Error(`a curve (${type}) in a pixel font`)
  }
  return edges
}

function inside(edges, x, y) {
  let winding = 0
  for (const edge of edges) if (edge.x < x && edge.low < y && y < edge.high) winding += edge.turn
  return winding !== 0
}
