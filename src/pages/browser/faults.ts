/** What is wrong with the form: messages at its fields, and buttons that change what was typed to what would do. */

import { buttonFor, byId, made } from './dom.ts'
import { controlsOf, headingOf, sentenceWithField, shownText, titleIn } from './fault-words.ts'
import type { Form } from './form.ts'
import type { Refusals } from './refusals.ts'
import type { Fault, ServiceRefusal } from './service.ts'
import { isOtherSize } from './size-field.ts'
import { words } from './words.ts'

/** The messages of the form / at the fields that they are about. */
export class Faults {
  readonly #form: Form
  readonly #refusals: Refusals
  readonly #design: Elsewhere['design']
  readonly #repairs: Repairs
  /** The fields that have a place for error messages, in the order of the page. */
  readonly #names = Array.from(document.querySelectorAll(`[id$=${suffix}]`), ({ id }) => id.slice(0, -suffix.length))
  /** Holds the button that makes what is refused draw; it is below the first message with a suggestion. */
  readonly #repair = made('p', { class: 'repair' })

  constructor(form: Form, { refusals, design }: Elsewhere, repairs: Repairs) {
    this.#form = form
    this.#refusals = refusals
    this.#design = design
    this.#repairs = repairs
  }

  /** Shows each message of a refusal beside its field, and the repair; without a refusal, removes all. */
  show(refusal: ServiceRefusal | undefined): void {
    if (refusal === undefined) {
      this.#refusals.clearElementFaults()
      this.#design.take([])
    }
    const faults = refusal === undefined ? new Map<string, string>() : this.#messagesByField(refusal)
    for (const name of this.#names) {
      const place = byId(`${name}${suffix}`, HTMLElement)
      const message = faults.get(name)
      place.hidden = message === undefined
      if (message !== undefined) place.closest('details')?.setAttribute('open', '')
      if (place.textContent !== (message ?? '')) place.textContent = message ?? ''
      for (const control of controlsOf(name)) {
        if (message === undefined) control.removeAttribute('aria-invalid')
        else control.setAttribute('aria-invalid', 'true')
      }
    }
    this.#showRepair(refusal)
  }

  /**
   * The service's messages by field; those about no field of the page belong to the text, or to the choice of a design. Elements of a GS1
   * message and fields of a design show their own.
   */
  #messagesByField(refusal: ServiceRefusal): Map<string, string> {
    const messages = new Map<string, string>()
    for (const fault of this.#design.take(this.#refusals.faultsElsewhere(refusal.faults))) {
      const field = this.#fieldOf(fault)
      const own = field === fault.parameter ? fault.message : sentenceWithField(fault)
      const before = messages.get(field)
      messages.set(field, before === undefined || before === own ? own : `${before} ${own}`)
    }
    return refusal.faults.length > 0 ? messages : messages.set(this.#general, refusal.message)
  }

  /** The field that has the place of a fault. */
  #fieldOf({ parameter }: Fault): string {
    return this.#names.includes(parameter) ? parameter : this.#general
  }

  /** The field that has what is about no other. */
  get #general(): string {
    return this.#form.design === '' ? 'text' : 'design'
  }

  #showRepair(refusal: ServiceRefusal | undefined): void {
    const faults = refusal?.faults ?? []
    // rows have texts of their own, and elements of a GS1 message buttons
    const isElsewhere = this.#form.isMany || document.querySelector('#elements .offers button') !== null
    const values = isElsewhere ? undefined : this.#repairs.suggestedBy(faults)
    const first = faults.find(({ suggestion }) => suggestion !== undefined)
    if (values === undefined || first === undefined) {
      if (this.#repair.contains(document.activeElement)) this.#form.entry.focus({ preventScroll: true })
      this.#repair.remove()
      return
    }
    const button = this.#repairs.button(values)
    const place = byId(`${this.#fieldOf(first)}${suffix}`, HTMLElement)
    // the same button keeps the focus
    if (place.nextElementSibling === this.#repair && this.repairWords === button.textContent) return
    this.#repair.replaceChildren(button)
    place.after(this.#repair)
  }

  /** What the button of the repair says; empty if there is none. */
  get repairWords(): string {
    return this.#repair.textContent
  }

  /** Moves the focus to the first field with an error, to a button that adds what is missing, or to the text. */
  focus(): void {
    const faulty = this.#form.element.querySelector<HTMLElement>('[aria-invalid], .companion.required button')
    ;(faulty ?? this.#form.entry).focus()
  }
}

/** What shows faults of its own. */
interface Elsewhere {
  readonly refusals: Refusals
  readonly design: { take(faults: readonly Fault[]): readonly Fault[] }
}

const suffix = '-error'

/** Values by parameter. */
export type ParameterValues = ReadonlyMap<string, string>

/** Buttons that change what was typed: to what the service suggests in place of a request that it refuses, and to what a number may mean. */
export class Repairs {
  readonly #change: (values: ParameterValues) => void

  /** @param change  gives the form these values, and draws again */
  constructor(change: (values: ParameterValues) => void) {
    this.#change = change
  }

  /** All that the faults suggest together; undefined if that is nothing, or if the form cannot say it. */
  suggestedBy(faults: readonly Fault[]): ParameterValues | undefined {
    // of several for the same parameter, the first
    const values = new Map(faults.flatMap(({ suggestion = {} }) => Object.entries(suggestion)).reverse())
    const isSaid = [...values].every(([name, value]) => controlsOf(name).some((control) => accepts(control, value)))
    return values.size > 0 && isSaid ? values : undefined
  }

  /** The button that makes the change, and then leads to the first of its fields. */
  button(values: ParameterValues, label: (change: string) => string = words.repair.use): HTMLButtonElement {
    const press = (): void => {
      this.#change(values)
      // the button disappears
      const [name = 'text'] = values.has('text') ? ['text'] : values.keys()
      const control = controlsOf(name).find((each) => each.type !== 'radio' || each.matches(':checked'))
      control?.closest('details')?.setAttribute('open', '')
      control?.focus()
    }
    return buttonFor(label(this.nameOf(values)), press, { dir: 'auto' })
  }

  /** A change in words: the text, and what else it needs. */
  nameOf(values: ParameterValues): string {
    const text = values.get('text')
    const others = [...values].filter(([name]) => name !== 'text')
    const named = others.map(([name, value]) => {
      const title = titleIn(name, value)
      return name === 'type' ? title : `${headingOf(name) ?? name}: ${title}`
    })
    return [...(text === undefined ? [] : [shownText(text)]), ...named].join(', ')
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

function accepts(control: Control, value: string): boolean {
  // the entry for custom sides is not a size
  if (control instanceof HTMLSelectElement) {
    if (control.name === 'size' && isOtherSize(value)) return true
    return value !== 'sides' && [...control.options].some((option) => option.value === value)
  }
  // fields have no carriage returns, and one line has no line feeds
  if (control instanceof HTMLTextAreaElement) return !value.includes('\r')
  if (control.type === 'checkbox') return ['true', 'false'].includes(value)
  return control.type === 'radio' ? control.value === value : !/[\r\n]/.test(value)
}
