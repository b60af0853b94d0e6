import { applications, gs1Symbologies, labelSymbologies, symbologies } from '../../symbologies/index.ts'
import { labelLayouts, symbolLayouts } from '../layout/label.ts'
import { logisticStocks } from '../layout/logistics.ts'
import { dpis, usualDpi, xdimRange } from '../layout/resolution.ts'
import { freeSize, isFreeSize, sideRange, stockGroups, stockNames, stockTitles } from '../layout/stock.ts'
import { languages } from '../print/printer.ts'
import { documentFormats } from '../render/document.ts'
import { zplPackings } from '../render/zpl.ts'
import { optionsOf } from './options.ts'
import type { Parameters } from './parameter.ts'
import {
  applicationSpellings,
  flagSpellings,
  formatSpellings,
  layoutSpellings,
  orientationSpellings,
  packingSpellings,
  resolutionSpellings,
  sizeSpellings,
  stockSpellings,
  symbologySpellings,
  turnSpellings,
} from './spellings.ts'

/** The longest text in Unicode code points: as many digits as the largest QR symbol holds. */
const text = { kind: 'text', longest: 7089 } as const

/** Words in place of the text that a symbol carries, and above all. */
const caption = {
  kind: 'text',
  longest: 500,
  optional: true,
  title: 'Caption',
  purpose: 'Words in place of the encoded text, in one line or more.',
  hasLines: true,
} as const
const title = {
  kind: 'text',
  longest: 100,
  optional: true,
  title: 'Title',
  purpose: 'A line above all, in larger print.',
} as const

/** How a symbol and its words are arranged. */
const symbolLayout = {
  kind: 'word',
  words: symbolLayouts,
  default: 'above',
  title: 'Text position',
  titles: { above: 'Above', beside: 'Beside', auto: 'Automatic' },
  spellings: layoutSpellings,
} as const

/** A logistic label says what its message says. */
const notLogistic = { excludes: { layout: ['logistics'] } } as const

const dpi = {
  kind: 'word',
  words: dpis,
  optional: true,
  title: 'Resolution',
  initially: usualDpi,
  titles: { 152: '152 dpi, 6 dots/mm', 203: '203 dpi, 8 dots/mm', 300: '300 dpi', 600: '600 dpi' },
  spellings: resolutionSpellings,
} as const

const xdim = { kind: 'number', ...xdimRange, unit: 'mm', optional: true } as const

const application = {
  kind: 'word',
  words: applications,
  optional: true,
  title: 'Application',
  spellings: applicationSpellings,
  titles: {
    retail: 'Retail point of sale',
    'general-distribution': 'General distribution',
    'retail-and-distribution': 'Retail and distribution',
    other: 'Neither retail nor distribution',
    logistics: 'Logistic units',
    healthcare: 'Healthcare, not retail',
    'direct-marking': 'Direct part marking',
    pharmacy: 'Pharmacy and distribution',
    identification: 'Documents, assets, locations',
    'healthcare-retail': 'Healthcare retail',
  },
} as const

const gs1 = {
  kind: 'word',
  words: ['false', 'true', 'link'],
  default: 'false',
  only: { true: { type: gs1Symbologies('elements'), eci: ['none'] }, link: { type: gs1Symbologies('link') } },
  spellings: flagSpellings,
} as const

/** Of a GS1 Digital Link URI. */
const domain = { kind: 'domain', optional: true } as const

/** Titles of the values of a flag that shows text. */
const shown = { true: 'Shown', false: 'Left out' }

/** How the bitmap of ZPL is packed. */
const zpl = {
  kind: 'word',
  words: zplPackings,
  default: 'z64',
  // what is so by default may always be said
  only: { rle: { format: ['zpl'] } },
  spellings: packingSpellings,
} as const

/** Refuses what would be drawn with a warning, and unknown parameters. */
const strict = { kind: 'flag', default: false } as const

/** Sizes of labels besides the stock. */
const freeSizes = {
  accepts: isFreeSize,
  pattern: freeSize,
  title: `a size such as 57x32mm or 2.25x1.25in, of ${sideRange.least} to ${sideRange.most} mm a side`,
  samples: ['57x32mm', '2.25x1.25in'],
} as const

const options = optionsOf(symbologies)
const labelOptions = optionsOf(labelSymbologies)

const current = {
  barcode: {
    text,
    type: { kind: 'word', words: symbologies, spellings: symbologySpellings },
    format: { kind: 'word', words: ['png', 'svg', 'pdf'], default: 'png', spellings: formatSpellings },
    includetext: { kind: 'flag', default: false, title: 'Text with the barcode', titles: shown },
    caption,
    scale: { kind: 'integer', least: 1, most: 10, default: 3, title: 'Dots per module' },
    height: { kind: 'number', least: 1, most: 100, default: 15, unit: 'mm', title: 'Bar height, mm', linearOnly: true },
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
    strict,
  },
  label: {
    text,
    type: { kind: 'word', words: labelSymbologies, spellings: symbologySpellings },
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
    strict,
  },
  explain: {
    text,
    type: { kind: 'word', words: symbologies, spellings: symbologySpellings },
    ...options,
    size: { ...options.modules, insteadOf: 'modules', isAlias: true },
    gs1,
    domain,
    strict,
  },
} as const satisfies { readonly [endpoint: string]: Parameters }

const { type, size, orientation, qty, showtext, caption: labelCaption, title: labelTitle } = current.label
const { form: _, ...stock } = size

const { default: ___, ...anySize } = size
const { default: ____, only: _____, ...anyPacking } = zpl

const documentFormat = { kind: 'word', words: documentFormats, default: 'pdf', spellings: formatSpellings } as const

/** How the rows of a body are read. */
const reading = {
  partial: { kind: 'flag', default: false },
  columns: {
    kind: 'form',
    pattern: /^[a-z0-9]+=("([^"]|"")*"|[^",][^,]*|)(,[a-z0-9]+=("([^"]|"")*"|[^",][^,]*|))*$/,
    form: 'a list such as text=EAN,caption=Article: a parameter, and what stands above its column, in quotes if it has a comma',
    samples: ['text=EAN,caption=Article'],
    optional: true,
  },
  delimiter: { kind: 'word', words: ['comma', 'semicolon', 'tab'], optional: true },
} as const

/** The longest name that the file of printers accepts. */
const printer = { kind: 'text', longest: 40 } as const

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
    strict,
  },
  gs1: { text, domain, strict },
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
