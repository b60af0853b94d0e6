/** The page /explain: a text, its symbol, and the steps from one to the other. */

import { buttonFor, byId, made, wireLanguageLinks } from './dom.ts'
import { refusalOf } from './fault-words.ts'
import { type ParameterValues, Repairs } from './faults.ts'
import { FieldOptions, TextField } from './fields.ts'
import { Pointing } from './pointing.ts'
import { type Fault, Latest, type RequestOutcome, ServiceClient } from './service.ts'
import { type Explanation, isExplanation } from './symbol.ts'
import { words } from './words.ts'

/** Milliseconds without a key press before the text is explained. */
const pause = 300

class ExplainPage {
  readonly #service = new ServiceClient(refusalOf)
  readonly #form = new ExplainForm()
  readonly #pointing = new Pointing()
  readonly #repairs = new Repairs((values) => {
    this.#form.change(values)
    this.#changed(0)
    this.#pointing.showInfo(words.repair.used(this.#repairs.nameOf(values)))
  })
  readonly #stage = byId('stage', HTMLElement)
  readonly #frame = byId('frame', HTMLElement)
  readonly #latest = new Latest()
  #timer: number | undefined

  open(): void {
    const form = this.#form
    wireLanguageLinks()
    form.element.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLSelectElement || target instanceof HTMLInputElement) form.follow(target)
      const isTyped =
        target instanceof HTMLTextAreaElement ||
        (target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type))
      this.#changed(isTyped ? pause : 0)
    })
    form.element.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#soon(0)
    })
    form.text.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
      event.preventDefault()
      this.#soon(0)
    })
    window.addEventListener('hashchange', () => this.#restore())
    this.#restore()
  }

  #restore(): void {
    this.#form.restore(location.hash)
    this.#changed(0)
  }

  /** The form has changed: what belongs to the last text goes, but its symbol stays, faded, until there is another. */
  #changed(delay: number): void {
    this.#latest.abort()
    this.#form.arrange()
    this.#form.text.showHidden()
    history.replaceState(null, '', this.#form.fragment())
    byId('json', HTMLAnchorElement).href = this.#form.target()
    this.#pointing.clear()
    byId('name', HTMLElement).replaceChildren()
    this.#showFault('')
    if (this.#stage.dataset.state !== 'empty') this.#stage.dataset.state = 'stale'
    this.#frame.inert = true
    this.#soon(delay)
  }

  #soon(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => this.#explain(), Math.max(delay, this.#service.waitTime()))
  }

  #explain(): Promise<void> {
    clearTimeout(this.#timer)
    return this.#latest.start(async (signal) => {
      if (this.#form.text.value === '') return this.#refuse('', [], words.explain.enterText)
      const outcome = await this.#service.ask(this.#form.target(), signal)
      if (!signal.aborted) await this.#showOutcome(outcome, signal)
    })
  }

  async #showOutcome(outcome: RequestOutcome, signal: AbortSignal): Promise<void> {
    switch (outcome.kind) {
      case 'done': {
        const body: unknown = await outcome.response.json().catch(() => undefined)
        if (signal.aborted) return
        return isExplanation(body) ? this.#show(body) : this.#showOutcome(this.#service.failed(), signal)
      }
      case 'refused':
        return this.#refuse(outcome.message, outcome.faults)
      case 'later':
        this.#pointing.showInfo(words.service.later(outcome.seconds))
        return this.#soon(outcome.seconds * 1000)
      case 'unanswered':
        this.#pointing.showInfo(`${words.service.unanswered(outcome.seconds)} `, this.#retryButton())
        return this.#soon(outcome.seconds * 1000)
    }
  }

  #retryButton(): HTMLButtonElement {
    const retry = (): void => {
      // the button disappears
      this.#form.text.element.focus({ preventScroll: true })
      this.#explain()
    }
    return buttonFor(words.service.tryNow, retry, { class: 'inline' })
  }

  /** @param values  what would do */
  #showFault(message: string, values?: ParameterValues): void {
    const fault = byId('fault', HTMLElement)
    fault.textContent = message
    fault.hidden = message === ''
    byId('repair', HTMLElement).replaceChildren(...(values === undefined ? [] : [this.#repairs.button(values)]))
    const field = this.#form.text.element
    if (message === '') field.removeAttribute('aria-invalid')
    else field.setAttribute('aria-invalid', 'true')
  }

  #refuse(message: string, faults: readonly Fault[], note = words.explain.noSymbol): void {
    this.#showFault(message, this.#repairs.suggestedBy(faults))
    this.#pointing.showInfo()
    this.#frame.replaceChildren(made('p', { class: 'note' }, note))
    this.#frame.inert = false
    this.#stage.dataset.state = 'empty'
  }

  #show(next: Explanation): void {
    const { name, standard, summary } = next
    byId('name', HTMLElement).replaceChildren(made('strong', {}, `${name}, ${summary}`), made('small', {}, standard))
    this.#pointing.showAll(next)
    this.#frame.inert = false
    this.#stage.dataset.state = 'shown'
    this.#pointing.showInfo(words.explain.found(next.steps.length))
  }
}

/** A GS1 message, for one to begin with. */
const sampleMessage = '(01)09506000134352(10)AB-12'

/** The form: what is chosen, as a request and as the address of the page. */
class ExplainForm {
  readonly element = byId('form', HTMLFormElement)
  readonly text = new TextField()
  readonly #kind = byId('type', HTMLSelectElement)
  readonly #options = new FieldOptions()
  /** A domain that a link to this page names; it has no field here. */
  #domain = ''

  constructor() {
    this.element.reset()
  }

  /** Shows what belongs to the symbology. */
  arrange(): void {
    this.#options.arrange(this.#kind)
    this.text.offerEscapes(this.#gs1.value === 'false')
  }

  /** The choice of plain text, GS1 element strings, or a GS1 Digital Link. */
  get #gs1(): RadioNodeList {
    const radios = this.element.elements.namedItem('gs1')
    if (radios instanceof RadioNodeList) return radios
    throw new Error('the form has no choice of gs1')
  }

  /** Adapts the form to a choice in this control. */
  follow(control: HTMLSelectElement | HTMLInputElement): void {
    if (control.name === 'type') this.text.updateSample(this.#kind)
    if (control.name === 'gs1') this.#exchangeSample()
    if (control instanceof HTMLInputElement) this.#options.follow(control.name)
  }

  /** Replaces an unchanged sample by one of the chosen kind of text. */
  #exchangeSample(): void {
    const isPlain = this.#gs1.value === 'false'
    if (!isPlain && this.text.isSample(this.#kind)) this.text.value = sampleMessage
    else if (isPlain && this.text.value === sampleMessage) {
      this.text.value = this.#kind.selectedOptions[0]?.dataset.sample ?? ''
    }
  }

  #query(): URLSearchParams {
    const query = new URLSearchParams({ type: this.#kind.value, text: this.text.value })
    const gs1 = this.#gs1.value
    if (gs1 !== 'false') query.set('gs1', gs1)
    if (gs1 === 'link' && this.#domain !== '') query.set('domain', this.#domain)
    if (this.text.hasEscapes) query.set('escapes', 'true')
    for (const [name, value] of this.#options.chosen()) query.set(name, value)
    return query
  }

  /** Fills the form with other values, by parameter; what is not among them stays. */
  change(values: ParameterValues): void {
    const query = this.#query()
    for (const [name, value] of values) query.set(name, value)
    this.restore(`#${query}`)
  }

  /** The request that the form describes, as an address in this page. */
  target(): string {
    return `api/v1/explain?${this.#query()}`
  }

  /** The form's values as the fragment of a URL, which browsers do not send. */
  fragment(): string {
    return `#${this.#query()}`
  }

  /** Fills the form from such a fragment; values that no control accepts are ignored. */
  restore(hash: string): void {
    const given = new URLSearchParams(hash.slice(1))
    if ([...given].length === 0) return
    this.element.reset()
    this.text.value = given.get('text') ?? this.text.value
    this.#gs1.value = ['true', 'link'].find((value) => value === given.get('gs1')) ?? 'false'
    this.#domain = given.get('domain') ?? ''
    byId('escapes', HTMLInputElement).checked = given.get('escapes') === 'true'
    const type = given.get('type')
    if (type !== null && [...this.#kind.options].some(({ value }) => value === type)) this.#kind.value = type
    this.arrange()
    // the API has this other name too
    if (given.has('size') && !given.has('modules')) given.set('modules', given.get('size') ?? '')
    this.#options.restore(given)
    this.arrange()
  }
}

new ExplainPage().open()
