/** A symbol and its steps: pointing at, focusing or selecting something on one side highlights it on the other. */

import { byId, made } from './dom.ts'
import { type Explanation, type Item, type Owner, ownersOf, partAt, type Step, sizeOf } from './explanation.ts'
import { choose, showSteps, underline, wireSteps } from './steps.ts'
import { light, moduleUnder, pointAt, reveal, showSymbol, within } from './symbol.ts'
import { words } from './words.ts'

const info = byId('info', HTMLElement)

let explanation: Explanation | undefined
let selected: Item | undefined
/** The module at the keyboard's cursor. */
let place: readonly [column: number, row: number] | undefined

/** Shows symbol and steps, with no step selected. */
export function showAll(next: Explanation): void {
  selected = undefined
  place = undefined
  showSteps(next.steps)
  showOther(next)
}

/** Shows steps without a symbol. */
export function showStepsAlone(steps: readonly Step[]): void {
  explanation = undefined
  selected = undefined
  showSteps(steps)
}

/** Removes the steps and all that points at modules; the symbol itself stays. */
export function clear(): void {
  light(undefined)
  pointAt(undefined)
  showInfo()
  showStepsAlone([])
}

/** Shows another symbol beside the same steps. */
export function showOther(next: Explanation): void {
  explanation = next
  wireSymbol(showSymbol(next))
  present(selected)
}

export function showInfo(...words: readonly (string | Node)[]): void {
  info.replaceChildren(...words)
}

/** Highlights the modules of an item, and shows its title and their number. */
function present(item: Item | undefined): void {
  const part = explanation && item && partAt(explanation, item)
  light(part?.modules)
  if (part === undefined) return
  reveal(part.modules)
  const count = sizeOf(part.modules ?? {})
  showInfo(made('strong', {}, part.title), ` ${words.symbol.modules(count)}`)
}

function select(item: Item): void {
  selected = item
  underline([])
  present(item)
}

/** Shows a module's colour and the items it belongs to, and highlights the smallest of these. */
function pointed([column, row]: readonly [number, number]): readonly Owner[] {
  if (explanation === undefined) return []
  const { width, height, rows } = explanation
  const owners = ownersOf(explanation, column, row)
  const inside = column >= 0 && row >= 0 && column < width && row < height
  const colour = !inside ? words.symbol.quietZone : rows[row]?.[column] === '1' ? words.symbol.dark : words.symbol.light
  const where = height === 1 ? words.symbol.column(column) : words.symbol.rowAndColumn(row, column)
  const smallest = owners[0]
  underline(owners.map(({ item }) => item))
  pointAt([column, row])
  light(smallest && partAt(explanation, smallest.item)?.modules)
  const names = owners.map(({ item, bit, size }) => {
    const { title = '' } = (explanation && partAt(explanation, item)) ?? {}
    return made('li', {}, bit === undefined || size > 64 ? title : words.symbol.bit(title, bit))
  })
  showInfo(made('strong', {}, `${where}: ${colour}`), made('ul', {}, ...names))
  return owners
}

/** Selects an item that the module belongs to: the smallest, or the next larger one than the selected. */
function enter(at: readonly [number, number], focus: boolean): void {
  const items = pointed(at).map(({ item }) => item)
  const was = items.findIndex(({ step, part }) => step === selected?.step && part === selected.part)
  const item = items[(was + 1) % items.length]
  if (item === undefined || explanation === undefined) return
  selected = item
  choose(item, focus)
  light(partAt(explanation, item)?.modules)
}

function leave(): void {
  underline([])
  pointAt(undefined)
  present(selected)
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function wireSymbol(svg: SVGSVGElement): void {
  svg.addEventListener('pointermove', (event) => {
    const at = moduleUnder(event)
    if (at !== undefined && event.pointerType === 'mouse') pointed(at)
  })
  svg.addEventListener('pointerleave', leave)
  svg.addEventListener('click', (event) => {
    const at = moduleUnder(event)
    if (at === undefined) return
    place = at
    enter(at, false)
  })
  svg.addEventListener('focus', () => {
    if (!svg.matches(':focus-visible')) return
    place ??= [0, 0]
    pointed(place)
  })
  svg.addEventListener('blur', leave)
  svg.addEventListener('keydown', (event) => {
    const step = steps[event.key]
    if (explanation === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (step !== undefined) {
      const [column, row] = place ?? [0, 0]
      const next = [column + step[0], row + step[1]] as const
      if (within(explanation, ...next)) place = next
      pointed(place ?? [0, 0])
    } else if (event.key === 'Enter' || event.key === ' ') enter(place ?? [0, 0], false)
    else return
    event.preventDefault()
  })
}

wireSteps({ preview: (item) => present(item ?? selected), select })
