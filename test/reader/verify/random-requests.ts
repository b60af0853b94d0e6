/** Requests for barcodes and labels of all symbologies, options, formats and layouts, as queries give them. */

import fc from 'fast-check'
import { labelLayouts } from '../../../src/layout/label-layouts.ts'
import {
  type LanguageTraits,
  languageTraits,
  type PrinterLanguage,
  printerLanguages,
} from '../../../src/render/language.ts'
import {
  applications,
  catalogue,
  isLabelSymbology,
  type Symbology,
  type SymbologyOption,
  symbologies,
} from '../../../symbologies/index.ts'
import { anyLabels, latin } from '../../layout/random-label.ts'
import { drawn, type Random } from '../../random.ts'
import { textsFor } from '../../texts.ts'

/** The values of a query. */
export type Query = Readonly<Record<string, string>>

function oneValueOf(option: SymbologyOption, r: Random): string {
  if (option.words !== undefined) return r.pick(option.words)
  if (option.pattern !== undefined) return r.pick(option.samples)
  return String(r.between(option.least, option.most))
}

/** Some options of the symbology, with those that they need. */
function someOptions(type: Symbology, r: Random): Record<string, string> {
  const { options } = catalogue[type]
  const given: Record<string, string> = {}
  for (const [name, option] of Object.entries<SymbologyOption>(options)) {
    if (r.between(0, 4) === 0) given[name] = oneValueOf(option, r)
  }
  for (const name of Object.keys(given)) {
    for (const other of options[name]!.needs ?? []) given[other] ??= oneValueOf(options[other]!, r)
  }
  if (Number(given.part) > Number(given.parts)) given.part = given.parts!
  return given
}

/** GS1 messages that symbologies carry. */
const messages = [
  '(01)09506000134352(17)261231(10)AB-12',
  '(01)09506000134352(21)S-1234(10)AB',
  '(00)195012340000000012',
  '^0109506000134352',
  '(01)09506000134352',
  '(01)00012345678905(3103)001750',
]
const product = ['(01)09506000134352', '(01)00000095060002', '(01)00036000291452']

function contents(type: Symbology, r: Random): Record<string, string> {
  const { gs1 } = catalogue[type]
  const isGs1 = gs1.length > 0 && r.between(0, 5) === 0
  if (!isGs1) return { text: fc.sample(textsFor[type], { seed: r.between(0, 2 ** 31 - 1), numRuns: 1 })[0]! }
  const isLink = gs1.includes('link') && r.between(0, 1) === 0
  const isProduct = type === 'ean13' || type === 'ean8' || type === 'upca' || type === 'upce' || type === 'itf14'
  const text = isProduct ? r.pick(product) : r.pick(messages)
  return {
    text,
    gs1: isLink ? 'link' : 'true',
    ...(isLink && r.between(0, 1) === 0 && { domain: 'https://example.com' }),
  }
}

const words = (r: Random): string =>
  Array.from({ length: r.between(1, 6) }, () => r.pick([...latin, '日本語', 'مرحبا', 'β-12', '(10 Stück)'])).join(' ')

const gains = ['0.16', '0.1,0.2', '-0.1', '0.3,-0.1', '0.08']

function barcode(r: Random): Query {
  const type = r.pick(symbologies)
  return {
    type,
    ...contents(type, r),
    ...someOptions(type, r),
    format: r.pick(['png', 'svg', 'pdf']),
    includetext: r.pick(['true', 'false']),
    rotate: r.pick(['N', 'R', 'I', 'L']),
    height: String(r.between(3, 40)),
    ...(r.between(0, 1) === 0 ? { scale: String(r.between(1, 10)) } : { xdim: String(r.between(2, 12) / 10) }),
    ...(r.between(0, 2) === 0 && { dpi: r.pick(['152', '180', '203', '300', '360', '600']) }),
    ...(r.between(0, 5) === 0 && { caption: words(r), withtext: r.pick(['true', 'false']), includetext: 'true' }),
    ...(r.between(0, 5) === 0 && { gain: r.pick(gains) }),
  }
}

/** Sizes that the heads of receipt and tape printers, and of Brother's and DYMO's, reach. */
const sizesFor: { readonly [L in PrinterLanguage]?: readonly string[] } = {
  brother: [
    '62x100',
    '62x100mm',
    '29x90mm',
    'dk-11201',
    'dk-22205x100',
    'tze-24x60',
    'tze-12x40',
    '102x150mm',
    '24x50mm',
  ],
  dymo: ['dymo-99012', '57x32mm', '54x101mm'],
  escpos: ['50x30', '57x32mm', '72x50mm', '40x20'],
}

function label(r: Random): Query {
  const any = fc.sample(anyLabels, { seed: r.between(0, 2 ** 31 - 1), numRuns: 1 })[0]!
  const type = r.pick(symbologies.filter(isLabelSymbology))
  const format = r.pick(['png', 'svg', 'pdf', 'pdf', ...printerLanguages] as const)
  const isLanguage = (printerLanguages as readonly string[]).includes(format)
  const traits: LanguageTraits | undefined = isLanguage ? languageTraits[format as PrinterLanguage] : undefined
  const sizes = isLanguage ? sizesFor[format as PrinterLanguage] : undefined
  const { size, orientation, showtext, caption, title, withtext, xdim, dpi, layout } = any
  const given: Record<string, string | undefined> = {
    type,
    ...contents(type, r),
    ...someOptions(type, r),
    format,
    size: sizes === undefined ? size : r.pick(sizes),
    orientation,
    showtext: String(showtext),
    caption,
    title,
    withtext: withtext === undefined ? undefined : String(withtext),
    layout,
    xdim: xdim === undefined ? undefined : String(xdim),
    dpi: traits === undefined ? (r.between(0, 1) === 0 ? dpi : undefined) : r.pick(traits.dpis),
    qty: isLanguage || format === 'pdf' ? String(r.between(1, 3)) : '1',
    ...(format === 'zpl' && { zpl: r.pick(['z64', 'rle']) }),
    ...(r.between(0, 5) === 0 && { application: r.pick(applications) }),
    ...(r.between(0, 5) === 0 && { gain: r.pick(gains) }),
  }
  if (r.between(0, 24) === 0) {
    const logistic = {
      type: 'code128',
      gs1: 'true',
      layout: labelLayouts.at(-1)!,
      orientation: 'portrait',
      caption: undefined,
    }
    const text = r.pick(['(00)195012340000000012', '(02)09506000134352(37)24(10)AB-12(15)261231(00)195012340000000012'])
    Object.assign(given, logistic, {
      text,
      size: r.pick(['4x6', '100x150']),
      withtext: undefined,
      xdim: undefined,
      reader: undefined,
    })
    if (sizes !== undefined) Object.assign(given, { format: 'pdf', dpi: undefined, zpl: undefined })
  }
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

export const anyBarcode: fc.Arbitrary<Query> = drawn(barcode)
export const anyLabelQuery: fc.Arbitrary<Query> = drawn(label)
