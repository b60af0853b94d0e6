/** The drawing of the form's values: when the service is asked for it, and what becomes of it. */

import type { DesignLabel } from './design/label.ts'
import { byId } from './dom.ts'
import type { Faults } from './faults.ts'
import type { Form } from './form.ts'
import type { PrinterChoice } from './printers.ts'
import type { Refusals } from './refusals.ts'
import { doubtsAmong, type ScanPanel, type ShownWarning, warningsIn } from './scans.ts'
import { Latest, type RequestOutcome, type ServiceClient, type ServiceRefusal } from './service.ts'
import { pictureOf, release, type Stage, type StagePicture } from './stage.ts'
import { words } from './words.ts'

/** The parts of the page that work together on what the form describes. */
export interface DrawingPage {
  readonly form: Form
  /** One label of a design. */
  readonly design: DesignLabel
  readonly service: ServiceClient
  readonly printers: PrinterChoice
  readonly refusals: Refusals
  readonly faults: Faults
  readonly scans: ScanPanel
  readonly stage: Stage
}

export class PageDrawing {
  readonly #page: DrawingPage
  readonly #drawMany: (signal: AbortSignal) => Promise<void>
  readonly #latest = new Latest()
  #timer: number | undefined
  #current: StagePicture | undefined
  /** What the next picture has for fields of a design that are empty. */
  #samples: ReadonlyMap<string, string> = noSamples
  /** Ends with the last drawing. */
  #last: Promise<void> = Promise.resolve()

  /** @param drawMany  draws the labels of many rows in place of one picture; throws if the signal is aborted */
  constructor(page: DrawingPage, drawMany: (signal: AbortSignal) => Promise<void>) {
    this.#page = page
    this.#drawMany = drawMany
  }

  /** The picture of the form's values; undefined while there is none. */
  get current(): StagePicture | undefined {
    return this.#current
  }

  /** Gives up the picture: the form is another. */
  giveUp(): void {
    this.#current = undefined
    this.#latest.abort()
    this.#page.stage.showStale()
  }

  /** Draws after the given number of milliseconds, or as soon as the limit allows. */
  soon(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.now(), Math.max(delay, this.#page.service.waitTime()))
  }

  /** Draws now; resolves when the drawing is finished or superseded. @param isForUse  whether it is to be printed or saved as it is */
  now(isForUse = false): Promise<void> {
    clearTimeout(this.#timer)
    const { isMany } = this.#page.form
    this.#last = this.#latest.start((signal) => (isMany ? this.#drawMany(signal) : this.#draw(signal, isForUse)))
    return this.#last
  }

  /** Resolves with the picture of the form's values, or with undefined if it cannot be drawn now. */
  async ready(): Promise<StagePicture | undefined> {
    if (this.#current === undefined) this.now(true)
    let last: Promise<void>
    do {
      last = this.#last
      await last
    } while (last !== this.#last)
    if (this.#current === undefined) this.#page.faults.focus()
    return this.#current
  }

  async #draw(signal: AbortSignal, isForUse: boolean): Promise<void> {
    const { form, service, design } = this.#page
    const isWanted = await (design.isMade ? this.#isDesignReady(signal) : this.#isTextReady(signal))
    if (!isWanted) return
    this.#samples = isForUse || !design.isMade ? noSamples : design.samples()
    const outcome = await service.ask(form.target(form.product === 'label' ? 'png' : 'svg', this.#samples), signal)
    if (!signal.aborted) await this.#showOutcome(outcome, signal)
  }

  /** Whether there is a label of a design to draw; if not, it is said why. */
  async #isDesignReady(signal: AbortSignal): Promise<boolean> {
    const why = await this.#page.design.ready()
    signal.throwIfAborted()
    if (why === undefined) return true
    this.#showNone(why)
    announce(why)
    return false
  }

  /** Whether there is a symbol to draw; if not, it is said why. */
  async #isTextReady(signal: AbortSignal): Promise<boolean> {
    const { form, refusals } = this.#page
    if (form.text.value === '') {
      this.#showNone(refusals.isGs1 ? words.label.addElement : words.label.enterText)
      announce('')
      return false
    }
    await refusals.ready()
    signal.throwIfAborted()
    const refusal = refusals.now()
    if (refusal !== undefined) this.#refuse(refusal)
    return refusal === undefined
  }

  async #showOutcome(outcome: RequestOutcome, signal: AbortSignal): Promise<void> {
    switch (outcome.kind) {
      case 'done':
        return this.#receive(outcome.response, signal)
      case 'refused':
        return this.#refuse(outcome)
      case 'later': {
        const { seconds, message } = outcome
        this.#showNone(words.label.later(seconds, message))
        announce(words.label.laterAloud)
        return this.soon(seconds * 1000)
      }
      case 'unanswered': {
        this.#showNone(words.service.unanswered(outcome.seconds), true)
        const message = words.service.unansweredAloud
        // each try would be announced otherwise
        if (status().textContent !== message) announce(message)
        return this.soon(outcome.seconds * 1000)
      }
    }
  }

  async #receive(response: Response, signal: AbortSignal): Promise<void> {
    const { service, stage, faults } = this.#page
    const picture = await this.#pictureIn(response)
    if (signal.aborted) {
      if (picture !== undefined) release(picture)
      return
    }
    if (picture === undefined) return this.#showOutcome(service.failed(), signal)
    faults.show(undefined)
    stage.show(picture)
    const size = stage.showDetails(picture, response.headers.get('X-Dimension') ?? '')
    announce(words.label.drawn(this.#names[0], size))
    await this.#judge(picture, warningsIn(response), signal)
  }

  /** What is drawn, and its text. */
  get #names(): readonly [kind: string, text: string] {
    const { form, design } = this.#page
    return design.isMade ? design.names : [form.kindName, form.text.value]
  }

  /** Shows whether a picture will scan. With samples it is nobody's label yet, and is neither judged nor used. */
  async #judge(picture: StagePicture, found: readonly ShownWarning[], signal: AbortSignal): Promise<void> {
    const { scans, design } = this.#page
    design.showSamples(this.#samples)
    if (this.#samples.size > 0) return scans.hide()
    this.#current = picture
    const warnings = design.isMade ? design.named(found) : found
    scans.show(warnings)
    if (!design.isMade && doubtsAmong(warnings).length > 0) await this.#offerChanges(signal)
  }

  /** Asks for what leaves no doubt, unless the next drawing needs the request: a strict one is refused with the change that it would accept. */
  async #offerChanges(signal: AbortSignal): Promise<void> {
    const { form, service, scans } = this.#page
    if (service.waitTime() > 0) return
    const outcome = await service.ask(`${form.target()}&strict=true`, signal)
    if (outcome.kind === 'refused' && !signal.aborted) scans.offer(outcome.faults)
  }

  /** The picture, or undefined if the answer breaks off or is none. */
  async #pictureIn(response: Response): Promise<StagePicture | undefined> {
    const { form } = this.#page
    try {
      const bytes = await response.blob()
      return await pictureOf(bytes, words.label.pictureOf(...this.#names), form.resolution)
    } catch {
      return undefined
    }
  }

  #refuse(refusal: ServiceRefusal): void {
    const { form, stage, scans, faults } = this.#page
    faults.show(refusal)
    if (form.product === 'label' && refusal.faults.some(({ code }) => code === 'does_not_fit')) scans.showDoesNotFit()
    else scans.hide()
    stage.showNone(words.label.notDrawn)
    announce([refusal.message, ...(faults.repairWords === '' ? [] : [faults.repairWords])].join('; '))
  }

  /** Shows a message in place of a picture, and no fault. */
  #showNone(message: string, mayRetry = false): void {
    const { stage, scans, faults } = this.#page
    faults.show(undefined)
    scans.hide()
    stage.showNone(message, mayRetry)
  }
}

const noSamples: ReadonlyMap<string, string> = new Map()

const status = (): HTMLElement => byId('status', HTMLElement)

/** Announces a message to screen readers. */
function announce(message: string): void {
  status().textContent = message
}
