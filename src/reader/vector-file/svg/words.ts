/** Words of an SVG, in Helvetica: about where and as large as they are, for what is near a symbol; nobody reads them. */

import { pdfNumber } from './path.ts'
import type { LengthOf } from './shapes.ts'
import type { SvgStyle } from './style.ts'
import type { SvgElement } from './tree.ts'

/** Of a digit of Helvetica, of its size; most letters are about as wide. */
const usualWidth = 0.556
/** The most characters of a text that are drawn. */
const mostCharacters = 2000

/** The words of an element `text`, those of its parts at their own places where they have some. */
export function wordOperators(element: SvgElement, style: SvgStyle, length: LengthOf): string {
  const { fill, fontSize, anchor, isHidden } = style
  if (fill === undefined || isHidden) return ''
  const paint = `${fill.map(pdfNumber).join(' ')} rg`
  return [paint, ...linesOf(element, [0, 0], length).map(drawn)].join('\n')

  function drawn({ text, x, y }: Line): string {
    const shown = text.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
    const width = [...shown].length * usualWidth * fontSize
    const from = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
    const place = `1 0 0 -1 ${pdfNumber(from)} ${pdfNumber(y)} Tm`
    return `BT /F ${pdfNumber(fontSize)} Tf ${place} <${hexadecimal(shown)}> Tj ET`
  }
}

interface Line {
  readonly text: string
  readonly x: number
  readonly y: number
}

function linesOf(
  { text, attributes, children }: SvgElement,
  [x, y]: readonly [number, number],
  length: LengthOf,
): Line[] {
  const at = (name: string, whole: 'width' | 'height', before: number): number => {
    const [first] =
      attributes
        .get(name)
        ?.trim()
        .split(/[\s,]+/) ?? []
    return first === undefined ? before : length(first, whole)
  }
  const place = [at('x', 'width', x), at('y', 'height', y)] as const
  const parts = children.filter(({ name }) => name === 'tspan')
  const isMoved = ({ attributes: own }: SvgElement): boolean => own.has('x') || own.has('y')
  const joined =
    text +
    parts
      .filter((part) => !isMoved(part))
      .map(textIn)
      .join('')
  const own = joined.trim() === '' ? [] : [{ text: joined, x: place[0], y: place[1] }]
  return [...own, ...parts.filter(isMoved).flatMap((part) => linesOf(part, place, length))]
}

const textIn = ({ text, children }: SvgElement): string => text + children.map(textIn).join('')

/** Characters beyond Latin-1 as an em, which is as wide as most of them. */
const hexadecimal = (text: string): string =>
  [...text]
    .map((each) => (each.codePointAt(0)! < 256 ? each.codePointAt(0)! : 0x4d).toString(16).padStart(2, '0'))
    .join('')
