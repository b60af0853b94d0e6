/** The label with its elements, each a button over the picture: placed and sized by mouse, finger and keys. */

import { designs as words } from '../../../words/designs/en.ts'
import { made } from '../../dom.ts'
import { kindName } from '../element-names.ts'
import {
  type BoxBounds,
  type BoxSides,
  boundsOf,
  type DesignDraft,
  type DraftElement,
  moved,
  resized,
  takesAll,
} from './draft.ts'
import { cornerPull, pullOf } from './snapping.ts'

/** What keys and hands do to elements. */
export interface Acts {
  select(index: number): void
  /** @param of  the changes that are undone at once */
  replace(index: number, element: DraftElement, of: string): void
  remove(index: number): void
  /** Puts an element the given number of places further up. */
  order(index: number, by: number): void
  copy(index: number): void
  paste(): void
  duplicate(index: number): void
}

/** mm that an arrow key moves: plainly, with Shift, and with Control. */
const steps = { plain: 0.5, shift: 5, control: 0.1 } as const

const arrows: { readonly [key: string]: readonly [number, number] | undefined } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A drag that is under way. */
interface Drag {
  readonly index: number
  readonly begin: DraftElement
  readonly isOfSize: boolean
  readonly x: number
  readonly y: number
}

export class EditorCanvas {
  readonly element = made('div', { class: 'canvas' })
  readonly image = made('img', { alt: words.editor.picture, draggable: 'false' })
  readonly #layer = made('div', { class: 'layer', role: 'group', 'aria-label': words.editor.elements })
  readonly #acts: Acts
  #draft: DesignDraft | undefined
  #sides: BoxSides = { width: 1, height: 1 }
  #drag: Drag | undefined
  /** Drags so far: each is undone by itself. */
  #drags = 0

  constructor(acts: Acts) {
    this.#acts = acts
    this.image.hidden = true
    this.element.append(this.image, this.#layer)
    this.#layer.addEventListener('keydown', (event) => this.#press(event))
    this.#layer.addEventListener('focusin', ({ target }) => {
      const index = indexOf(target)
      if (index !== undefined) acts.select(index)
    })
    this.#layer.addEventListener('pointerdown', (event) => this.#begin(event))
    this.#layer.addEventListener('pointermove', (event) => this.#follow(event))
    for (const name of ['pointerup', 'pointercancel'] as const) {
      this.#layer.addEventListener(name, () => {
        this.#drag = undefined
      })
    }
  }

  /** Shows the elements of a draft. The buttons that there are stay, since one may have the focus or be held. */
  show(draft: DesignDraft, sides: BoxSides, selected: number | undefined, doubtful: ReadonlySet<number>): void {
    this.#draft = draft
    this.#sides = sides
    this.element.style.aspectRatio = `${sides.width} / ${sides.height}`
    this.element.style.setProperty('--across', `${sides.width / sides.height}`)
    while (this.#layer.children.length > draft.elements.length) this.#layer.lastElementChild?.remove()
    while (this.#layer.children.length < draft.elements.length) {
      const index = this.#layer.children.length
      this.#layer.append(made('button', { type: 'button', class: 'handle', 'data-index': `${index}` }, made('i')))
    }
    for (const [index, element] of draft.elements.entries()) {
      const button = this.#layer.children[index] as HTMLButtonElement
      place(button, takesAll(element) ? { left: 0, top: 0, ...sides } : boundsOf(element), sides)
      button.setAttribute('aria-label', nameOf(element, index, draft.elements.length))
      button.setAttribute('aria-pressed', `${index === selected}`)
      button.dataset.doubtful = `${doubtful.has(index)}`
      button.dataset.kind = element.kind
    }
  }

  focus(index: number): void {
    ;(this.#layer.children[index] as HTMLElement | undefined)?.focus()
  }

  #press(event: KeyboardEvent): void {
    const index = indexOf(event.target)
    const element = index === undefined ? undefined : this.#draft?.elements[index]
    if (index === undefined || element === undefined) return
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const arrow = arrows[key]
    const isCommand = ctrlKey || metaKey
    const letter = isCommand && !shiftKey && !altKey ? key.toLowerCase() : ''
    const step = shiftKey ? steps.shift : isCommand ? steps.control : steps.plain
    if (arrow !== undefined) {
      const [right, down] = arrow.map((way) => way * step) as [number, number]
      const next = altKey ? resized(element, right, down) : moved(element, right, down)
      this.#acts.replace(index, next, `${altKey ? 'size' : 'place'} ${index}`)
    } else if (key === 'Delete' || key === 'Backspace') this.#acts.remove(index)
    else if (letter === 'c') this.#acts.copy(index)
    else if (letter === 'v') this.#acts.paste()
    else if (letter === 'd') this.#acts.duplicate(index)
    else if (key === 'PageUp' || key === 'PageDown') this.#acts.order(index, key === 'PageUp' ? 1 : -1)
    else return
    event.preventDefault()
  }

  #begin(event: PointerEvent): void {
    const index = indexOf(event.target)
    const begin = index === undefined ? undefined : this.#draft?.elements[index]
    if (index === undefined || begin === undefined || event.button !== 0) return
    const isOfSize = event.target instanceof HTMLElement && event.target.tagName === 'I'
    this.#layer.setPointerCapture(event.pointerId)
    this.#drag = { index, begin, isOfSize, x: event.clientX, y: event.clientY }
    this.#drags++
    // not every browser gives a button the focus that is pressed
    this.focus(index)
    event.preventDefault()
  }

  #follow({ clientX, clientY, altKey }: PointerEvent): void {
    if (this.#drag === undefined || this.#draft === undefined) return
    const { index, begin, isOfSize, x, y } = this.#drag
    const scale = this.#sides.width / this.element.clientWidth
    const [right, down] = [(clientX - x) * scale, (clientY - y) * scale]
    if (Math.hypot(clientX - x, clientY - y) < 3) return
    const change = isOfSize ? resized : moved
    const free = change(begin, right, down)
    const others = this.#draft.elements.filter((_, i) => i !== index).map(boundsOf)
    const pulled = (isOfSize ? cornerPull : pullOf)(boundsOf(free), others, this.#sides)
    this.#acts.replace(index, altKey ? free : change(free, ...pulled), `drag ${this.#drags}`)
  }
}

function indexOf(target: EventTarget | null): number | undefined {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return button === null ? undefined : Number(button.dataset.index)
}

function place({ style }: HTMLElement, { left, top, width, height }: BoxBounds, sides: BoxSides): void {
  style.left = `${(left / sides.width) * 100}%`
  style.top = `${(top / sides.height) * 100}%`
  style.width = `${(width / sides.width) * 100}%`
  style.height = `${(height / sides.height) * 100}%`
}

/** An element as people tell it from others. */
export function titleOf({ kind, name, value }: DraftElement): string {
  const called = [name, value].find((each) => typeof each === 'string' && each !== '')
  return called === undefined ? kindName(kind) : `${kindName(kind)}: ${called}`
}

const nameOf = (element: DraftElement, index: number, of: number): string =>
  `${titleOf(element)}, ${words.editor.place(index + 1, of)}`
