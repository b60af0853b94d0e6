import { strideOf } from '../../symbologies/matrix/index.ts'
import type { Scene } from '../layout/scene.ts'
import { paintRows } from './dot-rows.ts'
import { painterOf } from './paint.ts'
import { upright } from './upright.ts'

/** How a character shows two dots: one above the other, or side by side. */
export type Halves = 'above' | 'beside'

/** The characters for two light dots, for the first or the second alone dark, and for both: Unicode, block elements. */
const blocks: { readonly [H in Halves]: string } = { above: ' ▀▄█', beside: ' ▌▐█' }

/**
 * A scene as lines of characters, two dots each, which are squares in a terminal whose cells are twice as high as wide if they are
 * one above the other. Ink stands for dark dots.
 */
export function characters(scene: Scene, halves: Halves): readonly string[] {
  const rows = rowsOfDots(scene)
  const { width } = upright(scene)
  const [across, down] = halves === 'above' ? [1, 2] : [2, 1]
  const isDark = (x: number, y: number): number => ((rows[y]?.[x >>> 5] ?? 0) >>> (31 - (x & 31))) & 1
  const character = (x: number, y: number): string =>
    blocks[halves][isDark(x, y) + 2 * isDark(x + across - 1, y + down - 1)]!
  return Array.from({ length: Math.ceil(rows.length / down) }, (_, line) =>
    Array.from({ length: Math.ceil(width / across) }, (_, column) => character(column * across, line * down)).join(''),
  )
}

/** The dots of each row, a bit each, most significant first; none is dark beyond the width. */
function rowsOfDots(scene: Scene): readonly Uint32Array[] {
  const { width, height, marks } = upright(scene)
  const rows: Uint32Array[] = []
  paintRows({ width, height, painters: marks.map(painterOf) }, (dots, count) => {
    const row = dots?.slice(0, strideOf(width)) ?? rows.at(-1)!
    for (let i = 0; i < count; i++) rows.push(row)
  })
  return rows
}
