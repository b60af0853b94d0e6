/** Options in the rows of the catalogue: what they are for, their values, and what they go with. */

import { type DataMatrixSize, dataMatrixSizes, dmreSizes, sizesOf } from './datamatrix/sizes.ts'
import { eciNames, ecis } from './eci/assignments.ts'

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

/** The names of an option and its values, for people. */
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
export const flag = {
  words: ['true', 'false'],
  titles: { true: 'Yes', false: 'No' },
  values: { true: true, false: false },
  default: 'false',
}

/** GS1 messages have rules of their own for what announces them and for their character set. */
export const notGs1 = { gs1: ['true', 'link'] }

export const level = {
  title: 'Error correction',
  purpose: 'How much damage a reader can repair; by default as much as the size allows.',
  words: ['L', 'M', 'Q', 'H'],
  titles: { L: 'L, about 7 %', M: 'M, about 15 %', Q: 'Q, about 25 %', H: 'H, about 30 %' },
}

export const version = {
  title: 'Version',
  purpose: 'The size, for symbols that must all be alike; by default the smallest.',
  least: 1,
  most: 40,
}

export const mask = {
  title: 'Mask',
  purpose: 'The pattern over the data, for tests; by default the best.',
  least: 0,
  most: 7,
  titles: Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n, `${n.toString(2).padStart(3, '0')} (${n})`])),
}

export const eci = {
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

export const parts = {
  title: 'Parts',
  absent: 'All in one',
  purpose: 'Structured append: the text is divided among so many symbols.',
  least: 2,
  most: 16,
  needs: ['part'],
  excludes: notGs1,
}

export const part = {
  title: 'Part',
  absent: 'None',
  purpose: 'Which of the parts this symbol carries.',
  least: 1,
  most: 16,
  needs: ['parts'],
}

export const reader = {
  title: 'Reader',
  absent: 'Not concerned',
  purpose: 'Tells the reader that the text sets it up.',
  words: ['init'],
  titles: { init: 'Set up by this symbol' },
}

export const addon = {
  title: 'Add-on',
  absent: 'None',
  purpose: 'The issue of a periodical in 2 digits, or the price of a book in 5.',
  pattern: /^([0-9]{2}|[0-9]{5})$/,
  form: '2 or 5 digits',
  samples: ['24', '51999'],
}

export const ratio = {
  title: 'Wide to narrow',
  purpose: 'The width of wide bars and spaces; the smaller, the narrower the symbol.',
  titles: { 2: '2 : 1', 2.5: '2.5 : 1', 3: '3 : 1' },
  values: { 2: 2, 2.5: 2.5, 3: 3 },
  default: '3',
}

export const shape = {
  title: 'Shape',
  purpose: 'A rectangle for a narrow place; DMRE has more of them.',
  words: ['square', 'rectangle', 'dmre', 'any'],
  titles: { square: 'Square', rectangle: 'Rectangle', dmre: 'Rectangle, DMRE too', any: 'Any but DMRE' },
}

const nameOf = ({ name }: DataMatrixSize): string => name

export const modules = {
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

export const encodation = {
  title: 'Encodation',
  purpose: 'The only one to use, for tests; by default the shortest way.',
  words: ['ascii', 'c40', 'text', 'x12', 'edifact', 'base256'],
  titles: { ascii: 'ASCII', c40: 'C40', text: 'Text', x12: 'X12', edifact: 'EDIFACT', base256: 'Base 256' },
}
