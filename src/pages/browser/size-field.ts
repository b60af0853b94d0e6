/** The size of a label: a stock from the list, or two sides of one's own. */

import { byId, made } from './dom.ts'
import { words } from './words.ts'

type Unit = 'mm' | 'in'

const list = byId('size', HTMLSelectElement)
const sides = byId('size-sides', HTMLFieldSetElement)
const across = byId('size-across', HTMLInputElement)
const along = byId('size-along', HTMLInputElement)
const unit = byId('size-unit', HTMLSelectElement)

/** The value in the list that stands for sides of one's own; without scripts there is none. */
const other = 'sides'
list.append(made('option', { value: other }, words.sides.option))

const form = /^([0-9.]+)x([0-9.]+)(mm|in)$/
const millimetresAnInch = 25.4

export interface Sides {
  /** Across the print head, and along the paper. */
  readonly lengths: readonly [number, number]
  readonly unit: Unit
}

/** The size as the API takes it. */
export function chosenSize(): string {
  return list.value === other ? `${across.value}x${along.value}${unit.value}` : list.value
}

/** Chooses a size; one that is neither in the list nor two sides with a unit changes nothing. */
export function setSize(size: string): void {
  const [, first, second, measure] = form.exec(size) ?? []
  if (first === undefined || second === undefined || measure === undefined) {
    if ([...list.options].some(({ value }) => value === size && value !== other)) list.value = size
    return
  }
  list.value = other
  across.value = first
  along.value = second
  unit.value = measure
}

/** The sides of the chosen size. The names of stock have the side across the print head first, too. */
export function chosenSides(): Sides {
  const [first = 0, second = 0] = chosenSize().split('x').map(Number.parseFloat)
  return { lengths: [first, second], unit: unitOf(list) }
}

function unitOf({ selectedOptions: [chosen], value }: HTMLSelectElement): Unit {
  if (value === other) return unit.value === 'mm' ? 'mm' : 'in'
  return chosen?.closest('optgroup')?.dataset.heading === 'Millimetres' ? 'mm' : 'in'
}

/** What the sides begin with: the stock that was chosen last, because that is a label that there is. */
let stock: Sides = chosenSides()
/** The unit of the sides before a change. */
let measured: Unit = stock.unit

/** Shows the sides if they are chosen; called after each change of the form. */
export function arrangeSides(): void {
  sides.hidden = list.value !== other
  if (list.value !== other) stock = chosenSides()
  measured = unitOf(list)
}

list.addEventListener('input', () => {
  const isEmpty = across.value === '' && along.value === ''
  if (list.value === other && isEmpty) setSize(`${stock.lengths.join('x')}${stock.unit}`)
})

/** The same label in the other unit. */
unit.addEventListener('input', () => {
  const next = unitOf(list)
  if (next === measured) return
  for (const side of [across, along]) {
    const length = side.valueAsNumber
    if (!Number.isNaN(length)) side.value = `${converted(length, next)}`
  }
})

/** A length in the other unit, in as many decimals as label sizes have. */
function converted(length: number, into: Unit): number {
  return Number(into === 'mm' ? (length * millimetresAnInch).toFixed(1) : (length / millimetresAnInch).toFixed(3))
}
