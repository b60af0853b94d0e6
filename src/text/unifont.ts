import { fromSource } from './font-source.ts'
import type { PlainSource } from './glyph.ts'
import { boxOfPixels, drawPixels, type Pixels, pointsOfPixels } from './pixels.ts'

/** GNU Unifont's glyphs for the characters that no outline font has. fonts/unifont.mjs describes the layout of the file. */
export function unifont(id: number): PlainSource {
  const pack = fromSource('unifont.br', (source) => source.unifont())
  const view = new DataView(pack.buffer, pack.byteOffset, pack.length)
  const count = view.getUint32(0, true)
  const metrics = 4 + 4 * count
  const bitmaps = metrics + 2 * count

  const indexOf = (code: number): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (view.getUint32(4 + 4 * middle, true) < code) low = middle + 1
      else high = middle
    }
    return low
  }
  const pixels = (code: number): Pixels => {
    const index = indexOf(code)
    const rows = new Uint16Array(16)
    for (let row = 0; row < 16; row++) rows[row] = view.getUint16(bitmaps + 32 * index + 2 * row, true)
    return { rows, left: view.getInt8(metrics + 2 * index + 1) }
  }
  return {
    kind: 'plain',
    id,
    phases: 1,
    advance: (code) => view.getUint8(metrics + 2 * indexOf(code)) / 16,
    box: (code, size, x) => boxOfPixels(pixels(code), size, x),
    points: (code) => pointsOfPixels(pixels(code)),
    draw: (code, size, x, y, pen) => drawPixels(pixels(code), size, x, y, pen),
  }
}
