/** Parameters that several endpoints have, and parts of parameters. */

import { applications, gs1Symbologies } from '../../symbologies/index.ts'
import { symbolLayouts } from '../layout/label.ts'
import { dpis, usualDpi, xdimRange } from '../layout/resolution.ts'
import { freeSize, isFreeSize, sideRange } from '../layout/stock.ts'
import { zplPackings } from '../render/zpl.ts'
import {
  applicationSpellings,
  flagSpellings,
  layoutSpellings,
  packingSpellings,
  resolutionSpellings,
} from './spellings.ts'

/** The longest text in Unicode code points: as many digits as the largest QR symbol holds. */
export const text = { kind: 'text', longest: 7089 } as const

/** Words in place of the text that a symbol carries, and above all. */
export const caption = {
  kind: 'text',
  longest: 500,
  optional: true,
  title: 'Caption',
  purpose: 'Words in place of the encoded text, in one line or more.',
  hasLines: true,
} as const
export const title = {
  kind: 'text',
  longest: 100,
  optional: true,
  title: 'Title',
  purpose: 'A line above all, in larger print.',
} as const

/** How a symbol and its words are arranged. */
export const symbolLayout = {
  kind: 'word',
  words: symbolLayouts,
  default: 'above',
  title: 'Text position',
  titles: { above: 'Above', beside: 'Beside', auto: 'Automatic' },
  spellings: layoutSpellings,
} as const

/** A logistic label says what its message says. */
export const notLogistic = { excludes: { layout: ['logistics'] } } as const

export const dpi = {
  kind: 'word',
  words: dpis,
  optional: true,
  title: 'Resolution',
  initially: usualDpi,
  titles: { 152: '152 dpi, 6 dots/mm', 203: '203 dpi, 8 dots/mm', 300: '300 dpi', 600: '600 dpi' },
  spellings: resolutionSpellings,
} as const

export const xdim = { kind: 'number', ...xdimRange, unit: 'mm', optional: true } as const

export const application = {
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

export const gs1 = {
  kind: 'word',
  words: ['false', 'true', 'link'],
  default: 'false',
  only: { true: { type: gs1Symbologies('elements'), eci: ['none', 'utf8'] }, link: { type: gs1Symbologies('link') } },
  spellings: flagSpellings,
} as const

/** Of a GS1 Digital Link URI. */
export const domain = { kind: 'domain', longest: 253, optional: true } as const

/** Titles of the values of a flag that shows text. */
export const shown = { true: 'Shown', false: 'Left out' }

/** How the bitmap of ZPL is packed. */
export const zpl = {
  kind: 'word',
  words: zplPackings,
  default: 'z64',
  // what is so by default may always be said
  only: { rle: { format: ['zpl'] } },
  spellings: packingSpellings,
} as const

/** Whether a backslash in text, caption and title stands before the code of a character. */
export const escapes = {
  kind: 'flag',
  default: false,
  title: 'Escapes',
  purpose: '\\t, \\r, \\n, \\\\, \\xHH and \\u{H} stand for the characters that they name.',
  titles: { true: 'Read', false: 'As typed' },
} as const

/** Refuses what would be drawn with a warning, and unknown parameters. */
export const strict = { kind: 'flag', default: false } as const

/** Sizes of labels besides the stock. */
export const freeSizes = {
  accepts: isFreeSize,
  pattern: freeSize,
  title: `a size such as 57x32mm or 2.25x1.25in, of ${sideRange.least} to ${sideRange.most} mm a side`,
  samples: ['57x32mm', '2.25x1.25in'],
} as const

/** How the rows of a body are read. */
export const reading = {
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
  delimiter: { kind: 'word', words: ['comma', 'semicolon', 'tab'], optional: true },
  header: { kind: 'flag', default: true },
  encoding: { kind: 'word', words: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'], optional: true },
} as const

/** The longest name that the file of printers accepts. */
export const printer = { kind: 'text', longest: 40 } as const
