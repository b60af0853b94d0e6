/** The address of TEC-IT's Online Barcode Generator, by its page of parameters and TEC-IT's Barcode Reference (escape sequences). */

import { type CatalogueRow, catalogue, isMatrixSymbology, type Symbology } from '../../../../symbologies/index.ts'
import { type Dpi, dpis } from '../../../layout/resolution.ts'
import type { Turn } from '../../../layout/scene.ts'
import type { Parameters, Request } from '../../../request/parameter.ts'
import { normalForm } from '../../../request/proposals.ts'
import { NotServed } from '../../../request/refusals.ts'
import { eanOfBook } from './book-numbers.ts'
import {
  type CompatService,
  type ForeignSymbology,
  kindNamed,
  nameIn,
  type PictureOptions,
  type SymbolValues,
} from './service.ts'
import { unescapedTecIt } from './tec-it-escapes.ts'
import { allSides, flag, format, formatFor, gs1Message, heightOf, isOn, text } from './words.ts'

const unit = {
  kind: 'form',
  longest: 5,
  pattern: /^[A-Za-z]{0,5}$/,
  form: 'a unit: Fit, Min, Px, Mm, In or Mils',
  samples: ['Px'],
  optional: true,
} as const

const length = {
  kind: 'form',
  longest: 12,
  pattern: /^([0-9]{1,5}([.,][0-9]{0,5})?|[.,][0-9]{1,5}|[A-Za-z]{0,4})$/,
  form: 'a length such as 2 or 0.33',
  samples: ['2'],
  optional: true,
} as const

const tecItParameters = {
  data: text,
  code: {
    kind: 'form',
    longest: 40,
    pattern: /^[A-Za-z0-9 _-]{0,40}$/,
    form: 'the name of a barcode type',
    samples: ['Code128'],
    optional: true,
  },
  'translate-esc': flag,
  unit,
  modulewidth: length,
  width: length,
  height: length,
  scalex: { kind: 'integer', least: 1, most: 20, optional: true },
  scaley: { kind: 'integer', least: 1, most: 20, optional: true },
  dpi: { kind: 'integer', least: 30, most: 1200, default: 96 },
  imagetype: { ...format, pattern: /^[A-Za-z]{0,5}$/ },
  format: { ...format, pattern: /^[A-Za-z]{0,5}$/ },
  rotation: {
    kind: 'form',
    longest: 3,
    pattern: /^(|0|90|180|270)$/,
    form: 'one of 0, 90, 180 and 270',
    samples: ['90'],
    optional: true,
  },
  quiet: length,
  qunit: unit,
  hidehrt: flag,
  printdatatext: flag,
  hrt: { kind: 'text', longest: 500, optional: true },
  eclevel: {
    kind: 'form',
    longest: 7,
    pattern: /^[A-Za-z0-9]{0,7}$/,
    form: 'one of L, M, Q and H',
    samples: ['M'],
    optional: true,
  },
  dmsize: {
    kind: 'form',
    longest: 7,
    pattern: /^[A-Za-z0-9]{0,7}$/,
    form: 'Default, or a size such as 16x16',
    samples: ['Default'],
    optional: true,
  },
} as const satisfies Parameters

type Asked = Request<typeof tecItParameters>

/** The barcode types that are of the ten, in normal form. */
const kinds: { readonly [code: string]: ForeignSymbology } = {
  code128: { type: 'code128' },
  code128a: { type: 'code128' },
  code128b: { type: 'code128' },
  code128c: { type: 'code128' },
  eanucc128: { type: 'code128', gs1: 'true' },
  gs1128: { type: 'code128', gs1: 'true' },
  code39: { type: 'code39' },
  code39fullascii: { type: 'code39', fullascii: 'true' },
  ean13: { type: 'ean13' },
  isbn: { type: 'ean13' },
  ismn: { type: 'ean13' },
  issn: { type: 'ean13' },
  ean8: { type: 'ean8' },
  upca: { type: 'upca' },
  upce: { type: 'upce' },
  itf14: { type: 'itf14' },
  qrcode: { type: 'qr' },
  qrcodewifi: { type: 'qr' },
  mobileqrcode: { type: 'qr' },
  mobileqrurl: { type: 'qr' },
  gs1qrcode: { type: 'qr', gs1: 'true' },
  microqr: { type: 'microqr' },
  microqrcode: { type: 'microqr' },
  datamatrix: { type: 'datamatrix' },
  gs1datamatrix: { type: 'datamatrix', gs1: 'true' },
}

/** The name there of each symbology. */
const types = {
  code128: 'Code128',
  code39: 'Code39',
  ean13: 'EAN13',
  ean8: 'EAN8',
  upca: 'UPCA',
  upce: 'UPCE',
  itf14: 'ITF14',
  qr: 'QRCode',
  microqr: 'MicroQR',
  datamatrix: 'DataMatrix',
} as const satisfies { readonly [S in Symbology]: string }

/** At 96 dpi, where nothing says how large: two pixels a module, and bars of as many as half an inch has. */
const usualDpi = 96
const usualModule = 2
const usualBars = 48

/** GET /barcode.ashx: a PNG by default, as GIF and JPEG are not drawn. */
export const tecIt: CompatService<typeof tecItParameters> = {
  parameters: tecItParameters,
  names: { text: 'data', type: 'code', level: 'eclevel', modules: 'dmsize', scale: 'modulewidth', format: 'imagetype' },
  types,
  kindOf: (given) => kindNamed(nameIn(given, 'code') ?? 'Code128', kinds, { parameter: 'code', types }),
  // ASP.NET takes names in any case
  queryOf: (query) => query.replace(/(?<=^|&)[A-Za-z-]+(?=[=&]|$)/g, (name) => name.toLowerCase()),
  wanted(asked) {
    const kind = kindNamed(asked.code || 'Code128', kinds, { parameter: 'code', types })
    const said = isOn(asked['translate-esc']) ? unescapedTecIt(asked.data, kind.type) : { text: asked.data }
    const book = bookIn(asked.code)
    if (book !== undefined)
      return {
        symbol: { ...kind, ...eanOfBook(book, said.text) },
        picture: { ...pictureOf(asked, kind.type), format: formatOf(asked).format },
        ignored: formatOf(asked).ignored,
      }
    const drawn = formatOf(asked)
    const symbol = { ...kind, ...optionsOf(kind, asked), ...said }
    return {
      symbol: { ...symbol, ...(symbol.gs1 === 'true' && { text: gs1Message(said.text) }) } as SymbolValues,
      picture: { ...pictureOf(asked, kind.type), format: drawn.format },
      ignored: [
        ...drawn.ignored,
        ...(/^(|default)$/i.test(asked.dmsize ?? '') || isSize(asked.dmsize!) ? [] : ['dmsize']),
      ],
    }
  },
}

/** The numbers of books, printed music and serials, whose symbols are EAN-13 with their prefix. */
function bookIn(code = ''): 'isbn' | 'ismn' | 'issn' | undefined {
  const form = normalForm(code)
  return form === 'isbn' || form === 'ismn' || form === 'issn' ? form : undefined
}

function formatOf({ imagetype, format: other }: Asked): ReturnType<typeof formatFor> {
  if (imagetype) return formatFor('imagetype', imagetype)
  return other ? formatFor('format', other) : { format: 'png', ignored: [] }
}

/** What the form of the generator sends for all types counts where it means something. */
function optionsOf(
  { type }: ForeignSymbology,
  { eclevel = '', dmsize = '' }: Asked,
): { readonly [name: string]: string } {
  if (type === 'qr' || type === 'microqr') {
    const level = eclevel.toUpperCase()
    return /^[LMQH]$/.test(level) ? { level } : {}
  }
  if (type !== 'datamatrix' || !isSize(dmsize)) return {}
  const { words = [] } = (catalogue.datamatrix as CatalogueRow).options.modules!
  if (words.includes(dmsize)) return { modules: dmsize }
  throw new NotServed('dmsize', `${dmsize} is no size of Data Matrix; accepted: Default, ${words.join(', ')}`, {
    dmsize: 'Default',
  })
}

/** Rows and columns; other values do not say a size. */
const isSize = (dmsize: string): boolean => /^\d+x\d+$/.test(dmsize)

function pictureOf(asked: Asked, type: Symbology): PictureOptions {
  const { dpi, scalex = 1, scaley = 1, hrt, rotation } = asked
  const perDefault = dpi / usualDpi
  const width = inPixels(asked.width, asked.unit, asked)
  const bars = inPixels(asked.height, asked.unit, asked)
  const quiet = inPixels(asked.quiet, asked.qunit || 'Mm', asked) ?? 0
  return {
    scale: Math.max(1, Math.round(moduleOf(asked))) * scalex,
    ...(width !== undefined && { size: { of: 'picture', width: Math.max(1, Math.round(width * scalex)) } }),
    height: heightOf(Math.round((bars ?? usualBars * perDefault) * scaley)),
    padding: isModules(asked.qunit)
      ? { dots: allSides(0), modules: Math.min(1000, Math.round(numberIn(asked.quiet) ?? 0)) }
      : { dots: allSides(Math.round(quiet)), modules: 0 },
    includetext: isMatrixSymbology(type) ? hrt !== undefined : isShown(asked),
    ...(hrt !== undefined && { caption: hrt }),
    rotate: turns[rotation || '0']!,
    ...dpiOf(dpi),
  }
}

const turns: { readonly [degrees: string]: Turn } = { 0: 'N', 90: 'R', 180: 'I', 270: 'L' }

const isShown = ({ hidehrt, printdatatext }: Asked): boolean =>
  printdatatext === undefined ? !isOn(hidehrt) : isOn(printdatatext)

/** Resolutions of print heads are said in the picture; in others a pixel is that of 300 dpi, as everywhere. */
const dpiOf = (dpi: number): { readonly dpi?: Dpi } => {
  const known = dpis.find((each) => each === String(dpi))
  return known === undefined || known === '152' || known === '203' ? {} : { dpi: known }
}

/** Pixels a module, 1 or more: the smallest for `min`, otherwise what is said, or the usual. */
function moduleOf(asked: Asked): number {
  const given = [asked.unit, asked.modulewidth].map((each) => each?.toLowerCase())
  const wanted = inPixels(asked.modulewidth, asked.unit, asked)
  if (wanted !== undefined) return wanted
  return given.includes('min') ? 1 : (usualModule * asked.dpi) / usualDpi
}

const isModules = (given: string | undefined): boolean => given?.toLowerCase() === 'x'

/** Millimetres by unit. */
const units: { readonly [name: string]: number } = { mm: 1, in: 25.4, inch: 25.4, mils: 0.0254, mil: 0.0254 }

/** A length in pixels, if it is a number: in pixels already if no unit is given, or one that measures nothing. */
function inPixels(given: string | undefined, unitName: string | undefined, { dpi }: Asked): number | undefined {
  const number = numberIn(given)
  if (number === undefined) return undefined
  const inUnit = units[unitName?.toLowerCase() ?? '']
  return Math.min(10_000, inUnit === undefined ? number : (number * inUnit * dpi) / 25.4)
}

/** The number that is given, with a point or a comma; undefined for a word or nothing. */
function numberIn(given: string | undefined): number | undefined {
  return given !== undefined && /\d/.test(given) ? Number(given.replace(',', '.')) : undefined
}
