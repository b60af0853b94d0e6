/** Ink of elements beyond the outline of a label on a sheet, which is round or has round corners. */

import { darkRunsBetween } from '../../symbologies/matrix/index.ts'
import type { LabelOutline } from '../layout/label-outline.ts'
import type { Resolution } from '../layout/resolution.ts'
import type { InkMark } from '../layout/scene.ts'
import type { Warning } from '../plan/warning.ts'
import { dotsOf } from '../render/paint.ts'
import { type DrawnElement, inkBox } from './conflicts.ts'
import type { Rect } from './shapes.ts'

/** A label, in dots. */
interface Outlined {
  readonly width: number
  readonly height: number
  readonly resolution: Resolution
  readonly outline: LabelOutline
}

/** A warning for each element that has ink beyond the outline of a label, or in the hole of a disc, and does not leave the box around it. */
export function beyondOutline(elements: readonly DrawnElement[], label: Outlined): readonly Warning[] {
  const isOn = insideOf(label)
  return elements.flatMap(({ label: name, marks }): Warning[] => {
    const { left, top, right, bottom } = inkBox(marks) ?? { left: 0, top: 0, right: 0, bottom: 0 }
    const isInBox = left >= 0 && top >= 0 && right <= label.width && bottom <= label.height
    if (!isInBox || marks.every((mark) => isWithin(mark, isOn))) return []
    const message = `${name} leaves the label, ${shapeOf(label.outline)}`
    return [{ code: 'off_page', parameter: 'design', message }]
  })
}

function shapeOf({ kind }: LabelOutline): string {
  switch (kind) {
    case 'rectangle':
      return 'whose corners are round'
    case 'ellipse':
      return 'which is round'
    case 'disc':
      return 'which is a disc with a hole'
  }
}

/** Whether a rectangle of ink is on a label, as far as its outline says: what leaves the box around it is another matter. */
type IsOn = (rect: Rect) => boolean

function insideOf({ width, height, resolution: { perMillimetre }, outline }: Outlined): IsOn {
  const [middleX, middleY] = [width / 2, height / 2]
  const corners = ({ left, top, right, bottom }: Rect, isIn: (x: number, y: number) => boolean): boolean =>
    isIn(left - middleX, top - middleY) &&
    isIn(right - middleX, top - middleY) &&
    isIn(left - middleX, bottom - middleY) &&
    isIn(right - middleX, bottom - middleY)
  switch (outline.kind) {
    case 'rectangle': {
      const radius = outline.corner * perMillimetre
      return (rect) =>
        corners(rect, (x, y) => {
          const [dx, dy] = [Math.abs(x) - (middleX - radius), Math.abs(y) - (middleY - radius)]
          return dx <= 0 || dy <= 0 || dx ** 2 + dy ** 2 <= (radius + slack) ** 2
        })
    }
    case 'ellipse':
      return (rect) => corners(rect, (x, y) => (x / (middleX + slack)) ** 2 + (y / (middleY + slack)) ** 2 <= 1)
    case 'disc': {
      const [outer, hole] = [(outline.diameter * perMillimetre) / 2, (outline.hole * perMillimetre) / 2]
      const isClear = ({ left, top, right, bottom }: Rect): boolean => {
        const dx = Math.max(left - middleX, 0, middleX - right)
        const dy = Math.max(top - middleY, 0, middleY - bottom)
        return dx ** 2 + dy ** 2 >= (hole - slack) ** 2
      }
      return (rect) => corners(rect, (x, y) => x ** 2 + y ** 2 <= (outer + slack) ** 2) && isClear(rect)
    }
  }
}

/** In dots: a dot that an outline cuts in two is on the label. */
const slack = 1

/** Whether all ink of a mark is on the label. */
function isWithin(mark: InkMark, isOn: IsOn): boolean {
  const { matrix, xs, ys } = mark.kind === 'modules' ? mark : textDots(mark)
  const columns = { from: 0, to: matrix.width }
  const runs = new Float64Array(matrix.width + 1)
  for (let row = 0; row < matrix.height; row++) {
    const count = darkRunsBetween(matrix, row, columns, runs)
    for (let i = 0; i < count; i += 2) {
      const [left, right] = [xs[runs[i]!]!, xs[runs[i + 1]!]!]
      if (!isOn({ left, top: ys[row]!, right, bottom: ys[row + 1]! })) return false
    }
  }
  return true
}

function textDots(mark: InkMark & { readonly kind: 'text' }) {
  const { matrix, left, top } = dotsOf(mark)
  const edges = (first: number, count: number): number[] => Array.from({ length: count + 1 }, (_, i) => first + i)
  return { matrix, xs: edges(left, matrix.width), ys: edges(top, matrix.height) }
}
