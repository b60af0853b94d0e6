/** The basic shapes of SVG as operators of PDF. SVG 1.1, second edition, 9 */

import { unreadableSvg } from './fault.ts'
import { pathOperators } from './path.ts'

/** A length in user units, 0 if it is not given; of per cent, those of what is given beside it. */
export type LengthOf = (value: string | undefined, whole: 'width' | 'height' | 'both') => number

/** @returns no operators for a shape without extent; undefined for an element that is not a basic shape */
export function shapePath(name: string, attributes: ReadonlyMap<string, string>, length: LengthOf): string | undefined {
  const across = (key: string): number => length(attributes.get(key), 'width')
  const down = (key: string): number => length(attributes.get(key), 'height')
  switch (name) {
    case 'rect':
      return rectangle(attributes, {
        x: across('x'),
        y: down('y'),
        width: across('width'),
        height: down('height'),
        length,
      })
    case 'circle': {
      const r = length(attributes.get('r'), 'both')
      return ellipse(across('cx'), down('cy'), r, r)
    }
    case 'ellipse':
      return ellipse(across('cx'), down('cy'), across('rx'), down('ry'))
    case 'line':
      return pathOperators(`M${across('x1')} ${down('y1')}L${across('x2')} ${down('y2')}`)
    case 'polyline':
    case 'polygon': {
      const points = (attributes.get('points') ?? '').trim()
      if (!/^[-+.,\s\de]*$/i.test(points)) throw unreadableSvg('points of a polygon')
      return points === '' ? '' : pathOperators(`M${points}${name === 'polygon' ? 'Z' : ''}`)
    }
    default:
      return undefined
  }
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly length: LengthOf
}

function rectangle(attributes: ReadonlyMap<string, string>, { x, y, width, height, length }: Rectangle): string {
  if (width <= 0 || height <= 0) return ''
  const [givenX, givenY] = [attributes.get('rx'), attributes.get('ry')].map((each) =>
    each === 'auto' ? undefined : each,
  )
  const rx = Math.min(width / 2, length(givenX ?? givenY, 'width'))
  const ry = Math.min(height / 2, length(givenY ?? givenX, 'height'))
  // the point amid the first side keeps the renderer from rounding the rectangle to whole pixels, up
  if (rx <= 0 || ry <= 0) return pathOperators(`M${x} ${y}h${width / 2}h${width / 2}v${height}h${-width}z`)
  const corner = (toX: number, toY: number): string => `a${rx} ${ry} 0 0 1 ${toX} ${toY}`
  const [straightX, straightY] = [width - 2 * rx, height - 2 * ry]
  return pathOperators(
    `M${x + rx} ${y}h${straightX}${corner(rx, ry)}v${straightY}${corner(-rx, ry)}h${-straightX}${corner(-rx, -ry)}v${-straightY}${corner(rx, -ry)}z`,
  )
}

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  rx <= 0 || ry <= 0
    ? ''
    : pathOperators(`M${x - rx} ${y}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0z`)
