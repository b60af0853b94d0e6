/** The styles of barcodes of gLabels and of what it draws them with, as symbologies of ours. */

import type { TextPart } from './fields.ts'

/** The parameters of a symbol but for its value, its value, and what there is to say about them. */
export interface ImportedSymbol {
  readonly parameters: { readonly type: string; readonly [name: string]: string | boolean }
  readonly parts: readonly TextPart[]
  readonly notes: readonly string[]
}

/** Why a barcode cannot be taken over; the message goes on after its name. */
export class NoSymbol extends Error {
  override readonly name = 'NoSymbol'
}

export interface GlabelsBarcode {
  readonly backend: string
  readonly style: string
  readonly parts: readonly TextPart[]
  readonly hasCheck: boolean
}

type Reader = (barcode: GlabelsBarcode) => ImportedSymbol

const plain =
  (parameters: ImportedSymbol['parameters']): Reader =>
  ({ parts }) => ({ parameters, parts, notes: [] })

/** The text, if nothing in it is filled in. */
const textOf = (parts: readonly TextPart[]): string | undefined =>
  parts.every((part) => typeof part === 'string') ? parts.join('') : undefined

/** Symbols for shops, of which gLabels has the add-on after a blank. */
const shop =
  (type: 'ean13' | 'ean8' | 'upca' | 'upce', addon = 0): Reader =>
  ({ parts }) => {
    const text = textOf(parts)
    if (text === undefined) {
      const notes = addon > 0 ? ['its add-on, which comes from a field with the number, is left out'] : []
      return { parameters: { type }, parts, notes }
    }
    const [digits = '', more = ''] = text.trim().replaceAll('-', '').split(/\s+/)
    if (more === '') return { parameters: { type }, parts: [digits], notes: [] }
    if (type !== 'ean8') return { parameters: { type, addon: more }, parts: [digits], notes: [] }
    return { parameters: { type }, parts: [digits], notes: [`its add-on ${more} is left out: EAN-8 has none`] }
  }

/** Of which the number of digits decides. */
const anyShop =
  (types: { readonly [digits: number]: 'ean13' | 'ean8' | 'upca' | 'upce' }, usual: 'ean13' | 'upca'): Reader =>
  (barcode) => {
    const [digits = ''] = (textOf(barcode.parts) ?? '').trim().split(/\s+/)
    return shop(types[digits.length] ?? usual)(barcode)
  }

const anyEan = anyShop({ 7: 'ean8', 8: 'ean8' }, 'ean13')
const anyUpc = anyShop({ 6: 'upce', 7: 'upce', 8: 'upce' }, 'upca')

/** ISBN: of ten digits the first nine after 978. */
const isbn: Reader = (barcode) => {
  const text = textOf(barcode.parts)
  if (text === undefined) {
    const { parameters, parts } = shop('ean13')(barcode)
    return { parameters, parts, notes: ['its field is to have the 13 digits of the ISBN'] }
  }
  const [number = '', more = ''] = text.trim().split(/\s+/)
  const digits = number.replaceAll('-', '')
  const whole = digits.length < 12 ? `978${digits.slice(0, 9)}` : digits
  return shop('ean13')({ ...barcode, parts: [more === '' ? whole : `${whole} ${more}`] })
}

/** The check character is added by GNU barcode and by gLabels, not by zint. */
const code39 =
  (fullascii: boolean): Reader =>
  ({ backend, hasCheck, parts }) => ({
    parameters: {
      type: 'code39',
      ...(hasCheck && backend !== 'zint' && { checkdigit: 'true' }),
      ...(fullascii && { fullascii: 'true' }),
    },
    parts,
    notes: [],
  })

/** Interleaved 2 of 5 of 14 digits is ITF-14. */
const interleaved: Reader = ({ backend, hasCheck, parts }) => {
  const text = textOf(parts)
  const addsCheck = hasCheck && backend !== 'zint'
  if (text === undefined) {
    const digits = addsCheck ? '13 digits, without the check digit' : '14 digits'
    return { parameters: itf14, parts, notes: [`it becomes ITF-14, of which the field is to have ${digits}`] }
  }
  if (/^\d+$/.test(text) && text.length === (addsCheck ? 13 : 14)) return { parameters: itf14, parts, notes: [] }
  throw new NoSymbol('is Interleaved 2 of 5, of which ITF-14 with its 14 digits is drawn here')
}

const itf14 = { type: 'itf14', bearer: 'none' } as const

/** NVE-18, which is an SSCC without its application identifier. */
const nve: Reader = ({ parts }) => ({
  parameters: { type: 'code128', gs1: 'true' },
  parts: ['(00)', ...parts],
  notes: [],
})

/** ITF-14 of zint fills up its number with zeros. */
const itf: Reader = ({ parts }) => {
  const text = textOf(parts)
  return { parameters: itf14, parts: text === undefined ? parts : [text.padStart(13, '0')], notes: [] }
}

/** By their names in lower case, as version 3 and version 4 write them. */
const styles: { readonly [style: string]: Reader } = {
  ean: anyEan,
  'ean-8': shop('ean8'),
  'ean-8+2': shop('ean8', 2),
  'ean-8+5': shop('ean8', 5),
  'ean-13': shop('ean13'),
  'ean-13+2': shop('ean13', 2),
  'ean-13+5': shop('ean13', 5),
  upc: anyUpc,
  'upc-a': shop('upca'),
  'upc-a+2': shop('upca', 2),
  'upc-a+5': shop('upca', 5),
  'upc-e': shop('upce'),
  'upc-e+2': shop('upce', 2),
  'upc-e+5': shop('upce', 5),
  isbn,
  'isbn+5': isbn,
  code39: code39(false),
  code39ext: code39(true),
  code39e: code39(true),
  logm: ({ parts }) => ({ parameters: { type: 'code39', checkdigit: 'true' }, parts, notes: [] }),
  code128: plain({ type: 'code128' }),
  code128b: plain({ type: 'code128' }),
  code128c: plain({ type: 'code128' }),
  'gs1-128': plain({ type: 'code128', gs1: 'true' }),
  nve,
  i25: interleaved,
  itf14: itf,
  'itf-14': itf,
  iec16022: plain({ type: 'datamatrix' }),
  datamatrix: plain({ type: 'datamatrix' }),
  dmtx: plain({ type: 'datamatrix' }),
  iec18004: plain({ type: 'qr' }),
  qr: plain({ type: 'qr' }),
  qrcode: plain({ type: 'qr' }),
  mqr: plain({ type: 'microqr' }),
}

/** What others are called, as far as their names do not say it. */
const others: { readonly [style: string]: string } = {
  cbr: 'Codabar',
  msi: 'MSI',
  pls: 'Plessey',
  pdf: 'PDF417',
  pdft: 'PDF417',
  mpdf: 'Micro PDF417',
  rss14: 'GS1 DataBar',
  rssltd: 'GS1 DataBar Limited',
  rssexp: 'GS1 DataBar Expanded',
  onecode: 'USPS Intelligent Mail',
  usps: 'USPS Intelligent Mail',
  rm4: 'Royal Mail 4-State',
  kix: 'KIX',
  tele: 'Telepen',
}

/** @throws NoSymbol */
export function symbolOf(barcode: GlabelsBarcode): ImportedSymbol {
  const style = barcode.style.toLowerCase()
  const read = Object.hasOwn(styles, style) ? styles[style] : undefined
  if (read !== undefined) return read(barcode)
  const name = Object.hasOwn(others, style)
    ? others[style]
    : /^[\w+ -]{1,40}$/.test(style)
      ? barcode.style
      : 'of no name'
  throw new NoSymbol(`is ${name}, which is not drawn here`)
}
