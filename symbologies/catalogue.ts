/**
 * Every symbology in one row. All lists of symbologies, of their names, standards, sample texts and options are made from
 * this table; it knows no encoder.
 */

import { type DataMatrixSize, dataMatrixSizes, dmreSizes, sizesOf } from './datamatrix/sizes.ts'
import { eciNames, ecis } from './eci/assignments.ts'

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
  /** How it carries GS1 messages; empty if it is not one of GS1's symbologies. */
  readonly gs1: readonly Gs1Form[]
  /** The name of a symbol with a GS1 message, if it has one. */
  readonly gs1Name?: string
  readonly options: { readonly [name: string]: SymbologyOption }
}

/** The values of an option: words, whole numbers from `least` to `most`, both included, or strings of a form. */
export type OptionValues =
  | { readonly words: readonly string[]; readonly least?: never; readonly pattern?: never }
  | { readonly least: number; readonly most: number; readonly words?: never; readonly pattern?: never }
  | {
      /** Matches the whole value. */
      readonly pattern: RegExp
      /** The form in words, after "is not". */
      readonly form: string
      readonly samples: readonly string[]
      readonly words?: never
      readonly least?: never
    }

/** The names of an option and its values, as they are shown. */
interface OptionNames {
  /** The label of its form field. */
  readonly title: string
  /** What it is for, in one line. */
  readonly purpose: string
  /** Titles of values, if they differ from the values. */
  readonly titles?: { readonly [value: string]: string }
  /** Headings for forms, with the values under each. */
  readonly groups?: { readonly [heading: string]: readonly string[] }
  /** The default value, if it does not depend on the text. */
  readonly default?: string
  /** What a form calls its absence, if there is no default; `Automatic` if something is chosen then. */
  readonly absent?: string
}

/** The parameters that an option goes with. */
interface OptionCompany {
  /** Options without which it has no meaning. */
  readonly needs?: readonly string[]
  /** Parameters that it does not go with, with the values that are meant. */
  readonly excludes?: { readonly [parameter: string]: readonly string[] | 'any' }
}

/** An option of a symbology, as the API, the command line and the pages take it. */
export type SymbologyOption = OptionNames &
  OptionCompany &
  OptionValues & {
    /** The encoder's values, by word, if they differ from the words. */
    readonly values?: { readonly [word: string]: unknown }
  }

/** A choice of yes or no. */
const flag = {
  words: ['true', 'false'],
  titles: { true: 'Yes', false: 'No' },
  values: { true: true, false: false },
  default: 'false',
}

/** GS1 messages have rules of their own for what announces them and for their character set. */
const notGs1 = { gs1: ['true', 'link'] }

const level = {
  title: 'Error correction',
  purpose: 'How much damage a reader can repair; by default as much as the size allows.',
  words: ['L', 'M', 'Q', 'H'],
  titles: { L: 'L, about 7 %', M: 'M, about 15 %', Q: 'Q, about 25 %', H: 'H, about 30 %' },
}

const version = {
  title: 'Version',
  purpose: 'The size, for symbols that must all be alike; by default the smallest.',
  least: 1,
  most: 40,
}

const mask = {
  title: 'Mask',
  purpose: 'The pattern over the data, for tests; by default the best.',
  least: 0,
  most: 7,
  titles: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n, `${n.toString(2).padStart(3, '0')} (${n})`])),
}

const eci = {
  title: 'ECI',
  purpose: 'The character set that the symbol declares; by default only beyond ASCII.',
  words: ['none', 'utf8', 'auto', ...ecis.map(String)],
  titles: {
    none: 'None',
    utf8: 'None, bytes in UTF-8',
    auto: 'Whichever is shortest',
    ...Object.fromEntries(ecis.map((number) => [number, `${number}, ${eciNames[number]}`])),
  },
  values: { none: 'none', utf8: 'utf8', auto: 'auto', ...Object.fromEntries(ecis.map((number) => [number, number])) },
}

const parts = {
  title: 'Parts',
  absent: 'All in one',
  purpose: 'Structured append: the text is divided among so many symbols.',
  least: 2,
  most: 16,
  needs: ['part'],
  excludes: notGs1,
}

const part = {
  title: 'Part',
  absent: 'None',
  purpose: 'Which of the parts this symbol carries.',
  least: 1,
  most: 16,
  needs: ['parts'],
}

const reader = {
  title: 'Reader',
  absent: 'Not concerned',
  purpose: 'Tells the reader that the text sets it up.',
  words: ['init'],
  titles: { init: 'Set up by this symbol' },
}

const addon = {
  title: 'Add-on',
  absent: 'None',
  purpose: 'The issue of a periodical in 2 digits, or the price of a book in 5.',
  pattern: /^([0-9]{2}|[0-9]{5})$/,
  form: '2 or 5 digits',
  samples: ['24', '51999'],
}

const ratio = {
  title: 'Wide to narrow',
  purpose: 'The width of wide bars and spaces; the smaller, the narrower the symbol.',
  titles: { 2: '2 : 1', 2.5: '2.5 : 1', 3: '3 : 1' },
  values: { 2: 2, 2.5: 2.5, 3: 3 },
  default: '3',
}

const shape = {
  title: 'Shape',
  purpose: 'A rectangle for a narrow place; DMRE has more of them.',
  words: ['square', 'rectangle', 'dmre', 'any'],
  titles: { square: 'Square', rectangle: 'Rectangle', dmre: 'Rectangle, DMRE too', any: 'Any but DMRE' },
}

const nameOf = ({ name }: DataMatrixSize): string => name

const modules = {
  title: 'Modules',
  purpose: 'Rows and columns; by default the smallest that hold the text.',
  words: dataMatrixSizes.map(nameOf),
  titles: Object.fromEntries(dataMatrixSizes.map(({ name, rows, columns }) => [name, `${rows} × ${columns}`])),
  groups: {
    Squares: sizesOf.square.map(nameOf),
    Rectangles: sizesOf.rectangle.map(nameOf),
    DMRE: dmreSizes.map(nameOf),
  },
}

const encodation = {
  title: 'Encodation',
  purpose: 'The only one to use, for tests; by default the shortest way.',
  words: ['ascii', 'c40', 'text', 'x12', 'edifact', 'base256'],
  titles: { ascii: 'ASCII', c40: 'C40', text: 'Text', x12: 'X12', edifact: 'EDIFACT', base256: 'Base 256' },
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

/** Whether its symbols are matrices of modules, read in both directions. */
export const isMatrixSymbology = (symbology: Symbology): boolean => catalogue[symbology].kind === 'matrix'

export const isLabelSymbology = (symbology: Symbology): symbology is LabelSymbology => rows[symbology].onLabels

export const labelSymbologies: readonly LabelSymbology[] = symbologies.filter(isLabelSymbology)
