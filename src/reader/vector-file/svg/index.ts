/**
 * SVG as a page of PDF, for a renderer that is not ours: shapes, lines and plain words, with the transforms and colours that symbols and
 * labels are drawn with. Anything else is refused by its name, as what would be left out may be part of a symbol.
 *
 * SVG 1.1, second edition; ISO 32000-1
 */

import { tooLargeSvg, unreadableSvg, unsupportedSvg } from './fault.ts'
import { pathOperators, pdfNumber } from './path.ts'
import { pdfOf } from './pdf.ts'
import { shapePath } from './shapes.ts'
import { initialStyle, type SvgStyle, styleOf } from './style.ts'
import { type SvgElement, svgTree } from './tree.ts'
import { lengthIn, transformOperators } from './values.ts'
import { wordOperators } from './words.ts'

export interface SvgDrawing {
  /** The part of the plane that is shown, in user units. */
  readonly width: number
  readonly height: number
  /** User units a metre, if the SVG has a size on paper. */
  readonly perMetre: number | undefined
  /** One page. */
  readonly pdf: Uint8Array
}

/** The most characters of operators: what is used again and again is written out each time. */
const mostOperators = 24 << 20
/** The most elements that are drawn, those that are used counted each time. */
const mostDrawn = 300_000
/** How deep elements may be used by others, the elements between counted too. */
const mostDepth = 100

/** @throws PictureError */
export function svgDrawing(file: Uint8Array): SvgDrawing {
  const root = svgTree(file)
  const { box, perMetre } = sizeOf(root)
  const [left, top, width, height] = box
  const painter = new Painter(root, width, height)
  painter.children(root, styleOf(root.attributes, initialStyle) ?? { ...initialStyle, isHidden: true }, 0)
  // pages of some ten thousand points and more are not read by all; what is drawn is as large as the picture anyway
  const scale = 5000 / Math.max(width, height)
  const toPage = [scale, 0, 0, -scale, -left * scale, (top + height) * scale]
  const content = `${toPage.map(pdfNumber).join(' ')} cm\n${painter.operators.join('\n')}`
  return { width, height, perMetre, pdf: pdfOf(content, [width * scale, height * scale]) }
}

type ViewBox = readonly [left: number, top: number, width: number, height: number]

const isSize = (length: number): boolean => length >= 1e-4 && length <= 1e8

/** SVG 1.1, 7.7: as large as the box fits into width and height. */
function sizeOf({ attributes }: SvgElement): { readonly box: ViewBox; readonly perMetre: number | undefined } {
  const viewBox = attributes.get('viewBox')
  const numbers = viewBox
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  if (numbers !== undefined && !(numbers.length === 4 && numbers.every(Number.isFinite)))
    throw unreadableSvg('its viewBox')
  const across = lengthIn(attributes.get('width') ?? '100%', numbers?.[2] ?? 0)
  const down = lengthIn(attributes.get('height') ?? '100%', numbers?.[3] ?? 0)
  const box = (numbers ?? [0, 0, across.value, down.value]) as unknown as ViewBox
  if (!isSize(box[2]) || !isSize(box[3]))
    throw unreadableSvg('it has no size, 1e-4 to 1e8: width and height, or viewBox')
  const [stretchX, stretchY] = [across.value / box[2], down.value / box[3]]
  const isStretched = Math.abs(stretchX - stretchY) > 0.001 * stretchX
  if (isStretched && attributes.get('preserveAspectRatio')?.trim().startsWith('none') === true)
    throw unsupportedSvg('a drawing that is stretched (preserveAspectRatio)')
  const isPhysical = across.isPhysical && down.isPhysical
  // 96 user units are an inch
  const perMetre = isPhysical ? 96 / 0.0254 / Math.min(stretchX, stretchY) : undefined
  return { box, perMetre }
}

/** Elements that hold others, that are of no one's eyes, and that are drawn where they are used alone. */
const containers = ['g', 'a', 'svg', 'switch']
const silent = ['title', 'desc', 'metadata', 'defs', 'symbol', 'namedview', 'script']
const definitions = ['clipPath', 'mask', 'filter', 'pattern', 'marker', 'linearGradient', 'radialGradient']

class Painter {
  readonly operators: string[] = []
  readonly #named = new Map<string, SvgElement>()
  readonly #width: number
  readonly #height: number
  #length = 0
  #count = 0

  constructor(root: SvgElement, width: number, height: number) {
    this.#width = width
    this.#height = height
    const name = (element: SvgElement): void => {
      const id = element.attributes.get('id')
      if (id !== undefined && !this.#named.has(id)) this.#named.set(id, element)
      for (const child of element.children) name(child)
    }
    name(root)
  }

  children({ children }: SvgElement, style: SvgStyle, depth: number): void {
    for (const child of children) this.#element(child, style, depth)
  }

  #add(operators: string): void {
    this.#length += operators.length + 1
    if (this.#length > mostOperators) throw tooLargeSvg(`${mostOperators >> 20} million characters of shapes`)
    this.operators.push(operators)
  }

  #element(element: SvgElement, inherited: SvgStyle, depth: number): void {
    const { name, attributes } = element
    // definitions are not drawn: where they are used, that is told
    if (silent.includes(name) || definitions.includes(name)) return
    if (name === 'style' && element.text.trim() === '') return
    if (depth > mostDepth) throw tooLargeSvg(`${mostDepth} elements in one another`)
    this.#count++
    if (this.#count > mostDrawn) throw tooLargeSvg(`${mostDrawn} elements, those that are used counted each time`)
    const style = styleOf(attributes, inherited)
    if (style === undefined) return
    this.#add('q')
    const transform = transformOperators(attributes.get('transform') ?? '')
    if (transform !== '') this.#add(transform)
    if (containers.includes(name)) this.#container(element, style, depth)
    else if (name === 'use') this.#use(element, style, depth)
    else if (name === 'text') this.#add(wordOperators(element, style, (value, whole) => this.#lengthOf(value, whole)))
    else this.#shape(element, style)
    this.#add('Q')
  }

  #container(element: SvgElement, style: SvgStyle, depth: number): void {
    const { name, attributes } = element
    if (name === 'switch') throw unsupportedSvg('a choice (switch)')
    if (name === 'svg') {
      if (attributes.has('viewBox')) throw unsupportedSvg('a drawing within the drawing (svg with a viewBox)')
      this.#place(attributes)
    }
    this.children(element, style, depth + 1)
  }

  #use(element: SvgElement, style: SvgStyle, depth: number): void {
    const { attributes } = element
    const name = attributes.get('href') ?? attributes.get('xlink:href') ?? ''
    const used = name.startsWith('#') ? this.#named.get(name.slice(1)) : undefined
    if (used === undefined) throw unsupportedSvg(`a use of ${JSON.stringify(name.slice(0, 60))}`)
    if (used.name === 'symbol') throw unsupportedSvg('a use of a symbol element')
    this.#place(attributes)
    this.#element(used, style, depth + 1)
  }

  #place(attributes: ReadonlyMap<string, string>): void {
    const [x, y] = [attributes.get('x'), attributes.get('y')].map((each) =>
      each === undefined ? 0 : lengthIn(each, 0).value,
    )
    if (x !== 0 || y !== 0) this.#add(`1 0 0 1 ${pdfNumber(x!)} ${pdfNumber(y!)} cm`)
  }

  #lengthOf(value: string | undefined, whole: 'width' | 'height' | 'both'): number {
    const all =
      whole === 'width'
        ? this.#width
        : whole === 'height'
          ? this.#height
          : Math.hypot(this.#width, this.#height) / Math.SQRT2
    return value === undefined ? 0 : lengthIn(value, all).value
  }

  #shape({ name, attributes }: SvgElement, style: SvgStyle): void {
    const d = attributes.get('d')
    const path =
      name === 'path'
        ? pathOperators(d === 'none' ? '' : (d ?? ''))
        : shapePath(name, attributes, (value, whole) => this.#lengthOf(value, whole))
    if (path === undefined) throw unsupportedSvg(`an element ${name.slice(0, 40)}`)
    if (path === '' || style.isHidden) return
    // a line has no inside
    const { stroke, isEvenOdd } = style
    const fill = name === 'line' ? undefined : style.fill
    const strokes = stroke !== undefined && style.strokeWidth > 0
    const end = fill === undefined ? (strokes ? 'S' : 'n') : `${strokes ? 'B' : 'f'}${isEvenOdd ? '*' : ''}`
    if (end === 'n') return
    const parts = [
      ...(fill === undefined ? [] : [`${fill.map(pdfNumber).join(' ')} rg`]),
      ...(strokes ? [`${stroke.map(pdfNumber).join(' ')} RG`, lineOf(style)] : []),
      path,
      end,
    ]
    this.#add(parts.join('\n'))
  }
}

/** SVG 1.1, 11.4: joins are pointed up to four times the width. */
const lineOf = ({ strokeWidth, cap, join, dashes }: SvgStyle): string =>
  `${pdfNumber(strokeWidth)} w ${cap} J ${join} j 4 M [${dashes.map(pdfNumber).join(' ')}] 0 d`
