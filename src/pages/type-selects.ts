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
import { titleOfValue } from './titles.ts'
import type { Words } from './words/index.ts'

const ofKind = (kind: CatalogueRow['kind']): Symbology[] => symbologies.filter((name) => catalogue[name].kind === kind)

/** EAN and UPC, sorted by name so that each family is together. */
const products = ofKind('product').toSorted((a, b) => (catalogue[a].name < catalogue[b].name ? -1 : 1))

/** The symbologies that labels do not take, and what does on a label. */
const offLabels: { readonly [S in Exclude<Symbology, LabelSymbology>]: readonly LabelSymbology[] } = {
  upce: ['upca'],
  code39: ['code128'],
  itf14: ['code128', 'datamatrix'],
}

type OffLabel = keyof typeof offLabels

const isOffLabel = (name: Symbology): name is OffLabel => name in offLabels

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
export function labelTypes(words: Words): string {
  const data = (row: CatalogueRow, name: Symbology): Attributes => ({
    'data-hint': words.tables.hints[name] ?? row.hint,
    'data-sample': row.sample,
    'data-matrix': row.kind === 'matrix',
    'data-gs1': row.gs1.length > 0 && row.gs1.join(' '),
    'data-gs1-name': row.gs1Name,
    'data-options': optionsOfRow(row),
    ...(isOffLabel(name) && {
      'data-because': words.label.offLabels[name],
      'data-instead': offLabels[name].join(' '),
    }),
  })
  const choice = { data, selected: 'code128' } as const
  const isOnLabels = (name: Symbology): boolean => labelSymbologies.some((other) => other === name)
  const general = symbologies.filter((name) => isOnLabels(name) && catalogue[name].kind !== 'product')
  const others = symbologies.filter((name) => !isOnLabels(name))
  return [
    element('optgroup', { label: words.barcodes.general }, choices(general, choice)),
    element('optgroup', { label: words.barcodes.products }, choices(products.filter(isOnLabels), choice)),
    element('optgroup', { label: words.barcodes.alone }, choices(others, choice)),
  ].join('')
}

/** Which symbologies labels do not take, and why. */
export function offLabelHint({ label }: Words): string {
  const reasons = symbologies.filter(isOffLabel).map((name) => `${titleOf(name)} (${label.offLabels[name]})`)
  return escaped(reasons.join(', '))
}

function typesByKind(choice: Choice, { barcodes }: Words): string {
  return [
    element('optgroup', { label: barcodes.matrix }, choices(ofKind('matrix'), choice)),
    element('optgroup', { label: barcodes.linear }, choices([...ofKind('linear'), ...products], choice)),
  ].join('')
}

/** Symbologies by kind, each with its options and their values. */
export function explainTypes(words: Words): string {
  const data = (row: CatalogueRow): Attributes => ({ 'data-sample': row.sample, 'data-options': optionsOfRow(row) })
  return typesByKind({ data, selected: 'qr' }, words)
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
export function checkTypes(words: Words): string {
  return typesByKind({ data: () => ({}) }, words)
}

/** GS1's applications, in the order of their numbers. */
export function applicationOptions(words: Words): string {
  const { application } = parameters.label
  const title = (value: string): string => titleOfValue(words, 'application', application, value)
  return application.words.map((value) => element('option', { value }, escaped(title(value)))).join('')
}
