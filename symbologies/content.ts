/**
 * What a symbol is asked to carry, a text as it is or a GS1 message, and what is doubtful about it: what is drawn as it was asked
 * for, and may yet be read, or have been meant, as something else.
 */

import type { Barcode } from './barcode.ts'
import { type CatalogueRow, catalogue, type GivenOptions, type Symbology } from './catalogue.ts'
import { type Doubt, doubtsAbout, invisibleCharacters } from './doubts.ts'
import { type BarcodeOf, encode, type OptionsOf } from './encode.ts'
import { optionsIn } from './given-options.ts'
import { bracketedIn } from './gs1/brackets.ts'
import type { Element } from './gs1/element.ts'
import { bracketedText } from './gs1/forms.ts'
import { carried, gs1Symbol } from './gs1/symbol.ts'
import { requireNames } from './option-names.ts'

export type { Doubt, DoubtCode } from './doubts.ts'

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

/** The byte order mark, at the beginning of a text that a program wrote. */
const byteOrderMark = '\ufeff'

/** A text without its byte order mark, and what is said of it. */
export function withoutMark(text: string): { readonly text: string; readonly doubts: readonly Doubt[] } {
  // callers without types are told by the encoder
  if (typeof text !== 'string' || !text.startsWith(byteOrderMark) || text === byteOrderMark) return { text, doubts: [] }
  const message = 'the byte order mark (U+FEFF) at the start of the text was taken off'
  return { text: text.slice(1), doubts: [{ code: 'byte_order_mark', message, suggestion: { text: text.slice(1) } }] }
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
