/**
 * What a symbol is asked to carry, a text as it is or a GS1 message, and what is doubtful about it: what is drawn as it was asked
 * for, and may yet be read, or have been meant, as something else.
 */

import type { Barcode, Suggestion, Unannounced } from './barcode.ts'
import { type CatalogueRow, catalogue, type GivenOptions, type OptionName, type Symbology } from './catalogue.ts'
import { type CheckedDigits, hasRightCheckDigit } from './check-digit.ts'
import type { Code39Trace } from './code39.ts'
import type { DataMatrixTrace } from './datamatrix/datamatrix.ts'
import { type BarcodeOf, encode, type OptionsOf } from './encode.ts'
import { bracketedIn } from './gs1/brackets.ts'
import type { Element } from './gs1/element.ts'
import type { Gs1DoubtCode } from './gs1/fault.ts'
import { bracketedText } from './gs1/forms.ts'
import { carried, gs1Symbol } from './gs1/symbol.ts'
import { codePointName } from './messages.ts'
import { requireNames } from './option-names.ts'
import type { MicroQrTrace } from './qr/micro.ts'
import type { QrTrace } from './qr/qr.ts'

export interface Content {
  readonly text: string
  /** `false`: the text as it is. `true`: the GS1 message that it is; `link`: as a GS1 Digital Link URI. */
  readonly gs1?: 'false' | 'true' | 'link' | undefined
  /** Of the URI; `https://id.gs1.org` by default. With its scheme, and without a slash at the end. */
  readonly domain?: string | undefined
}

/** A symbol, and what its content is in print. */
export interface Encoded<S extends Symbology = Symbology> {
  readonly barcode: BarcodeOf<S>
  /** The text as it is, without a byte order mark, or the part that the symbol carries; a GS1 message in brackets, the URI, or the digits of a GTIN. */
  readonly text: string
  /** Of a GS1 message. */
  readonly elements: readonly Element[]
  /** What readers may take otherwise, and what is doubtful about a GS1 message: companions that are missing, too many characters. */
  readonly doubts: readonly Doubt[]
}

export interface Doubt {
  readonly code: DoubtCode | Gs1DoubtCode
  /** In ASCII, without a line feed. */
  readonly message: string
  /** The parameter whose value would have to change; the text by default. */
  readonly parameter?: 'text' | 'type' | 'eci' | 'fullascii' | 'domain' | 'gs1'
  /** What leaves no doubt, where there is one answer. */
  readonly suggestion?: Suggestion
}

export type DoubtCode =
  | 'complete_already'
  | 'byte_order_mark'
  | 'invisible_character'
  | 'latin1_in_code128'
  | 'latin1_in_microqr'
  | 'fullascii_in_code39'
  | 'pairs_in_code39'
  | 'gs1_brackets'
  | 'unannounced_charset'

/**
 * The symbol that carries the content.
 *
 * @throws EncodeError if the symbology cannot carry the text
 * @throws Gs1Error if the message has faults, or the symbology cannot carry it
 * @throws RangeError for an unknown name in the content or the options
 */
export function encodeContent<S extends Symbology>(symbology: S, content: Content, options?: OptionsOf<S>): Encoded<S> {
  requireNames('encodeContent', content, ['text', 'gs1', 'domain'] satisfies (keyof Content)[])
  return encoded(symbology, content, options)
}

function encoded<S extends Symbology>(
  symbology: S,
  { text: given, gs1 = 'false', domain }: Content,
  options: OptionsOf<S> | undefined,
): Encoded<S> {
  const { text, doubts: ofMark } = withoutMark(given)
  if (gs1 === 'false') {
    const barcode: BarcodeOf<S> & Barcode = encode(symbology, text, options)
    const carried = barcode.carried ?? text
    return {
      barcode,
      text: carried,
      elements: [],
      doubts: [
        ...ofMark,
        ...invisibleCharacters(text),
        ...literalBrackets(carried, symbology),
        ...doubtsAbout(barcode),
      ],
    }
  }
  const message = carried(symbology, text, {
    form: gs1 === 'link' ? 'link' : 'elements',
    ...(domain !== undefined && { domain }),
  })
  const barcode = gs1Symbol(symbology, text, message, (data, withFnc1) =>
    encode(symbology, data, withFnc1 ? ({ ...options, gs1: true } as OptionsOf<S>) : options),
  )
  const { elements } = message
  const doubts = [...ofMark, ...message.doubts, ...doubtsAbout(barcode)]
  return { barcode, text: message.gs1 ? bracketedText(elements) : message.text, elements, doubts }
}

/** What a request for a symbol says of it: its content, and options, some of which only other symbologies have. */
export interface SymbolRequest<S extends Symbology = Symbology> extends Content, GivenOptions {
  readonly type: S
}

/** The symbol that the request asks for, which may have parameters of other things. @throws EncodeError, Gs1Error as `encodeContent` */
export function encodeRequest<S extends Symbology>(request: SymbolRequest<S>): Encoded<S> {
  return encoded(request.type, request, optionsIn(request.type, request))
}

/** Those of a request's parameters that are options of the symbology, with the values that its encoder takes; undefined if none is given. */
export function optionsIn<S extends Symbology>(symbology: S, given: GivenOptions): OptionsOf<S> | undefined {
  const { options }: CatalogueRow = catalogue[symbology]
  let found: Record<string, unknown> | undefined
  for (const name in options) {
    const value = given[name as OptionName]
    if (value === undefined) continue
    const { values } = options[name]!
    found ??= {}
    found[name] = values === undefined ? value : values[String(value)]
  }
  return found as OptionsOf<S> | undefined
}

/** The byte order mark, at the beginning of a text that a program wrote. */
const byteOrderMark = '\ufeff'

/** A text without its byte order mark, and what is said of it. */
export function withoutMark(text: string): { readonly text: string; readonly doubts: readonly Doubt[] } {
  // callers without types are told by the encoder
  if (typeof text !== 'string' || !text.startsWith(byteOrderMark) || text === byteOrderMark) return { text, doubts: [] }
  const message = 'the byte order mark (U+FEFF) at the start of the text was taken off'
  return { text: text.slice(1), doubts: [{ code: 'byte_order_mark', message, suggestion: { text: text.slice(1) } }] }
}

/** Characters that take room without ink, or none at all. */
const invisible = /[\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060\ufeff]/g
/** The most characters that are named. */
const mostNamed = 5

/** The characters of a text that nobody sees in print: these, and blanks at either end. */
function invisibleCharacters(text: string): readonly Doubt[] {
  if (text.search(invisible) < 0 && !text.startsWith(' ') && !text.endsWith(' ')) return []
  const points = [...text]
  const first = points.findIndex((point) => point !== ' ')
  const last = points.findLastIndex((point) => point !== ' ')
  const found = [...points.keys()].filter((i) => i < first || i > last || points[i]!.search(invisible) === 0)
  const named = found
    .slice(0, mostNamed)
    .map((i) => `${codePointName(points[i]!.codePointAt(0)!)} at position ${i + 1}`)
  const more = found.length > named.length ? `, and ${found.length - named.length} more` : ''
  const message = `the text has characters that nobody sees: ${named.join(', ')}${more}`
  const without = text.replace(invisible, (one) => (one === '\u00a0' ? ' ' : '')).trim()
  return [{ code: 'invisible_character', message, ...(without !== '' && { suggestion: { text: without } }) }]
}

/** A GS1 message that is encoded with its brackets, as no scanner takes it for one. */
function literalBrackets(text: string, symbology: Symbology): readonly Doubt[] {
  if (bracketedIn(text)?.isMeant !== true) return []
  const { kind, gs1Name }: CatalogueRow = catalogue[symbology]
  const other = kind === 'matrix' ? 'qr' : 'code128'
  const message =
    'the brackets round the AIs are characters of the symbol, and scanners show them; gs1=true makes a GS1 symbol'
  const suggestion = gs1Name !== undefined ? { gs1: 'true' } : { type: other, gs1: 'true' }
  return [{ code: 'gs1_brackets', parameter: 'gs1', message, suggestion }]
}

/** Why common readers, or people, may take a symbol for another. */
function doubtsAbout(barcode: Barcode): readonly Doubt[] {
  switch (barcode.symbology) {
    case 'ean13':
    case 'ean8':
    case 'upca':
    case 'itf14':
      return completeAlready(barcode.trace as CheckedDigits)
    case 'code128':
      return beyondAscii.test(barcode.captions[0]!.text) ? [latin1InCode128] : []
    case 'code39':
      return hasPairs(barcode) ? [fullAsciiInCode39] : looksPaired(barcode) ? [pairsInCode39] : []
    case 'microqr':
      return aboutMicroQr(barcode.captions[0]!.text, barcode.trace as MicroQrTrace)
    case 'qr':
      return aboutQr(barcode.captions[0]!.text, barcode.trace as QrTrace)
    case 'datamatrix':
      return aboutDataMatrix(barcode.captions[0]!.text, barcode.trace as DataMatrixTrace)
    default:
      return []
  }
}

/**
 * Digits to which a check digit was added although they have one: with a zero before them they are a complete number, whose zero was
 * lost, or that belongs to another symbology. The weights of the check digit are counted from the right, so one look tells for all.
 */
function completeAlready({ digits, given }: CheckedDigits): readonly Doubt[] {
  const asGiven = digits.slice(0, -1)
  if (given || !hasRightCheckDigit(asGiven)) return []
  const other = `0${asGiven}`
  const message = `${asGiven} ends in its own check digit already; drawn is ${digits}: give that to say so, or ${other} for the number ${asGiven}`
  return [{ code: 'complete_already', message }]
}

const beyondAscii = /[^\0-\x7f]/

const latin1InCode128: Doubt = {
  code: 'latin1_in_code128',
  parameter: 'type',
  message:
    'many readers of Code 128 give other characters for those beyond ASCII unless they are set to ISO 8859-1; qr and datamatrix announce them',
  suggestion: { type: 'qr' },
}

/** Whether a Code 39 symbol has pairs of characters: a pair takes two values for one character. */
function hasPairs({ trace, captions }: Barcode): boolean {
  return (trace as Code39Trace).values.length > captions[0]!.text.length
}

/** Whether characters of a Code 39 symbol are a pair to readers that are set to full ASCII, which give another character for it. */
const looksPaired = ({ captions }: Barcode): boolean => /[$%+/][A-Z]/.test(captions[0]!.text)

const pairsInCode39: Doubt = {
  code: 'pairs_in_code39',
  parameter: 'type',
  message:
    'readers that are set to full ASCII give one other character for $, /, + or % and the letter behind it; code128 has no such pairs',
  suggestion: { type: 'code128' },
}

const fullAsciiInCode39: Doubt = {
  code: 'fullascii_in_code39',
  parameter: 'fullascii',
  message:
    'readers that are not set to full ASCII give two characters for each one beyond the 43 of Code 39; code128 has no such pairs',
  suggestion: { type: 'code128' },
}

/** Micro QR has no ECI: readers differ in what they take bytes beyond ASCII for, and beside kanji mode all bytes for Shift JIS. */
function aboutMicroQr(text: string, { segments }: MicroQrTrace): readonly Doubt[] {
  const bytes = segments.flatMap(({ mode, from, to }) => (mode === 'byte' ? text.slice(from, to) : [])).join('')
  if (beyondAscii.test(bytes)) return [latin1InMicroQr]
  return /[\\~]/.test(bytes) && segments.some(({ mode }) => mode === 'kanji') ? [besideKanji] : []
}

function aboutQr(text: string, trace: QrTrace): readonly Doubt[] {
  return isUnannounced(text, trace) ? [guessed(trace)] : []
}

function aboutDataMatrix(text: string, trace: DataMatrixTrace): readonly Doubt[] {
  const { eci, ecis = [] } = trace
  const isAnnounced = eci !== undefined || ecis.length > 0
  return isAnnounced || !beyondAscii.test(text) ? [] : [guessed(trace)]
}

/** Whether a QR symbol has characters beyond ASCII and no ECI. In kanji mode they are doubtful only if no ECI was asked for. */
function isUnannounced(text: string, { segments, unannounced }: QrTrace): boolean {
  if (!beyondAscii.test(text) || segments.some(({ mode }) => mode === 'eci')) return false
  if (unannounced !== undefined) return true
  return segments.some(({ mode, from, to }) => mode === 'byte' && beyondAscii.test(text.slice(from, to)))
}

/** No ECI, because none was asked for or because no symbol has room for one. */
function guessed({ unannounced }: { readonly unannounced?: Unannounced }): Doubt {
  const why =
    unannounced === undefined ? 'there is no room to announce it' : 'without the parameter eci it is announced'
  return {
    code: 'unannounced_charset',
    parameter: unannounced === undefined ? 'text' : 'eci',
    message: `the character set of what is beyond ASCII is not announced, and readers guess it; ${why}`,
    ...(unannounced !== undefined && { suggestion: { eci: 'auto' } }),
  }
}

const besideKanji: Doubt = {
  code: 'unannounced_charset',
  parameter: 'type',
  message:
    'beside kanji common readers take a backslash for the yen sign and a tilde for the overline, ' +
    'and Micro QR Code cannot announce its character set; QR Code can',
  suggestion: { type: 'qr' },
}

const latin1InMicroQr: Doubt = {
  code: 'latin1_in_microqr',
  parameter: 'type',
  message: 'Micro QR Code cannot announce ISO 8859-1, and some readers take such characters for others; QR Code can',
  suggestion: { type: 'qr' },
}
