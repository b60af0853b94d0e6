/** A symbol and its steps: pointing at, focusing or selecting something on one side highlights it on the other. */

import { byId, made } from './dom.ts'
import { StepsTree } from './steps.ts'
import {
  type Explanation,
  type Item,
  type Owner,
  ownersOf,
  partAt,
  type Step,
  SymbolView,
  sizeOf,
  within,
} from './symbol.ts'
import { words } from './words.ts'

export class Pointing {
  readonly #info = byId('info', HTMLElement)
  readonly #symbol = new SymbolView()
  readonly #tree = new StepsTree({
    preview: (item) => this.#present(item ?? this.#selected),
    select: (item) => this.#select(item),
  })
  #explanation: Explanation | undefined
  #selected: Item | undefined
  /** The module at the keyboard's cursor. */
  #place: readonly [column: number, row: number] | undefined

  /** Shows symbol and steps, with no step selected. */
  showAll(next: Explanation): void {
    this.#selected = undefined
    this.#place = undefined
    this.#tree.show(next.steps)
    this.showOther(next)
  }

  /** Shows steps without a symbol. */
  showStepsAlone(steps: readonly Step[]): void {
    this.#explanation = undefined
    this.#selected = undefined
    this.#tree.show(steps)
  }

  /** Removes the steps and all that points at modules; the symbol itself stays. */
  clear(): void {
    this.#symbol.light(undefined)
    this.#symbol.pointAt(undefined)
    this.showInfo()
    this.showStepsAlone([])
  }

  /** Shows another symbol beside the same steps. */
  showOther(next: Explanation): void {
    this.#explanation = next
    this.#wireSymbol(this.#symbol.show(next))
    this.#present(this.#selected)
  }

  showInfo(...words: readonly (string | Node)[]): void {
    this.#info.replaceChildren(...words)
  }

  /** Highlights the modules of an item, and shows its title and their number. */
  #present(item: Item | undefined): void {
    const part = this.#explanation && item && partAt(this.#explanation, item)
    this.#symbol.light(part?.modules)
    if (part === undefined) return
    this.#symbol.reveal(part.modules)
    const count = sizeOf(part.modules ?? {})
    this.showInfo(made('strong', {}, part.title), ` ${words.symbol.modules(count)}`)
  }

  #select(item: Item): void {
    this.#selected = item
    this.#tree.underline([])
    this.#present(item)
  }

  /** Shows a module's colour and the items it belongs to, and highlights the smallest of these. */
  #pointed([column, row]: readonly [number, number]): readonly Owner[] {
    if (this.#explanation === undefined) return []
    const { width, height, rows } = this.#explanation
    const owners = ownersOf(this.#explanation, column, row)
    const inside = column >= 0 && row >= 0 && column < width && row < height
    const colour = !inside
      ? words.symbol.quietZone
      : rows[row]?.[column] === '1'
        ? words.symbol.dark
        : words.symbol.light
    const where = height === 1 ? words.symbol.column(column) : words.symbol.rowAndColumn(row, column)
    const smallest = owners[0]
    this.#tree.underline(owners.map(({ item }) => item))
    this.#symbol.pointAt([column, row])
    this.#symbol.light(smallest && partAt(this.#explanation, smallest.item)?.modules)
    const names = owners.map(({ item, bit, size }) => {
      const { title = '' } = (this.#explanation && partAt(this.#explanation, item)) ?? {}
      return made('li', {}, bit === undefined || size > 64 ? title : words.symbol.bit(title, bit))
    })
    this.showInfo(made('strong', {}, `${where}: ${colour}`), made('ul', {}, ...names))
    return owners
  }

  /** Selects an item that the module belongs to: the smallest, or the next larger one than the selected. */
  #enter(at: readonly [number, number]): void {
    const items = this.#pointed(at).map(({ item }) => item)
    const was = items.findIndex(({ step, part }) => step === this.#selected?.step && part === this.#selected.part)
    const item = items[(was + 1) % items.length]
    if (item === undefined || this.#explanation === undefined) return
    this.#selected = item
    this.#tree.choose(item)
    this.#symbol.light(partAt(this.#explanation, item)?.modules)
  }

  #leave(): void {
    this.#tree.underline([])
    this.#symbol.pointAt(undefined)
    this.#present(this.#selected)
  }

  #wireSymbol(svg: SVGSVGElement): void {
    svg.addEventListener('pointermove', (event) => {
      const at = this.#symbol.moduleUnder(event)
      if (at !== undefined && event.pointerType === 'mouse') this.#pointed(at)
    })
    svg.addEventListener('pointerleave', () => this.#leave())
    svg.addEventListener('click', (event) => {
      const at = this.#symbol.moduleUnder(event)
      if (at === undefined) return
      this.#place = at
      this.#enter(at)
    })
    svg.addEventListener('focus', () => {
      if (!svg.matches(':focus-visible')) return
      this.#place ??= [0, 0]
      this.#pointed(this.#place)
    })
    svg.addEventListener('blur', () => this.#leave())
    svg.addEventListener('keydown', (event) => {
      const step = arrows[event.key]
      if (this.#explanation === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      if (step !== undefined) {
        const [column, row] = this.#place ?? [0, 0]
        const next = [column + step[0], row + step[1]] as const
        if (within(this.#explanation, ...next)) this.#place = next
        this.#pointed(this.#place ?? [0, 0])
      } else if (event.key === 'Enter' || event.key === ' ') this.#enter(this.#place ?? [0, 0])
      else return
      event.preventDefault()
    })
  }
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
