import { labelSymbologies, symbologies } from '../../symbologies/index.ts'
import { labelLayouts } from '../layout/label.ts'
import { logisticStocks } from '../layout/logistics.ts'
import { stockGroups, stockNames, stockTitles } from '../layout/stock.ts'
import { languages } from '../printers/printer.ts'
import { documentFormats } from '../render/print-document.ts'
import {
  application,
  caption,
  domain,
  dpi,
  escapes,
  freeSizes,
  gs1,
  notLogistic,
  printer,
  reading,
  shown,
  strict,
  symbolLayout,
  text,
  title,
  xdim,
  zpl,
} from './common-parameters.ts'
import { optionsOf } from './options.ts'
import type { Parameters } from './parameter.ts'
import { heightRange, scaleRange } from './ranges.ts'
import {
  formatSpellings,
  orientationSpellings,
  sizeSpellings,
  stockSpellings,
  symbologyMeanings,
  symbologySpellings,
  turnSpellings,
} from './spellings.ts'

const options = optionsOf(symbologies)
const labelOptions = optionsOf(labelSymbologies)

const current = {
  barcode: {
    text,
    type: { kind: 'word', words: symbologies, spellings: symbologySpellings, meanings: symbologyMeanings },
    format: { kind: 'word', words: ['png', 'svg', 'pdf'], default: 'png', spellings: formatSpellings },
    includetext: { kind: 'flag', default: false, title: 'Text with the barcode', titles: shown },
    caption,
    scale: { kind: 'integer', ...scaleRange, isClamped: true, title: 'Dots per module' },
    height: { kind: 'number', ...heightRange, isClamped: true, unit: 'mm', title: 'Bar height, mm', linearOnly: true },
    rotate: {
      kind: 'word',
      words: ['N', 'R', 'L', 'I'],
      default: 'N',
      title: 'Turned clockwise',
      titles: { N: '0°', R: '90°', I: '180°', L: '270°' },
      spellings: turnSpellings,
    },
    dpi,
    xdim: { ...xdim, insteadOf: 'scale' },
    application,
    ...options,
    gs1,
    domain,
    escapes,
    strict,
  },
  label: {
    text,
    type: { kind: 'word', words: labelSymbologies, spellings: symbologySpellings, meanings: symbologyMeanings },
    size: {
      kind: 'word',
      words: stockNames,
      default: '4x6',
      title: 'Size',
      titles: stockTitles,
      groups: stockGroups,
      form: freeSizes,
      spellings: sizeSpellings,
    },
    orientation: {
      kind: 'word',
      words: ['portrait', 'landscape'],
      default: 'landscape',
      title: 'Orientation',
      titles: { landscape: 'Landscape', portrait: 'Portrait' },
      spellings: orientationSpellings,
    },
    qty: { kind: 'integer', least: 1, most: 500, default: 1, title: 'Copies' },
    showtext: { kind: 'flag', default: true, title: 'Text on the label', titles: shown },
    caption: { ...caption, ...notLogistic },
    title: { ...title, ...notLogistic },
    layout: {
      ...symbolLayout,
      words: labelLayouts,
      only: { logistics: { type: ['code128'], size: logisticStocks, orientation: ['portrait'], gs1: ['true'] } },
    },
    format: { kind: 'word', words: ['pdf', 'png', 'svg', 'zpl'], default: 'pdf', spellings: formatSpellings },
    zpl,
    dpi,
    xdim,
    application,
    ...labelOptions,
    gs1,
    domain,
    escapes,
    strict,
  },
  explain: {
    text,
    type: { kind: 'word', words: symbologies, spellings: symbologySpellings, meanings: symbologyMeanings },
    ...options,
    size: { ...options.modules, insteadOf: 'modules', isAlias: true },
    gs1,
    domain,
    escapes,
    strict,
  },
} as const satisfies { readonly [endpoint: string]: Parameters }

const { type, size, orientation, qty, showtext, caption: labelCaption, title: labelTitle } = current.label
const { form: _, ...stock } = size

const { default: ___, ...anySize } = size
const { default: ____, only: _____, ...anyPacking } = zpl

const documentFormat = { kind: 'word', words: documentFormats, default: 'pdf', spellings: formatSpellings } as const

/**
 * Every parameter of every endpoint, in the order in which faults are reported. This table defines how requests are read and
 * checked, the options of the command line and their help, and the fields of the pages.
 */
export const parameters = {
  ...current,
  plan: {
    text,
    type,
    size,
    orientation,
    showtext,
    caption: labelCaption,
    title: labelTitle,
    layout: symbolLayout,
    dpi,
    application,
    ...labelOptions,
    gs1,
    domain,
    escapes,
    strict,
  },
  gs1: { text, domain, escapes, strict },
  /** A row of many labels; all of them are in one document. */
  row: { ...current.label, format: documentFormat },
  /** Of many labels: what their rows leave out, and how the rows are read. */
  labels: {
    ...withoutCompany(current.label),
    text: { ...text, optional: true },
    type: { ...type, optional: true },
    format: documentFormat,
    zpl,
    ...reading,
  },
  /** Of a label for a printer, or of many: what the printer has need not be given. */
  print: {
    printer,
    ...withoutCompany(current.label),
    text: { ...text, optional: true },
    type: { ...type, optional: true },
    size: { ...anySize, optional: true },
    format: { kind: 'word', words: languages, optional: true, spellings: formatSpellings },
    zpl: { ...anyPacking, optional: true },
    ...reading,
    from: { kind: 'integer', least: 1, most: qty.most, default: 1 },
  },
  printers: { printer: { ...printer, optional: true }, strict },
  /** The deprecated endpoint has the parameters that labels began with. */
  legacy: {
    text,
    type,
    size: { ...stock, spellings: stockSpellings },
    orientation,
    qty,
    showtext,
    format: { kind: 'word', words: ['pdf', 'png'], default: 'pdf', spellings: formatSpellings },
    strict,
  },
  description: { strict },
} as const satisfies { readonly [endpoint: string]: Parameters }

/** A table without the conditions on other parameters, which may be given elsewhere. */
function withoutCompany<T extends Parameters>(table: T): T {
  const entries = Object.entries(table).map(([name, { only: _, needs: __, excludes: ___, ...alone }]) => [name, alone])
  return Object.fromEntries(entries)
}
