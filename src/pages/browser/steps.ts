/** The steps of an explanation as a tree (WAI-ARIA Authoring Practices, tree view). */

import { byId, made } from './dom.ts'
import type { Item, Part, Step } from './symbol.ts'
import { words } from './words.ts'

/** Called for the item that a person points at (undefined: none any more) or selects. */
interface Reactions {
  readonly preview: (item: Item | undefined) => void
  readonly select: (item: Item) => void
}

/** How many parts are created at a time: a symbol may have thousands. */
const batch = 400

export class StepsTree {
  readonly #tree = byId('steps', HTMLElement)
  #steps: readonly Step[] = []
  /** The selected item, which is the tree's only tab stop. */
  #current: HTMLElement | undefined

  constructor({ preview, select }: Reactions) {
    const under = (event: Event): HTMLElement | undefined => {
      const found = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=treeitem]') : null
      return found ?? undefined
    }
    this.#tree.addEventListener('pointerover', (event) => {
      const element = under(event)
      if (element !== undefined && event.pointerType === 'mouse') preview(itemOf(element))
    })
    this.#tree.addEventListener('pointerleave', () => preview(undefined))
    this.#tree.addEventListener('focusin', (event) => {
      const element = under(event)
      if (element === undefined || element === this.#current || element.classList.contains('more')) return
      this.#mark(element)
      select(itemOf(element))
    })
    this.#tree.addEventListener('click', (event) => {
      const element = under(event)
      if (element !== undefined) this.#act(element)
    })
    this.#tree.addEventListener('keydown', (event) => {
      const element = under(event)
      if (element === undefined || event.altKey || event.ctrlKey || event.metaKey) return
      if (this.#handledKey(element, event.key)) event.preventDefault()
    })
  }

  /** Shows the steps, with none selected. */
  show(next: readonly Step[]): void {
    this.#steps = next
    this.#current = undefined
    this.#tree.replaceChildren(...next.map(stepItem))
    const first = this.#tree.querySelector<HTMLElement>('[role=treeitem]')
    if (first !== null) first.tabIndex = 0
  }

  /** Creates items for the first `count` parts of a step. */
  #makeParts(item: HTMLElement, count: number): void {
    const step = Number(item.dataset.step)
    const group = item.querySelector<HTMLElement>('[role=group]')
    const parts = this.#steps[step]?.parts ?? []
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

  #expand(item: HTMLElement, open: boolean): void {
    const group = item.querySelector<HTMLElement>('[role=group]')
    if (group === null) return
    if (open && group.childElementCount === 0) this.#makeParts(item, batch)
    group.hidden = !open
    item.setAttribute('aria-expanded', String(open))
  }

  #elementOf({ step, part }: Item): HTMLElement | undefined {
    const item = byId(`step-${step}`, HTMLElement)
    if (part === undefined) return item
    this.#expand(item, true)
    if (item.querySelector('[role=group]')!.children.length <= part)
      this.#makeParts(item, batch * Math.ceil((part + 1) / batch))
    return item.querySelector<HTMLElement>(`[data-part="${part}"]`) ?? undefined
  }

  /** Marks the item as selected and scrolls it into view. */
  choose(item: Item): void {
    const element = this.#elementOf(item)
    if (element === undefined) return
    this.#mark(element)
    ;(element.querySelector('.about') ?? element).scrollIntoView({ block: 'nearest' })
  }

  #mark(element: HTMLElement): void {
    this.#current?.setAttribute('aria-selected', 'false')
    for (const stop of this.#tree.querySelectorAll<HTMLElement>('[tabindex="0"]')) stop.tabIndex = -1
    element.setAttribute('aria-selected', 'true')
    element.tabIndex = 0
    this.#current = element
  }

  /** Underlines the items that a module belongs to, as far as they have been created. */
  underline(items: readonly Item[]): void {
    for (const marked of this.#tree.querySelectorAll('.holds')) marked.classList.remove('holds')
    for (const { step, part } of items) {
      const inStep = `[data-step="${step}"]`
      this.#tree
        .querySelector(part === undefined ? `.step${inStep}` : `.part${inStep}[data-part="${part}"]`)
        ?.classList.add('holds')
    }
  }

  /** Opens or closes a step; the last line of a long list creates more items. */
  #act(element: HTMLElement): void {
    if (element.classList.contains('more')) {
      const item = element.closest<HTMLElement>('.step')!
      const count = element.parentElement!.childElementCount - 1
      this.#makeParts(item, count + batch)
      item.querySelector<HTMLElement>(`[data-part="${count}"]`)?.focus()
    } else {
      this.#expand(element, element.getAttribute('aria-expanded') === 'false')
    }
  }

  /** Handles the keys of a tree (WAI-ARIA Authoring Practices, tree view); returns whether the key was one of them. */
  #handledKey(element: HTMLElement, key: string): boolean {
    const shown = [...this.#tree.querySelectorAll<HTMLElement>('[role=treeitem]')].filter(
      (item) => item.closest('[hidden]') === null,
    )
    const at = shown.indexOf(element)
    const open = element.getAttribute('aria-expanded')
    const moves: Readonly<Record<string, HTMLElement | undefined>> = {
      ArrowDown: shown[at + 1],
      ArrowUp: shown[at - 1],
      Home: shown[0],
      End: shown.at(-1),
    }
    if (key in moves) {
      moves[key]?.focus()
      return true
    }
    switch (key) {
      case 'ArrowRight':
        if (open === 'false') this.#expand(element, true)
        else if (open === 'true') shown[at + 1]?.focus()
        return true
      case 'ArrowLeft':
        if (open === 'true') this.#expand(element, false)
        else element.parentElement?.closest<HTMLElement>('[role=treeitem]')?.focus()
        return true
      case 'Enter':
      case ' ':
        this.#act(element)
        return true
      default:
        return false
    }
  }
}

function stepItem(step: Step, index: number): HTMLElement {
  const { title, text, clause, kind, code, language = 'en', parts = [] } = step
  const english = { dir: 'auto', lang: 'en' }
  const head = [
    ...(kind === undefined ? [] : [made('span', { class: 'kind' }, kinds[kind] ?? kind), ' ']),
    made('span', { class: 'title', dir: 'auto', lang: language }, title),
  ]
  const source = [...(code === undefined ? [] : [made('code', {}, code), ' ']), clause]
  const body = [
    ...(text === undefined ? [] : [made('p', english, text)]),
    made('p', { class: 'clause', lang: 'en' }, ...source),
  ]
  const attributes = {
    id: `step-${index}`,
    role: 'treeitem',
    tabindex: '-1',
    class: 'step',
    'data-step': String(index),
    'aria-selected': 'false',
    ...(kind !== undefined && { 'data-kind': kind }),
    ...(parts.length > 0 && { 'aria-expanded': 'false' }),
  }
  const about = made('div', { class: 'about' }, made('div', { class: 'head' }, ...head), made('div', {}, ...body))
  const item = made('div', attributes, about)
  if (parts.length > 0) item.append(made('div', { role: 'group', hidden: '' }))
  return item
}

const kinds: { readonly [kind: string]: string | undefined } = words.check.kinds

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

function itemOf(element: HTMLElement): Item {
  const { step, part } = element.dataset
  return { step: Number(step), ...(part === undefined ? {} : { part: Number(part) }) }
}
