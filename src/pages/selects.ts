/** What the selects of the pages offer: symbologies, GS1's applications, and what columns of a table can mean; with what scripts must know of each. */

import {
  type CatalogueRow,
  catalogue,
  type LabelSymbology,
  labelSymbologies,
  type Symbology,
  symbologies,
  titleOf,
  usualApplication,
} from '../../symbologies/index.ts'
import type { LabelFormat } from '../draw/finish.ts'
import { coverage } from '../explain/clauses/coverage.ts'
import { dpis, usualDpi } from '../layout/resolution.ts'
import { stockNames, stockTitles } from '../layout/stock.ts'
import { languages } from '../printing/printers/printer.ts'
import { languageFiles } from '../render/language.ts'
import type { Parameter } from '../request/parameter.ts'
import { parameters } from '../request/params.ts'
import { symbolRows } from '../request/rows.ts'
import { mostDocument } from '../server/api/heal/healer.ts'
import { labelsBody, mostLabels } from '../server/api/labels/rows.ts'
import { sameName } from '../table/header.ts'
import { zplLimits } from '../zpl/index.ts'
import { options, titleOf as titleOfParameter, titleOfValue } from './fields.ts'
import { element, empty, escaped, type HtmlAttributes } from './html.ts'
import type { PageWords } from './words/index.ts'

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
  readonly data: (row: CatalogueRow, name: Symbology) => HtmlAttributes
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
export function labelTypes(words: PageWords): string {
  const data = (row: CatalogueRow, name: Symbology): HtmlAttributes => ({
    'data-hint': words.tables.hints[name] ?? row.hint,
    'data-sample': row.sample,
    'data-matrix': row.kind === 'matrix',
    'data-product': row.kind === 'product',
    'data-application': usualApplication(name) ?? false,
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
export function offLabelHint({ label }: PageWords): string {
  const reasons = symbologies.filter(isOffLabel).map((name) => `${titleOf(name)} (${label.offLabels[name]})`)
  return escaped(reasons.join(', '))
}

function typesByKind(choice: Choice, { barcodes }: PageWords): string {
  return [
    element('optgroup', { label: barcodes.matrix }, choices(ofKind('matrix'), choice)),
    element('optgroup', { label: barcodes.linear }, choices([...ofKind('linear'), ...products], choice)),
  ].join('')
}

/** Symbologies by kind, each with its options and their values. */
export function explainTypes(words: PageWords): string {
  const data = (row: CatalogueRow): HtmlAttributes => ({ 'data-sample': row.sample, 'data-options': optionsOfRow(row) })
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
export function checkTypes(words: PageWords): string {
  return typesByKind({ data: () => ({}) }, words)
}

/** What printers can be sent, by their names in the file of printers. */
export const printerLanguageOptions = (): string =>
  languages.map((name) => element('option', { value: name }, name.toUpperCase())).join('')

/** The resolutions of print heads. */
export const printerResolutions = (): string => dpis.map((dpi) => element('option', { value: dpi }, dpi)).join('')

/** What is ticked: all that someone needs who designs labels, prints them and looks after the jobs. */
const usualScopes = ['print', 'jobs', 'counters', 'designs']

/** What a key may do. */
export function scopeChoices({ scopes }: PageWords): string {
  const choice = ([scope, text]: readonly [string, string]): string => {
    const box = empty('input', { type: 'checkbox', name: 'may', value: scope, checked: usualScopes.includes(scope) })
    return element('label', { class: 'tick' }, box, element('span', {}, escaped(text)))
  }
  return Object.entries(scopes).map(choice).join('')
}

/** The states of print jobs. */
export function jobStates({ jobStates: states }: PageWords): string {
  const choices = Object.entries(states)
  return choices.map(([value, name]) => element('option', { value }, escaped(name))).join('')
}

/** The contents that have a form. */
export function contentChoices({ contents }: PageWords): string {
  const choices = Object.entries({ '': contents.none, ...contents.names })
  return choices.map(([value, name]) => element('option', { value }, escaped(name))).join('')
}

/** GS1's applications, in the order of their numbers. */
export const applicationOptions = (words: PageWords): string => valueOptions(words, 'application')

/** The published labels whose rules a label may be held to. */
export const profileOptions = (words: PageWords): string => valueOptions(words, 'profile')

/** The values of a parameter of labels. */
function valueOptions(words: PageWords, name: 'application' | 'profile'): string {
  const parameter = parameters.label[name]
  const title = (value: string): string => titleOfValue(words, name, parameter, value)
  return parameter.words.map((value) => element('option', { value }, escaped(title(value)))).join('')
}

/** The parameters that a row can have. */
const ofRows = Object.entries<Parameter>(parameters.row)

/** What columns can mean, for the reader of tables. */
export function tableOptions(): string {
  const words = ofRows.flatMap(([name, parameter]) => {
    if (parameter.kind !== 'word') return []
    const titles = name === 'type' ? parameter.words.map((type) => catalogue[type as keyof typeof catalogue].name) : []
    return [[name, [...parameter.words, ...titles].map(sameName)] as const]
  })
  return escaped(JSON.stringify({ ...symbolRows, words: Object.fromEntries(words) }))
}

/** What one request takes: labels with their copies, and bytes. */
export function bounds(): string {
  return escaped(JSON.stringify({ labels: mostLabels, bytes: labelsBody.limit }))
}

/** What many labels are saved as: the documents of the service, and pictures of the rows in one file. */
export function documentFormats(words: PageWords): string {
  const formats = parameters.row.format.words.map((value) =>
    element('option', { value }, value === 'pdf' ? 'PDF' : languageFiles[value].name),
  )
  return [...formats, element('option', { value: 'png' }, escaped(words.many.pictures))].join('')
}

/** The parameters that a column of a page is offered to mean, those that people use most first. */
const offered = ['text', 'caption', 'title', 'qty', 'type', 'size', 'orientation', 'layout', 'showtext', 'gs1', 'dpi']

/** What a column can mean, as options of a select. */
export function columnChoices(words: PageWords): string {
  const own: { readonly [name: string]: string } = words.many.columns
  const choice = ([name, parameter]: (typeof ofRows)[number]): string =>
    element('option', { value: name }, escaped(own[name] ?? titleOfParameter(words, name, parameter)))
  const first = offered.flatMap((name) => ofRows.filter(([other]) => other === name))
  // a document has one format, and a table is not strict with itself
  const others = ofRows.filter(([name]) => !offered.includes(name) && !['format', 'zpl', 'strict'].includes(name))
  return [
    ...first.map(choice),
    element('optgroup', { label: words.options.some }, ...others.filter(([name]) => name in options).map(choice)),
    ...others.filter(([name]) => !(name in options)).map(choice),
  ].join('')
}

/** Resolutions of print heads, as options of a select. */
export function designResolutions(): string {
  return dpis.map((dpi) => element('option', { value: dpi, selected: dpi === usualDpi }, `${dpi} dpi`)).join('')
}

/** The stock that there is, as options of a list of proposals. */
export function stockSizes(): string {
  return stockNames.map((name) => element('option', { value: name }, escaped(stockTitles[name] ?? name))).join('')
}

/** The sizes of labels that have a name, that on their box too, as options of a list of proposals. */
export function labelSizes(): string {
  const named = parameters.heal.size.form.names
    // those of tape go on with a length
    .filter(({ value }) => !value.endsWith('x'))
    .map(({ value, title }) => element('option', { value }, escaped(title)))
  return stockSizes() + named.join('')
}

/** Resolutions of print heads, most of which have 203 dots an inch. */
const heads = (dpis: readonly string[]): string =>
  dpis.map((dpi) => element('option', { value: dpi, selected: dpi === '203' }, `${dpi} dpi`)).join('')

/** Formats of files with labels. */
const formats = (all: readonly (LabelFormat | 'json')[]): string =>
  all
    .map((value) => {
      const isPlain = value === 'png' || value === 'svg' || value === 'pdf' || value === 'json'
      return element('option', { value }, escaped(isPlain ? value.toUpperCase() : languageFiles[value].name))
    })
    .join('')

/** The print heads that programs in ZPL are for. */
export const zplHeads = (): string => heads(parameters.zpl.dpi.words)

/** What labels of a program in ZPL are saved as. */
export const zplFormats = (): string => formats(parameters.zpl.format.words)

/** The most bytes of a program in ZPL. */
export const zplBytes = (): string => String(zplLimits.bytes)

/** The print heads that documents are healed for. */
export const healHeads = (): string => heads(parameters.heal.dpi.words)

/** What healed labels are saved as: the document first, since it has all of them. */
export const healFormats = (): string =>
  formats(['pdf', ...parameters.heal.format.words.filter((word) => word !== 'pdf' && word !== 'json')])

/** How pages are put on labels of another size. */
export const healFits = ({ heal }: PageWords): string =>
  parameters.heal.fit.words.map((value) => element('option', { value }, escaped(heal.fits[value]))).join('')

/** The most bytes of a document that is healed. */
export const healBytes = (): string => String(mostDocument)

/** A row for each standard and what it is about: its clauses, those that vectors show, and those that none shows. */
export function clauseRows(): string {
  return coverage
    .map(({ standard, about, clauses, shown }) => {
      const counts = [clauses, shown, clauses - shown].map((count) => element('td', {}, String(count)))
      return element('tr', {}, element('th', { scope: 'row', lang: 'en' }, escaped(`${standard}: ${about}`)), ...counts)
    })
    .join('')
}
