/** One label of a design on the page /: its fields are loaded for the first of them. */

import { byId } from '../dom.ts'
import type { Form } from '../form.ts'
import type { ShownWarning } from '../scans.ts'
import type { Fault, ServiceClient } from '../service.ts'
import { words } from '../words.ts'
import { DesignChoice } from './choice.ts'
import type { DesignFields } from './fields-form.ts'

export class DesignLabel {
  readonly choice: DesignChoice
  readonly #form: Form
  readonly #note = byId('design-samples', HTMLElement)
  #fields: DesignFields | undefined
  #loading: Promise<void> | undefined

  /** @param changed  called when the designs of the service are known */
  constructor(form: Form, service: ServiceClient, changed: () => void) {
    this.#form = form
    this.choice = new DesignChoice(form, service, changed)
  }

  /** Whether one label of a design is made. */
  get isMade(): boolean {
    return this.#form.design !== '' && !this.#form.isMany
  }

  /** Shows the choice of a design, and the fields of one that is chosen. */
  arrange(): void {
    this.choice.arrange()
    byId('design-fields', HTMLFieldSetElement).hidden = !this.isMade
    if (!this.isMade) this.#note.textContent = ''
    else if (this.#fields === undefined) void this.#load()
    else this.#fields.show(this.choice.chosen)
  }

  #load(): Promise<void> {
    this.#loading ??= import('./fields-form.ts').then(
      ({ DesignFields }) => {
        this.#fields = new DesignFields(this.#form)
        this.arrange()
      },
      (error) => {
        // the service is away, or a newer version of it has other files
        console.info(error)
        this.#loading = undefined
      },
    )
    return this.#loading
  }

  /** Resolves when the fields are shown, with why there is no label otherwise. */
  async ready(): Promise<string | undefined> {
    await Promise.all([this.choice.ready(), this.#load()])
    if (this.#fields === undefined) return words.many.notLoaded
    return this.choice.isMissing ? words.label.noDesign(this.#form.design) : undefined
  }

  /** What the label is called, and what is filled in first. */
  get names(): readonly [kind: string, text: string] {
    const { title, name } = this.choice.chosen ?? { title: undefined, name: this.#form.design }
    return [title ?? name, [...this.#form.designValues.values()][0] ?? '']
  }

  /** Values to draw empty fields with, as long as nobody prints or saves the label. */
  samples(): ReadonlyMap<string, string> {
    return this.#fields?.samples() ?? new Map()
  }

  /** Says for which fields the picture has samples. */
  showSamples(samples: ReadonlyMap<string, string>): void {
    this.#note.textContent = this.#fields?.sampleWords(samples) ?? ''
  }

  /** Shows faults at the fields that have them. @returns the faults that belong to none */
  take(faults: readonly Fault[]): readonly Fault[] {
    return this.isMade && this.#fields !== undefined ? this.#fields.take(faults) : faults
  }

  /** Warnings with the elements that they are about. */
  named(warnings: readonly ShownWarning[]): readonly ShownWarning[] {
    const fields = this.#fields
    return fields === undefined ? warnings : warnings.map((warning) => fields.named(warning))
  }
}
