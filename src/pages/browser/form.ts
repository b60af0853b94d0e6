import { byId } from './dom.ts'

/** What is made: a label of stock size, or the barcode alone. Each is an endpoint of that name. */
export type Product = 'label' | 'barcode'
export type Format = 'png' | 'svg' | 'pdf'

/** The parameters of each endpoint that the form has controls for; the format is chosen by what is done with the picture. */
const parameters: Readonly<Record<Product, readonly string[]>> = {
  label: ['type', 'text', 'size', 'orientation', 'showtext', 'qty'],
  barcode: ['type', 'text', 'scale', 'height', 'rotate', 'includetext'],
}

/** Where the API takes another format if none is asked for. */
const usual: Readonly<Record<Product, Format>> = { label: 'pdf', barcode: 'png' }

/** A symbology in words for people: what it takes, and a text that it takes. */
interface Kind {
  readonly takes: string
  readonly sample: string
}

const anything = 'QZ-0001'
const kinds: Readonly<Record<string, Kind>> = {
  code128: {
    takes: 'Letters of Western Europe, digits and signs (ISO 8859-1); digits take half the room.',
    sample: anything,
  },
  qr: { takes: 'Any text, up to 7089 digits or some 2900 letters.', sample: anything },
  microqr: { takes: 'Short: up to 35 digits, 21 capitals, or 15 letters of Western Europe.', sample: anything },
  datamatrix: { takes: 'Any text, up to 3116 digits or 2335 letters.', sample: anything },
  upca: { takes: '11 digits, or 12 with the check digit.', sample: '03600029145' },
  upce: { takes: '6 to 8 digits, or a UPC-A that can be shortened.', sample: '425261' },
  ean13: { takes: '12 digits, or 13 with the check digit.', sample: '400638133393' },
  ean8: { takes: '7 digits, or 8 with the check digit.', sample: '9638507' },
  code39: { takes: 'A to Z, digits, space and - . $ / + %', sample: anything },
  itf14: { takes: '13 digits, or 14 with the check digit.', sample: '1540014128876' },
}

const samples: readonly string[] = Object.values(kinds).map(({ sample }) => sample)

/** Symbologies whose symbol has no height to choose. */
const square = ['qr', 'microqr', 'datamatrix']

export const form = byId('form', HTMLFormElement)
export const text = byId('text', HTMLTextAreaElement)
const kind = byId('type', HTMLSelectElement)

form.reset()
/** What every control says at the start, which is what the API takes where nothing is given. */
const defaults = new Map([...parameters.label, ...parameters.barcode].map((name) => [name, chosenAs(name)]))

function controlOf(name: string): { value: string } {
  const control = form.elements.namedItem(name)
  if (control instanceof RadioNodeList || control instanceof HTMLInputElement) return control
  if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) return control
  throw new Error(`the form has no control named ${name}`)
}

export function chosenAs(name: string): string {
  return controlOf(name).value
}

export function product(): Product {
  return chosenAs('make') === 'barcode' ? 'barcode' : 'label'
}

export function kindName(): string {
  return kind.selectedOptions[0]?.text ?? ''
}

/** The parameters that are not what the API would take anyway; text and type always. */
function chosen(): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of parameters[product()]) {
    if (name === 'height' && square.includes(kind.value)) continue
    const value = chosenAs(name)
    if (name === 'type' || name === 'text' || value !== defaults.get(name)) query.set(name, value)
  }
  return query
}

/** The path and query of what the form describes. */
export function target(format: Format): string {
  const query = chosen()
  if (format !== usual[product()]) query.set('format', format)
  return `/api/v1/${product()}?${query}`
}

/** As target, in the format that the API gives unasked. */
export function usualTarget(): string {
  return target(usual[product()])
}

/** The form as the part of an address after `#`, which browsers keep to themselves. */
export function fragment(): string {
  const query = chosen()
  if (product() !== 'label') query.set('make', product())
  return `#${query}`
}

/** Fills the form from such a part. What no control can say is passed over; what the service would refuse is not. */
export function restore(hash: string): void {
  const given = new URLSearchParams(hash.slice(1))
  if ([...given].length === 0) return
  form.reset()
  for (const [name, value] of given) {
    if (name !== 'make' && !defaults.has(name)) continue
    const before = chosenAs(name)
    controlOf(name).value = value
    if (chosenAs(name) === '' && value !== '') controlOf(name).value = before
  }
}

/** A text that nobody has touched becomes one that the chosen symbology takes. */
export function followKind(): void {
  const { sample } = kinds[kind.value] ?? {}
  if (sample !== undefined && samples.includes(text.value)) text.value = sample
}

/** Shows the controls of the product, and what the symbology takes. */
export function arrange(): void {
  for (const name of ['label', 'barcode'] as const) byId(`for-${name}`, HTMLFieldSetElement).hidden = name !== product()
  for (const option of kind.querySelectorAll<HTMLOptionElement>('[data-no-label] option')) {
    option.disabled = product() === 'label'
  }
  byId('height-field', HTMLElement).hidden = square.includes(kind.value)
  byId('text-hint', HTMLElement).textContent = kinds[kind.value]?.takes ?? ''
}
