/**
 * Every symbology in one row. All lists of symbologies, of their names, standards, sample texts and options are made from
 * this table; it knows no encoder.
 */

import {
  addon,
  eci,
  encodation,
  flag,
  level,
  mask,
  modules,
  notGs1,
  part,
  parts,
  ratio,
  reader,
  type SymbologyOption,
  shape,
  version,
} from './catalogue-options.ts'

export type { OptionValues, SymbologyOption } from './catalogue-options.ts'

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
    options: { reader: { ...reader, excludes: notGs1 } },
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
    options: {
      level,
      version,
      mask,
      eci,
      parts,
      part,
      fnc1: {
        title: 'FNC1',
        absent: 'None',
        purpose: 'In the second position: data in the format of an industry.',
        words: ['second'],
        titles: { second: 'Second position' },
        needs: ['indicator'],
        // readers take the indicator for a character in UTF-16 or UTF-32
        excludes: { ...notGs1, eci: ['25', '35'] },
      },
      indicator: {
        title: 'Indicator',
        absent: 'None',
        purpose: 'Which industry, as AIM assigned it: a letter or two digits.',
        pattern: /^([A-Za-z]|[0-9]{2})$/,
        form: 'a letter or two digits',
        samples: ['a', '37'],
        needs: ['fnc1'],
      },
    },
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
    options: {
      shape,
      modules,
      encodation,
      eci,
      parts,
      part,
      fileid: {
        title: 'File ID',
        purpose: 'Two numbers of 1 to 254 that all parts share; by default made from the text.',
        pattern: /^([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-4]),([1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-4])$/,
        form: 'two numbers of 1 to 254, as in 5,9',
        samples: ['5,9', '254,1'],
        needs: ['parts', 'part'],
      },
      reader: { ...reader, excludes: { ...notGs1, parts: 'any' } },
    },
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
    options: { addon },
  },
  upce: {
    name: 'UPC-E',
    standard: 'ISO/IEC 15420:2009',
    kind: 'product',
    sample: '425261',
    hint: '6 to 8 digits, or a UPC-A that can be shortened.',
    onLabels: false,
    gs1: ['elements'],
    options: { addon },
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
    options: { addon },
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
    options: {
      checkdigit: { title: 'Check character', purpose: 'Adds a check character modulo 43.', ...flag },
      fullascii: {
        title: 'Full ASCII',
        purpose: 'Carries all of ASCII by pairs of characters; readers must be set to it.',
        ...flag,
      },
      ratio: { ...ratio, words: ['2', '2.5', '3'] },
    },
  },
  itf14: {
    name: 'ITF-14',
    standard: 'ISO/IEC 16390:2007',
    kind: 'linear',
    sample: '1540014128876',
    hint: '13 digits, or 14 with the check digit.',
    onLabels: false,
    gs1: ['elements'],
    options: {
      bearer: {
        title: 'Bearer bars',
        purpose: 'Bars against partial scans: above and below, or a frame for printing with plates.',
        words: ['none', 'top-bottom', 'frame'],
        titles: { none: 'None', 'top-bottom': 'Above and below', frame: 'Frame' },
        default: 'top-bottom',
      },
      ratio: { ...ratio, words: ['2.5', '3'], titles: { 2.5: '2.5 : 1', 3: '3 : 1' } },
    },
  },
} as const satisfies { readonly [name: string]: CatalogueRow }

type Rows = typeof rows

export type Symbology = keyof Rows
export type LabelSymbology = { [S in Symbology]: Rows[S]['onLabels'] extends true ? S : never }[Symbology]

export type OptionName = OptionsNamed<Symbology>
/** The names of the options of some symbologies. */
export type OptionsNamed<S extends Symbology> = { [Each in S]: keyof Rows[Each]['options'] }[S]

/** Options as people give them: a word, a number or a string of the option's form. */
export type GivenOptions = { readonly [Name in OptionName]?: string | number | undefined }

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
