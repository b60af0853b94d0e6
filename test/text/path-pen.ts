import './installed.ts'
import type { InkBox, Pen } from '../../src/text/index.ts'

/** A pen that writes an SVG path and keeps the extent of all points. */
export function pathPen(): Pen & { text: () => string; extent: () => InkBox } {
  let text = ''
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const put = (name: string, ...values: number[]): void => {
    text += name + values.join(' ')
    for (let i = 0; i < values.length; i += 2) {
      ;[left, right] = [Math.min(left, values[i]!), Math.max(right, values[i]!)]
      ;[top, bottom] = [Math.min(top, values[i + 1]!), Math.max(bottom, values[i + 1]!)]
    }
  }
  return {
    move: (x, y) => put('M', x, y),
    line: (x, y) => put('L', x, y),
    quadratic: (cx, cy, x, y) => put('Q', cx, cy, x, y),
    cubic: (ax, ay, bx, by, x, y) => put('C', ax, ay, bx, by, x, y),
    close: () => put('Z'),
    text: () => text,
    extent: () => ({ left, top, right, bottom }),
  }
}
