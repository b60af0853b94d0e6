import { isDark } from '../../symbologies/matrix/index.ts'
import type { Scene } from '../layout/scene.ts'
import { paint } from './paint.ts'

/** How a character shows two dots: one above the other, or side by side. */
export type Halves = 'above' | 'beside'

/** The characters for two light dots, for the first or the second alone dark, and for both: Unicode, block elements. */
const blocks: { readonly [H in Halves]: string } = { above: ' ▀▄█', beside: ' ▌▐█' }

/**
 * A scene as lines of characters, two dots each, which are squares in a terminal whose cells are twice as high as wide if they are
 * one above the other. Ink stands for dark dots.
 */
export function characters(scene: Scene, halves: Halves): readonly string[] {
  const dots = paint(scene)
  const { width, height } = dots
  const [across, down] = halves === 'above' ? [1, 2] : [2, 1]
  const dark = (x: number, y: number): number => (x < width && y < height && isDark(dots, x, y) ? 1 : 0)
  const character = (x: number, y: number): string =>
    blocks[halves][dark(x, y) + 2 * dark(x + across - 1, y + down - 1)]!
  return Array.from({ length: Math.ceil(height / down) }, (_, line) =>
    Array.from({ length: Math.ceil(width / across) }, (_, column) => character(column * across, line * down)).join(''),
  )
}
