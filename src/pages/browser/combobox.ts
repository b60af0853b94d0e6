/** A text field with a list of choices below it: the combobox pattern of the ARIA Authoring Practices Guide, with a listbox. */

import { made } from './dom.ts'
import { words } from './words.ts'

interface Combobox<T> {
  readonly input: HTMLInputElement
  readonly list: HTMLElement
  /** Says how many choices there are. */
  readonly count: HTMLElement
  /** The choices, or a promise of them where the service is asked. */
  readonly find: (query: string) => readonly T[] | Promise<readonly T[]>
  /** What an option shows. */
  readonly content: (choice: T) => readonly (Node | string)[]
  readonly choose: (choice: T) => void
}

/** Lets people search and choose by keyboard and pointer. What is typed stays within: the form does not see it. */
export function wireCombobox<T>(combobox: Combobox<T>): void {
  const { input, list, count, find, content, choose } = combobox
  let choices: readonly T[] = []
  let active = -1
  /** What the choices were found for. */
  let shown = ''
  /** The search whose choices are not there yet. */
  let searching: Promise<void> | undefined

  const isOpen = (): boolean => !list.hidden

  const close = (): void => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    activate(-1)
  }

  const open = (): void | Promise<void> => {
    const query = input.value
    const found = find(query)
    if (!(found instanceof Promise)) return show(found, query)
    // what is typed meanwhile is searched for by itself
    searching = found.then((late) => {
      if (input.value === query && document.activeElement === input) show(late, query)
    })
    return searching
  }

  const show = (found: readonly T[], query: string): void => {
    choices = found
    shown = query
    const id = (i: number): string => `${list.id}-${i}`
    list.replaceChildren(
      ...choices.map((choice, i) =>
        made('div', { role: 'option', id: id(i), 'aria-selected': 'false' }, ...content(choice)),
      ),
    )
    list.hidden = choices.length === 0
    input.setAttribute('aria-expanded', `${isOpen()}`)
    count.textContent = choices.length === 0 ? words.gs1.nothingFound : words.gs1.found(choices.length)
    activate(isOpen() && input.value !== '' ? 0 : -1)
  }

  const activate = (index: number): void => {
    list.children[active]?.setAttribute('aria-selected', 'false')
    active = index
    const option = list.children[active]
    if (option === undefined) {
      input.removeAttribute('aria-activedescendant')
      return
    }
    option.setAttribute('aria-selected', 'true')
    option.scrollIntoView({ block: 'nearest' })
    input.setAttribute('aria-activedescendant', option.id)
  }

  const take = (index: number): void => {
    const choice = choices[index]
    if (choice === undefined) return
    input.value = ''
    count.textContent = ''
    close()
    choose(choice)
  }

  /** Takes the active choice of what is typed, once its choices are there: those of its beginning are not meant. */
  const takeActive = (): void => {
    if (shown === input.value) take(active)
    else searching?.then(() => (shown === input.value ? take(active) : undefined))
  }

  /** Where a key moves to in the open list; undefined for other keys. */
  const target = (key: string): number | undefined => {
    const last = choices.length - 1
    switch (key) {
      case 'ArrowDown':
        return active >= last ? 0 : active + 1
      case 'ArrowUp':
        return active <= 0 ? last : active - 1
      case 'Home':
        return 0
      case 'End':
        return last
    }
    return undefined
  }

  input.addEventListener('input', (event) => {
    event.stopPropagation()
    open()
  })
  input.addEventListener('click', () => {
    if (!isOpen()) open()
  })
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    const { key } = event
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isOpen()) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Enter') return
      event.preventDefault()
      const begin = (): void => {
        if (active < 0 && key !== 'Enter') activate(target(key) ?? -1)
      }
      const opening = open()
      if (opening === undefined) begin()
      else opening.then(begin)
      return
    }
    const to = target(key)
    if (to !== undefined) activate(to)
    else if (key === 'Enter') takeActive()
    else if (key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  // a press on the list must not take the focus from the field
  list.addEventListener('pointerdown', (event) => event.preventDefault())
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const option = target instanceof Element ? target.closest('[role=option]') : null
    if (option !== null) take([...list.children].indexOf(option))
  })
}
