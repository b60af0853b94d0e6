/** The picture of a label, with its fields over it. */

import { zpl } from '../../words/zpl/en.ts'
import { byId, made } from '../dom.ts'
import type { Label, LabelField, LabelSymbol } from './report.ts'

const svgSpace = 'http://www.w3.org/2000/svg'

/** Dots beside a field that count as the field: lines are thin. */
const slack = 4

/** Symbols that are outlined in a picture. */
const mostOutlined = 500

export class LabelView {
  readonly #frame = byId('frame', HTMLElement)
  readonly #invitation = byId('invitation', HTMLElement)
  readonly #pick: (field: LabelField) => void
  #over: SVGSVGElement | undefined
  #url = ''

  constructor(pick: (field: LabelField) => void) {
    this.#pick = pick
  }

  /** Shows the picture of a label when it can be seen whole. @returns whether it is a picture */
  async show(picture: Blob, label: Label): Promise<boolean> {
    const url = URL.createObjectURL(picture)
    const image = made('img', { src: url, alt: zpl.picture(label.index + 1) })
    const isPicture = await image.decode().then(
      () => true,
      () => false,
    )
    if (!isPicture) return false
    const over = shape('svg', { viewBox: `0 0 ${label.width} ${label.height}`, 'aria-hidden': 'true' })
    const doubtful = label.symbols.filter(({ verdict }) => verdict === 'bad' || verdict === 'doubtful')
    over.append(...doubtful.slice(0, mostOutlined).map((symbol) => outline(symbol, { 'data-verdict': symbol.verdict })))
    const paper = made('div', { id: 'paper' }, image, over)
    paper.addEventListener('click', (event) => {
      const field = fieldUnder(event, image, label)
      if (field !== undefined) this.#pick(field)
    })
    this.#replace(paper)
    this.#over = over
    this.#url = url
    return true
  }

  /** Shows that there is no label, and why. */
  clear(note?: string): void {
    if (note !== undefined) this.#replace(made('p', { class: 'note' }, note))
    else this.#replace(this.#invitation)
    this.#over = undefined
    this.#url = ''
  }

  /** Shows where a field is, or none. */
  point(field: LabelField | undefined): void {
    this.#over?.querySelector('.current')?.remove()
    if (field !== undefined) this.#over?.append(outline(field, { class: 'current' }))
  }

  #replace(content: HTMLElement): void {
    this.#frame.replaceChildren(content)
    if (this.#url !== '') URL.revokeObjectURL(this.#url)
  }
}

/** The smallest field of a label at the place of a click. */
function fieldUnder({ clientX, clientY }: MouseEvent, image: HTMLElement, label: Label): LabelField | undefined {
  const { left, top, width, height } = image.getBoundingClientRect()
  const x = ((clientX - left) / width) * label.width
  const y = ((clientY - top) / height) * label.height
  const area = ({ size }: LabelField): number => size[0] * size[1]
  return label.fields
    .filter(({ at, size }) => isNear(x, at[0], size[0]) && isNear(y, at[1], size[1]))
    .reduce<LabelField | undefined>((a, b) => (a === undefined || area(b) < area(a) ? b : a), undefined)
}

const isNear = (place: number, from: number, length: number): boolean =>
  place >= from - slack && place <= from + length + slack

function outline({ at, size }: LabelField | LabelSymbol, attributes: Readonly<Record<string, string>>): SVGElement {
  const [x, y, width, height] = [...at, ...size].map(String)
  return shape('rect', { x: x!, y: y!, width: width!, height: height!, ...attributes })
}

function shape<K extends 'svg' | 'rect'>(
  name: K,
  attributes: Readonly<Record<string, string>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(svgSpace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
