/** The address of BarcodeAPI.org, by its README, its page of the API, and what its /types/ answers: names, options and patterns. */

import { checkDigitOf } from '../../../../symbologies/gs1/index.ts'
import { catalogue, isMatrixSymbology, type Symbology } from '../../../../symbologies/index.ts'
import type { GivenValues, Parameters, Request } from '../../../request/parameter.ts'
import { pathValue } from '../../../request/query.ts'
import {
  type CompatService,
  type ForeignSymbology,
  kindNamed,
  nameIn,
  type PictureOptions,
  type SymbolValues,
} from './service.ts'
import { allSides, flag, heightOf, isOn, level, text } from './words.ts'

const barcodeApiParameters = {
  /** From the path, like the data. */
  type: { kind: 'text', longest: 40, optional: true },
  data: text,
  size: { kind: 'integer', least: 10, most: 2000, optional: true },
  dpi: { kind: 'integer', least: 10, most: 600, default: 150 },
  module: { kind: 'number', least: 1, most: 20, optional: true },
  scale: { kind: 'number', least: 0.25, most: 5, optional: true },
  height: { kind: 'number', least: 1, most: 2000, optional: true },
  qz: { kind: 'number', least: 0, most: 100, optional: true },
  text: {
    kind: 'form',
    longest: 6,
    pattern: /^(bottom|top|none)$/,
    form: 'one of bottom, top and none',
    samples: ['none'],
    optional: true,
  },
  correction: level,
  square: flag,
} as const satisfies Parameters

type Asked = Request<typeof barcodeApiParameters>

/** The barcode types that are of the ten, in normal form. */
const kinds: { readonly [type: string]: ForeignSymbology } = {
  128: { type: 'code128' },
  code128: { type: 'code128' },
  39: { type: 'code39' },
  code39: { type: 'code39' },
  qr: { type: 'qr' },
  qrcode: { type: 'qr' },
  dm: { type: 'datamatrix' },
  datamatrix: { type: 'datamatrix' },
  matrix: { type: 'datamatrix' },
  data: { type: 'datamatrix' },
  13: { type: 'ean13' },
  ean13: { type: 'ean13' },
  8: { type: 'ean8' },
  ean8: { type: 'ean8' },
  a: { type: 'upca' },
  upca: { type: 'upca' },
  upc: { type: 'upca' },
  e: { type: 'upce' },
  upce: { type: 'upce' },
  14: { type: 'itf14' },
  itf14: { type: 'itf14' },
  scc14: { type: 'itf14' },
  gtin: { type: 'itf14' },
}

/** Names of its other types: a path that begins with one asks for it, and not for a text with a slash. */
const otherTypes = new Set([
  ...[
    'aztec',
    'codabar',
    '93',
    'code93',
    'code-93',
    '417',
    'pdf417',
    'pdf-417',
    'pdf',
    'royal',
    'royalmail',
    'royal-mail',
  ],
  ...['usps', 'uspsmail', 'usps-mail', 'intelligent', 'apriltag', 'april-tag', 'qrdot', 'qrdotcode'],
])

/** The name there of each symbology. */
const types = {
  code128: '128',
  code39: '39',
  qr: 'qr',
  datamatrix: 'dm',
  ean13: '13',
  ean8: '8',
  upca: 'a',
  upce: 'e',
  itf14: '14',
} as const satisfies { readonly [S in Symbology]?: string }

/** Types that carry control characters, each written as `$$` and the character 64 places on. */
const withControls: readonly Symbology[] = ['code128', 'qr', 'datamatrix']

/**
 * What `auto` makes of a text, in the order of its priorities; the check digit decides where there is one. Eight digits are EAN-8, which
 * has them all in its bars.
 */
const automatic: readonly (readonly [RegExp, Symbology])[] = [
  [/^(?=.*0)[0-9]{12}$/, 'upca'],
  [/^[0-9]{8}$/, 'ean8'],
  [/^[0-9]{13}$/, 'ean13'],
  [/^[A-Z0-9 $./]{1,12}$/, 'code39'],
  [/^[ !#$()*./0-9=?A-Z_a-z~]{1,16}$/, 'code128'],
  [/^.{1,64}$/s, 'qr'],
]

/** GET /api/<type>/<data>, /api/auto/<data> and /api/<data>: always a PNG. */
export const barcodeApi: CompatService<typeof barcodeApiParameters> = {
  parameters: barcodeApiParameters,
  names: { text: 'data', type: 'type', level: 'correction' },
  types,
  pathOf,
  kindOf(given) {
    const name = nameIn(given, 'type')
    return name === undefined ? undefined : kindNamed(name, kinds, { parameter: 'type', types })
  },
  wanted(asked) {
    const { type: name, data } = asked
    const kind = name === undefined ? automaticKind(data) : kindNamed(name, kinds, { parameter: 'type', types })
    const shown = withControls.includes(kind.type) ? withShifted(data) : data
    return {
      symbol: { ...kind, ...optionsOf(kind, asked), text: shown } as SymbolValues,
      picture: pictureOf(kind.type, asked),
      // captions stand below
      ignored: asked.text === 'top' && !isMatrixSymbology(kind.type) ? ['text'] : [],
    }
  },
}

/** The type and the data of a path; the first part is data where it is the name of no type. */
function pathOf(rest: string): GivenValues | undefined {
  const [, first = '', data] = /^([^/]*)(?:\/(.*))?$/s.exec(rest) ?? []
  if (data === undefined) return { data: pathValue(first) }
  const name = pathValue(first)
  if (typeof name === 'string' && name.toLowerCase() === 'auto') return { data: pathValue(data) }
  const form = typeof name === 'string' ? name.toLowerCase().replace(/(?<=.)[ _-]/g, '') : ''
  const isType = Object.hasOwn(kinds, form) || otherTypes.has(form)
  return isType ? { type: name, data: pathValue(data) } : { data: pathValue(rest) }
}

/** The type of a text for which none is named. */
function automaticKind(data: string): ForeignSymbology {
  const found = automatic.find(
    ([pattern, type]) => pattern.test(data) && (catalogue[type].kind !== 'product' || hasRightCheckDigit(data)),
  )
  return { type: found?.[1] ?? 'datamatrix' }
}

const hasRightCheckDigit = (digits: string): boolean => digits.endsWith(`${checkDigitOf(digits.slice(0, -1))}`)

/** The text with a control character for each `$$` and the character 64 places on. */
function withShifted(data: string): string {
  return data.replace(/\$\$([@-\x7f])/g, (_, shifted: string) => String.fromCharCode(shifted.charCodeAt(0) - 64))
}

function optionsOf({ type }: ForeignSymbology, { correction, square }: Asked): { readonly [name: string]: string } {
  if (type === 'qr') return { level: correction?.toUpperCase() ?? 'M' }
  if (type === 'datamatrix') return { shape: square === undefined || isOn(square) ? 'square' : 'any' }
  return {}
}

const millimetresOfInch = 25.4

/** Pixels of a symbol of QR Code, and of a module of bars; millimetres of a module of Data Matrix, and of the height of bars. */
const usual = { size: 275, module: 3, itf14Module: 4, scale: 1.5, height: 25 } as const

function pictureOf(type: Symbology, asked: Asked): PictureOptions {
  const { dpi, size, height, module = type === 'itf14' ? usual.itf14Module : usual.module } = asked
  const { scale = usual.scale, qz = 0 } = asked
  const pixels = (length: number): number => Math.round((length * dpi) / millimetresOfInch)
  switch (type) {
    case 'qr':
      return {
        includetext: false,
        // older addresses say height for it
        size: { of: 'picture', width: size ?? height ?? usual.size, height: size ?? height ?? usual.size },
        padding: { dots: allSides(0), modules: Math.round(qz) },
      }
    case 'datamatrix':
      return {
        includetext: false,
        scale: Math.max(1, pixels(scale)),
        padding: { dots: allSides(pixels(qz)), modules: 0 },
      }
    default:
      return {
        includetext: asked.text !== 'none',
        scale: Math.round(module),
        height: heightOf(pixels(height ?? usual.height)),
        padding: { dots: { ...allSides(0), left: pixels(qz), right: pixels(qz) }, modules: 0 },
      }
  }
}
