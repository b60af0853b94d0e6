import { composeLabel } from '../src/draw.ts'
import { zpl } from '../src/render/deflate.ts'
import { digits, pool } from './pools.ts'
import { type Quartiles, quartiles } from './quartiles.ts'

/** Bytes of a 4x6 label with Code 128 and its text at 300 dpi. */
export interface PackedSizes {
  readonly z64: Quartiles
  /** In runs of hexadecimal digits. */
  readonly rle: Quartiles
  /** The dots of the whole label in plain hexadecimal digits, without commands. */
  readonly hex: Quartiles
}

/** For texts such as QZ-0001, and for 20 digits, of which most bytes are the digits for people. */
export interface ZplSizes {
  readonly short: PackedSizes
  readonly long: PackedSizes
}

export function measuredZpl(): ZplSizes {
  return {
    short: sizesOf(pool(20, (draw) => `QZ-${digits(draw, 4)}`)),
    long: sizesOf(pool(20, (draw) => digits(draw, 20))),
  }
}

function sizesOf(texts: readonly string[]): PackedSizes {
  const label = { type: 'code128', size: '4x6', orientation: 'landscape', showtext: true, qty: 1, dpi: '300' } as const
  const scenes = texts.map((text) => composeLabel({ ...label, text, format: 'zpl' }, { maxPixels: 25_000_000 }).scene)
  return {
    z64: quartiles(scenes.map((scene) => zpl(scene, 1, 'z64').length)),
    rle: quartiles(scenes.map((scene) => zpl(scene, 1, 'rle').length)),
    hex: quartiles(scenes.map(({ width, height }) => 2 * Math.ceil(width / 8) * height)),
  }
}
