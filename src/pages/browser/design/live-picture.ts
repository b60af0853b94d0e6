/** The picture of what a person is filling in or placing, drawn by the service while they do. */

import { type ShownWarning, warningsIn } from '../scans.ts'
import {
  Latest,
  type Posted,
  passed,
  type RequestOutcome,
  type ServiceClient,
  type ServiceRefusal,
} from '../service.ts'
import { words } from '../words.ts'

/** What is drawn. */
export interface PictureRequest {
  readonly target: string
  readonly posted?: Posted
}

interface Shown {
  readonly image: HTMLImageElement
  /** Says why there is no picture yet. */
  readonly say: (text: string) => void
  /** Called with each picture, as SVG. */
  readonly drawn?: (svg: string) => void
  /** Called with each picture's warnings, or with why there is none. */
  readonly judged: (warnings: readonly ShownWarning[], refusal: ServiceRefusal | undefined) => void
}

export class LivePicture {
  readonly #service: ServiceClient
  readonly #shown: Shown
  readonly #latest = new Latest()
  #url = ''

  constructor(service: ServiceClient, shown: Shown) {
    this.#service = service
    this.#shown = shown
  }

  /** Draws this in place of what was wanted before. @param delay  milliseconds without another */
  draw(wanted: PictureRequest, delay: number): Promise<void> {
    this.#state('stale')
    return this.#latest.start(async (signal) => {
      await passed(delay, signal)
      const outcome = await this.#answered(wanted, signal)
      if (outcome.kind === 'refused') {
        this.#state('stale')
        this.#shown.judged([], outcome)
        return
      }
      const bytes = await outcome.response.blob()
      signal.throwIfAborted()
      this.#shown.drawn?.(await bytes.text())
      await this.#show(bytes)
      this.#shown.judged(warningsIn(outcome.response), undefined)
    })
  }

  async #answered(
    { target, posted }: PictureRequest,
    signal: AbortSignal,
  ): Promise<Extract<RequestOutcome, { kind: 'done' | 'refused' }>> {
    for (;;) {
      await passed(this.#service.waitTime(), signal)
      const outcome = await this.#service.ask(target, signal, posted)
      if (outcome.kind === 'done' || outcome.kind === 'refused') return outcome
      const { kind, seconds } = outcome
      this.#shown.say(kind === 'later' ? words.service.later(seconds) : words.service.unanswered(seconds))
      await passed(seconds * 1000, signal)
    }
  }

  async #show(bytes: Blob): Promise<void> {
    const { image } = this.#shown
    const before = this.#url
    this.#url = URL.createObjectURL(bytes)
    image.src = this.#url
    await image.decode().catch(() => {})
    URL.revokeObjectURL(before)
    image.hidden = false
    this.#state('shown')
  }

  #state(state: string): void {
    const stage = this.#shown.image.closest<HTMLElement>('[data-state]')
    if (stage !== null && (state === 'shown' || !this.#shown.image.hidden)) stage.dataset.state = state
  }
}
