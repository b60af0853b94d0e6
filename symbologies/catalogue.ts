/**
 * Every symbology in one row. All lists of symbologies, of their names, standards, sample texts and options are made from
 * this table; it knows no encoder.
 */

import { dataMatrixSizes } from './datamatrix/sizes.ts'

/** The values of an option: words, or whole numbers from `least` to `most`, both included. */
export type OptionValues =
  | { readonly words: readonly string[]; readonly least?: never; readonly most?: never }
  | { readonly words?: never; readonly least: number; readonly most: number }

/** The names of an option and its values, for people. */
interface OptionNames {
  /** The label of its form field. */
  readonly title: string
  /** Titles of values, if they differ from the values. */
  readonly titles?: { readonly [value: string]: string }
  /** Headings for forms, with the values under each. */
  readonly groups?: { readonly [heading: string]: readonly string[] }
  /** The default value, if it does not depend on the text. */
  readonly default?: string
}

/** An option of a symbology, as explain, the command line and the pages take it. */
export type SymbologyOption = OptionNames &
  OptionValues & {
    /** The encoder's values, by word, if they differ from the words. */
    readonly values?: { readonly [word: string]: unknown }
  }

/** How a symbol carries a GS1 message: as element strings or a GTIN, or as a GS1 Digital Link URI. */
export type Gs1Form = 'elements' | 'link'

export interface CatalogueRow {
  /** Its name in its standard. */
  readonly name: string
  /** A shorter common name, if any. */
  readonly title?: string
  /** The standard and its edition. */
  readonly standard: string
  /** `product`: a linear symbology for the GS1 keys of products in shops. */
  readonly kind: 'matrix' | 'linear' | 'product'
  /** A sample text. */
  readonly sample: string
  /** The texts that it accepts, in one line. */
  readonly hint: string
  readonly onLabels: boolean
  /** The widest module on a label, in mm; by default as wide as fits. */
  readonly widestModule?: number
  /** How it carries GS1 messages; empty if it is none of GS1's symbologies. */
  readonly gs1: readonly Gs1Form[]
  /** The name of a symbol with a GS1 message, if it has one. */
  readonly gs1Name?: string
  readonly options: { readonly [name: string]: SymbologyOption }
}

const anything = 'QZ-0001'

const level = {
  title: 'Error correction',
  words: ['L', 'M', 'Q', 'H'],
  titles: { L: 'L, about 7 %', M: 'M, about 15 %', Q: 'Q, about 25 %', H: 'H, about 30 %' },
}

const version = { title: 'Version', least: 1, most: 40 }

const mask = {
  title: 'Mask',
  least: 0,
  most: 7,
  titles: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n, `${n.toString(2).padStart(3, '0')} (${n})`])),
}

const eci = {
  title: 'ECI',
  words: ['3', '26', 'none'],
  titles: { 3: '3, ISO 8859-1', 26: '26, UTF-8', none: 'None' },
}

const shape = {
  title: 'Shape',
  words: ['square', 'rectangle', 'any'],
  titles: { square: 'Square', rectangle: 'Rectangle', any: 'Any' },
  default: 'square',
}

const size = {
  title: 'Size',
  words: dataMatrixSizes.map(({ name }) => name),
  titles: Object.fromEntries(dataMatrixSizes.map(({ name, rows, columns }) => [name, `${rows} × ${columns}`])),
  groups: {
    Squares: dataMatrixSizes.filter(({ rows, columns }) => rows === columns).map(({ name }) => name),
    Rectangles: dataMatrixSizes.filter(({ rows, columns }) => rows !== columns).map(({ name }) => name),
  },
}

const encodation = {
  title: 'Encodation',
  words: ['ascii', 'c40', 'text', 'x12', 'edifact', 'base256'],
  titles: { ascii: 'ASCII', c40: 'C40', text: 'Text', x12: 'X12', edifact: 'EDIFACT', base256: 'Base 256' },
}

const rows = {
  code128: {
    name: 'Code 128',
    standard: 'ISO/IEC 15417:2007',
    kind: 'linear',
    sample: anything,
    hint: 'Letters of Western Europe, digits and signs (ISO 8859-1); digits take half the space.',
    onLabels: true,
    widestModule: 1.016, // GS1 General Specifications, 5.12.3
    gs1: ['elements'],
    gs1Name: 'GS1-128',
    options: {},
  },
  qr: {
    name: 'QR Code',
    standard: 'ISO/IEC 18004:2015',
    kind: 'matrix',
    sample: anything,
    hint: 'Any text, up to 7089 digits or about 2900 letters.',
    onLabels: true,
    gs1: ['elements', 'link'],
    gs1Name: 'GS1 QR Code',
    options: { level, version, mask, eci: { ...eci, values: { 3: 3, 26: 26, none: 'none' } } },
  },
  microqr: {
    name: 'Micro QR Code',
    standard: 'ISO/IEC 18004:2015',
    kind: 'matrix',
    sample: anything,
    hint: 'Short: up to 35 digits, 21 capitals, or 15 letters of Western Europe.',
    onLabels: true,
    gs1: [],
    options: {
      level: { ...level, words: ['L', 'M', 'Q'] },
      version: { ...version, most: 4 },
      mask: { ...mask, most: 3 },
    },
  },
  datamatrix: {
    name: 'Data Matrix ECC 200',
    title: 'Data Matrix',
    standard: 'ISO/IEC 16022:2006',
    kind: 'matrix',
    sample: anything,
    hint: 'Any text, up to 3116 digits or 2335 letters.',
    onLabels: true,
    gs1: ['elements', 'link'],
    gs1Name: 'GS1 DataMatrix',
    options: { shape, size, encodation, eci: { ...eci, values: { 3: 3, 26: 26, none: false } } },
  },
  upca: {
    name: 'UPC-A',
    standard: 'ISO/IEC 15420:2009',
    kind: 'product',
    sample: '03600029145',
    hint: '11 digits, or 12 with the check digit.',
    onLabels: true,
    widestModule: 0.66, // GS1 General Specifications, 5.12.3
    gs1: ['elements'],
    options: {},
  },
  upce: {
    name: 'UPC-E',
    standard: 'ISO/IEC 15420:2009',
    kind: 'product',
    sample: '425261',
    hint: '6 to 8 digits, or a UPC-A that can be shortened.',
    onLabels: false,
    gs1: ['elements'],
    options: {},
  },
  ean13: {
    name: 'EAN-13',
    standard: 'ISO/IEC 15420:2009',
    kind: 'product',
    sample: '400638133393',
    hint: '12 digits, or 13 with the check digit.',
    onLabels: true,
    widestModule: 0.66, // GS1 General Specifications, 5.12.3
    gs1: ['elements'],
    options: {},
  },
  ean8: {
    name: 'EAN-8',
    standard: 'ISO/IEC 15420:2009',
    kind: 'product',
    sample: '9638507',
    hint: '7 digits, or 8 with the check digit.',
    onLabels: true,
    widestModule: 0.66, // GS1 General Specifications, 5.12.3
    gs1: ['elements'],
    options: {},
  },
  code39: {
    name: 'Code 39',
    standard: 'ISO/IEC 16388:2007',
    kind: 'linear',
    sample: anything,
    hint: 'A to Z, digits, space and - . $ / + %',
    onLabels: false,
    gs1: [],
    options: {},
  },
  itf14: {
    name: 'ITF-14',
    standard: 'ISO/IEC 16390:2007',
    kind: 'linear',
    sample: '1540014128876',
    hint: '13 digits, or 14 with the check digit.',
    onLabels: false,
    gs1: ['elements'],
    options: {},
  },
} as const satisfies { readonly [name: string]: CatalogueRow }

type Rows = typeof rows

export type Symbology = keyof Rows
export type LabelSymbology = { [S in Symbology]: Rows[S]['onLabels'] extends true ? S : never }[Symbology]

export type OptionName = { [S in Symbology]: keyof Rows[S]['options'] }[Symbology]

export const catalogue: { readonly [S in Symbology]: CatalogueRow } = rows

/** In the order of the API's enumerations and messages. */
export const symbologies = Object.keys(rows) as readonly Symbology[]

/** The name that people know it by. */
export const titleOf = (symbology: Symbology): string => catalogue[symbology].title ?? catalogue[symbology].name

/** The name of a symbol with a GS1 message. */
export const gs1NameOf = (symbology: Symbology): string => catalogue[symbology].gs1Name ?? titleOf(symbology)

/** The symbologies that carry GS1 messages in this form. */
export const gs1Symbologies = (form: Gs1Form): readonly Symbology[] =>
  symbologies.filter((symbology) => catalogue[symbology].gs1.includes(form))

export const isLabelSymbology = (symbology: Symbology): symbology is LabelSymbology => rows[symbology].onLabels

export const labelSymbologies: readonly LabelSymbology[] = symbologies.filter(isLabelSymbology)
