/**
 * Every parameter of every endpoint, in the order in which faults are reported. These tables define how requests are read and
 * checked, the options of the command line and their help, the columns of a batch, and the fields of the pages.
 */

import {
  applications,
  gs1Symbologies,
  type LabelSymbology,
  labelSymbologies,
  type Symbology,
  symbologies,
} from '../../symbologies/facts.ts'
import { contentNames } from '../content/names.ts'
import { profileNames, profileTitles } from '../content/profile-names.ts'
import { gainOf, mostGain } from '../layout/compensation.ts'
import { labelLayouts, logisticStocks } from '../layout/label-layouts.ts'
import { namedStocks, namesOfStock } from '../layout/named-stock.ts'
import { dpis, usualDpi, xdimRange } from '../layout/resolution.ts'
import { labelSize, sideRange, sizePattern, stockGroups, stockNames, stockTitles } from '../layout/stock.ts'
import { counterName, mostNumber } from '../printing/counters/counter-number.ts'
import { jobStates } from '../printing/job-states.ts'
import { languages } from '../printing/printers/printer.ts'
import { type LanguageTraits, languageTraits, printerLanguages } from '../render/language.ts'
import { documentFormats } from '../render/print-document.ts'
import { zplPackings } from '../render/zpl.ts'
import { encodingForm, encodingNamed } from '../table/encoding-names.ts'
import { counterNameWanted, mostWidth } from './counters.ts'
import { optionsOf } from './options.ts'
import { heightRange, type Parameters, scaleRange } from './parameter.ts'
import { alignmentParameters, sheetParameters } from './sheets.ts'
import {
  applicationSpellings,
  flagSpellings,
  formatSpellings,
  layoutSpellings,
  orientationSpellings,
  packingSpellings,
  resolutionSpellings,
  sizeMeanings,
  sizeSpellings,
  stockSpellings,
  symbologyMeanings,
  symbologySpellings,
  turnSpellings,
} from './spellings.ts'

/** Words with types that are imported here: the compiler would find names for them, not always the same ones. */
const barcodeTypes: readonly Symbology[] = symbologies
const labelTypes: readonly LabelSymbology[] = labelSymbologies

const type = {
  kind: 'word',
  words: barcodeTypes,
  spellings: symbologySpellings,
  meanings: symbologyMeanings,
} as const
const labelType = { ...type, words: labelTypes } as const

const options = optionsOf(symbologies)
const labelOptions = optionsOf(labelSymbologies)

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
  longest: 500,
  optional: true,
  title: 'Title',
  purpose: 'Words above all, in larger print; what is too long for a line wraps.',
  hasLines: true,
} as const

/** The encoded text besides a caption. */
const withtext = {
  kind: 'flag',
  default: false,
  title: 'Encoded text too',
  purpose: 'The encoded text as the last line of the caption.',
  titles: { true: 'Below the caption', false: 'Left out' },
} as const

/** A logistic label says what its message says. */
const notLogistic = { excludes: { layout: ['logistics'] } } as const

/** Titles of the values of a flag that shows text. */
const shown = { true: 'Shown', false: 'Left out' }

const orientation = {
  kind: 'word',
  words: ['portrait', 'landscape'],
  default: 'landscape',
  title: 'Orientation',
  titles: { landscape: 'Landscape', portrait: 'Portrait' },
  spellings: orientationSpellings,
} as const

/** The label sizes that have a name, and all sizes. */
const stock = { kind: 'word', words: stockNames, title: 'Size', titles: stockTitles, groups: stockGroups } as const
const size = {
  ...stock,
  form: {
    read: labelSize,
    pattern: sizePattern,
    names: namedStocks.map(({ name, maker, across, along }) => {
      const sides = along === undefined ? [across] : [across, along]
      return { value: along === undefined ? `${name}x` : name, title: `${maker}, ${sides.join(' × ')} mm`, sides }
    }),
    title: `a size such as 57x32mm or 2.25x1.25in, of ${sideRange.least} to ${sideRange.most} mm a side, or ${namesOfStock}`,
    samples: ['57x32mm', '2.25x1.25in', 'dk-11201', 'dk-22205x100', 'tze-12x40', 'dymo-99012'],
  },
  spellings: sizeSpellings,
  meanings: sizeMeanings,
} as const
const usualStock = '4x6'

const qty = { kind: 'integer', least: 1, most: 500, default: 1, title: 'Copies' } as const

const format = { kind: 'word', spellings: formatSpellings } as const
/** The resolutions that printers of each language have, of those that there are. */
const languageDpisOf = (all: readonly string[]) => ({
  only: Object.fromEntries(
    printerLanguages.map((language) => {
      const its: LanguageTraits = languageTraits[language]
      return [language, { dpi: its.dpis.filter((dpi) => all.includes(dpi)) }]
    }),
  ),
})
const languageDpis = languageDpisOf(dpis)
/** A picture of one label. */
const pictureFormats = ['png', 'svg'] as const
const documentFormat = { ...format, words: documentFormats, default: 'pdf', ...languageDpis } as const
/** A picture is one of the first page. */
const labelsFormat = { ...documentFormat, words: [...documentFormats, ...pictureFormats] } as const

/** How the bitmap of ZPL is packed; what is so by default may always be said. */
const packing = { kind: 'word', words: zplPackings, spellings: packingSpellings } as const
const zpl = { ...packing, default: 'z64', only: { rle: { format: ['zpl'] } } } as const

const dpi = {
  kind: 'word',
  words: dpis,
  optional: true,
  title: 'Resolution',
  initially: usualDpi,
  titles: {
    152: '152 dpi, 6 dots/mm',
    180: '180 dpi',
    203: '203 dpi, 8 dots/mm',
    300: '300 dpi',
    360: '360 dpi',
    600: '600 dpi',
  },
  spellings: resolutionSpellings,
} as const

/** The heads of printers that read ZPL. */
const zplDpis = ['152', '203', '300', '600'] as const

/** Pixels an inch of scanners, cameras and drawings. */
const scanDpiRange = { least: 50, most: 9600 }

/** The highest number of a page of a PDF. */
export const mostPages = 10_000

const xdim = { kind: 'number', ...xdimRange, unit: 'mm', optional: true } as const

/** How much wider a printer makes dark, in mm. */
const gainForm =
  'mm from -1 to 1, or two of these with a comma between, across and along the feed, such as 0.16 or 0.16,0.1'
const gain = {
  kind: 'form',
  longest: 15,
  pattern: /^-?\d(?:\.\d{1,3})?(?:,-?\d(?:\.\d{1,3})?)?$/,
  form: gainForm,
  samples: ['0.16', '0.16,0.1', '-0.05'],
  read: (given: string) => (gainOf(given).every((each) => Math.abs(each) <= mostGain) ? given : { fault: gainForm }),
  optional: true,
} as const

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

/** The published label whose rules a label is held to. */
const profile = {
  kind: 'word',
  words: profileNames,
  optional: true,
  title: 'Profile',
  purpose: 'The published label whose rules the label is judged by as well.',
  titles: profileTitles,
} as const

const gs1 = {
  kind: 'word',
  words: ['false', 'true', 'link'],
  default: 'false',
  only: { true: { type: gs1Symbologies('elements'), eci: ['none', 'utf8'] }, link: { type: gs1Symbologies('link') } },
  spellings: flagSpellings,
} as const

/** The kind of content that a text is held to. */
const content = { kind: 'word', words: contentNames, optional: true } as const

/** The same of the text of a symbol. */
const heldContent = {
  ...content,
  title: 'Kind of text',
  titles: {
    iso15434: 'ISO/IEC 15434',
    epc: 'EPC QR code',
    swiss: 'Swiss QR bill',
    vcard: 'vCard',
    event: 'Event',
    mecard: 'MECARD',
    wifi: 'WiFi',
    bcbp: 'Boarding pass',
    gs1: 'GS1',
    mail: 'E-mail',
    phone: 'Telephone number',
    sms: 'Text message',
    place: 'Place',
    url: 'Web address',
    hibc: 'HIBC',
    isbt128: 'ISBT 128',
    isbn: 'ISBN',
    gtin: 'GTIN',
  },
} as const

/** Of a GS1 Digital Link URI. */
const domain = { kind: 'domain', longest: 253, optional: true } as const

/** Whether a backslash in text, caption and title stands before the code of a character. */
const escapes = {
  kind: 'flag',
  default: false,
  title: 'Escapes',
  purpose: '\\t, \\r, \\n, \\\\, \\xHH and \\u{H} stand for the characters that they name.',
  titles: { true: 'Read', false: 'As typed' },
} as const

/** Refuses what would be drawn with a warning, and unknown parameters. */
const strict = { kind: 'flag', default: false } as const

/** Whether what is drawn is read back before it leaves. */
const verify = { kind: 'flag', default: false } as const

/** How the text of a symbol is read. */
const interpretation = { gs1, domain, escapes, strict } as const

const barcode = {
  text,
  type,
  format: { ...format, words: ['png', 'svg', 'pdf'], default: 'png' },
  includetext: { kind: 'flag', default: false, title: 'Text with the barcode', titles: shown },
  caption,
  withtext,
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
  gain,
  application,
  content: heldContent,
  ...options,
  ...interpretation,
  verify,
} as const satisfies Parameters

/** A label, by itself or on a printer of labels. */
const singleLabel = {
  text,
  type: labelType,
  size: { ...size, default: usualStock },
  orientation,
  qty,
  showtext: { kind: 'flag', default: true, title: 'Text on the label', titles: shown },
  caption: { ...caption, ...notLogistic },
  withtext,
  title,
  layout: {
    kind: 'word',
    words: labelLayouts,
    default: 'above',
    title: 'Text position',
    titles: { above: 'Above', below: 'Below', beside: 'Beside', auto: 'Automatic', logistics: 'Pallet label' },
    spellings: layoutSpellings,
    only: { logistics: { type: ['code128'], size: logisticStocks, orientation: ['portrait'], gs1: ['true'] } },
  },
  format: { ...format, words: ['pdf', 'png', 'svg', ...printerLanguages], default: 'pdf', ...languageDpis },
  zpl,
  dpi,
  xdim,
  gain,
  application,
  profile,
  content: heldContent,
  ...labelOptions,
  ...interpretation,
  verify,
} as const satisfies Parameters

const label = {
  ...singleLabel,
  ...sheetParameters,
  sheet: { ...sheetParameters.sheet, excludes: { format: printerLanguages, layout: ['logistics'] } },
} as const satisfies Parameters

/** A label before anything is written: it has no copies and no bytes. */
const { qty: _copies, zpl: _packing, verify: _proof, ...planned } = label

/** What the rows of a body may leave out. */
const textAndType = { text: { ...text, optional: true }, type: { ...labelType, optional: true } } as const

/** What the rows of a body leave out; a sheet is that of their document. */
const forAllRows = {
  ...withoutCompany(label),
  ...sheetParameters,
  sheet: { ...sheetParameters.sheet, excludes: { format: printerLanguages } },
  ...textAndType,
} as const

/** The query of a print job, in which the printer decides some values. */
const forPrinter = { ...withoutCompany(singleLabel), ...textAndType } as const

/** How the rows of a body are read. */
const reading = {
  partial: { kind: 'flag', default: false },
  columns: {
    kind: 'form',
    // a header for each parameter, and some of them long
    longest: 4096,
    pattern:
      /^[a-z0-9]+=("([^"]|"")*"|[^",+][^,+]*|)(\+("([^"]|"")*"|[^",+][^,+]*|))*(,[a-z0-9]+=("([^"]|"")*"|[^",+][^,+]*|)(\+("([^"]|"")*"|[^",+][^,+]*|))*)*$/,
    form: 'a list such as text=EAN,caption=Article: a parameter, and what stands above its column, in quotes if it has a comma or a plus',
    samples: ['text=EAN,caption=Article'],
    optional: true,
  },
  delimiter: { kind: 'word', words: ['comma', 'semicolon', 'tab', '|'], optional: true },
  header: { kind: 'flag', default: true },
  encoding: {
    kind: 'form',
    longest: 24,
    pattern: /^[A-Za-z0-9_:.-]{2,24}$/,
    form: encodingForm,
    samples: ['utf-8', 'windows-1252', 'koi8-r', 'shift_jis'],
    read: (given: string) => encodingNamed(given) ?? { fault: encodingForm },
    optional: true,
  },
  worksheet: { kind: 'text', longest: 100, optional: true },
} as const

const { insteadOf: _, ...sheetOfDesigns } = sheetParameters.sheet

/** What labels of a design have besides its fields: it decides all else. */
const designed = {
  design: { kind: 'text', longest: 40 },
  qty,
  format: label.format,
  zpl,
  dpi,
  gain,
  profile,
  strict,
  verify,
} as const satisfies Parameters

/** The same where labels may be on sheets, which have to be for labels of the design's size. */
const designedOnSheets = {
  ...designed,
  ...sheetParameters,
  sheet: { ...sheetOfDesigns, excludes: { format: printerLanguages } },
} as const satisfies Parameters

/** What a plan of a design has besides its fields. */
const { qty: _labels, zpl: _packed, verify: _read, ...plannedDesign } = designedOnSheets

/** How rows of a table are read for a design, whose fields may have any name of columns. */
const readingFields = {
  ...reading,
  columns: {
    ...reading.columns,
    pattern:
      /^[A-Za-z0-9_-]+=("([^"]|"")*"|[^",+][^,+]*|)(\+("([^"]|"")*"|[^",+][^,+]*|))*(,[A-Za-z0-9_-]+=("([^"]|"")*"|[^",+][^,+]*|)(\+("([^"]|"")*"|[^",+][^,+]*|))*)*$/,
    form: 'a list such as sku=EAN,name=Article: a field, and what stands above its column, in quotes if it has a comma or a plus',
  },
} as const

/** The longest name that the file of printers accepts. */
const printer = { kind: 'text', longest: 40 } as const

/** Whether labels are read back once they are printed. */
const confirm = { kind: 'word', words: ['scan'], optional: true } as const

/** Of a label within its job. */
const labelNumber = { kind: 'integer', least: 1, most: 1_000_000 } as const

/** A time with its zone, which is UTC if none is given. */
function sinceRead(given: string): string | { readonly fault: string } {
  const day = given.slice(0, 10)
  const hasZone = !given.includes('T') || /(?:Z|[+-]\d\d:\d\d)$/.test(given)
  const text = hasZone ? given : `${given}Z`
  // a day beyond the end of its month would be one of the next
  const isThere = !Number.isNaN(Date.parse(text)) && new Date(day).toISOString().startsWith(day)
  return isThere ? text : { fault: 'a time that there is' }
}

/** Of a job: far beyond what a database of its bound can hold. */
const jobNumber = { kind: 'integer', least: 1, most: 999_999_999_999 } as const

export const parameters = {
  barcode,
  label,
  explain: {
    text,
    type,
    ...options,
    size: { ...options.modules, insteadOf: 'modules', isAlias: true },
    ...interpretation,
  },
  plan: planned,
  labelDesign: planned,
  gs1: { text, domain, escapes, strict },
  content: { text, content, escapes, strict },
  sheets: {
    search: { kind: 'text', longest: sheetParameters.sheet.longest, optional: true },
    limit: { kind: 'integer', least: 1, most: 100, default: 20 },
    strict,
  },
  alignment: {
    ...alignmentParameters,
    format: { ...format, words: ['pdf', 'png', 'svg'], default: 'pdf' },
    dpi,
    strict,
  },
  /** Of a picture, which is in the body. */
  check: {
    type: { ...type, optional: true },
    text: { ...text, optional: true },
    application,
    profile,
    dpi: { kind: 'number', ...scanDpiRange, optional: true },
    page: { kind: 'integer', least: 1, most: mostPages, optional: true },
    modules: { kind: 'flag', default: false },
    grade: {
      kind: 'form',
      longest: 40,
      pattern: /^(true|false|([0-3](\.[0-9])?|4(\.0)?)\/(0[1-9]|[1-9][0-9])\/(660|W))$/,
      form: 'true, false, or the grade that is asked for: from 0 to 4.0, the number of an aperture, and the light, 660 (nm) or W (white), such as 1.5/06/660',
      samples: ['true', '1.5/06/660', '1.5/06/W'],
      optional: true,
    },
    format: { kind: 'word', words: ['json', 'pdf'], default: 'json' },
    language: { kind: 'word', words: ['en', 'de', 'es', 'fr'], default: 'en' },
    name: { kind: 'text', longest: 200, optional: true },
    strict,
  },
  /** Of a file of another program that becomes a design. */
  importedDesign: { name: { kind: 'text', longest: 200, optional: true }, strict },
  /** A program in ZPL, which is in the body. */
  zpl: {
    dpi: { kind: 'word', words: zplDpis, optional: true, spellings: resolutionSpellings },
    size: { ...size, optional: true },
    index: { kind: 'integer', least: 0, most: 499, optional: true },
    format: {
      ...format,
      words: [...pictureFormats, ...documentFormats, 'json'],
      default: 'png',
      ...languageDpisOf(zplDpis),
    },
    zpl,
    verify,
    strict,
  },
  /** A document, which is in the body. */
  heal: {
    printer: { ...printer, optional: true },
    dpi: { kind: 'word', words: dpis, optional: true, spellings: resolutionSpellings },
    size: { ...size, optional: true },
    fit: { kind: 'word', words: ['auto', 'actual', 'crop', 'page'], default: 'auto' },
    split: {
      kind: 'form',
      longest: 5,
      pattern: /^([1-9]|10)x([1-9]|1[0-9]|20)$/,
      form: 'columns x rows, at most 10x20, such as 2x1',
      samples: ['2x1', '2x2'],
      optional: true,
    },
    index: { kind: 'integer', least: 0, most: 199, optional: true },
    format: { ...format, words: [...pictureFormats, ...documentFormats, 'json'], default: 'png', ...languageDpis },
    pictures: { kind: 'flag', default: false, only: { true: { format: ['json'] } } },
    zpl,
    name: { kind: 'text', longest: 200, optional: true },
    strict,
  },
  /** A program in ZPL on a printer, which decides all else. */
  zplPrint: {
    printer,
    index: { kind: 'integer', least: 0, most: 499, optional: true },
    name: { kind: 'text', longest: 100, optional: true },
    verify,
    strict,
  },
  /** A row of many labels; all of them are in one document. */
  row: { ...label, format: documentFormat },
  /** Of many labels: what their rows leave out, and how the rows are read. */
  labels: { ...forAllRows, format: labelsFormat, zpl, ...reading },
  /** Of a label for a printer, or of many: what the printer has need not be given. */
  print: {
    printer,
    ...forPrinter,
    size: { ...size, optional: true },
    format: { ...format, words: languages, optional: true },
    zpl: { ...packing, optional: true },
    ...reading,
    confirm,
    from: { kind: 'integer', least: 1, most: qty.most, default: 1 },
  },
  /** Labels of a design; its fields are parameters too. */
  designed: designedOnSheets,
  /** A row of these, and many of them, which may have the design in their body. */
  designedRow: { ...designedOnSheets, design: { ...designed.design, optional: true }, format: documentFormat },
  designedLabels: {
    ...designedOnSheets,
    design: { ...designed.design, optional: true },
    format: labelsFormat,
    ...readingFields,
  },
  designedPlan: plannedDesign,
  /** A label of a design for a printer. */
  designedForPrinter: designed,
  designedPrint: {
    printer,
    ...designed,
    design: { ...designed.design, optional: true },
    format: { ...format, words: languages, optional: true },
    zpl: { ...packing, optional: true },
    ...readingFields,
    confirm,
    from: { kind: 'integer', least: 1, most: qty.most, default: 1 },
  },
  designs: { strict },
  keys: { strict },
  printers: { printer: { ...printer, optional: true }, strict },
  onePrinter: { strict },
  foundPrinters: { address: { kind: 'text', longest: 512, optional: true }, strict },
  testPage: { page: { kind: 'word', words: ['test', 'calibration'], default: 'test' }, strict },
  jobs: {
    printer: { ...printer, optional: true },
    state: { kind: 'word', words: jobStates, optional: true },
    before: { ...jobNumber, optional: true },
    limit: { kind: 'integer', least: 1, most: 200, default: 50 },
    strict,
  },
  job: { strict },
  jobLabels: { from: { ...labelNumber, optional: true }, to: { ...labelNumber, optional: true }, strict },
  jobsTable: {
    since: {
      kind: 'form',
      longest: 30,
      // RFC 3339, a date or a time; without a zone it is UTC
      pattern: /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/,
      form: 'a date such as 2026-11-28, or a time such as 2026-11-28T06:00:00Z',
      samples: ['2026-11-28'],
      read: sinceRead,
      optional: true,
    },
    strict,
  },
  /** Labels that are read back. */
  scans: { job: { ...jobNumber, optional: true }, strict },
  scan: { text, strict },
  counters: {
    counter: {
      kind: 'form',
      longest: 40,
      pattern: counterName,
      form: counterNameWanted,
      samples: ['pallet'],
      optional: true,
    },
    strict,
  },
  /** How a counter counts; what is left out stays as it is. */
  counter: {
    start: { kind: 'integer', least: 0, most: mostNumber, optional: true },
    step: { kind: 'integer', least: 1, most: 1_000_000, optional: true },
    width: { kind: 'integer', least: 1, most: mostWidth, optional: true },
    limit: { kind: 'integer', least: 1, most: mostNumber, optional: true },
    extension: { kind: 'integer', least: 0, most: 9, optional: true },
    prefix: {
      kind: 'form',
      longest: 12,
      // GS1 General Specifications, 1.4.4: company prefixes of 4 to 12 digits
      pattern: /^[0-9]{4,12}$/,
      form: 'a GS1 company prefix of 4 to 12 digits',
      samples: ['0614141'],
      optional: true,
    },
    strict,
  },
  resume: { from: { ...labelNumber, optional: true }, strict },
  reprint: {
    from: { ...labelNumber, optional: true },
    to: { ...labelNumber, optional: true },
    reason: { kind: 'text', longest: 200, optional: true },
    strict,
  },
  /** The deprecated endpoint has the parameters that labels began with. */
  legacy: {
    text,
    type: labelType,
    size: { ...stock, default: usualStock, spellings: stockSpellings },
    orientation,
    qty,
    showtext: label.showtext,
    format: { ...format, words: ['pdf', 'png'], default: 'pdf' },
    strict,
  },
  description: { strict },
} as const satisfies { readonly [endpoint: string]: Parameters }

/** A table without the conditions on other parameters, which may be given elsewhere. */
function withoutCompany<T extends Parameters>(table: T): T {
  const entries = Object.entries(table).map(([name, parameter]) => {
    const own = Object.entries(parameter).filter(([key]) => !['only', 'needs', 'excludes'].includes(key))
    return [name, Object.fromEntries(own)]
  })
  return Object.fromEntries(entries)
}
