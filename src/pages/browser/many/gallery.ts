/** The first rows as labels, drawn one after the other as the limit allows. */

import { byId, made } from '../dom.ts'
import { warningsIn } from '../scans.ts'
import type { Outcome, Refusal, Service } from '../service.ts'
import { words } from '../words.ts'
import type { Row } from './rows.ts'

/** How many labels are shown: few, because each is a request, and a service may allow one a second. */
export const mostShown = 6

/** A label's place on the page. */
interface Place {
  readonly item: HTMLElement
  readonly paper: HTMLElement
  readonly note: HTMLElement
  /** The request that its picture answers; undefined while it has none. */
  target: string | undefined
}

/** The request for a picture, and what it shows. */
export interface Wanted {
  readonly target: string
  readonly alt: string
}

export class Gallery {
  readonly #service: Service
  readonly #list = byId('gallery', HTMLElement)
  readonly #places: Place[] = []

  constructor(service: Service) {
    this.#service = service
  }

  /** Makes a place for each of these rows; a picture stays, pale, until the next one takes its place. */
  arrange(rows: readonly Row[]): void {
    while (this.#places.length > rows.length) remove(this.#places.pop()!)
    while (this.#places.length < rows.length) this.#places.push(this.#newPlace())
    this.#places.forEach((place, i) => {
      place.item.dataset.state = 'stale'
      place.item.querySelector('figcaption strong')!.textContent = words.many.row(rows[i]!.number)
    })
  }

  #newPlace(): Place {
    const paper = made('div', { class: 'paper' })
    const note = made('p', { class: 'note' })
    const caption = made('figcaption', {}, made('strong', {}), note)
    const item = made('li', {}, made('figure', {}, paper, caption))
    this.#list.append(item)
    return { item, paper, note, target: undefined }
  }

  /**
   * Draws the labels one after the other, as the limit allows.
   *
   * @param wantedOf  the picture of a row
   * @param refused   called with each row that the service refuses
   */
  async draw(
    rows: readonly Row[],
    wantedOf: (row: Row) => Wanted,
    refused: (row: Row, refusal: Refusal) => void,
    signal: AbortSignal,
  ): Promise<void> {
    for (const [i, row] of rows.entries()) {
      const place = this.#places[i]
      if (place === undefined) return
      if (row.fault !== undefined) {
        showNone(place, row.fault)
        continue
      }
      const wanted = wantedOf(row)
      if (place.target === wanted.target) {
        place.item.dataset.state = 'shown'
        continue
      }
      const outcome = await this.#answered(place, wanted, signal)
      if (outcome.kind === 'refused') {
        showNone(place, outcome.message)
        refused(row, outcome)
      }
    }
  }

  /** The service's answer, shown if it is a picture. Waits for it as long as it takes. @throws if `signal` is aborted */
  async #answered(place: Place, wanted: Wanted, signal: AbortSignal): Promise<Outcome> {
    for (;;) {
      await passed(this.#service.waitTime(), signal)
      let outcome = await this.#service.ask(wanted.target, signal)
      if (outcome.kind === 'done' && !(await showPicture(place, wanted, outcome.response, signal)))
        outcome = this.#service.failed()
      if (outcome.kind === 'done' || outcome.kind === 'refused') return outcome
      const { kind, seconds } = outcome
      showNone(place, kind === 'later' ? words.service.later(seconds) : words.service.unanswered(seconds))
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

/** Resolves after a time. @throws if `signal` is aborted before */
function passed(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

/** Whether the answer was a picture. */
async function showPicture(
  place: Place,
  { target, alt }: Wanted,
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
  place.note.textContent = warningsIn(response)
    .map(({ message }) => message)
    .join('; ')
  return true
}

function showNone(place: Place, why: string): void {
  release(place)
  place.target = undefined
  place.item.dataset.state = 'none'
  place.paper.replaceChildren()
  place.note.textContent = why
}
