/** The fields of a design as a form on the page /: what is filled in, samples for what is not, and faults at their fields. */

import { designs as words } from '../../words/designs/en.ts'
import { buttonFor, byId } from '../dom.ts'
import type { Form } from '../form.ts'
import { ofField } from '../form-controls.ts'
import type { ShownWarning } from '../scans.ts'
import type { Fault } from '../service.ts'
import { words as common } from '../words.ts'
import { elementsNamedIn } from './element-names.ts'
import { type FieldControl, fieldOf, titleOf } from './field.ts'
import type { Described, DescribedField } from './service-designs.ts'

export class DesignFields {
  readonly #form: Form
  readonly #set = byId('design-fields', HTMLFieldSetElement)
  #design: Described | undefined

  constructor(form: Form) {
    this.#form = form
    // before the form hears of it
    this.#set.addEventListener('input', () => this.#read())
  }

  /** Shows the fields of a design with what is filled in. A field of the design before that has the same name keeps its value. */
  show(design: Described | undefined): void {
    const values = this.#form.designValues
    if (design !== this.#design) {
      this.#design = design
      const fields = design?.fields ?? []
      this.#set.replaceChildren(...fields.map((field) => fieldOf(field, values.get(field.name) ?? '', ofField)))
      if (design !== undefined) this.#read()
      return
    }
    for (const field of design?.fields ?? []) {
      const [control, value] = [controlOf(field), values.get(field.name) ?? '']
      if (control.value !== value) control.value = value
    }
  }

  #read(): void {
    const given = (this.#design?.fields ?? []).map((field) => [field.name, controlOf(field).value] as const)
    this.#form.designValues = new Map(given.filter(([, value]) => value !== ''))
  }

  /** Samples by field: in an empty form of all fields, later of those that are required and still empty. */
  samples(): ReadonlyMap<string, string> {
    const values = this.#form.designValues
    const found = (this.#design?.fields ?? []).flatMap(({ name, sample, isRequired }) => {
      const isWanted = !values.has(name) && (values.size === 0 || isRequired)
      return isWanted && sample !== undefined ? [[name, sample] as const] : []
    })
    return new Map(found)
  }

  /** Says for which fields the picture has samples. */
  sampleWords(samples: ReadonlyMap<string, string>): string {
    const titles = (this.#design?.fields ?? []).filter(({ name }) => samples.has(name)).map(titleOf)
    return titles.length === 0 ? '' : words.withSamples(titles)
  }

  /** Shows faults at the fields that have them, with what would do instead. @returns the faults that belong to none */
  take(faults: readonly Fault[]): readonly Fault[] {
    const fields = this.#design?.fields ?? []
    for (const field of fields) {
      this.#showFaults(
        field,
        faults.filter(({ parameter }) => parameter === field.name),
      )
    }
    return faults.filter(({ parameter }) => fields.every(({ name }) => name !== parameter))
  }

  #showFaults(field: DescribedField, faults: readonly Fault[]): void {
    const place = byId(`error-${field.name}`, HTMLElement)
    const control = controlOf(field)
    if (place.contains(document.activeElement)) control.focus({ preventScroll: true })
    place.textContent = faults.map(({ message }) => message).join(' ')
    place.hidden = faults.length === 0
    if (faults.length === 0) control.removeAttribute('aria-invalid')
    else control.setAttribute('aria-invalid', 'true')
    const instead = faults.map(({ suggestion }) => suggestion?.[field.name]).find((each) => each !== undefined)
    if (instead === undefined) return
    const use = (): void => {
      control.value = instead
      control.dispatchEvent(new Event('input', { bubbles: true }))
      control.focus()
    }
    place.append(' ', buttonFor(common.repair.use(instead), use, { dir: 'auto' }))
  }

  /** A warning with the elements that it is about. */
  named(warning: ShownWarning): ShownWarning {
    const elements = elementsNamedIn(warning.said)
    return elements === '' ? warning : { ...warning, message: `${elements}: ${warning.message}` }
  }
}

const controlOf = ({ name }: DescribedField): FieldControl =>
  byId('design-fields', HTMLElement).querySelector<FieldControl>(`#${CSS.escape(`field-${name}`)}`)!
