/** Rows as labels, a page of them at a time, drawn one after the other as the limit allows; each can be picked or left out. */

import { buttonFor, byId, made } from '../dom.ts'
import { becauseOf, warningsIn } from '../scans.ts'
import { passed, type RequestOutcome, type ServiceClient, type ServiceRefusal } from '../service.ts'
import { words } from '../words.ts'

/** Labels of one page. */
const ofPage = 24

/** A label's place on the page. */
interface Place {
  readonly item: HTMLElement
  readonly paper: HTMLElement
  readonly tick: HTMLInputElement
  readonly note: HTMLElement
  /** The request that its picture answers; undefined while it has none. */
  target: string | undefined
}

/** The request for a picture, and what it shows. */
export interface GalleryPicture {
  readonly target: string
  readonly alt: string
}

/** What a gallery needs of its rows. */
export interface GalleryRow {
  /** The rows with a label, by index. */
  readonly indexes: readonly number[]
  readonly numberOf: (index: number) => number
  readonly isPicked: (index: number) => boolean
  /** Whether no label can be made of a row. */
  readonly isFaulty: (index: number) => boolean
}

export class Gallery {
  readonly #service: ServiceClient
  readonly #list = byId('gallery', HTMLElement)
  readonly #pager = byId('pager', HTMLElement)
  readonly #where = made('span', { role: 'status' })
  readonly #back = buttonFor(words.many.previous, () => this.#turn(-1))
  readonly #on = buttonFor(words.many.next, () => this.#turn(1))
  readonly #turned: () => void
  readonly #ticked: (index: number, isPicked: boolean) => void
  readonly #places: Place[] = []
  #shown: GalleryRow = { indexes: [], numberOf: (index) => index + 1, isPicked: () => true, isFaulty: () => false }
  #page = 0

  /**
   * @param turned  called when another page is wanted
   * @param ticked  called when a row is picked or left out
   */
  constructor(service: ServiceClient, turned: () => void, ticked: (index: number, isPicked: boolean) => void) {
    this.#service = service
    this.#turned = turned
    this.#ticked = ticked
    this.#pager.append(this.#back, this.#where, this.#on)
  }

  /** The rows of the page, by index. */
  get indexes(): readonly number[] {
    return this.#shown.indexes.slice(this.#page * ofPage, (this.#page + 1) * ofPage)
  }

  /** Goes to the first page. */
  rewind(): void {
    this.#page = 0
  }

  #turn(pages: number): void {
    this.#page += pages
    this.arrange(this.#shown)
    this.#turned()
    // a button that is disabled loses the focus
    const [pressed, other] = pages > 0 ? [this.#on, this.#back] : [this.#back, this.#on]
    if (pressed.disabled) other.focus()
  }

  /**
   * Makes a place for each row of the page; a picture stays, pale, until the next one takes its place.
   *
   * @param isStale  whether pictures will be drawn again
   */
  arrange(shown: GalleryRow, isStale = true): void {
    this.#shown = shown
    const count = shown.indexes.length
    const last = Math.max(0, Math.ceil(count / ofPage) - 1)
    this.#page = Math.max(0, Math.min(this.#page, last))
    const { indexes } = this
    this.#pager.hidden = last === 0
    this.#back.disabled = this.#page === 0
    this.#on.disabled = this.#page === last
    const first = this.#page * ofPage
    this.#where.textContent = last === 0 ? '' : words.many.labelsShown(first + 1, first + indexes.length, count)
    while (this.#places.length > indexes.length) remove(this.#places.pop()!)
    while (this.#places.length < indexes.length) this.#places.push(this.#newPlace())
    this.#places.forEach((place, i) => {
      const index = indexes[i]!
      if (isStale) place.item.dataset.state = 'stale'
      place.tick.disabled = shown.isFaulty(index)
      place.item.querySelector('.row-number')!.textContent = words.many.row(shown.numberOf(index))
    })
    this.showPicked()
  }

  /** Shows which rows are picked, and draws nothing. */
  showPicked(): void {
    this.indexes.forEach((index, i) => {
      const { tick, item } = this.#places[i]!
      tick.checked = this.#shown.isPicked(index) && !tick.disabled
      item.dataset.picked = `${tick.checked}`
    })
  }

  #newPlace(): Place {
    const paper = made('div', { class: 'paper' })
    const note = made('p', { class: 'note' })
    const tick = made('input', { type: 'checkbox' })
    const label = made('label', { class: 'tick' }, tick, made('strong', { class: 'row-number' }))
    const item = made('li', {}, made('figure', {}, paper, made('figcaption', {}, label, note)))
    const place = { item, paper, tick, note, target: undefined }
    tick.addEventListener('change', () => this.#ticked(this.indexes[this.#places.indexOf(place)]!, tick.checked))
    this.#list.append(item)
    return place
  }

  /**
   * Draws the labels of the page one after the other, as the limit allows.
   *
   * @param wantedOf  the picture of a row, or why it has none
   * @param refused   called with each row that the service refuses; says why in a few words
   */
  async draw(
    wantedOf: (index: number) => GalleryPicture | string,
    refused: (index: number, refusal: ServiceRefusal) => string,
    signal: AbortSignal,
  ): Promise<void> {
    const { indexes } = this
    for (const [i, index] of indexes.entries()) {
      const place = this.#places[i]
      if (place === undefined) return
      const wanted = wantedOf(index)
      if (typeof wanted === 'string') showNone(place, wanted)
      else if (place.target === wanted.target) place.item.dataset.state = 'shown'
      else {
        const outcome = await this.#answered(place, wanted, signal)
        if (outcome.kind === 'refused') showNone(place, refused(index, outcome))
      }
    }
  }

  /** The service's answer, shown if it is a picture. Waits for it as long as it takes. @throws if `signal` is aborted */
  async #answered(place: Place, wanted: GalleryPicture, signal: AbortSignal): Promise<RequestOutcome> {
    for (;;) {
      const outcome = await this.#service.patiently(wanted.target, signal, (why) => showNone(place, why))
      if (outcome.kind === 'refused' || (await showPicture(place, wanted, outcome.response, signal))) return outcome
      const { seconds } = this.#service.failed()
      showNone(place, words.service.unanswered(seconds))
      await passed(seconds * 1000, signal)
    }
  }
}

function remove(place: Place): void {
  release(place)
  place.item.remove()
}

function release({ paper }: Place): void {
  const image = paper.querySelector('img')
  if (image !== null) URL.revokeObjectURL(image.src)
}

/** Whether the answer was a picture. */
async function showPicture(
  place: Place,
  { target, alt }: GalleryPicture,
  response: Response,
  signal: AbortSignal,
): Promise<boolean> {
  const image = made('img', { alt })
  try {
    image.src = URL.createObjectURL(await response.blob())
    await image.decode()
  } catch {
    URL.revokeObjectURL(image.src)
    signal.throwIfAborted()
    return false
  }
  if (signal.aborted) URL.revokeObjectURL(image.src)
  signal.throwIfAborted()
  release(place)
  place.paper.replaceChildren(image)
  place.target = target
  place.item.dataset.state = 'shown'
  // in full it stands once for all rows, above
  place.note.textContent = [
    ...new Set(warningsIn(response).map(({ code, message }) => becauseOf(code) ?? message)),
  ].join('; ')
  return true
}

function showNone(place: Place, why: string): void {
  release(place)
  place.target = undefined
  place.item.dataset.state = 'none'
  place.paper.replaceChildren()
  place.note.textContent = why
}
