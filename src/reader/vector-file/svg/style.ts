/** How elements of SVG are painted: attributes and `style`, which children inherit. SVG 1.1, second edition, 6.4, 11 */

import { unsupportedSvg } from './fault.ts'
import { lengthIn, type Paint, paintIn } from './values.ts'

export interface SvgStyle {
  readonly fill: Paint
  readonly stroke: Paint
  readonly color: Paint
  /** User units. */
  readonly strokeWidth: number
  readonly isEvenOdd: boolean
  readonly isHidden: boolean
  /** Of PDF: 0 butt, 1 round, 2 square; 0 miter, 1 round, 2 bevel. */
  readonly cap: number
  readonly join: number
  readonly dashes: readonly number[]
  readonly fontSize: number
  readonly anchor: string
}

export const initialStyle: SvgStyle = {
  fill: [0, 0, 0],
  stroke: undefined,
  color: [0, 0, 0],
  strokeWidth: 1,
  isEvenOdd: false,
  isHidden: false,
  cap: 0,
  join: 0,
  dashes: [],
  fontSize: 16,
  anchor: 'start',
}

/** Properties that change what is painted in ways that are not drawn. */
const unsupported = [
  'clip-path',
  'mask',
  'filter',
  'marker',
  'marker-start',
  'marker-mid',
  'marker-end',
  'mix-blend-mode',
]
const words = { cap: ['butt', 'round', 'square'], join: ['miter', 'round', 'bevel'] } as const

/** The style of an element; undefined if nothing of it is painted. @throws PictureError for what is not drawn */
export function styleOf(attributes: ReadonlyMap<string, string>, inherited: SvgStyle): SvgStyle | undefined {
  const declared = declarationsIn(attributes.get('style') ?? '')
  const of = (name: string): string | undefined => {
    const value = declared.get(name) ?? attributes.get(name)
    return value === undefined || value === 'inherit' ? undefined : value
  }
  for (const name of unsupported) {
    const value = of(name)
    if (value !== undefined && value !== 'none' && value !== 'normal') throw unsupportedSvg(`${name} in it`)
  }
  if (of('display') === 'none' || opacityOf(of('opacity')) === 0) return undefined
  const color = painted(of('color'), inherited.color, inherited.color)
  const visibility = of('visibility')
  const isClear = (name: string): boolean => opacityOf(of(name)) === 0
  const index = (name: string, list: readonly string[], before: number): number => {
    const at = list.indexOf(of(name) ?? '')
    return at < 0 ? before : at
  }
  return {
    fill: isClear('fill-opacity') ? undefined : painted(of('fill'), inherited.fill, color),
    stroke: isClear('stroke-opacity') ? undefined : painted(of('stroke'), inherited.stroke, color),
    color,
    strokeWidth: numberOf(of('stroke-width'), inherited.strokeWidth),
    isEvenOdd: (of('fill-rule') ?? (inherited.isEvenOdd ? 'evenodd' : '')) === 'evenodd',
    isHidden: visibility === undefined ? inherited.isHidden : visibility !== 'visible',
    cap: index('stroke-linecap', words.cap, inherited.cap),
    join: index('stroke-linejoin', words.join, inherited.join),
    dashes: dashesOf(of('stroke-dasharray'), inherited.dashes),
    fontSize: numberOf(of('font-size'), inherited.fontSize),
    anchor: of('text-anchor') ?? inherited.anchor,
  }
}

function declarationsIn(style: string): ReadonlyMap<string, string> {
  const pairs = style.split(';', 200).flatMap((each) => {
    const at = each.indexOf(':')
    return at < 0 ? [] : [[each.slice(0, at).trim().toLowerCase(), each.slice(at + 1).trim()] as const]
  })
  return new Map(pairs)
}

const painted = (text: string | undefined, inherited: Paint, current: Paint): Paint =>
  text === undefined ? inherited : paintIn(text, current)

const numberOf = (text: string | undefined, inherited: number): number =>
  text === undefined ? inherited : lengthIn(text, inherited).value

/** @throws PictureError for what is neither seen nor not */
function opacityOf(text: string | undefined): 0 | 1 {
  if (text === undefined) return 1
  const value = Number(text.replace(/%$/, '')) / (text.endsWith('%') ? 100 : 1)
  if (value <= 0) return 0
  if (value < 1) throw unsupportedSvg('something that is half transparent')
  return 1
}

function dashesOf(text: string | undefined, inherited: readonly number[]): readonly number[] {
  if (text === undefined) return inherited
  if (text === 'none') return []
  const lengths = text
    .trim()
    .split(/[\s,]+/, 100)
    .map((each) => Math.max(0, lengthIn(each, 0).value))
  return lengths.some((each) => each > 0) ? lengths : []
}
