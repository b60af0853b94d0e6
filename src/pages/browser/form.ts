import { byId } from './dom.ts'
import { arrangeOptions, followOption, optionNames } from './options.ts'
import { rememberDpi, rememberedDpi } from './resolution.ts'
import { arrangeSides, chosenSides, chosenSize, setSize } from './size-field.ts'
import { offerEscapes, setText, text, updateSample } from './text-field.ts'
import { words } from './words.ts'

/** A label of a stock size, or a barcode alone; also the names of the two endpoints. */
export type Product = 'label' | 'barcode'
export type Format = 'png' | 'svg' | 'pdf'
/** Labels are also saved in the language of label printers, which is no picture to show. */
export type SavedFormat = Format | 'zpl'

/** The API's default format. */
const defaultFormat: Readonly<Record<Product, Format>> = { label: 'pdf', barcode: 'png' }

export const form = byId('form', HTMLFormElement)
const kind = byId('type', HTMLSelectElement)

form.reset()
for (const select of form.querySelectorAll('select')) select.disabled = false

/** What is encoded, and as what. */
const ofText = ['type', 'gs1', 'domain', 'text', 'escapes']

const captionField = byId('caption', HTMLTextAreaElement).closest('div') as HTMLElement

/** The parameters of each endpoint that the form has controls for; the format depends on the use of the picture. */
const parameters: Readonly<Record<Product, readonly string[]>> = {
  label: [...ofText, ...optionNames, ...namesIn(fieldsFor('words'), fieldsFor('label'), fieldsFor('both'))],
  barcode: [...ofText, ...optionNames, ...namesIn(captionField, fieldsFor('barcode'), fieldsFor('both'))],
}

/** Whether the product shows its text, or the caption in its place. */
const textFlag: Readonly<Record<Product, string>> = { label: 'showtext', barcode: 'includetext' }

/** The initial value of every control, which is the API's default. */
const defaults = new Map([...parameters.label, ...parameters.barcode].map((name) => [name, chosenAs(name)]))

/** Whether a person has chosen the orientation; until then it follows the size. */
let isOrientationChosen = false

/** Elements that belong to some of the ways to make something; each names them. */
const ofSomeWays = [...document.querySelectorAll<HTMLElement>('[data-way]')]

/** Fields that have no meaning for a matrix symbology. */
const linearFields = [...form.querySelectorAll<HTMLElement>('[data-linear]')]

function fieldsFor(products: Product | 'both' | 'words'): HTMLFieldSetElement {
  return byId(`for-${products}`, HTMLFieldSetElement)
}

/** The names of the controls within these elements, each once; the number of copies last, because it does not affect the picture. */
function namesIn(...elements: readonly HTMLElement[]): string[] {
  const names = elements
    .flatMap((element) => [...element.querySelectorAll('[name]')])
    .map((control) => control.getAttribute('name') ?? '')
  return [...new Set(names)].sort((a, b) => Number(a === 'qty') - Number(b === 'qty'))
}

function isMatrix(): boolean {
  return kind.selectedOptions[0]?.dataset.matrix !== undefined
}

function controlOf(name: string): { value: string } {
  const control = form.elements.namedItem(name)
  if (control instanceof RadioNodeList || control instanceof HTMLInputElement) return control
  if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) return control
  throw new Error(`the form has no control named ${name}`)
}

export function chosenAs(name: string): string {
  if (name === 'text') return text()
  if (name === 'size') return chosenSize()
  const control = controlOf(name)
  return isSwitch(control) ? `${control.checked}` : control.value
}

function set(name: string, value: string): void {
  if (name === 'text') setText(value)
  else if (name === 'size') setSize(value)
  else {
    const control = controlOf(name)
    if (isSwitch(control)) control.checked = value === 'true'
    else control.value = value
  }
}

function isSwitch(control: unknown): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

export function product(): Product {
  return chosenAs('make') === 'barcode' ? 'barcode' : 'label'
}

/** Whether a label is made of each row of a table, instead of one label of the text. */
export function isMany(): boolean {
  return chosenAs('make') === 'many'
}

export function kindName(): string {
  return kind.selectedOptions[0]?.text ?? ''
}

/** The parameters that differ from the API's defaults; text and type always, but for many labels, which have texts of their own. */
function chosen(): URLSearchParams {
  const query = new URLSearchParams()
  const hidden = [
    ...(isMatrix() ? namesIn(...linearFields) : []),
    ...(chosenAs('gs1') === 'link' ? [] : ['domain']),
    ...(chosenAs(textFlag[product()]) === 'true' ? [] : ['caption']),
    ...(isMany() ? ['text'] : []),
    ...(takesEscapes() ? [] : ['escapes']),
  ]
  for (const name of parameters[product()]) {
    if (hidden.includes(name)) continue
    const value = chosenAs(name)
    if (name === 'type' || name === 'text' || value !== defaults.get(name)) query.set(name, value)
  }
  return query
}

/** Rows have no editor of their messages. */
const takesEscapes = (): boolean => isMany() || chosenAs('gs1') === 'false'

/** The same for a request, always with the resolution: only a drawing for a print head has whole dots on every label. */
export function requested(): URLSearchParams {
  const query = chosen()
  query.set('dpi', chosenAs('dpi'))
  return query
}

/** The request that the form describes, as an address in this page. */
export function target(format: SavedFormat): string {
  const query = requested()
  if (format !== defaultFormat[product()]) query.set('format', format)
  return `api/v1/${product()}?${query}`
}

/** The request for the plan of the label. */
export function planTarget(): string {
  const query = requested()
  query.delete('qty')
  return `api/v1/plan?${query}`
}

/** The title of a value that a control offers. */
export function titleOf(name: string, value: string): string {
  const controls = [...form.querySelectorAll<HTMLInputElement>(`[name="${name}"]`)]
  const option = form.querySelector<HTMLOptionElement>(`[name="${name}"] option[value="${CSS.escape(value)}"]`)
  const radio = controls.find((control) => control.type === 'radio' && control.value === value)
  return option?.text ?? radio?.labels?.[0]?.textContent ?? value
}

/** As target, in the API's default format. */
export function defaultTarget(): string {
  return target(defaultFormat[product()])
}

/** The form's values as the fragment of a URL, which browsers do not send. */
export function fragment(): string {
  const query = chosen()
  if (chosenAs('make') !== 'label') query.set('make', chosenAs('make'))
  return `#${query}`
}

/**
 * Fills the form from such a fragment. Values that no control accepts are ignored; those that only the service would refuse
 * are kept.
 */
export function restore(hash: string): void {
  const given = new URLSearchParams(hash.slice(1))
  if ([...given].length > 0) {
    form.reset()
    for (const [name, value] of given) {
      if (name !== 'make' && !defaults.has(name)) continue
      const before = chosenAs(name)
      set(name, value)
      if (chosenAs(name) === '' && value !== '') set(name, before)
    }
    // a link that does not name the orientation of its label, or the resolution, means the API's default
    isOrientationChosen = product() === 'label' && chosenAs('orientation') !== usualOrientation()
  } else set('dpi', rememberedDpi() ?? chosenAs('dpi'))
  if (!isOrientationChosen) set('orientation', usualOrientation())
}

/** Fills the form as it was left in this browser. */
export function resume(kept: string): void {
  restore(kept)
  set('dpi', rememberedDpi() ?? chosenAs('dpi'))
}

/** Empties the form. */
export function clear(): void {
  form.reset()
  isOrientationChosen = false
  restore('')
}

/**
 * The orientation in which the stock leaves a label printer. The names of stock have the side across the print head first:
 * 4x6, 2x3, 100x150 and 62x100 are higher than wide. That is also what distinguishes 2x3 from 3x2.
 */
function usualOrientation(): string {
  const [across, along] = chosenSides().lengths
  return along > across ? 'portrait' : 'landscape'
}

/** Adapts the form to a choice in the control of this name. */
export function follow(name: string): void {
  if (name === 'type') updateSample(kind)
  followOption(name)
  // who writes a caption wants to see it
  if (name === 'caption' && chosenAs(name) !== '') set(textFlag[product()], 'true')
  if (name === 'orientation') isOrientationChosen = true
  if (name === 'dpi') rememberDpi(chosenAs('dpi'))
  if (name === 'size' && !isOrientationChosen) set('orientation', usualOrientation())
}

/** Chooses as a person would. */
export function choose(name: string, value: string): void {
  set(name, value)
  follow(name)
}

/**
 * Makes a change that is proposed.
 *
 * @param change       values by parameter; a text that is not among them stays, even if it is a sample
 * @param orientation  that of the label, if it may be another
 */
export function apply(
  change: Iterable<readonly [name: string, value: string]>,
  orientation = chosenAs('orientation'),
): void {
  for (const [name, value] of change) {
    set(name, value)
    if (name !== 'type') follow(name)
  }
  if (chosenAs('orientation') !== orientation) choose('orientation', orientation)
}

/** Shows the controls of the product and of the symbology, and the hint on its texts. */
export function arrange(): void {
  arrangeOptions(kind)
  arrangeOptionsLine()
  for (const name of ['label', 'barcode'] as const) fieldsFor(name).hidden = name !== product()
  arrangeSides()
  for (const element of ofSomeWays) element.hidden = !element.dataset.way?.split(' ').includes(chosenAs('make'))
  for (const field of linearFields) field.hidden = isMatrix()
  offerEscapes(takesEscapes())
  byId('text-hint', HTMLElement).textContent = kind.selectedOptions[0]?.dataset.hint ?? ''
}

/** The line that opens the options; it says how many are chosen. */
function arrangeOptionsLine(): void {
  const details = byId('options-line', HTMLDetailsElement)
  const count = optionNames.filter((name) => chosenAs(name) !== '').length
  details.hidden = byId('options', HTMLFieldSetElement).hidden
  byId('options-chosen', HTMLElement).textContent = count === 0 ? '' : `: ${words.options.chosen(count)}`
}
