/** The label of a file of gLabels: its size, and the sheets that it is on. */

import { parsed } from '../../layout/sheets/description.ts'
import { labelsOn, type Product, productNamed, sheetOfProduct } from '../../layout/sheets/products.ts'
import { sideRange } from '../../layout/stock.ts'
import { rounded } from './geometry.ts'
import { attribute, childrenCalled, elementsIn, GlabelsError, length, type Node, plainNumber } from './tree.ts'

/** A label, as it is read. */
export interface ImportedLabel {
  /** In mm. */
  readonly width: number
  readonly height: number
  /** What there is to say about it. */
  readonly notes: readonly string[]
}

/** @throws GlabelsError if nothing says how large it is */
export function labelOf(document: Node, isTurned: boolean): ImportedLabel {
  const [template] = childrenCalled(document, 'Template')
  if (template === undefined)
    throw new GlabelsError(`${document.path}: has no Template, which says how large the label is`)
  const frame = elementsIn(template).find(({ name }) => name.startsWith('Label-'))
  const product = productNamed(`${attribute(template, 'brand') ?? ''} ${attribute(template, 'part') ?? ''}`)
  const [width, height] = frame === undefined ? sizeOfProduct(template, product) : sizeOfFrame(frame)
  const path = frame?.path ?? template.path
  for (const side of [width, height]) {
    if (side >= sideRange.least && side <= sideRange.most) continue
    throw new GlabelsError(`${path}: ${rounded(side)} mm is not a side of ${sideRange.least} to ${sideRange.most} mm`)
  }
  const sheet = product === undefined ? frame && sheetOfFrame(template, frame, [width, height]) : productSheet(product)
  const outline = outlineNote(frame)
  const notes = [
    ...(outline === undefined ? [] : [outline]),
    ...(sheet === undefined ? [] : [`the sheets that it is on are sheet=${sheet}`]),
  ]
  return isTurned ? { width: height, height: width, notes } : { width, height, notes }
}

function sizeOfFrame(frame: Node): readonly [number, number] {
  const side = (name: string): number => length(frame, name)
  if (frame.name === 'Label-round') return [2 * side('radius'), 2 * side('radius')]
  if (frame.name !== 'Label-cd') return [side('width'), side('height') || side('default_height')]
  return [side('width') || 2 * side('radius'), side('height') || 2 * side('radius')]
}

function sizeOfProduct(template: Node, product: Product | undefined): readonly [number, number] {
  if (product === undefined) {
    throw new GlabelsError(`${template.path}: has no label, and no product is called by its brand and part`)
  }
  const { width, height } = sheetOfProduct(product).label
  return [width, height]
}

const productSheet = (product: Product): string | undefined => (labelsOn(product) > 1 ? product.id : undefined)

/** What the outline of a label is, if it is more than a rectangle: designs are rectangles. */
function outlineNote(frame: Node | undefined): string | undefined {
  const name = frame?.name.slice('Label-'.length)
  if (name === undefined || name === 'rectangle' || name === 'continuous') return undefined
  const what = name === 'cd' ? 'a disc' : name === 'path' ? 'of another outline' : name
  return `it is ${what}; the design is the rectangle around it`
}

/** The description of sheets with a grid of labels, if there is one that has them. */
function sheetOfFrame(template: Node, frame: Node, size: readonly [number, number]): string | undefined {
  const layouts = childrenCalled(frame, 'Layout')
  const paper = paperOf(template)
  if (layouts.length !== 1 || paper === undefined) return undefined
  const [layout] = layouts
  const [columns, rows] = [plainNumber(layout!, 'nx', 1), plainNumber(layout!, 'ny', 1)]
  const mm = (name: string): string => `${hundredth(length(layout!, name))}`
  const grid = `${columns}x${rows}:${size.map(hundredth).join('x')}mm`
  const description = `${paper}:${grid}:${mm('x0')},${mm('y0')}mm:${mm('dx')},${mm('dy')}mm`
  return columns * rows > 1 && !('fault' in parsed(description)) ? description : undefined
}

function paperOf(template: Node): string | undefined {
  const size = attribute(template, 'size')
  if (size === 'A4' || size === 'A3' || size === 'A5' || size === 'A6') return size
  if (size === 'US-Letter') return 'Letter'
  if (size === 'US-Legal') return 'Legal'
  const sides = [length(template, 'width'), length(template, 'height')]
  return sides.every((side) => side > 0) ? sides.map(hundredth).join('x') : undefined
}

const hundredth = (mm: number): number => Math.round(mm * 100) / 100
