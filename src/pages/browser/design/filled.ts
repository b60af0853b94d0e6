/** A design of the service as a form: a field for each of its fields, with the picture of the label, its files, and its print. */

import { designs as words } from '../../words/designs/en.ts'
import { byId, made } from '../dom.ts'
import { sentenceWithField } from '../fault-words.ts'
import { nameIn, saveFile } from '../files.ts'
import { ChosenPrinter } from '../print/chosen-printer.ts'
import type { ShownWarning } from '../scans.ts'
import type { Fault, ServiceClient, ServiceRefusal } from '../service.ts'
import { words as common } from '../words.ts'
import { elementsNamedIn } from './element-names.ts'
import { type FieldControl, fieldOf, titleOf } from './field.ts'
import { LivePicture } from './live-picture.ts'
import type { Described } from './service-designs.ts'

/** Milliseconds without a key press before the label is drawn. */
const pause = 250

export class FilledDesign {
  readonly #service: ServiceClient
  readonly #printing: ChosenPrinter
  readonly #picture: LivePicture
  readonly #fields = byId('fields', HTMLElement)
  readonly #note = byId('picture-note', HTMLElement)
  #design: Described | undefined
  /** Whether a file or a print was refused: the picture has samples, and so no fault. */
  #isRefused = false

  constructor(service: ServiceClient) {
    this.#service = service
    this.#picture = new LivePicture(service, {
      image: byId('picture', HTMLImageElement),
      say: (text) => {
        this.#note.textContent = text
      },
      judged: (warnings, refusal) => this.#judge(warnings, refusal),
    })
    this.#printing = new ChosenPrinter({
      ...{ service, path: 'api/v1/print', isRemembered: true },
      changed: () => this.#arrange(),
    })
    const form = byId('form', HTMLFormElement)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#draw(0)
    })
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLElement && target.id !== 'design') this.#changed()
    })
    for (const button of document.querySelectorAll<HTMLButtonElement>('[data-format]'))
      button.addEventListener('click', () => void this.#save(button.dataset.format ?? ''))
    byId('print', HTMLButtonElement).addEventListener('click', () => void this.#print())
  }

  /** Shows the form of a design. @param given  values by field */
  show(design: Described, given: URLSearchParams): void {
    this.#design = design
    byId('about', HTMLElement).textContent = words.about(design.name, design.size)
    this.#fields.replaceChildren(...design.fields.map((field) => fieldOf(field, given.get(field.name) ?? '')))
    byId('picture', HTMLElement).hidden = true
    byId('many', HTMLAnchorElement).href = `./#${new URLSearchParams({ make: 'many', design: design.name })}`
    this.#changed(0)
  }

  #changed(delay = pause): void {
    this.#arrange()
    this.#isRefused = false
    say('')
    this.keepAddress()
    this.#draw(delay)
  }

  /** The address of the page leads to the same label, unless it leads to the editor. */
  keepAddress(): void {
    if (byId('use', HTMLElement).hidden) return
    const query = this.#query()
    history.replaceState(null, '', query === undefined ? '#' : `#${query}`)
  }

  #arrange(): void {
    const printer = this.#printing.chosen
    byId('print', HTMLButtonElement).hidden = printer === undefined
    if (printer !== undefined) {
      const labels = byId('qty', HTMLInputElement).valueAsNumber || 1
      byId('print', HTMLButtonElement).textContent = common.printers.print(labels, printer.name)
      byId('dpi', HTMLSelectElement).value = printer.dpi
    }
    byId('dpi', HTMLSelectElement).disabled = printer !== undefined
  }

  /** Values by field, for the same form again. */
  get values(): URLSearchParams | undefined {
    return this.#query()
  }

  /** What is given: the design and the fields that have values. */
  #query(): URLSearchParams | undefined {
    if (this.#design === undefined) return undefined
    const query = new URLSearchParams({ design: this.#design.name })
    for (const { name } of this.#design.fields) {
      const { value } = controlOf(name)
      if (value !== '') query.set(name, value)
    }
    return query
  }

  #file(format: string): URLSearchParams | undefined {
    const query = this.#query()
    query?.set('dpi', byId('dpi', HTMLSelectElement).value)
    query?.set('format', format)
    const { value } = byId('qty', HTMLInputElement)
    if (!['png', 'svg'].includes(format) && value !== '' && value !== '1') query?.set('qty', value)
    return query
  }

  /** Draws the label; in an empty form with the samples of all fields, later with those of fields that are required and still empty. */
  #draw(delay: number): void {
    const query = this.#file('svg')
    const fields = this.#design?.fields ?? []
    if (query === undefined) return
    const isEmpty = fields.every(({ name }) => controlOf(name).value === '')
    const sampled = fields.filter(({ name, sample, isRequired }) => {
      return sample !== undefined && controlOf(name).value === '' && (isEmpty || isRequired)
    })
    for (const { name, sample } of sampled) query.set(name, sample ?? '')
    this.#note.textContent = sampled.length === 0 ? '' : words.withSamples(sampled.map(titleOf))
    void this.#picture.draw({ target: `api/v1/label?${query}` }, delay)
  }

  #judge(warnings: readonly ShownWarning[], refusal: ServiceRefusal | undefined): void {
    if (!this.#isRefused) this.#showFaults(refusal)
    showWarnings(byId('warnings', HTMLElement), warnings)
  }

  #showFaults(refusal: Pick<ServiceRefusal, 'faults' | 'message'> | undefined): void {
    const faults = refusal?.faults ?? []
    const names = this.#design?.fields.map(({ name }) => name) ?? []
    for (const name of names) {
      const own = faults.filter(({ parameter }) => parameter === name)
      const place = byId(`error-${name}`, HTMLElement)
      place.textContent = own.map(({ message }) => message).join(' ')
      place.hidden = own.length === 0
      if (own.length === 0) controlOf(name).removeAttribute('aria-invalid')
      else controlOf(name).setAttribute('aria-invalid', 'true')
    }
    const others = faults.filter(({ parameter }) => !names.includes(parameter))
    const rest = faults.length === 0 && refusal !== undefined ? [refusal.message] : others.map(sentenceWithField)
    byId('form-fault', HTMLElement).textContent = [...new Set(rest)].join(' ')
  }

  async #save(format: string): Promise<void> {
    const query = this.#file(format)
    if (query === undefined) return
    const outcome = await this.#service.patiently(`api/v1/label?${query}`, new AbortController().signal, say)
    if (outcome.kind === 'refused') return this.#refuse(outcome)
    const name = nameIn(outcome.response) ?? `label.${format}`
    saveFile(await outcome.response.blob(), name)
    say(words.saved(name))
  }

  async #print(): Promise<void> {
    const query = this.#file('zpl')
    if (query === undefined) return
    const faults = await this.#printing.print(query, undefined, say)
    if (faults.length > 0) this.#refuse({ message: '', faults })
  }

  #refuse(refusal: { readonly message: string; readonly faults: readonly Fault[] }): void {
    say('')
    this.#isRefused = true
    this.#showFaults(refusal)
    this.#fields.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
}

/** Shows warnings with the elements that they are about. */
export function showWarnings(list: HTMLElement, warnings: readonly ShownWarning[]): void {
  list.replaceChildren(
    ...warnings.map(({ message, said }) => {
      const elements = elementsNamedIn(said)
      return made('li', {}, ...(elements === '' ? [] : [made('strong', {}, elements), ': ']), message)
    }),
  )
}

const controlOf = (name: string): FieldControl =>
  document.querySelector<FieldControl>(`#fields [name="${CSS.escape(name)}"]`)!

function say(text: string): void {
  byId('notice', HTMLElement).textContent = text
}
