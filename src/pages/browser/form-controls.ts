/** The controls of the form /: in which groups they are, what they are called, and which go together. */

import { byId } from './dom.ts'

/** A label of a stock size, or a barcode alone; also the names of the two endpoints. */
export type Product = 'label' | 'barcode'
type Format = 'png' | 'svg' | 'pdf'
/** Labels are also saved in the language of label printers, which is not a picture to show. */
export type SavedFormat = Format | 'zpl'

/** The group of a product, of both, or of the words on labels. */
export function fieldsFor(products: Product | 'both' | 'words'): HTMLFieldSetElement {
  return byId(`for-${products}`, HTMLFieldSetElement)
}

/** The fields of a product that are set once. */
export const setOnce = (product: Product): HTMLFieldSetElement => byId(`once-${product}`, HTMLFieldSetElement)

/** The names of the controls within these elements, each once; the number of copies last, because it does not affect the picture. */
export function namesIn(...elements: readonly HTMLElement[]): string[] {
  const names = elements
    .flatMap((element) => [...element.querySelectorAll('[name]')])
    .map((control) => control.getAttribute('name') ?? '')
  return [...new Set(names)].sort((a, b) => Number(a === 'qty') - Number(b === 'qty'))
}

export function isSwitch(control: unknown): control is HTMLInputElement {
  return control instanceof HTMLInputElement && control.type === 'checkbox'
}

/** Before the names of a design's fields in the address of the page, where the form's own names are too. */
export const ofField = 'field.'

/** What says where labels stand on sheets. */
export const sheetNames = ['sheet', 'first', 'shift']

/** What one label has by itself, and all rows together. */
export const ofEither = ['title', 'caption', 'qty']

/** What a request has beside a design, which has all else itself. */
export const besideDesign = ['design', 'qty', 'dpi', ...sheetNames]

/** The API's default format. */
export const defaultFormat: Readonly<Record<Product, Format>> = { label: 'pdf', barcode: 'png' }

/** Whether the product shows its text, or the caption in its place. */
export const textFlag: Readonly<Record<Product, string>> = { label: 'showtext', barcode: 'includetext' }
