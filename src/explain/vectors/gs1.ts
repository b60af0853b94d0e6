/** The vectors of GS1 messages: a trait each, in the symbols that carry them, and messages that are refused. */

import {
  bracketedText,
  carried,
  fnc1,
  type Gs1Doubt,
  Gs1Error,
  type Gs1Fault,
  gs1Symbol,
  linkText,
  rawText,
  usualDomain,
} from '../../../symbologies/gs1/index.ts'
import { type Barcode, catalogue, encode, type Gs1Form, type Symbology } from '../../../symbologies/index.ts'
import { computed, detailsOf, modulesOf, type Vector } from './vector.ts'

export interface Gs1VectorSet {
  readonly messages: string
  readonly vectors: readonly Gs1Vector[]
}

/** The symbol of a GS1 message, or why there is none. */
export interface Gs1Vector extends Omit<Vector, 'error'>, WantedMessage {
  readonly standard: string
  readonly elements?: readonly { readonly ai: string; readonly value: string }[]
  readonly bracketed?: string
  readonly raw?: string
  /** Null if no key can begin a URI of all elements. */
  readonly link?: string | null
  /** What the symbol carries. */
  readonly data?: string
  /** For element strings: where FNC1 stands, 0 for the one before the data, then positions of U+001D in them, from 1. */
  readonly fnc1?: readonly number[]
  readonly warnings?: readonly Told[]
  readonly faults?: readonly Told[]
}

/** Without the words, which are ours. */
type Told = Omit<Gs1Fault | Gs1Doubt, 'message'>

/** A message to make a vector of. */
interface WantedMessage {
  readonly name: string
  readonly symbology: Symbology
  /** In any of the three forms. */
  readonly text: string
  /** Element strings if it is left out. */
  readonly form?: Gs1Form
  readonly domain?: string
  /** Of the encoder, besides `gs1`. */
  readonly options?: object
}

/** Vectors of GS1 messages and the symbols that carry them; the same in every call. */
export function gs1VectorSet(): Gs1VectorSet {
  return {
    messages: 'GS1 General Specifications; GS1 Barcode Syntax Dictionary, release 2026-01-27',
    vectors: [...accepted(), ...refused(), ...others].map(vectorOf),
  }
}

function vectorOf(wanted: WantedMessage): Gs1Vector {
  const { name, symbology, text, form = 'elements', domain, options } = wanted
  const request = { form, ...(domain !== undefined && { domain }) }
  const given = { name, source: computed, text, symbology, standard: catalogue[symbology].standard }
  const asked = { ...given, ...(form === 'link' && request), ...(options && { options }) }
  try {
    const all = carried(symbology, text, request)
    const symbol: Barcode = gs1Symbol(symbology, text, all, (data, gs1) =>
      encode(symbology, data, { ...options, ...(gs1 && { gs1 }) }),
    )
    const details = detailsOf(symbol)
    const { elements } = all
    return {
      ...asked,
      elements: elements.map(({ ai, value }) => ({ ai, value })),
      bracketed: bracketedText(elements),
      raw: rawText(elements),
      link: linkText(elements, domain ?? usualDomain) ?? null,
      data: all.text,
      ...(all.gs1 && { fnc1: [0, ...separatorsIn(all.text)] }),
      ...(all.doubts.length > 0 && { warnings: all.doubts.map(told) }),
      ...modulesOf(symbol.matrix),
      quiet: symbol.quiet,
      ...(details && { details }),
    }
  } catch (error) {
    if (!(error instanceof Gs1Error)) throw error
    return { ...asked, faults: error.faults.map(told) }
  }
}

function told({ code, ai, rule, from, to }: Gs1Fault | Gs1Doubt): Told {
  return { code, ...(ai !== undefined && { ai }), ...(rule !== undefined && { rule }), from, to }
}

const separatorsIn = (data: string): number[] =>
  Array.from(data).flatMap((character, i) => (character === fnc1 ? [i + 1] : []))

const gtin = '(01)09506000134352'
const set82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const inBrackets = (value: string): string => value.replace(/[()]/g, '\\$&')

function accepted(): WantedMessage[] {
  const elementStrings = (['code128', 'datamatrix', 'qr'] as const).flatMap((symbology) =>
    traits.map(([name, text]): WantedMessage => ({ name: `${symbology}, ${name}`, symbology, text })),
  )
  return [
    ...elementStrings,
    { name: 'code128, a companion that may be in another symbol', symbology: 'code128', text: '(17)261231' },
    ...matrixOptions,
    ...links,
    ...gtins.map(([symbology, text]) => ({ name: `${symbology}, the GTIN ${text.slice(4)}`, symbology, text })),
    { name: 'ean8, the GTIN of a URI, short', symbology: 'ean8', text: 'https://id.gs1.org/01/96385074' },
  ]
}

const others: readonly WantedMessage[] = [
  { name: 'qr, check characters of a model number', symbology: 'qr', text: '(8013)1987654Ad4X4bL5ttr2310c2K' },
  { name: 'ean13, a GTIN of 8 digits', symbology: 'ean13', text: '(01)00000096385074' },
]

/** Messages for each of the symbologies that carry element strings. */
const traits: readonly (readonly [name: string, text: string])[] = [
  ['one element', gtin],
  ['predefined lengths, no separator', `${gtin}(17)261231(3103)001500(11)260101`],
  ['a separator behind a value of varying length', `${gtin}(10)AB-12(21)12345`],
  ['two separators', `${gtin}(10)AB-12(21)12345(240)X`],
  ['no separator behind the last', `${gtin}(10)AB-12`],
  ['varying length behind predefined, no separator', `${gtin}(17)261231(10)AB-12`],
  ['a separator behind the longest value', `${gtin}(21)${'A1'.repeat(10)}(10)B`],
  ['a separator behind a fixed length that is not predefined', `${gtin}(7003)2612311200(21)A`],
  ['a separator behind an AI of three digits that begins with 23', `${gtin}(235)AB12(10)A`],
  ['an SSCC with its contents', '(00)106141412345678908(02)09506000134352(37)24'],
  ['an odd number of digits before a separator', `${gtin}(10)123(21)456`],
  ['an even number of digits before a separator', `${gtin}(10)1234(21)56`],
  ['small letters around a separator', `${gtin}(10)abc(21)def`],
  ['capital letters around a separator', `${gtin}(10)ABCDEFGH(21)IJKLMNOP`],
  ['a % between capital letters', `${gtin}(10)AB%CD(21)EF%GH`],
  ['a % at the end, before a separator', `${gtin}(10)AB%(21)CD`],
  ['two %', `${gtin}(10)AB%%CD`],
  ['a % between small letters', `${gtin}(10)ab%cd(21)ef%gh`],
  ['brackets in a value', `${gtin}(10)A\\(1\\)B`],
  ['the raw form', '^010950600013435210AB-12^2112345'],
  ['the raw form, FNC1 at the end', '^010950600013435210AB-12^2112345^'],
  ['as a reader sends it', ']C1010950600013435210AB-12\u001d2112345\u001d'],
  ['square brackets and blanks', '[01] 09506000134352 [10] A(1)'],
  ['the form of a URI', 'https://id.gs1.org/01/09506000134352/10/AB-12/21/12345?17=261231'],
  ['all of character set 82', `(91)${inBrackets(set82)}`],
]

const matrixOptions: readonly WantedMessage[] = [
  ...(['L', 'M', 'Q', 'H'] as const).map((level) => ({
    name: `qr, level ${level}, mask 0`,
    symbology: 'qr' as const,
    text: `${gtin}(10)AB%12(21)abc`,
    options: { level, version: 5, mask: 0 },
  })),
  ...(['ascii', 'c40', 'text', 'base256'] as const).map((encodation) => ({
    name: `datamatrix, ${encodation} alone`,
    symbology: 'datamatrix' as const,
    text: `${gtin}(10)AB12(21)abc`,
    options: { encodation },
  })),
]

const links: readonly WantedMessage[] = (['qr', 'datamatrix'] as const).flatMap((symbology): WantedMessage[] => [
  { name: `${symbology}, a GS1 Digital Link URI`, symbology, text: `${gtin}(10)AB-12(17)261231`, form: 'link' },
  {
    name: `${symbology}, a URI of another domain, with percent encoding`,
    symbology,
    text: `${gtin}(10)A/B%(21)C?D`,
    form: 'link',
    domain: 'https://example.com/items',
  },
])

const gtins: readonly (readonly [symbology: Symbology, text: string])[] = [
  ['ean13', '(01)09506000134352'],
  ['ean8', '(01)00000096385074'],
  ['upca', '(01)00036000291452'],
  ['upce', '(01)00012345000058'],
  ['itf14', '(01)15400141288763'],
  ['itf14', '(01)09506000134352'],
]

function refused(): WantedMessage[] {
  return [
    ...wrong.map(([name, text]): WantedMessage => ({ name: `refused: ${name}`, symbology: 'qr', text })),
    ...carriers,
  ]
}

/** Messages that are wrong, whatever carries them. */
const wrong: readonly (readonly [name: string, text: string])[] = [
  ['none of the three forms', '09506000134352'],
  ['a bracket that does not close', '(01'],
  ['letters for an AI', '(AB)12'],
  ['a bracket in a value that opens', `${gtin}(10)A(B)`],
  ['FNC1 twice', '^010950600013435210AB^^2112'],
  ['FNC1 alone', '^'],
  ['a URI without a key', 'https://example.com/10/AB'],
  ['a URI with qualifiers out of order', 'https://id.gs1.org/01/09506000134352/21/1/10/A'],
  ['a URI with an attribute that cannot be one', 'https://id.gs1.org/01/09506000134352?21=A'],
  ['no such AI', `${gtin}(05)12`],
  ['no such AI, raw', '^010950600013435205'],
  ['too short', '(01)9506000134352'],
  ['too long', `${gtin}(10)${'A'.repeat(21)}`],
  ['no value', `${gtin}(10)`],
  ['a letter among digits', '(01)0950600013435A'],
  ['a character that is not of set 82', `${gtin}(10)AB~12`],
  ['a character beyond the basic plane', `${gtin}(10)A\u{1f600}B`],
  ['a small letter in set 39', '(8010)9506ab'],
  ['a wrong check digit', '(01)09506000134353'],
  ['wrong check characters', '(8013)1987654Ad4X4bL5ttr2310c2L'],
  ['no such month', `${gtin}(17)261331`],
  ['no such day', `${gtin}(17)260230`],
  ['no such country', `${gtin}(422)000`],
  ['no such hour', `${gtin}(7003)2612312400`],
  ['piece 3 of 2', '(8026)095060001343520302(37)1'],
  ['a % without its digits', '(00)106141412345678908(4300)AB%'],
  ['no number of a company', '(8010)AB12'],
  ['a companion is missing', '(17)261231'],
  ['a group of companions is missing', `(02)09506000134352`],
  ['two AIs that exclude each other', `${gtin}(02)09506000134352(37)1`],
  ['two measures of one kind', `${gtin}(3100)001500(3101)015000`],
  ['an AI twice with different values', `${gtin}(10)A(10)B`],
  ['four faults', '(01)09506000134353(17)261331(10)A~B(05)1'],
]

const carriers: readonly WantedMessage[] = [
  { name: 'ean13, more than a GTIN', symbology: 'ean13', text: `${gtin}(10)AB` },
  { name: 'ean13, a GTIN of 14 digits', symbology: 'ean13', text: '(01)15400141288763' },
  { name: 'ean8, a GTIN of 13 digits', symbology: 'ean8', text: gtin },
  { name: 'upca, a GTIN of 13 digits', symbology: 'upca', text: gtin },
  { name: 'upce, a GTIN without the zeros', symbology: 'upce', text: '(01)00036000291452' },
  { name: 'itf14, a serial number', symbology: 'itf14', text: `${gtin}(21)1` },
  { name: 'microqr, a GTIN', symbology: 'microqr', text: gtin },
  { name: 'code39, a GTIN', symbology: 'code39', text: gtin },
  { name: 'code128, a URI', symbology: 'code128', text: gtin, form: 'link' },
  { name: 'qr, a URI without a key', symbology: 'qr', text: '(91)A', form: 'link' },
  {
    name: 'qr, too much for the version',
    symbology: 'qr',
    text: `${gtin}(10)AB-12`,
    options: { version: 1, level: 'H' },
  },
]
