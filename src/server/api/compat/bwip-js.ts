/** The address of bwip-js' online API, by its wiki ("Online Barcode API"), the README of bwip-js and the wiki of BWIPP. */

import { type CatalogueRow, catalogue, isMatrixSymbology, type Symbology } from '../../../../symbologies/index.ts'
import type { DotSides } from '../../../layout/barcode.ts'
import type { Turn } from '../../../layout/scene.ts'
import type { Parameters, Request } from '../../../request/parameter.ts'
import { NotServed } from '../../../request/refusals.ts'
import { type BwippText, bwippText } from './bwipp-text.ts'
import {
  type CompatService,
  type ForeignSymbology,
  kindNamed,
  nameIn,
  type PictureOptions,
  type SymbolValues,
} from './service.ts'
import { flag, heightOf, isOn, level, text } from './words.ts'

const scale = { kind: 'integer', least: 1, most: 100, optional: true } as const
const millimetres = { kind: 'number', least: 0.1, most: 2000, optional: true } as const
const points = { kind: 'integer', least: 0, most: 1000, optional: true } as const

const bwipParameters = {
  bcid: { kind: 'text', longest: 40 },
  text,
  alttext: { kind: 'text', longest: 500, optional: true },
  scale,
  scaleX: scale,
  scaleY: scale,
  width: millimetres,
  height: millimetres,
  rotate: {
    kind: 'form',
    longest: 1,
    pattern: /^[NRLI]$/,
    form: 'one of N, R, L and I',
    samples: ['N'],
    optional: true,
  },
  padding: points,
  paddingwidth: points,
  paddingheight: points,
  paddingleft: points,
  paddingright: points,
  paddingtop: points,
  paddingbottom: points,
  includetext: flag,
  textxalign: {
    kind: 'form',
    longest: 8,
    pattern: /^(offleft|left|center|right|offright|justify)$/,
    form: 'one of offleft, left, center, right, offright and justify',
    samples: ['center'],
    optional: true,
  },
  binarytext: flag,
  parse: flag,
  parsefnc: flag,
  raw: flag,
  eclevel: level,
  version: {
    kind: 'form',
    longest: 7,
    pattern: /^(M[1-4]|[0-9]{1,2}|[0-9]{1,3}x[0-9]{1,3})$/,
    form: 'a version such as 5, M2 or 16x16',
    samples: ['5'],
    optional: true,
  },
  mask: { kind: 'integer', least: 1, most: 8, optional: true },
  format: {
    kind: 'form',
    longest: 9,
    pattern: /^[a-z]{3,9}$/,
    form: 'full or micro, or square or rectangle',
    samples: ['full', 'micro', 'square', 'rectangle'],
    optional: true,
  },
  rows: { kind: 'integer', least: 8, most: 144, optional: true },
  columns: { kind: 'integer', least: 10, most: 144, optional: true },
  dmre: flag,
  includecheck: flag,
} as const satisfies Parameters

type Asked = Request<typeof bwipParameters>

/** The barcode types that are of the ten, by `bcid` in normal form: without hyphens. */
const kinds: { readonly [bcid: string]: ForeignSymbology } = {
  code128: { type: 'code128' },
  gs1128: { type: 'code128', gs1: 'true' },
  ean14: { type: 'code128', gs1: 'true' },
  sscc18: { type: 'code128', gs1: 'true' },
  qrcode: { type: 'qr' },
  gs1qrcode: { type: 'qr', gs1: 'true' },
  // the text is the URI already
  gs1dlqrcode: { type: 'qr' },
  microqrcode: { type: 'microqr' },
  datamatrix: { type: 'datamatrix', shape: 'square' },
  datamatrixrectangular: { type: 'datamatrix', shape: 'rectangle' },
  datamatrixrectangularextension: { type: 'datamatrix', shape: 'dmre' },
  gs1datamatrix: { type: 'datamatrix', shape: 'square', gs1: 'true' },
  gs1datamatrixrectangular: { type: 'datamatrix', shape: 'rectangle', gs1: 'true' },
  gs1dldatamatrix: { type: 'datamatrix', shape: 'square' },
  ean13: { type: 'ean13' },
  isbn: { type: 'ean13' },
  ismn: { type: 'ean13' },
  issn: { type: 'ean13' },
  ean8: { type: 'ean8' },
  upca: { type: 'upca' },
  upce: { type: 'upce' },
  code39: { type: 'code39' },
  code39ext: { type: 'code39', fullascii: 'true' },
  itf14: { type: 'itf14' },
}

/** The name there of each symbology. */
const types = {
  code128: 'code128',
  qr: 'qrcode',
  microqr: 'microqrcode',
  datamatrix: 'datamatrix',
  ean13: 'ean13',
  ean8: 'ean8',
  upca: 'upca',
  upce: 'upce',
  code39: 'code39',
  itf14: 'itf14',
} as const satisfies { readonly [S in Symbology]: string }

/** In points: most bars are an inch high, these half an inch. */
const usualHeight = 72
const halfHeight = new Set(['gs1128', 'itf14'])

/** At a scale of 1, a pixel is a point; a module of a matrix has two. */
const pointsPerMillimetre = 72 / 25.4
const pointsOfModule = { linear: 1, matrix: 2 } as const

const usualScale = 2

/** GET /?bcid=…&text=…: always a PNG. */
export const bwipJs: CompatService<typeof bwipParameters> = {
  parameters: bwipParameters,
  names: {
    text: 'text',
    type: 'bcid',
    level: 'eclevel',
    modules: 'version',
    version: 'version',
    mask: 'mask',
    scale: 'scale',
  },
  types,
  kindOf: (given) => kindNamed(nameIn(given, 'bcid') ?? 'code128', kinds, { parameter: 'bcid', types }),
  wanted(asked) {
    if (isOn(asked.raw))
      throw new NotServed('raw', 'raw codewords are not drawn here; give the text that they stand for')
    const bcid = asked.bcid.toLowerCase().replace(/[-_]/g, '')
    const kind = withFormat(kindNamed(asked.bcid, kinds, { parameter: 'bcid', types }), asked)
    const read = bwippText(asked.text, {
      bcid,
      type: kind.type,
      isBinary: isOn(asked.binarytext),
      parse: isOn(asked.parse),
      parsefnc: isOn(asked.parsefnc),
    })
    return {
      symbol: { ...kind, ...optionsOf(kind, asked), ...read.symbol } as SymbolValues,
      picture: pictureOf(asked, { bcid, type: kind.type, read }),
      ignored: ignoredOf(asked, kind.type),
    }
  },
}

/** The kind with another one that `format` makes of it. */
function withFormat(kind: ForeignSymbology, { format, dmre }: Asked): ForeignSymbology {
  if (format === undefined) return kind
  if (kind.type === 'qr' && format === 'full') return kind
  if (kind.type === 'qr' && format === 'micro' && kind.gs1 === undefined) return { type: 'microqr' }
  if (kind.type === 'microqr' && format === 'micro') return kind
  if (kind.type === 'datamatrix' && format === 'square') return { ...kind, shape: 'square' }
  if (kind.type === 'datamatrix' && format === 'rectangle') {
    return { ...kind, shape: isOn(dmre) ? 'dmre' : 'rectangle' }
  }
  if (!isMatrixSymbology(kind.type)) return kind
  const other = kind.type === 'datamatrix' ? 'rectangle' : 'full'
  throw new NotServed('format', `"${format}" is not drawn here; format=${other} is`, { format: other })
}

/** The options of the symbology that it has, as the parameters of /api/v1/barcode. */
function optionsOf({ type }: ForeignSymbology, asked: Asked): { readonly [name: string]: string | undefined } {
  const { eclevel, version, mask, rows, columns } = asked
  switch (type) {
    case 'qr':
      // BWIPP's documentation: M by default
      return { level: eclevel?.toUpperCase() ?? 'M', version, mask: maskOf(mask) }
    case 'microqr':
      return { level: eclevel?.toUpperCase(), version: version?.replace('M', ''), mask: maskOf(mask) }
    case 'datamatrix': {
      const modules = version ?? (rows === undefined || columns === undefined ? undefined : `${rows}x${columns}`)
      return modules === undefined ? {} : modulesNamed(modules)
    }
    case 'code39':
      return { checkdigit: isOn(asked.includecheck) ? 'true' : undefined }
    default:
      return {}
  }
}

/** BWIPP counts masks from 1. */
const maskOf = (mask: number | undefined): string | undefined => (mask === undefined ? undefined : String(mask - 1))

/** A size says its shape by itself. */
const modulesNamed = (modules: string): { readonly [name: string]: string | undefined } => ({
  modules,
  shape: (catalogue.datamatrix as CatalogueRow).options.modules!.words!.includes(modules) ? undefined : 'square',
})

interface Drawn {
  readonly bcid: string
  readonly type: Symbology
  readonly read: BwippText
}

function pictureOf(asked: Asked, { bcid, type, read }: Drawn): PictureOptions {
  const { scale: both = usualScale, alttext, rotate = 'N', width, height } = asked
  const scaleX = asked.scaleX ?? both
  const scaleY = asked.scaleY ?? scaleX
  const inPixels = (length: number | undefined, times: number): number | undefined =>
    length === undefined ? undefined : Math.round(length * pointsPerMillimetre * times)
  const isMatrixCode = isMatrixSymbology(type)
  const isSized = width !== undefined || (isMatrixCode && height !== undefined)
  const bars = inPixels(height, scaleY) ?? (halfHeight.has(bcid) ? usualHeight / 2 : usualHeight) * scaleY
  const caption = alttext ?? read.caption
  return {
    format: 'png',
    // the text of a matrix symbol is shown if it is given for it
    includetext: alttext !== undefined || (isOn(asked.includetext) && !isMatrixCode),
    ...(caption !== undefined && { caption }),
    scale: scaleX * pointsOfModule[isMatrixCode ? 'matrix' : 'linear'],
    ...(isSized && { size: { of: 'symbol', width: inPixels(width, scaleX), height: inPixels(height, scaleY) } }),
    padding: { dots: paddingOf(asked, scaleX, scaleY), modules: 0 },
    height: heightOf(bars),
    rotate: rotate as Turn,
  }
}

/** In dots: padding is in points, and grows with the scale. */
function paddingOf(asked: Asked, scaleX: number, scaleY: number): DotSides {
  const { padding = 0, paddingwidth: across = padding, paddingheight: along = padding } = asked
  return {
    left: (asked.paddingleft ?? across) * scaleX,
    right: (asked.paddingright ?? across) * scaleX,
    top: (asked.paddingtop ?? along) * scaleY,
    bottom: (asked.paddingbottom ?? along) * scaleY,
  }
}

function ignoredOf(
  { scaleX, scaleY, scale: both, rows, columns, version, textxalign }: Asked,
  type: Symbology,
): string[] {
  const across = scaleX ?? both ?? usualScale
  return [
    // modules are square
    ...(isMatrixSymbology(type) && scaleY !== undefined && scaleY !== across ? ['scaleY'] : []),
    // captions are centred
    ...(textxalign !== undefined && textxalign !== 'center' ? ['textxalign'] : []),
    ...(version === undefined && rows !== undefined && columns === undefined ? ['rows'] : []),
    ...(version === undefined && columns !== undefined && rows === undefined ? ['columns'] : []),
  ]
}
