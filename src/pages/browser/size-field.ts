/** The field of a label's size: stock from a list, a name as makers print it on the box, or custom sides. */

import { byId, made } from './dom.ts'
import { words } from './words.ts'

type Unit = 'mm' | 'in'

export interface SizeSides {
  /** Across the print head, and along the paper. */
  readonly lengths: readonly [number, number]
  readonly unit: Unit
}

/** Custom sides as the API takes them. */
const customSize = /^([0-9.]+)x([0-9.]+)(mm|in)$/

/** The value in the list of sizes that stands for custom sides; without scripts there is none. */
const customSides = 'sides'

/** The values in the list of sizes that stand for a sheet, and for the size of a design. */
const [ofSheet, ofDesign] = ['sheet', 'design'] as const

/** The size of a label: a stock from the list, a name as makers print it on the box, or custom sides. */
export class SizeField {
  readonly #list = byId('size', HTMLSelectElement)
  readonly #sides = byId('size-sides', HTMLFieldSetElement)
  readonly #name = byId('size-name', HTMLInputElement)
  readonly #names = new StockNames(byId('size-names', HTMLDataListElement))
  readonly #across = byId('size-across', HTMLInputElement)
  readonly #along = byId('size-along', HTMLInputElement)
  readonly #unit = byId('size-unit', HTMLSelectElement)
  /** What the sides begin with: the stock that was chosen last, because that is a label that there is. */
  #stock: SizeSides
  readonly #asDesign = made('option', { value: ofDesign })
  /** The value of the list that was chosen last, and is not a sheet. */
  #last: string
  /** The unit of the sides before a change. */
  #measured: Unit

  constructor() {
    this.#list.append(made('option', { value: customSides }, words.sides.option))
    this.#list.append(made('option', { value: ofSheet }, words.sheet.option))
    this.#last = this.#list.value
    this.#stock = this.sides
    this.#measured = this.#stock.unit
    this.#list.addEventListener('input', () => {
      const isEmpty = this.#across.value === '' && this.#along.value === ''
      if (this.#isCustom && isEmpty) this.value = `${this.#stock.lengths.join('x')}${this.#stock.unit}`
    })
    this.#unit.addEventListener('input', () => this.#convert())
    this.#name.addEventListener('input', () => this.#showNamed())
    for (const side of [this.#across, this.#along, this.#unit]) {
      side.addEventListener('input', () => (this.#name.value = ''))
    }
  }

  /** Writes the sides of the stock that is named. */
  #showNamed(): void {
    const { sides = [] } = this.#names.find(this.#name.value) ?? {}
    if (sides.length < 2) return
    this.#unit.value = 'mm'
    for (const [i, side] of [this.#across, this.#along].entries()) side.value = `${sides[i]}`
  }

  /** Whether the first sizes of the list are in mm. */
  get isMetric(): boolean {
    return this.#list.querySelector('optgroup')?.dataset.heading === 'Millimetres'
  }

  /** Whether labels are on sheets, which have the size of their labels. */
  get isSheet(): boolean {
    return this.#list.value === ofSheet
  }

  /** Chooses sheets. */
  chooseSheet(): void {
    this.#list.value = ofSheet
  }

  get #isCustom(): boolean {
    return this.#list.value === customSides
  }

  /** The size as the API takes it. */
  get value(): string {
    if (this.isSheet || this.#asDesign.selected) return this.#last
    if (!this.#isCustom) return this.#list.value
    const name = this.#name.value.trim()
    // what is no name is the service's to refuse, which says what was meant
    if (name !== '') return this.#names.find(name)?.size ?? name
    return `${this.#across.value}x${this.#along.value}${this.#unit.value}`
  }

  /** Chooses a size; one that is neither in the list, nor a name, nor two sides with a unit changes nothing. */
  set value(size: string) {
    const [, across, along, unit] = customSize.exec(size) ?? []
    if (across === undefined || along === undefined || unit === undefined) {
      if (size !== customSides && [...this.#list.options].some(({ value }) => value === size)) this.#list.value = size
      else if (this.#names.find(size) !== undefined) {
        this.#list.value = customSides
        this.#name.value = size
        this.#showNamed()
      }
      return
    }
    this.#list.value = customSides
    this.#name.value = ''
    this.#across.value = across
    this.#along.value = along
    this.#unit.value = unit
  }

  /** The sides of the chosen size. */
  get sides(): SizeSides {
    return this.sidesOf(this.value)
  }

  /** The sides of a size as the API writes it. The names of stock have the side across the print head first, too. */
  sidesOf(size: string): SizeSides {
    const named = this.#names.find(size)?.sides
    const [across = 0, along = 0] = named ?? size.split('x').map(Number.parseFloat)
    return { lengths: [across, along], unit: named === undefined ? this.#unitOf(size) : 'mm' }
  }

  #unitOf(size: string): Unit {
    const [, unit] = /(mm|in)$/.exec(size) ?? []
    if (unit !== undefined) return unit === 'mm' ? 'mm' : 'in'
    const option = [...this.#list.options].find(({ value }) => value === size)
    return option?.closest('optgroup')?.dataset.heading === 'Millimetres' ? 'mm' : 'in'
  }

  #chosenUnit(): Unit {
    if (this.#isCustom) return this.#unit.value === 'mm' ? 'mm' : 'in'
    const group = this.#list.selectedOptions[0]?.closest('optgroup')
    return group?.dataset.heading === 'Millimetres' ? 'mm' : 'in'
  }

  /**
   * Shows the sides if they are chosen; called after each change of the form.
   *
   * @param design  the size of the design on the label: another has no meaning, but sheets of such labels have
   */
  arrange(design: string | undefined): void {
    this.#offerDesign(design)
    this.#sides.hidden = !this.#isCustom
    if (this.isSheet || this.#asDesign.selected) return
    this.#last = this.value
    if (!this.#isCustom) this.#stock = this.sides
    this.#measured = this.#chosenUnit()
  }

  #offerDesign(size: string | undefined): void {
    const before = this.#asDesign.selected ? this.#last : undefined
    if (size === undefined) this.#asDesign.remove()
    else {
      this.#asDesign.textContent = words.sides.ofDesign(size)
      if (!this.#asDesign.isConnected) this.#list.prepend(this.#asDesign)
      if (!this.isSheet) this.#asDesign.selected = true
    }
    for (const other of this.#list.querySelectorAll<HTMLOptGroupElement | HTMLOptionElement>(':scope > *')) {
      const isOther = other !== this.#asDesign && other.getAttribute('value') !== ofSheet
      other.hidden = other.disabled = isOther && size !== undefined
    }
    if (size === undefined && before !== undefined) this.value = before
  }

  /** Writes the same label in the unit that was just chosen, in as many decimals as label sizes have. */
  #convert(): void {
    const unit = this.#chosenUnit()
    if (unit === this.#measured) return
    for (const side of [this.#across, this.#along]) {
      const length = side.valueAsNumber
      if (Number.isNaN(length)) continue
      const converted =
        unit === 'mm' ? (length * millimetresAnInch).toFixed(1) : (length / millimetresAnInch).toFixed(3)
      side.value = `${Number(converted)}`
    }
  }
}

/** The names of stock that the page lists, each with the sides of its labels in mm. Those of tape end in an x, and go on with a length. */
class StockNames {
  readonly #options: ReadonlyMap<string, HTMLOptionElement>

  constructor(list: HTMLDataListElement) {
    this.#options = new Map([...list.options].map((option) => [plain(option.value), option]))
  }

  /** The stock that is named without regard to capitals, blanks and hyphens, with or without its maker. */
  find(name: string): { readonly size: string; readonly sides: readonly number[] } | undefined {
    const given = plain(name)
    const [, tape = '', length] = /^(.+x)([0-9.]+?)(?:mm)?$/.exec(given) ?? []
    const option = this.#options.get(given) ?? this.#options.get(`dymo${given}`) ?? this.#options.get(tape)
    const { across, along = length } = option?.dataset ?? {}
    if (option === undefined || along === undefined) return undefined
    return {
      size: option.value + (option.dataset.along === undefined ? length : ''),
      sides: [Number(across), Number(along)],
    }
  }
}

const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]|^brother/g, '')

const millimetresAnInch = 25.4

/** Whether the field takes a size that is not in its list. */
export function isOtherSize(size: string): boolean {
  return customSize.test(size) || new StockNames(byId('size-names', HTMLDataListElement)).find(size) !== undefined
}
