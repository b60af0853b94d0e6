import { metrics, glyphs as paths } from '../../fonts/ocr-b.ts'
import type { Pen, PlainSource } from './glyph.ts'
import { boxOf, type UnitBox } from './truetype.ts'

interface Glyph {
  readonly advance: number
  /** Path commands with their coordinates in font units, y up. */
  readonly commands: readonly (readonly [name: string, ...values: number[]])[]
  readonly extent: UnitBox | undefined
  readonly points: number
}

export interface OcrB extends PlainSource {
  has(code: number): boolean
  /** In ems. */
  readonly ascent: number
  readonly descent: number
}

/** OCR-B (ISO 1073-2), the font of the digits below EAN and UPC symbols. */
export function ocrB(id: number): OcrB {
  const { unitsPerEm, ascent, descent } = metrics
  const glyphs = new Map(Object.entries(paths).map(([key, value]) => [key.charCodeAt(0), parsed(value)]))
  return {
    kind: 'plain',
    id,
    phases: 1,
    ascent: ascent / unitsPerEm,
    descent: descent / unitsPerEm,
    has: (code) => glyphs.has(code),
    advance: (code) => glyphs.get(code)!.advance / unitsPerEm,
    box: (code, size, x) => boxOf(glyphs.get(code)!.extent, size / unitsPerEm, x),
    points: (code) => glyphs.get(code)!.points,
    draw(code, size, x, y, pen) {
      const scale = size / unitsPerEm
      const at = (values: readonly number[]): number[] => values.map((v, i) => (i % 2 ? y - v * scale : x + v * scale))
      for (const [name, ...values] of glyphs.get(code)!.commands) drawCommand(name, at(values), pen)
    },
  }
}

function drawCommand(name: string, v: readonly number[], pen: Pen): void {
  if (name === 'M') pen.move(v[0]!, v[1]!)
  else if (name === 'L') pen.line(v[0]!, v[1]!)
  else if (name === 'C') pen.cubic(v[0]!, v[1]!, v[2]!, v[3]!, v[4]!, v[5]!)
  else pen.close()
}

function parsed({ advance, path }: { readonly advance: number; readonly path: string }): Glyph {
  const commands = [...path.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, name, values]): [string, ...number[]] => [
    name!,
    ...(values ? values.split(/[ ,]/).map(Number) : []),
  ])
  const xs = commands.flatMap(([, ...values]) => values.filter((_, i) => i % 2 === 0))
  const ys = commands.flatMap(([, ...values]) => values.filter((_, i) => i % 2 === 1))
  if (xs.length === 0) return { advance, commands, extent: undefined, points: 0 }
  const extent = { xMin: Math.min(...xs), yMin: Math.min(...ys), xMax: Math.max(...xs), yMax: Math.max(...ys) }
  return { advance, commands, extent, points: xs.length }
}
