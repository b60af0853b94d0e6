/** The form of the page /: what is chosen, as requests and as the address of the page, and what belongs to a choice. */

import { byId } from './dom.ts'
import { titleIn } from './fault-words.ts'
import type { FieldOptions, TextField } from './fields.ts'
import {
  besideDesign,
  defaultFormat,
  fieldsFor,
  isSwitch,
  namesIn,
  ofEither,
  ofField,
  type Product,
  type SavedFormat,
  setOnce,
  sheetNames,
  textFlag,
} from './form-controls.ts'
import { Remembered } from './remembered.ts'
import type { SheetField } from './sheet-field.ts'
import { SizeField, type SizeSides } from './size-field.ts'
import { words } from './words.ts'

export interface FormResolution {
  readonly perInch: number
  readonly perMillimetre: number
}

export class Form {
  readonly element = byId('form', HTMLFormElement)
  /** The symbology. */
  readonly kind = byId('type', HTMLSelectElement)
  readonly text: TextField
  readonly #options: FieldOptions
  readonly #size = new SizeField()
  /** The field of sheets, once it is loaded: it asks the service. */
  sheet: SheetField | undefined
  /** Loads it, for the first choice of sheets. */
  loadSheet: () => void = () => {}
  /** The size of the design that is chosen, as far as it is known. */
  designSize = ''
  /** What is filled in for the fields of a design on one label, by field; none of it is empty. */
  designValues: ReadonlyMap<string, string> = new Map()
  /** The resolution of the print head: a person chooses it once, and this browser remembers it. */
  readonly #rememberedDpi = new Remembered('dpi', 10)
  readonly #resolutions: { readonly [dpi: string]: FormResolution } = JSON.parse(
    byId('for-both', HTMLElement).dataset.resolutions ?? '{}',
  )
  /** The parameters of each endpoint that the form has controls for; the format depends on the use of the picture. */
  readonly #parameters: Readonly<Record<Product, readonly string[]>>
  /** The initial value of every control, which is the API's default. */
  readonly #defaults: ReadonlyMap<string, string>
  /** Elements that belong to some of the ways to make something; each names them. */
  readonly #ofSomeWays = [...document.querySelectorAll<HTMLElement>('[data-way]')]
  /** Elements that are about a symbol with words, which a design has in its own places. */
  readonly #ofSymbols = [
    ...document.querySelectorAll<HTMLElement>('[data-symbol]'),
    ...['application', 'withtext'].flatMap(
      (name) => this.element.querySelector(`[name=${name}]`)?.closest<HTMLElement>('.field') ?? [],
    ),
  ]
  /** Fields that have no meaning for a matrix symbology. */
  readonly #linearFields = [...this.element.querySelectorAll<HTMLElement>('[data-linear]')]
  /** Whether a person has chosen the orientation; until then it follows the size. */
  #isOrientationChosen = false
  /** Whether a person has chosen where words stand; until then it follows the symbology. */
  #isLayoutChosen = false
  /** What the choice of no application is called. */
  readonly #noUse = byId('application', HTMLSelectElement).options[0]!.text
  /** Whether a column of the table says what each barcode is. */
  hasOwnTypes = false
  /** Whether the words and copies that are shown are those of rows, and those of the way that is not chosen. */
  #isOfMany = false
  #others: ReadonlyMap<string, string> = new Map()

  constructor(text: TextField, options: FieldOptions) {
    this.text = text
    this.#options = options
    this.element.reset()
    for (const select of this.element.querySelectorAll('select')) select.disabled = false
    const caption = byId('caption', HTMLTextAreaElement).closest('div') as HTMLElement
    const common = ['type', 'gs1', 'domain', 'text', 'escapes', ...options.names]
    this.#parameters = {
      label: [
        ...common,
        'design',
        ...namesIn(fieldsFor('words'), fieldsFor('label'), setOnce('label'), fieldsFor('both')),
      ],
      barcode: [...common, ...namesIn(caption, fieldsFor('barcode'), setOnce('barcode'), fieldsFor('both'))],
    }
    const names = [...this.#parameters.label, ...this.#parameters.barcode]
    this.#defaults = new Map(names.map((name) => [name, this.chosen(name)]))
  }

  /** The value of a control. */
  chosen(name: string): string {
    if (name === 'text') return this.text.value
    if (name === 'size') return this.#size.value
    const control = this.#controlOf(name)
    return isSwitch(control) ? `${control.checked}` : control.value
  }

  #set(name: string, value: string): void {
    if (name === 'text') this.text.value = value
    else if (name === 'size') this.#size.value = value
    else {
      if (name === 'sheet' && value !== '') this.#size.chooseSheet()
      const control = this.#controlOf(name)
      if (isSwitch(control)) control.checked = value === 'true'
      else control.value = value
    }
  }

  #controlOf(name: string): { value: string } {
    const control = this.element.elements.namedItem(name)
    if (control instanceof RadioNodeList || control instanceof HTMLInputElement) return control
    if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) return control
    throw new Error(`the form has no control named ${name}`)
  }

  get product(): Product {
    return this.chosen('make') === 'barcode' ? 'barcode' : 'label'
  }

  /** Whether a label is made of each row of a table, instead of one label of the text. */
  get isMany(): boolean {
    return this.chosen('make') === 'many'
  }

  /** The name of the design that is on the label; empty where it is a symbol with words. */
  get design(): string {
    return this.product === 'label' ? this.chosen('design') : ''
  }

  /** Where a label begins to be filled in. */
  get entry(): HTMLTextAreaElement | HTMLInputElement | HTMLSelectElement {
    if (this.design === '') return this.text.element
    const fields = byId('design-fields', HTMLElement)
    const [first] = fields.querySelectorAll<HTMLTextAreaElement | HTMLInputElement>('input, textarea')
    return first ?? byId('design-choice', HTMLSelectElement)
  }

  get kindName(): string {
    return this.kind.selectedOptions[0]?.text ?? ''
  }

  /** Whether it is a GS1 logistic label, which says what its message says. */
  get isPallet(): boolean {
    return this.product === 'label' && this.chosen('layout') === 'logistics'
  }

  /** Whether the sizes of the page are metric first. */
  get isMetric(): boolean {
    return this.#size.isMetric
  }

  /** How many labels to print. */
  get copies(): number {
    return this.product === 'label' ? Number(this.chosen('qty')) : 1
  }

  /** Whether labels are on sheets, of which one is chosen. */
  get isOnSheets(): boolean {
    return this.product === 'label' && this.#size.isSheet && this.chosen('sheet') !== ''
  }

  /** The sides of the label. */
  get sides(): SizeSides {
    if (this.isOnSheets && this.sheet?.sides !== undefined) return this.sheet.sides
    return this.design === '' || this.designSize === '' ? this.#size.sides : this.sidesOf(this.designSize)
  }

  /** The sides of a size as the API writes it. */
  sidesOf(size: string): SizeSides {
    return this.#size.sidesOf(size)
  }

  get resolution(): FormResolution {
    const dpi = this.chosen('dpi')
    const resolution = this.#resolutions[dpi]
    if (resolution === undefined) throw new Error(`the page has no resolution ${dpi}`)
    return resolution
  }

  /** The title of a value that a control offers. */
  titleOf(name: string, value: string): string {
    return titleIn(name, value)
  }

  /**
   * The parameters that differ from the API's defaults; text and type always, but for many labels, which have texts of their own.
   *
   * @param prefix  of the names of a design's fields
   */
  #query(prefix = ''): URLSearchParams {
    const query = new URLSearchParams()
    const hidden = [
      ...(this.#isMatrix ? namesIn(...this.#linearFields) : []),
      ...(this.chosen('gs1') === 'link' ? [] : ['domain']),
      ...(this.chosen(textFlag[this.product]) === 'true' && !this.isPallet ? [] : ['caption']),
      ...(this.isMany ? ['text'] : []),
      ...(this.#takesEscapes ? [] : ['escapes']),
      ...(this.isOnSheets ? ['size'] : sheetNames),
    ]
    const { design } = this
    for (const name of this.#parameters[this.product]) {
      if (hidden.includes(name) || (design === '' ? name === 'design' : !besideDesign.includes(name))) continue
      const value = this.chosen(name)
      if (name === 'type' || name === 'text' || value !== this.#defaults.get(name)) query.set(name, value)
    }
    // the columns of a table have values of their own
    if (design !== '' && !this.isMany) for (const [name, value] of this.designValues) query.set(prefix + name, value)
    return query
  }

  /** Rows have no editor of their messages. */
  get #takesEscapes(): boolean {
    return this.isMany || this.chosen('gs1') === 'false'
  }

  get #isMatrix(): boolean {
    return this.kind.selectedOptions[0]?.dataset.matrix !== undefined
  }

  /** The same for a request, always with the resolution: only a drawing for a print head has whole dots on every label. */
  request(): URLSearchParams {
    const query = this.#query()
    query.set('dpi', this.chosen('dpi'))
    const use = this.#usualUse
    if (use !== undefined && this.chosen('application') === '') query.set('application', use)
    return query
  }

  /**
   * The application for which a label of EAN or UPC is drawn if none is chosen: the one by which it is judged. Only so the module is
   * not wider than its bars are high enough for.
   */
  get #usualUse(): string | undefined {
    const isOfForm = this.product === 'label' && this.design === '' && !this.hasOwnTypes
    return isOfForm ? this.kind.selectedOptions[0]?.dataset.application : undefined
  }

  /** The same for a label by itself, wherever it will stand. */
  requestForLabel(): URLSearchParams {
    const query = this.request()
    const size = this.isOnSheets && this.design === '' ? this.sheet?.size : undefined
    for (const name of sheetNames) query.delete(name)
    if (size !== undefined) query.set('size', size)
    return query
  }

  /** The request that the form describes, as an address in this page; in the API's default format if none is given. @param samples  for fields of a design */
  target(format: SavedFormat = defaultFormat[this.product], samples: ReadonlyMap<string, string> = new Map()): string {
    const query = format === 'zpl' ? this.requestForLabel() : this.request()
    for (const [name, value] of samples) query.set(name, value)
    if (format !== defaultFormat[this.product]) query.set('format', format)
    return `api/v1/${this.product}?${query}`
  }

  /** The request for the plan of the label. */
  planTarget(): string {
    const query = this.request()
    query.delete('qty')
    return `api/v1/plan?${query}`
  }

  /** The form's values as the fragment of a URL, which browsers do not send. */
  fragment(): string {
    const query = this.#query(ofField)
    if (this.chosen('make') !== 'label') query.set('make', this.chosen('make'))
    return `#${query}`
  }

  /**
   * Fills the form from such a fragment. Values that no control accepts are ignored; those that only the service would refuse
   * are kept.
   */
  restore(hash: string): void {
    const given = new URLSearchParams(hash.slice(1))
    const ofDesign = [...given].filter(([name, value]) => name.startsWith(ofField) && value !== '')
    this.designValues = new Map(ofDesign.map(([name, value]) => [name.slice(ofField.length), value]))
    if ([...given].length > 0) {
      this.element.reset()
      for (const [name, value] of given) {
        if (name !== 'make' && !this.#defaults.has(name)) continue
        const before = this.chosen(name)
        this.#set(name, value)
        if (this.chosen(name) === '' && value !== '') this.#set(name, before)
      }
      // a link that does not name the orientation of its label, or the resolution, means the API's default
      this.#isOrientationChosen = this.product === 'label' && this.chosen('orientation') !== this.#usualOrientation()
      this.#isLayoutChosen = this.chosen('layout') !== this.#usualLayout()
    } else {
      this.#restoreDpi()
      if (this.isMetric) this.#set('size', usualMetric)
    }
    if (!this.#isOrientationChosen) this.#set('orientation', this.#usualOrientation())
    this.#isOfMany = this.isMany
    this.#others = new Map()
  }

  /** Fills the form as it was left in this browser. */
  resume(kept: string): void {
    this.restore(kept)
    this.#restoreDpi()
  }

  /** Chooses the resolution that was chosen last in this browser, if there is one. */
  #restoreDpi(): void {
    const dpi = this.#rememberedDpi.text ?? ''
    this.#set('dpi', dpi in this.#resolutions ? dpi : this.chosen('dpi'))
  }

  /** Empties the form. */
  clear(): void {
    this.element.reset()
    this.#isOrientationChosen = false
    this.#isLayoutChosen = false
    this.restore('')
  }

  /**
   * The orientation in which the stock leaves a label printer. The names of stock have the side across the print head first:
   * 4x6, 2x3, 100x150 and 62x100 are higher than wide. That is also what distinguishes 2x3 from 3x2.
   */
  #usualOrientation(): string {
    const [across, along] = this.sides.lengths
    return along > across ? 'portrait' : 'landscape'
  }

  /** EAN and UPC have their digits below the bars: without words of one's own nothing stands above, where it would be said twice. */
  #usualLayout(): string {
    const hasDigits = this.kind.selectedOptions[0]?.dataset.product !== undefined
    const isBare = !this.isMany && ['caption', 'title'].every((name) => this.chosen(name) === '')
    return hasDigits && isBare ? 'below' : (this.#defaults.get('layout') ?? '')
  }

  #arrangeLayout(): void {
    if (!this.#isLayoutChosen && !this.isPallet) this.#set('layout', this.#usualLayout())
  }

  /** One label has words and copies of its own, rows have others. */
  #separate(): void {
    if (this.isMany === this.#isOfMany) return
    this.#isOfMany = this.isMany
    const before = new Map(ofEither.map((name) => [name, this.chosen(name)]))
    for (const name of ofEither) this.#set(name, this.#others.get(name) ?? this.#defaults.get(name) ?? '')
    this.#others = before
  }

  /** Adapts the form to a choice in the control of this name. */
  follow(name: string): void {
    if (name === 'make') this.#separate()
    if (name === 'type') this.text.updateSample(this.kind)
    this.#options.follow(name)
    // who writes a caption wants to see it
    if (name === 'caption' && this.chosen(name) !== '') this.#set(textFlag[this.product], 'true')
    if (name === 'orientation') this.#isOrientationChosen = true
    if (name === 'layout') this.#isLayoutChosen = true
    if (['type', 'caption', 'title', 'make'].includes(name)) this.#arrangeLayout()
    if (name === 'dpi') this.#rememberedDpi.keep(this.chosen('dpi'))
    if (['size', 'sheet'].includes(name) && !this.#isOrientationChosen)
      this.#set('orientation', this.#usualOrientation())
  }

  /** Chooses as a person would. */
  choose(name: string, value: string): void {
    this.#set(name, value)
    this.follow(name)
  }

  /**
   * Makes a change that is proposed.
   *
   * @param change       values by parameter; a text that is not among them stays, even if it is a sample
   * @param orientation  that of the label, if it may be another
   */
  apply(
    change: Iterable<readonly [name: string, value: string]>,
    orientation: string = this.chosen('orientation'),
  ): void {
    const values = new Map(change)
    for (const [name, value] of values) {
      this.#set(name, value)
      if (name !== 'type') this.follow(name)
      else if (!values.has('layout')) this.#arrangeLayout()
    }
    const turned = values.get('orientation') ?? orientation
    if (this.chosen('orientation') !== turned) this.choose('orientation', turned)
  }

  /** Shows the controls of the product and of the symbology, and the hint on its texts. */
  arrange(): void {
    this.#options.arrange(this.kind)
    for (const name of ['label', 'barcode'] as const) fieldsFor(name).hidden = name !== this.product
    this.#arrangePallet()
    const { design } = this
    this.#size.arrange(design === '' ? undefined : this.designSize)
    if (this.#size.isSheet) this.loadSheet()
    this.sheet?.arrange(this.product === 'label' && this.#size.isSheet, this.isMany ? undefined : this.copies)
    for (const element of this.#ofSomeWays) {
      element.hidden = !element.dataset.way?.split(' ').includes(this.chosen('make'))
    }
    for (const element of this.#ofSymbols) {
      if (element.dataset.way === undefined) element.hidden = design !== ''
      else element.hidden ||= design !== ''
    }
    this.#arrangeOptionsLine()
    for (const field of this.#linearFields) field.hidden = this.#isMatrix
    this.text.offerEscapes(this.#takesEscapes)
    const use = this.#usualUse
    const none = byId('application', HTMLSelectElement).options[0]!
    none.text = use === undefined ? this.#noUse : words.label.usually(this.titleOf('application', use))
    const hint = byId('text-hint', HTMLElement)
    hint.textContent = this.kind.selectedOptions[0]?.dataset.hint ?? ''
    // a text that is not accepted says it by itself
    hint.classList.toggle('visually-hidden', this.text.value !== '')
  }

  /** Pallet labels are made of GS1 messages alone. */
  #arrangePallet(): void {
    const isOffered = this.chosen('gs1') === 'true' && !this.isMany
    const option = byId('layout', HTMLSelectElement).querySelector<HTMLOptionElement>('[value=logistics]')!
    option.hidden = option.disabled = !isOffered
    if (!isOffered && this.isPallet) this.#set('layout', this.#defaults.get('layout') ?? '')
    byId('caption', HTMLTextAreaElement).closest<HTMLElement>('.field')!.hidden = this.isPallet
  }

  /** What is set once, in a line. */
  get once(): string {
    if (this.design !== '') return titleIn('dpi', this.chosen('dpi'))
    const names = ['dpi', ...(this.product === 'label' ? ['orientation', 'layout'] : ['rotate']), 'application']
    return names
      .filter((name) => this.chosen(name) !== '')
      .map((name) => titleIn(name, this.chosen(name)).split(',')[0])
      .join(', ')
  }

  /** The line that opens the options; it says how many are chosen. */
  #arrangeOptionsLine(): void {
    const count = this.#options.chosen().length + Number(this.text.hasEscapes)
    byId('options-line', HTMLDetailsElement).hidden =
      this.design !== '' || (byId('options', HTMLFieldSetElement).hidden && !this.#takesEscapes)
    byId('options-chosen', HTMLElement).textContent = count === 0 ? '' : `: ${words.options.chosen(count)}`
  }
}

/** What a first visit begins with where sizes are metric: nearest to the API's default. */
const usualMetric = '100x150'
