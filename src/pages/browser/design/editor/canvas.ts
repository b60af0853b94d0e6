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
import { boxAround, type Chosen, changed, inside, toggled } from './selection.ts'
import { cornerPull, pullOf } from './snapping.ts'
import { CanvasView } from './view.ts'

/** What keys and hands do to elements. */
export interface Acts {
  choose(chosen: Chosen): void
  /** @param of  the changes that are undone at once */
  change(elements: readonly DraftElement[], of: string): void
  /** Removes, copies or duplicates what is chosen. */
  remove(): void
  copy(): void
  duplicate(): void
  paste(): void
  /** Puts the chosen element the given number of places further up. */
  order(by: number): void
}

/** mm that an arrow key moves: plainly, with Shift, and with Control. */
const steps = { plain: 0.5, shift: 5, control: 0.1 } as const

const arrows: { readonly [key: string]: readonly [number, number] | undefined } = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** A drag that is under way: of elements, or of a corner of one. */
interface Drag {
  readonly index: number
  /** All elements as they were. */
  readonly begin: readonly DraftElement[]
  readonly isOfSize: boolean
  readonly x: number
  readonly y: number
  isMoving: boolean
}

export class EditorCanvas {
  readonly element = made('div', { class: 'canvas' })
  readonly image = made('img', { alt: words.editor.picture, draggable: 'false' })
  readonly #layer = made('div', { class: 'layer', role: 'group', 'aria-label': words.editor.elements })
  readonly view = new CanvasView(this.element)
  readonly #acts: Acts
  #draft: DesignDraft | undefined
  #sides: BoxSides = { width: 1, height: 1 }
  #chosen: Chosen = []
  #drag: Drag | undefined
  /** The frame that is drawn around what is to be chosen. */
  readonly #frame = made('div', { class: 'frame', hidden: '' })
  /** Where that begins, in mm. */
  #corner: readonly [number, number] | undefined
  /** Drags so far: each is undone by itself. */
  #drags = 0

  constructor(acts: Acts) {
    this.#acts = acts
    this.image.hidden = true
    this.element.prepend(this.image)
    this.element.append(this.#layer, this.#frame)
    this.#layer.addEventListener('keydown', (event) => this.#press(event))
    this.#layer.addEventListener('focusin', ({ target }) => {
      const index = indexOf(target)
      if (index !== undefined && !this.#chosen.includes(index)) acts.choose([index])
    })
    this.#layer.addEventListener('pointerdown', (event) => this.#begin(event))
    this.#layer.addEventListener('pointermove', (event) => this.#follow(event))
    for (const name of ['pointerup', 'pointercancel'] as const) this.#layer.addEventListener(name, () => this.#end())
  }

  /** Shows the elements of a draft. The buttons that there are stay, since one may have the focus or be held. */
  show(draft: DesignDraft, sides: BoxSides, chosen: Chosen, doubtful: ReadonlySet<number>): void {
    this.#draft = draft
    this.#chosen = chosen
    this.#sides = sides
    this.view.show(sides)
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
      button.setAttribute('aria-pressed', `${chosen.includes(index)}`)
      button.dataset.doubtful = `${doubtful.has(index)}`
      button.dataset.kind = element.kind
    }
  }

  focus(index: number): void {
    ;(this.#layer.children[index] as HTMLElement | undefined)?.focus()
  }

  #press(event: KeyboardEvent): void {
    const { elements = [] } = this.#draft ?? {}
    const index = indexOf(event.target)
    if (index === undefined || elements[index] === undefined) return
    const { key, altKey, shiftKey, ctrlKey, metaKey } = event
    const arrow = arrows[key]
    const isCommand = ctrlKey || metaKey
    const letter = isCommand && !shiftKey && !altKey ? key.toLowerCase() : ''
    const step = shiftKey ? steps.shift : isCommand ? steps.control : steps.plain
    if (arrow !== undefined) {
      const [right, down] = arrow.map((way) => way * step) as [number, number]
      const change = altKey ? resized : moved
      const next = changed(elements, this.#chosen, (element) => change(element, right, down))
      this.#acts.change(next, `${altKey ? 'size' : 'place'} ${this.#chosen}`)
    } else if (key === 'Delete' || key === 'Backspace') this.#acts.remove()
    else if (letter === 'c') this.#acts.copy()
    else if (letter === 'v') this.#acts.paste()
    else if (letter === 'd') this.#acts.duplicate()
    else if (key === 'PageUp' || key === 'PageDown') this.#acts.order(key === 'PageUp' ? 1 : -1)
    else if (key === 'Escape') this.#acts.choose([index])
    else return
    event.preventDefault()
  }

  #begin(event: PointerEvent): void {
    if (this.#draft === undefined || event.button !== 0) return
    const index = indexOf(event.target)
    event.preventDefault()
    if (index !== undefined && event.shiftKey) {
      this.#acts.choose(toggled(this.#chosen, index))
      return
    }
    this.#layer.setPointerCapture(event.pointerId)
    if (index === undefined) {
      this.#corner = this.#placeOf(event)
      return
    }
    const isOfSize = event.target instanceof HTMLElement && event.target.tagName === 'I'
    const { elements } = this.#draft
    this.#drag = { index, begin: elements, isOfSize, x: event.clientX, y: event.clientY, isMoving: false }
    this.#drags++
    // not every browser gives a button the focus that is pressed
    this.focus(index)
  }

  #follow(event: PointerEvent): void {
    const { clientX, clientY, altKey } = event
    const drag = this.#drag
    if (this.#corner !== undefined) this.#draw(boxAround(this.#frameTo(event)))
    if (drag === undefined) return
    const { index, begin, isOfSize, x, y } = drag
    const scale = this.#sides.width / this.element.clientWidth
    const [right, down] = [(clientX - x) * scale, (clientY - y) * scale]
    if (!drag.isMoving && Math.hypot(clientX - x, clientY - y) < 3) return
    drag.isMoving = true
    const change = isOfSize ? resized : moved
    const free = boundsOf(change(begin[index]!, right, down))
    const chosen = isOfSize ? [index] : this.#chosen
    const others = begin.filter((_, i) => !chosen.includes(i)).map(boundsOf)
    const [pulledRight, pulledDown] = altKey
      ? [0, 0]
      : (isOfSize ? cornerPull : pullOf)(free, others, this.#sides, this.view.grid)
    const next = changed(begin, chosen, (element) => change(change(element, right, down), pulledRight, pulledDown))
    this.#acts.change(next, `drag ${this.#drags}`)
  }

  #end(): void {
    // a click on one of several chooses this one
    if (this.#drag?.isMoving === false && this.#chosen.length > 1) this.#acts.choose([this.#drag.index])
    if (this.#corner !== undefined && this.#frame.hidden) this.#acts.choose([])
    this.#drag = undefined
    this.#corner = undefined
    this.#frame.hidden = true
  }

  /** Draws the frame, and chooses what lies in it. */
  #draw(box: BoxBounds): void {
    this.#frame.hidden = false
    place(this.#frame, box, this.#sides)
    this.#acts.choose(inside(this.#draft?.elements ?? [], box))
  }

  /** Where the pointer is, in mm from the upper left corner of the label. */
  #placeOf({ clientX, clientY }: PointerEvent): readonly [number, number] {
    const { left, top, width } = this.element.getBoundingClientRect()
    const scale = this.#sides.width / width
    return [(clientX - left) * scale, (clientY - top) * scale]
  }

  /** Both corners of the frame. */
  #frameTo(event: PointerEvent): readonly BoxBounds[] {
    const places = [this.#corner ?? [0, 0], this.#placeOf(event)] as const
    return places.map(([left, top]) => ({ left, top, width: 0, height: 0 }))
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
