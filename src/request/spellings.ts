/** Other spellings of the values of parameters, for proposals. */

import { applications, catalogue, eciNames, ecis, type Suggestion, symbologies } from '../../symbologies/facts.ts'
import { namedStocks, stockNamed } from '../layout/named-stock.ts'
import { labelSize, sideRange, stockGroups } from '../layout/stock.ts'
import { didYouMean, normalForm, type Spellings, type WordMeaning, type WordMeanings } from './proposals.ts'

/** @param table  gives words by their other spellings, which are in normal form; called when the first word is misspelt */
function spelledAs(table: () => { readonly [spelling: string]: string }): Spellings {
  let words: ReadonlyMap<string, string> | undefined
  return (spelling) => {
    words ??= new Map(Object.entries(table()))
    return words.get(spelling)
  }
}

/** Names of parameters. */
export const parameterSpellings = spelledAs(() => ({
  data: 'text',
  value: 'text',
  content: 'text',
  symbology: 'type',
  barcodetype: 'type',
  bcid: 'type',
  output: 'format',
  rotation: 'rotate',
  quantity: 'qty',
  copies: 'qty',
  labelsize: 'size',
}))

export const flagSpellings = spelledAs(() => ({
  1: 'true',
  y: 'true',
  yes: 'true',
  on: 'true',
  t: 'true',
  0: 'false',
  n: 'false',
  no: 'false',
  off: 'false',
  f: 'false',
}))

export const symbologySpellings = spelledAs(() => ({
  ...Object.fromEntries(symbologies.map((symbology) => [normalForm(catalogue[symbology].name), symbology])),
  128: 'code128',
  c128: 'code128',
  39: 'code39',
  c39: 'code39',
  code3of9: 'code39',
  '3of9': 'code39',
  mqr: 'microqr',
  dm: 'datamatrix',
  dmtx: 'datamatrix',
  ecc200: 'datamatrix',
  gtin8: 'ean8',
  gtin12: 'upca',
  gtin13: 'ean13',
  gtin14: 'itf14',
  jan8: 'ean8',
  jan13: 'ean13',
  isbn: 'ean13',
  isbn13: 'ean13',
  itf: 'itf14',
}))

/** The trade's names of symbologies with what makes them of the ten, in normal form. */
const namesWithOptions: { readonly [name: string]: Suggestion } = {
  ...both(['gs1128', 'ean128', 'ucc128', 'uccean128', 'eanucc128', 'ucc/ean128', 'gs1', 'sscc', 'sscc18'], {
    type: 'code128',
    gs1: 'true',
  }),
  ...both(['gs1datamatrix', 'gs1dm', 'datamatrixgs1'], { type: 'datamatrix', gs1: 'true' }),
  ...both(['gs1qr', 'gs1qrcode'], { type: 'qr', gs1: 'true' }),
  ...both(['gs1digitallink', 'digitallink'], { type: 'qr', gs1: 'link' }),
  ...both(['dmre', 'datamatrixrectangularextension'], { type: 'datamatrix', shape: 'dmre' }),
  ...both(['rectangulardatamatrix', 'datamatrixrectangle', 'datamatrixrectangular'], {
    type: 'datamatrix',
    shape: 'rectangle',
  }),
  ...both(
    ['code39ext', 'code39extended', 'extendedcode39', 'fullasciicode39', 'code39fullascii', 'excode39', 'code39full'],
    {
      type: 'code39',
      fullascii: 'true',
    },
  ),
  ...both(['code39mod43', 'code39checkdigit'], { type: 'code39', checkdigit: 'true' }),
  ...both(['upc', 'ucc12', 'upc12'], { type: 'upca' }),
  ...both(['ean', 'jan', 'issn', 'ismn', 'bookland', 'ucc13', 'gtin'], { type: 'ean13' }),
  ...both(['dun14', 'scc14', 'ean14', 'interleaved2of5', 'i2of5'], { type: 'itf14' }),
}

function both(names: readonly string[], suggestion: Suggestion): { readonly [name: string]: Suggestion } {
  return Object.fromEntries(names.map((name) => [name, suggestion]))
}

/** Symbologies that are not of the ten: what does the same work. */
const others: { readonly [name: string]: WordMeaning } = {
  ...alike(
    [
      'pdf417',
      'micropdf417',
      'micropdf',
      'aztec',
      'azteccode',
      'aztecrune',
      'hanxin',
      'dotcode',
      'maxicode',
      'codeone',
      'ultracode',
      'gridmatrix',
      'rmqr',
    ],
    'much text in a small symbol',
    'datamatrix',
  ),
  ...alike(
    [
      'code93',
      'code11',
      'codabar',
      'nw7',
      'msi',
      'plessey',
      'msiplessey',
      'telepen',
      'code16k',
      'code49',
      'code32',
      'pharmacode',
      '2of5',
      'industrial2of5',
      'matrix2of5',
      'standard2of5',
    ],
    'letters and digits in bars',
    'code128',
  ),
  ...alike(
    [
      'databar',
      'gs1databar',
      'rss14',
      'rss',
      'databaromni',
      'databarexpanded',
      'databarlimited',
      'databarstacked',
      'gs1databarexpanded',
      'gs1databarlimited',
    ],
    'a GTIN with or without more elements',
    'datamatrix',
    { gs1: 'true' },
  ),
  ...alike(
    [
      'postnet',
      'planet',
      'imb',
      'onecode',
      'usps4cb',
      'rm4scc',
      'royalmail',
      'kix',
      'auspost',
      'japanpost',
      'identcode',
      'leitcode',
    ],
    'letters and digits in bars, other than those of the post',
    'code128',
  ),
}

function alike(
  names: readonly string[],
  purpose: string,
  type: string,
  more: Suggestion = {},
): { readonly [name: string]: WordMeaning } {
  const given = Object.entries(more).map(([name, value]) => ` with ${name}=${value}`)
  const meaning: WordMeaning = { advice: `; for ${purpose}: ${type}${given.join('')}`, suggestion: { type, ...more } }
  return Object.fromEntries(names.map((name) => [name, meaning]))
}

/** Where a symbology is drawn that labels of one symbol have not. */
const drawnAlone = (type: string): string =>
  `; ${type} is drawn by /api/v1/barcode and quietzone barcode, and on labels as a symbol of a design`

/** What other names of symbologies mean. */
export const symbologyMeanings: WordMeanings = (form, words) => {
  const suggestion = Object.hasOwn(namesWithOptions, form) ? namesWithOptions[form] : undefined
  if (suggestion === undefined && Object.hasOwn(others, form)) return others[form]
  const { type, ...options } = suggestion ?? { type: symbologySpellings(form) ?? form }
  if (!words.includes(type!))
    return symbologies.some((each) => each === type) ? { advice: drawnAlone(type!) } : undefined
  if (suggestion === undefined) return undefined
  const values = Object.entries(options).map(([name, value]) => ` with ${name}=${value}`)
  return { advice: didYouMean(`${type}${values.join('')}`), suggestion }
}

export const formatSpellings = spelledAs(() => ({
  'image/png': 'png',
  '.png': 'png',
  jpg: 'png',
  jpeg: 'png',
  gif: 'png',
  bmp: 'png',
  webp: 'png',
  'image/svg+xml': 'svg',
  '.svg': 'svg',
  eps: 'svg',
  'application/pdf': 'pdf',
  '.pdf': 'pdf',
  'application/zpl': 'zpl',
  '.zpl': 'zpl',
  zpl2: 'zpl',
  zplii: 'zpl',
  zebra: 'zpl',
  '.prn': 'zpl',
  tsc: 'tspl',
  tspl2: 'tspl',
  eltron: 'epl',
  epl2: 'epl',
  'esc/pos': 'escpos',
  epson: 'escpos',
  receipt: 'escpos',
  ql: 'brother',
  labelwriter: 'dymo',
}))

/** Other words for how the bitmap of ZPL is packed. */
export const packingSpellings = spelledAs(() => ({
  ':z64:': 'z64',
  zlib: 'z64',
  deflate: 'z64',
  base64: 'z64',
  hex: 'rle',
  acs: 'rle',
  runlength: 'rle',
  compressedhex: 'rle',
}))

export const orientationSpellings = spelledAs(() => ({
  p: 'portrait',
  vertical: 'portrait',
  upright: 'portrait',
  l: 'landscape',
  horizontal: 'landscape',
}))

const turns = spelledAs(() => ({
  0: 'N',
  360: 'N',
  none: 'N',
  normal: 'N',
  90: 'R',
  '-270': 'R',
  right: 'R',
  cw: 'R',
  clockwise: 'R',
  180: 'I',
  '-180': 'I',
  inverted: 'I',
  upsidedown: 'I',
  270: 'L',
  '-90': 'L',
  left: 'L',
  ccw: 'L',
  counterclockwise: 'L',
  anticlockwise: 'L',
}))

/** Other words for the resolutions, in dots per inch or per mm, as printers' data sheets have them. */
export const resolutionSpellings = spelledAs(() =>
  Object.fromEntries(
    Object.entries({
      152: ['6', '150', '152.4'],
      180: ['7.1', '7.09'],
      203: ['8', '200', '203.2'],
      300: ['12', '11.8'],
      360: ['14.2', '14.17'],
      600: ['24', '23.6'],
    }).flatMap(([dpi, others]) => [
      ...others.flatMap((other) => ['dots/mm', 'dpmm', ''].map((unit) => [`${other}${unit}`, dpi])),
      ...[dpi, ...others].map((each) => [`${each}dpi`, dpi]),
    ]),
  ),
)

/** GS1's numbers of the applications, and other words for them. */
export const applicationSpellings = spelledAs(() => ({
  ...Object.fromEntries(applications.map((application, i) => [`${i + 1}`, application])),
  pos: 'retail',
  shop: 'retail',
  store: 'retail',
  warehouse: 'general-distribution',
  distribution: 'general-distribution',
  sscc: 'logistics',
  logistic: 'logistics',
  dpm: 'direct-marking',
}))

/** Other words for what a label shows where. */
export const layoutSpellings = spelledAs(() => ({
  logistic: 'logistics',
  sscc: 'logistics',
  pallet: 'logistics',
  top: 'above',
  bottom: 'below',
  under: 'below',
}))

const ratios = spelledAs(() => ({ '2,5': '2.5', '2,0': '2', '2.0': '2', '3,0': '3', '3.0': '3', '2.50': '2.5' }))

/** Other spellings of the values of options, by option. */
export const optionSpellings: { readonly [option: string]: Spellings } = {
  checkdigit: flagSpellings,
  fullascii: flagSpellings,
  ratio: (spelling) => ratios(spelling.replace(/:1$/, '')) ?? spelling.replace(/:1$/, ''),
  eci: spelledAs(() => Object.fromEntries(ecis.toReversed().map((eci) => [normalForm(eciNames[eci]), String(eci)]))),
}

/** The angle clockwise in degrees, or a word for it. */
export const turnSpellings: Spellings = (spelling) => turns(spelling.replace(/(?<=[0-9])(°|deg|degrees)$/, ''))

/** Two sides, with a unit after the second or after each. */
const sides = /^([0-9]+(?:[.,][0-9]+)?)([a-z"”]*?)(?:x|\*|by)([0-9]+(?:[.,][0-9]+)?)([a-z"”]*)$/

interface Unit {
  /** Undefined if none is given. */
  readonly name?: 'in' | 'mm'
  /** The stocks whose names are in this unit, times `factor`. */
  readonly stocks: readonly string[]
  readonly factor: number
}

const inches: Unit = { name: 'in', stocks: stockGroups.Inches, factor: 1 }
const millimetres: Unit = { name: 'mm', stocks: stockGroups.Millimetres, factor: 1 }
const units = new Map<string, Unit>([
  ['in', inches],
  ['inch', inches],
  ['inches', inches],
  ['"', inches],
  ['”', inches],
  ['mm', millimetres],
  ['cm', { ...millimetres, factor: 10 }],
  ['', { stocks: [...stockGroups.Inches, ...stockGroups.Millimetres], factor: 1 }],
])

/** The sides that a spelling means, and their unit; undefined if it means no size. */
function sidesIn(spelling: string): { readonly numbers: readonly number[]; readonly unit: Unit } | undefined {
  const [, first = '', unitOfFirst, second = '', given = ''] = sides.exec(spelling) ?? []
  const unit = units.get(given)
  if (first === '' || unit === undefined || (unitOfFirst !== '' && unitOfFirst !== given)) return undefined
  const length = (side: string): number => Number((Number(side.replace(',', '.')) * unit.factor).toFixed(4))
  return { numbers: [length(first), length(second)], unit }
}

/** A stock with its sides in any order, with a decimal comma, more decimals or a unit. */
export const stockSpellings: Spellings = (spelling) => {
  const meant = sidesIn(spelling)
  const found = (size: readonly number[]) => meant?.unit.stocks.find((stock) => stock === size.join('x'))
  return meant && (found(meant.numbers) ?? found(meant.numbers.toReversed()))
}

/** Names of stock that are no size as they are: tape wants a length, and Zebra's labels are known by their size. */
export const sizeMeanings: WordMeanings = (form) => {
  const named = stockNamed(form)
  if (named !== undefined) {
    const { name, across, along } = named.stock
    if (along !== undefined) return undefined
    const { least, most } = sideRange
    const example = `${name}x100`
    const advice = `; ${name} is tape of ${across} mm: say the length of a label too, from ${least} to ${most} mm, such as ${example}`
    return { advice, suggestion: { size: example } }
  }
  const [, rest] = /^(?:zebra|zselect|zperform)(?:[0-9]{4}[dt])?([0-9].*x.+)$/.exec(form) ?? []
  const size = rest === undefined ? undefined : sizeSpellings(rest)
  if (size !== undefined && labelSize(size) !== undefined) return { advice: didYouMean(size), suggestion: { size } }
  const [, prefix] = /^(?:brother)?(dk|tze|dymo)[a-z]?[0-9]/.exec(form) ?? []
  if (prefix === undefined) return undefined
  const kin = namedStocks.filter(({ name }) => name.startsWith(prefix)).map(({ name }) => name)
  return { advice: `; known of them: ${kin.join(', ')}` }
}

/** A stock, or another size: in the unit given, or else in inches if one side is short and both are of a label in inches. */
export const sizeSpellings: Spellings = (spelling) => {
  const meant = sidesIn(spelling)
  if (meant === undefined) return undefined
  const { numbers, unit } = meant
  const areInches = Math.min(...numbers) < shortInMillimetres && Math.max(...numbers) * 25.4 <= sideRange.most
  return stockSpellings(spelling) ?? `${numbers.join('x')}${unit.name ?? (areInches ? 'in' : 'mm')}`
}

/** Fewer mm are hardly meant where no unit is given, but on tape. */
const shortInMillimetres = 10
