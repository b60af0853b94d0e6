/** How the label is shown while it is made: how large, with rulers in mm, and with a grid that elements snap to. */

import { designs as words } from '../../../words/designs/en.ts'
import { made } from '../../dom.ts'
import { Remembered } from '../../remembered.ts'
import { words as common } from '../../words.ts'
import type { BoxSides } from './draft.ts'

/** Times the size at which all of it fits. */
const zooms = ['1', '1.5', '2', '4'] as const
/** In mm; 0 for none. */
const grids = ['0', '0.5', '1', '2', '5'] as const
/** The finest grid that is drawn, in mm. */
const finest = 1
/** mm between two numbers of a ruler, of which there are at most 15. */
const intervals = [5, 10, 20, 50, 100, 200] as const
const mostNumbers = 15

export class CanvasView {
  /** What chooses the size and the grid. */
  readonly element = made('div', { class: 'actions' })
  /** Over the picture, with ticks of a millimetre. */
  readonly #lines = made('div', { class: 'grid-lines', 'aria-hidden': 'true', hidden: '' })
  readonly #rulers = (['across', 'down'] as const).map((axis) => ({
    axis,
    element: made('div', { class: `ruler ${axis}`, 'aria-hidden': 'true' }),
  }))
  readonly #kept = new Remembered('grid', 10)
  readonly #canvas: HTMLElement
  readonly #grid: HTMLSelectElement
  #sides = ''

  constructor(canvas: HTMLElement) {
    this.#canvas = canvas
    const { fit, noGrid } = words.view
    const zoom = choice('zoom', words.view.zoom, zooms, (value) => (value === '1' ? fit : `${Number(value) * 100} %`))
    zoom.select.addEventListener('change', () => canvas.style.setProperty('--zoom', zoom.select.value))
    const millimetres = (value: string): string => `${value.replace('.', common.decimalSign)} mm`
    const grid = choice('grid', words.view.grid, grids, (value) => (value === '0' ? noGrid : millimetres(value)))
    this.#grid = grid.select
    this.#grid.value = grids.find((each) => each === this.#kept.text) ?? '0.5'
    this.#grid.addEventListener('change', () => {
      this.#kept.keep(this.#grid.value)
      this.#showLines()
    })
    this.element.append(zoom.label, grid.label)
    canvas.append(this.#lines, ...this.#rulers.map(({ element }) => element))
    this.#showLines()
  }

  /** In mm; 0 for none. */
  get grid(): number {
    return Number(this.#grid.value)
  }

  show({ width, height }: BoxSides): void {
    if (this.#sides === `${width} ${height}`) return
    this.#sides = `${width} ${height}`
    this.#canvas.style.setProperty('--mm-across', `${100 / width}%`)
    this.#canvas.style.setProperty('--mm-down', `${100 / height}%`)
    const longest = Math.max(width, height)
    const interval = intervals.find((each) => longest / each <= mostNumbers) ?? longest
    for (const { axis, element } of this.#rulers) {
      const length = axis === 'across' ? width : height
      const places = Array.from({ length: Math.floor(length / interval) + 1 }, (_, i) => i * interval)
      element.replaceChildren(
        ...places.map((mm) => {
          const number = made('span', { class: 'number' }, `${mm}`)
          number.style.setProperty(axis === 'across' ? 'left' : 'top', `${(mm / length) * 100}%`)
          return number
        }),
      )
    }
  }

  #showLines(): void {
    this.#lines.hidden = this.grid < finest
    this.#canvas.style.setProperty('--grid', `${this.grid}`)
  }
}

/** A choice with its name before it. */
function choice(
  id: string,
  title: string,
  values: readonly string[],
  titleOf: (value: string) => string,
): { readonly label: HTMLElement; readonly select: HTMLSelectElement } {
  const options = values.map((value) => made('option', { value }, titleOf(value)))
  const select = made('select', { id: `canvas-${id}`, autocomplete: 'off' }, ...options)
  return { label: made('label', { class: 'beside-name' }, title, ' ', select), select }
}
