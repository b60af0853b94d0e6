/** The options of each page's selects: symbologies, generated from the catalogue, and GS1's applications. */

import {
  applications,
  type CatalogueRow,
  catalogue,
  labelSymbologies,
  type Symbology,
  symbologies,
} from '../../symbologies/index.ts'
import { type Attributes, element, escaped } from './html.ts'

const titleOf = ({ title, name }: CatalogueRow): string => title ?? name

const ofKind = (kind: CatalogueRow['kind']): Symbology[] => symbologies.filter((name) => catalogue[name].kind === kind)

/** EAN and UPC, sorted by name so that each family is together. */
const products = ofKind('product').toSorted((a, b) => (catalogue[a].name < catalogue[b].name ? -1 : 1))

interface Choice {
  /** Data attributes of a symbology, for scripts. */
  readonly data: (row: CatalogueRow) => Attributes
  readonly selected?: Symbology
}

function choices(names: readonly Symbology[], { data, selected }: Choice): string {
  return names
    .map((value) => {
      const row = catalogue[value]
      return element('option', { value, ...data(row), selected: value === selected }, escaped(titleOf(row)))
    })
    .join('')
}

/** Symbologies in groups: those for labels, and those only for barcodes alone. */
export function labelTypes(): string {
  const data = ({ hint, sample, kind }: CatalogueRow): Attributes => ({
    'data-hint': hint,
    'data-sample': sample,
    'data-matrix': kind === 'matrix',
  })
  const choice = { data, selected: 'code128' } as const
  const isOnLabels = (name: Symbology): boolean => labelSymbologies.some((other) => other === name)
  const general = symbologies.filter((name) => isOnLabels(name) && catalogue[name].kind !== 'product')
  const others = symbologies.filter((name) => !isOnLabels(name))
  return [
    element('optgroup', { label: 'Labels and documents' }, choices(general, choice)),
    element('optgroup', { label: 'Products' }, choices(products.filter(isOnLabels), choice)),
    element('optgroup', { label: 'Barcode alone only', 'data-no-label': true }, choices(others, choice)),
  ].join('')
}

function typesByKind(choice: Choice): string {
  return [
    element('optgroup', { label: 'Matrix' }, choices(ofKind('matrix'), choice)),
    element('optgroup', { label: 'Linear' }, choices([...ofKind('linear'), ...products], choice)),
  ].join('')
}

/** Symbologies by kind, each with its options and their values. */
export function explainTypes(): string {
  const data = ({ sample, options }: CatalogueRow): Attributes => ({
    'data-sample': sample,
    'data-options': JSON.stringify(
      Object.fromEntries(
        Object.entries(options).map(([name, { words, least, most }]) => [name, words ?? { least, most }]),
      ),
    ),
  })
  return typesByKind({ data, selected: 'qr' })
}

/** Symbologies by kind. */
export function checkTypes(): string {
  return typesByKind({ data: () => ({}) })
}

/** GS1's applications, in the order of their numbers. */
export function applicationOptions(): string {
  const title = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('-', ' ')}`
  return applications.map((value) => element('option', { value }, title(value))).join('')
}
