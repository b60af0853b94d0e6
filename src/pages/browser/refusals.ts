/** What the page refuses by itself, before anything is sent, and the barcodes that would do: symbologies that labels do not take, and GS1 messages with faults. */

import { byId, made } from './dom.ts'
import { faultText } from './fault-words.ts'
import type { Form } from './form.ts'
import type { EditorMode, MessageEditor } from './gs1/editor.ts'
import type { Fault, ServiceRefusal } from './service.ts'
import { words } from './words.ts'

export class Refusals {
  readonly #form: Form
  readonly #changed: () => void
  readonly #instead = byId('instead', HTMLElement)
  /** The editor of the elements of a GS1 message, which is loaded for the first message. */
  #editor: MessageEditor | undefined
  #loading: Promise<void> | undefined

  /** @param changed  called after a change that is not an input event of the form */
  constructor(form: Form, changed: () => void) {
    this.#form = form
    this.#changed = changed
    byId('domain', HTMLInputElement).disabled = false
    // before the form hears of it
    for (const radio of form.element.querySelectorAll('[name=gs1]')) {
      radio.addEventListener('input', () => this.#exchangeSample())
    }
    this.#instead.addEventListener('click', ({ target }) => {
      const { name, value } = target instanceof HTMLButtonElement ? target.dataset : {}
      if (name === undefined || value === undefined) return
      form.choose(name, value)
      // the button disappears
      form.kind.focus()
      changed()
    })
  }

  /** Whether the text is a GS1 message. */
  get isGs1(): boolean {
    return this.#form.chosen('gs1') !== 'false'
  }

  /** The text stays; but the sample of a symbology is not a message, and an empty text is no sample. */
  #exchangeSample(): void {
    const { kind, text } = this.#form
    if (this.isGs1 && text.isSample(kind)) text.value = ''
    else if (!this.isGs1 && text.value === '') text.value = kind.selectedOptions[0]?.dataset.sample ?? ''
  }

  /** Shows what belongs to the chosen kind of text, and buttons for what can be made instead. */
  arrange(): void {
    byId('for-domain', HTMLElement).hidden = this.#form.design !== '' || this.#form.chosen('gs1') !== 'link'
    if (this.isGs1) {
      byId('text-hint', HTMLElement).textContent = words.gs1.hint
      void this.ready()
    }
    this.#editor?.update(this.#mode())
    this.#arrangeInstead()
  }

  /** Resolves when all is there that judges the text: without it, the service alone does. */
  ready(): Promise<void> {
    if (!this.isGs1 || this.#editor !== undefined) return Promise.resolve()
    this.#loading ??= this.#load()
    return this.#loading
  }

  async #load(): Promise<void> {
    try {
      const { MessageEditor } = await import('./gs1/editor.ts')
      this.#editor = new MessageEditor(this.#form, this.#changed)
      this.arrange()
    } catch (error) {
      // the service is away, or a newer version of it has other files
      console.info(error)
      this.#loading = undefined
    }
  }

  #mode(): EditorMode {
    // rows and designs have messages of their own
    const chosen = this.#form.isMany || this.#form.design !== '' ? 'false' : this.#form.chosen('gs1')
    return chosen === 'true' || chosen === 'link' ? chosen : 'false'
  }

  /** Shows buttons for what can be made instead. */
  #arrangeInstead(): void {
    const { kind, kindName } = this.#form
    const isOff = this.#offLabel() !== undefined
    const names = isOff ? (kind.selectedOptions[0]?.dataset.instead?.split(' ') ?? []) : this.#gs1Instead()
    this.#instead.hidden = names.length === 0
    if (names.length === 0) return
    const button = (name: string, value: string, text: string): HTMLButtonElement =>
      made('button', { type: 'button', 'data-name': name, 'data-value': value }, text)
    const others = [...kind.options].filter(({ value }) => names.includes(value))
    this.#instead.replaceChildren(
      ...others.map(({ value, text }) => button('type', value, text)),
      ...(isOff ? [button('make', 'barcode', words.label.alone(kindName))] : []),
    )
  }

  /** Why what is chosen cannot be drawn, as far as the page knows that by itself. */
  now(): ServiceRefusal | undefined {
    return this.#offLabel() ?? this.#gs1Refusal()
  }

  /** Why the chosen symbology cannot be on the label, if it cannot. */
  #offLabel(): ServiceRefusal | undefined {
    const { kind, kindName, product } = this.#form
    const { because } = kind.selectedOptions[0]?.dataset ?? {}
    if (product !== 'label' || because === undefined) return undefined
    const message = words.label.notOnLabels(kindName, because)
    return { message, faults: [{ parameter: 'type', code: 'invalid_parameter', message }] }
  }

  /** Why the message, or the barcode for it, cannot be drawn. */
  #gs1Refusal(): ServiceRefusal | undefined {
    const found = this.#gs1Faults()
    if (found.length === 0) return undefined
    // another barcode can carry the message
    const parameter = this.#gs1Instead().length > 0 ? 'type' : 'text'
    const asked = (name: string): string => this.#form.chosen(name)
    const faults = found.map(({ suggestion, ...fault }): Fault => {
      const values = suggestion as Fault['suggestion']
      const own = { parameter: 'text', ...fault, ...(values && { suggestion: values }) }
      return { ...own, parameter, message: faultText(own, asked) }
    })
    return { message: [...new Set(faults.map(({ message }) => message))].join(' '), faults }
  }

  /** The barcodes to offer in place of one that cannot carry the message. */
  #gs1Instead(): readonly string[] {
    const isCarrierFault = this.#gs1Faults().some(({ code }) => code === 'gs1_carrier')
    return isCarrierFault ? this.#editor!.instead() : []
  }

  #gs1Faults(): ReturnType<MessageEditor['faultsNow']> {
    if (this.#editor === undefined || !this.isGs1 || this.#form.text.value === '') return []
    return this.#editor.faultsNow()
  }

  /** Shows faults at the elements that have them. @returns the faults that belong to none */
  faultsElsewhere(faults: readonly Fault[]): readonly Fault[] {
    return this.#editor === undefined ? faults : this.#editor.take(faults)
  }

  /** Removes what `faultsElsewhere` has shown. */
  clearElementFaults(): void {
    this.#editor?.take([])
  }
}
