import { arrange, followKind, form, fragment, restore, target, text } from './choices.ts'
import { byId, made } from './dom.ts'
import { type Explanation, type Item, isExplanation, type Owner, ownersOf, partAt, sizeOf } from './explanation.ts'
import { ask, patience } from './service.ts'
import { choose, showSteps, underline, wireSteps } from './steps.ts'
import { light, moduleUnder, pointAt, reveal, showSymbol, within } from './symbol.ts'

/** Milliseconds without a key after which the text is taken to be finished for now. */
const pause = 300

const stage = byId('stage', HTMLElement)
const told = byId('told', HTMLElement)

let explanation: Explanation | undefined
let selected: Item | undefined
/** The module that the keyboard stands on. */
let place: readonly [column: number, row: number] | undefined
let timer: number | undefined
let request = new AbortController()

function changed(delay: number): void {
  request.abort()
  arrange()
  history.replaceState(null, '', fragment())
  byId('json', HTMLAnchorElement).href = target()
  stage.dataset.state = explanation === undefined ? 'empty' : 'stale'
  soon(delay)
}

function soon(delay: number): void {
  clearTimeout(timer)
  timer = window.setTimeout(fetchIt, Math.max(delay, patience()))
}

async function fetchIt(): Promise<void> {
  request.abort()
  request = new AbortController()
  const { signal } = request
  if (text.value === '') {
    refuse('')
    return
  }
  try {
    const outcome = await ask(target(), signal)
    if (signal.aborted) return
    if (outcome.kind === 'refused') refuse(outcome.message)
    else if (outcome.kind === 'later') {
      tell(`One moment: this comes by itself in ${outcome.seconds} s.`)
      soon(outcome.seconds * 1000)
    } else {
      const body: unknown = await outcome.response.json()
      if (!signal.aborted && isExplanation(body)) show(body)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

function refuse(message: string): void {
  const fault = byId('fault', HTMLElement)
  fault.textContent = message
  fault.hidden = message === ''
  if (message === '') text.removeAttribute('aria-invalid')
  else text.setAttribute('aria-invalid', 'true')
}

function show(next: Explanation): void {
  refuse('')
  explanation = next
  selected = undefined
  place = undefined
  const { name, standard, summary } = next
  byId('name', HTMLElement).replaceChildren(made('strong', {}, `${name}, ${summary}`), made('small', {}, standard))
  wireSymbol(showSymbol(next))
  showSteps(next)
  stage.dataset.state = 'shown'
  tell(`${next.steps.length} steps. Point at one, or at a module.`)
}

function tell(...words: readonly (string | Node)[]): void {
  told.replaceChildren(...words)
}

/** Lights up what an item is made of, and says what that is. */
function present(item: Item | undefined): void {
  const part = explanation && item && partAt(explanation, item)
  light(part?.modules)
  if (part === undefined) return
  reveal(part.modules)
  const count = sizeOf(part.modules ?? {})
  const modules = count === 0 ? 'no modules of its own' : count === 1 ? '1 module' : `${count} modules`
  tell(made('strong', {}, part.title), ` ${modules}`)
}

function select(item: Item): void {
  selected = item
  underline([])
  present(item)
}

/** Says what a module is and what it belongs to, and lights up the smallest of these. */
function pointed([column, row]: readonly [number, number]): readonly Owner[] {
  if (explanation === undefined) return []
  const { width, height, rows } = explanation
  const owners = ownersOf(explanation, column, row)
  const inside = column >= 0 && row >= 0 && column < width && row < height
  const colour = !inside ? 'quiet zone' : rows[row]?.[column] === '1' ? 'dark' : 'light'
  const where = height === 1 ? `Column ${column}` : `Row ${row}, column ${column}`
  const smallest = owners[0]
  underline(owners.map(({ item }) => item))
  pointAt([column, row])
  light(smallest && partAt(explanation, smallest.item)?.modules)
  const names = owners.map(({ item, bit, size }) => {
    const { title = '' } = (explanation && partAt(explanation, item)) ?? {}
    return made('li', {}, bit === undefined || size > 64 ? title : `${title}, bit ${bit}`)
  })
  tell(made('strong', {}, `${where}: ${colour}`), made('ul', {}, ...names))
  return owners
}

/** Goes to what the module belongs to: the smallest first, and the next larger one where that is selected already. */
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

form.addEventListener('input', (event) => {
  const control = event.target
  if (control instanceof HTMLSelectElement && control.name === 'type') followKind()
  changed(control instanceof HTMLSelectElement ? 0 : pause)
})
form.addEventListener('submit', (event) => {
  event.preventDefault()
  soon(0)
})
text.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
  event.preventDefault()
  soon(0)
})
window.addEventListener('hashchange', () => {
  restore(location.hash)
  changed(0)
})
wireSteps({ preview: (item) => present(item ?? selected), select })
restore(location.hash)
changed(0)
