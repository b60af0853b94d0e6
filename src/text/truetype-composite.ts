import type { Transform } from './truetype-simple.ts'

/** A glyph to be drawn, by itself or as a component of another one. */
export interface Part {
  readonly glyph: number
  readonly transform: Transform
  /** The number of composite glyphs that contain it. */
  readonly depth: number
}

/** Flags of a component. */
const wordArguments = 0x1
const offsetArguments = 0x2
const oneScale = 0x8
const moreComponents = 0x20
const twoScales = 0x40
const twoByTwoMatrix = 0x80
const scaledOffset = 0x800

/** The components of the composite glyph whose data starts at `start`. ISO/IEC 14496-22:2019, 5.3.3 (glyf). */
export function* componentsOf(view: DataView, start: number, { transform, depth }: Part): Generator<Part> {
  const [a, b, c, d, e, f] = transform
  let at = start + 10
  let flags = moreComponents
  while (flags & moreComponents) {
    flags = view.getUint16(at)
    const glyph = view.getUint16(at + 2)
    if (!(flags & offsetArguments)) throw new Error('components positioned by point numbers are not supported')
    const words = (flags & wordArguments) !== 0
    const dx = words ? view.getInt16(at + 4) : view.getInt8(at + 4)
    const dy = words ? view.getInt16(at + 6) : view.getInt8(at + 5)
    at += words ? 8 : 6
    const count = flags & oneScale ? 1 : flags & twoScales ? 2 : flags & twoByTwoMatrix ? 4 : 0
    const values = Array.from({ length: count }, (_, i) => view.getInt16(at + 2 * i) / 16384)
    at += 2 * count
    const [p, q, r, s] =
      count === 4
        ? [values[0]!, values[1]!, values[2]!, values[3]!]
        : [values[0] ?? 1, 0, 0, values[1] ?? values[0] ?? 1]
    const x = flags & scaledOffset ? dx * Math.hypot(p, q) : dx
    const y = flags & scaledOffset ? dy * Math.hypot(r, s) : dy
    const placed: Transform = [
      a * p + c * q,
      b * p + d * q,
      a * r + c * s,
      b * r + d * s,
      a * x + c * y + e,
      b * x + d * y + f,
    ]
    yield { glyph, transform: placed, depth: depth + 1 }
  }
}
