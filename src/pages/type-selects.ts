/** The options of each page's selects: symbologies, generated from the catalogue, and GS1's applications. */

import {
  type CatalogueRow,
  catalogue,
  type LabelSymbology,
  labelSymbologies,
  type Symbology,
  symbologies,
  titleOf,
} from '../../symbologies/index.ts'
import { parameters } from '../api/params.ts'
import { type Attributes, element, escaped } from './html.ts'

const ofKind = (kind: CatalogueRow['kind']): Symbology[] => symbologies.filter((name) => catalogue[name].kind === kind)

/** EAN and UPC, sorted by name so that each family is together. */
const products = ofKind('product').toSorted((a, b) => (catalogue[a].name < catalogue[b].name ? -1 : 1))

interface OffLabel {
  /** Ends a sentence: Labels do not take it: ... */
  readonly because: string
  readonly instead: readonly LabelSymbology[]
}

/** Symbologies that labels do not take, and what does on a label. */
const offLabels: { readonly [S in Exclude<Symbology, LabelSymbology>]: OffLabel } = {
  upce: { because: 'a label has room for UPC-A', instead: ['upca'] },
  code39: { because: 'Code 128 takes the same text in half the width', instead: ['code128'] },
  itf14: { because: 'it is for cartons; Code 128 takes its digits', instead: ['code128', 'datamatrix'] },
}

interface Choice {
  /** Data attributes of a symbology, for scripts. */
  readonly data: (row: CatalogueRow, name: Symbology) => Attributes
  readonly selected?: Symbology
}

function choices(names: readonly Symbology[], { data, selected }: Choice): string {
  return names
    .map((value) => {
      const row = catalogue[value]
      return element('option', { value, ...data(row, value), selected: value === selected }, escaped(titleOf(value)))
    })
    .join('')
}

/** Symbologies in groups: those for labels, and those only for barcodes alone. */
export function labelTypes(): string {
  const data = (row: CatalogueRow, name: Symbology): Attributes => ({
    'data-hint': row.hint,
    'data-sample': row.sample,
    'data-matrix': row.kind === 'matrix',
    'data-gs1': row.gs1.length > 0 && row.gs1.join(' '),
    'data-gs1-name': row.gs1Name,
    'data-options': optionsOfRow(row),
    ...(name in offLabels && offLabelData(offLabels[name as keyof typeof offLabels])),
  })
  const choice = { data, selected: 'code128' } as const
  const isOnLabels = (name: Symbology): boolean => labelSymbologies.some((other) => other === name)
  const general = symbologies.filter((name) => isOnLabels(name) && catalogue[name].kind !== 'product')
  const others = symbologies.filter((name) => !isOnLabels(name))
  return [
    element('optgroup', { label: 'Labels and documents' }, choices(general, choice)),
    element('optgroup', { label: 'Products' }, choices(products.filter(isOnLabels), choice)),
    element('optgroup', { label: 'Barcode alone only' }, choices(others, choice)),
  ].join('')
}

const offLabelData = ({ because, instead }: OffLabel): Attributes => ({
  'data-because': because,
  'data-instead': instead.join(' '),
})

/** Which symbologies labels do not take, and why. */
export function offLabelHint(): string {
  const reasons = Object.entries(offLabels).map(([name, { because }]) => `${titleOf(name as Symbology)} (${because})`)
  return escaped(reasons.join(', '))
}

function typesByKind(choice: Choice): string {
  return [
    element('optgroup', { label: 'Matrix' }, choices(ofKind('matrix'), choice)),
    element('optgroup', { label: 'Linear' }, choices([...ofKind('linear'), ...products], choice)),
  ].join('')
}

/** Symbologies by kind, each with its options and their values. */
export function explainTypes(): string {
  const data = (row: CatalogueRow): Attributes => ({ 'data-sample': row.sample, 'data-options': optionsOfRow(row) })
  return typesByKind({ data, selected: 'qr' })
}

/** The values of each option, as JSON: words, a range, or null for any string. */
function optionsOfRow({ options }: CatalogueRow): string {
  const values = Object.entries(options).map(([name, { words, least, ...option }]) => {
    const range = least === undefined ? null : { least, most: (option as { readonly most: number }).most }
    return [name, words ?? range]
  })
  return JSON.stringify(Object.fromEntries(values))
}

/** Symbologies by kind. */
export function checkTypes(): string {
  return typesByKind({ data: () => ({}) })
}

/** GS1's applications, in the order of their numbers. */
export function applicationOptions(): string {
  const { titles, words } = parameters.label.application
  return words.map((value) => element('option', { value }, escaped(titles[value]))).join('')
}
