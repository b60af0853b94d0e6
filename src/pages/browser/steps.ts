import { byId, made } from './dom.ts'
import type { Item, Part, Step } from './explanation.ts'
import { words } from './words.ts'

const tree = byId('steps', HTMLElement)

/** How many parts are created at a time: a symbol may have thousands. */
const batch = 400

let steps: readonly Step[] = []
/** The selected item, which is the tree's only tab stop. */
let current: HTMLElement | undefined

/** Shows the steps, with none selected. */
export function showSteps(next: readonly Step[]): void {
  steps = next
  current = undefined
  tree.replaceChildren(...next.map(stepItem))
  const first = tree.querySelector<HTMLElement>('[role=treeitem]')
  if (first !== null) first.tabIndex = 0
}

function stepItem(step: Step, index: number): HTMLElement {
  const { title, text, clause, kind, code, parts = [] } = step
  const id = `step-${index}`
  const item = made(
    'div',
    {
      id,
      role: 'treeitem',
      tabindex: '-1',
      class: 'step',
      'data-step': String(index),
      'aria-selected': 'false',
      ...(kind !== undefined && { 'data-kind': kind }),
      ...(parts.length > 0 && { 'aria-expanded': 'false' }),
    },
    made(
      'div',
      { class: 'about' },
      made(
        'div',
        { class: 'head' },
        ...(kind === undefined ? [] : [made('span', { class: 'kind' }, kindName(kind)), ' ']),
        made('span', { class: 'title', dir: 'auto', lang: 'en' }, title),
      ),
      made(
        'div',
        {},
        ...(text === undefined ? [] : [made('p', { dir: 'auto', lang: 'en' }, text)]),
        made(
          'p',
          { class: 'clause', lang: 'en' },
          ...(code === undefined ? [] : [made('code', {}, code), ' ']),
          clause,
        ),
      ),
    ),
  )
  if (parts.length > 0) item.append(made('div', { role: 'group', hidden: '' }))
  return item
}

const kinds: { readonly [kind: string]: string | undefined } = words.check.kinds

const kindName = (kind: string): string => kinds[kind] ?? kind

function partItem(part: Part, step: number, index: number): HTMLElement {
  const { value, bits, widths } = part.values ?? {}
  const facts = [bits, value, widths].filter((fact) => fact !== undefined).map(String)
  return made(
    'div',
    {
      role: 'treeitem',
      tabindex: '-1',
      class: 'part',
      'data-step': String(step),
      'data-part': String(index),
      'aria-selected': 'false',
    },
    made('span', { class: 'title', dir: 'auto', lang: 'en' }, part.title),
    ' ',
    made('span', { class: 'facts' }, ...facts.map((fact) => made('code', { dir: 'auto' }, fact))),
    ' ',
    made('span', { class: 'meaning', dir: 'auto', lang: 'en' }, part.text ?? ''),
  )
}

/** Creates items for the first `count` parts of a step. */
function makeParts(item: HTMLElement, count: number): void {
  const step = Number(item.dataset.step)
  const group = item.querySelector<HTMLElement>('[role=group]')
  const parts = steps[step]?.parts ?? []
  if (group === null) return
  group.querySelector('.more')?.remove()
  for (let i = group.childElementCount; i < Math.min(count, parts.length); i++)
    group.append(partItem(parts[i]!, step, i))
  const left = parts.length - group.childElementCount
  if (left > 0) {
    const next = words.symbol.more(Math.min(left, batch), left)
    group.append(made('div', { role: 'treeitem', tabindex: '-1', class: 'more', 'data-step': String(step) }, next))
  }
}

function expand(item: HTMLElement, open: boolean): void {
  const group = item.querySelector<HTMLElement>('[role=group]')
  if (group === null) return
  if (open && group.childElementCount === 0) makeParts(item, batch)
  group.hidden = !open
  item.setAttribute('aria-expanded', String(open))
}

function itemOf(element: HTMLElement): Item {
  const { step, part } = element.dataset
  return { step: Number(step), ...(part === undefined ? {} : { part: Number(part) }) }
}

function elementOf({ step, part }: Item): HTMLElement | undefined {
  const item = byId(`step-${step}`, HTMLElement)
  if (part === undefined) return item
  expand(item, true)
  if (item.querySelector('[role=group]')!.children.length <= part)
    makeParts(item, batch * Math.ceil((part + 1) / batch))
  return item.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? undefined
}

/** Marks the item as selected and scrolls it into view; with `focus`, it also gets the keyboard focus. */
export function choose(item: Item, focus: boolean): void {
  const element = elementOf(item)
  if (element === undefined) return
  mark(element)
  if (focus) element.focus({ preventScroll: true })
  ;(element.querySelector('.about') ?? element).scrollIntoView({ block: 'nearest' })
}

function mark(element: HTMLElement): void {
  current?.setAttribute('aria-selected', 'false')
  for (const stop of tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1
  element.setAttribute('aria-selected', 'true')
  element.tabIndex = 0
  current = element
}

/** Underlines the items that a module belongs to, as far as they have been created. */
export function underline(items: readonly Item[]): void {
  for (const marked of tree.querySelectorAll('.holds')) marked.classList.remove('holds')
  for (const { step, part } of items) {
    const inStep = `[data-step="${step}"]`
    tree
      .querySelector(part === undefined ? `.step${inStep}` : `.part${inStep}[data-part="${part}"]`)
      ?.classList.add('holds')
  }
}

/** Called for the item that a person points at (undefined: none any more) or selects. */
export interface Reactions {
  readonly preview: (item: Item | undefined) => void
  readonly select: (item: Item) => void
}

export function wireSteps({ preview, select }: Reactions): void {
  const under = (event: Event): HTMLElement | undefined => {
    const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=treeitem]') : null
    return found ?? undefined
  }
  tree.addEventListener('pointerover', (event) => {
    const element = under(event)
    if (element !== undefined && event.pointerType === 'mouse') preview(itemOf(element))
  })
  tree.addEventListener('pointerleave', () => preview(undefined))
  tree.addEventListener('focusin', (event) => {
    const element = under(event)
    if (element === undefined || element === current || element.classList.contains('more')) return
    mark(element)
    select(itemOf(element))
  })
  tree.addEventListener('click', (event) => {
    const element = under(event)
    if (element !== undefined) act(element)
  })
  tree.addEventListener('keydown', (event) => {
    const element = under(event)
    if (element === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    if (handledKey(element, event.key)) event.preventDefault()
  })
}

/** Opens or closes a step; the last line of a long list creates more items. */
function act(element: HTMLElement): void {
  if (element.classList.contains('more')) {
    const item = element.closest<HTMLElement>('.step')!
    const count = element.parentElement!.childElementCount - 1
    makeParts(item, count + batch)
    item.querySelector<HTMLElement>(`[data-part="${count}"]`)?.focus()
  } else {
    expand(element, element.getAttribute('aria-expanded') === 'false')
  }
}

/** Handles the keys of a tree (WAI-ARIA Authoring Practices, tree view); returns whether the key was one of them. */
function handledKey(element: HTMLElement, key: string): boolean {
  const shown = [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
    (item) => item.closest('[hidden]') === null,
  )
  const at = shown.indexOf(element)
  const open = element.getAttribute('aria-expanded')
  switch (key) {
    case 'ArrowDown':
      shown[at + 1]?.focus()
      return true
    case 'ArrowUp':
      shown[at - 1]?.focus()
      return true
    case 'Home':
      shown[0]?.focus()
      return true
    case 'End':
      shown.at(-1)?.focus()
      return true
    case 'ArrowRight':
      if (open === 'false') expand(element, true)
      else if (open === 'true') shown[at + 1]?.focus()
      return true
    case 'ArrowLeft':
      if (open === 'true') expand(element, false)
      else element.parentElement?.closest<HTMLElement>('[role=treeitem]')?.focus()
      return true
    case 'Enter':
    case ' ':
      act(element)
      return true
    default:
      return false
  }
}
